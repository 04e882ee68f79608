import CDiptychSQLite
import DiptychPlatform
import Foundation

/// The system's file layer of SQLite with its syncs counted.
enum CountingVFS {
  static let name = "diptych-counting"
  private static let count = Lock(0)

  /// Syncs of SQLite since the process began, in libraries that were opened with this layer.
  static var syncs: Int { count.withLock { $0 } }

  // Written once, by `register()`, before any library is opened.
  nonisolated(unsafe) private static var base: UnsafeMutablePointer<sqlite3_vfs>?  // see above
  /// The tables of the system's layer and our copies of them. Guarded by SQLite's own order: a
  /// file is opened before it is used.
  private static let tables = Lock<[Table]>([])

  private struct Table: @unchecked Sendable {
    // Sendable because both tables are constant from the moment that they are here.
    let original: UnsafePointer<sqlite3_io_methods>
    let copy: UnsafeMutablePointer<sqlite3_io_methods>
  }

  static func register() throws {
    guard let system = sqlite3_vfs_find(nil), let name = strdup(Self.name) else {
      throw WrongResult(description: "SQLite has no file layer.")
    }
    base = system
    // Kept for as long as the process lives, as SQLite asks.
    let layer = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    layer.initialize(to: system.pointee)
    layer.pointee.zName = UnsafePointer(name)
    layer.pointee.pNext = nil
    layer.pointee.xOpen = { _, path, file, flags, outFlags in
      guard let base = CountingVFS.base, let file else { return SQLITE_ERROR }
      let result = base.pointee.xOpen(base, path, file, flags, outFlags)
      if result == SQLITE_OK, let methods = file.pointee.pMethods {
        file.pointee.pMethods = UnsafePointer(CountingVFS.copy(of: methods))
      }
      return result
    }
    guard sqlite3_vfs_register(layer, 0) == SQLITE_OK else {
      throw WrongResult(description: "SQLite takes no second file layer.")
    }
  }

  private static func copy(
    of original: UnsafePointer<sqlite3_io_methods>
  ) -> UnsafeMutablePointer<sqlite3_io_methods> {
    tables.withLock { tables in
      if let known = tables.first(where: { $0.original == original }) { return known.copy }
      let copy = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
      copy.initialize(to: original.pointee)
      copy.pointee.xSync = { file, flags in
        CountingVFS.count.withLock { $0 += 1 }
        guard let file, let methods = file.pointee.pMethods,
          let sync = CountingVFS.original(of: methods)?.pointee.xSync
        else { return SQLITE_IOERR }
        return sync(file, flags)
      }
      tables.append(Table(original: original, copy: copy))
      return copy
    }
  }

  private static func original(
    of copy: UnsafePointer<sqlite3_io_methods>
  ) -> UnsafePointer<sqlite3_io_methods>? {
    tables.withLock { $0.first { UnsafePointer($0.copy) == copy }?.original }
  }
}
