import DiptychEngine
import Foundation

/// A copy of a database in a folder of its own, removed with the object.
///
/// SQLite may change a database that it only reads: closing it moves the log into it. The package's
/// own file is therefore never opened (decision 100).
final class DatabaseCopy {
  /// The copied database.
  let path: String
  private let folder: String

  /// Copies a database with its log, and the log's index.
  /// - Throws: `sourceUnreadable` for a file that cannot be read or that is being written.
  init(of source: String) throws {
    folder =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("diptych-apple-\(UUID().uuidString)").path
    path = folder + "/" + source.lastPathName
    do {
      try RealSystemCalls().makeFolder(folder)
    } catch {
      throw Self.failure(error)
    }
    do {
      let before = Self.states(of: source)
      for ending in Self.endings where Self.isThere(source + ending) {
        try Self.copy(source + ending, to: path + ending)
      }
      guard Self.states(of: source) == before else {
        throw LibraryError(
          .sourceUnreadable,
          "The Photos library is being changed at this moment. Quit Photos, then import again.")
      }
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw error
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static let endings = ["", "-wal", "-shm"]

  private static func isThere(_ path: String) -> Bool {
    (try? RealSystemCalls().status(path)) != nil
  }

  /// Length and date of the files that hold the rows; the index of the log changes with every look.
  private static func states(of source: String) -> [[Int]] {
    ["", "-wal"].map { ending in
      var info = stat()
      guard stat(source + ending, &info) == 0 else { return [] }
      return [Int(info.st_size), Int(info.st_mtim.tv_sec), Int(info.st_mtim.tv_nsec)]
    }
  }

  private static func copy(_ source: String, to target: String) throws {
    let system = RealSystemCalls()
    let input: Int32
    do {
      guard try system.status(source).kind == .file else {
        throw LibraryError(
          .sourceUnreadable,
          "\(source.lastPathName) is no plain file. Give the path of a Photos "
            + "library.")
      }
      input = try system.open(source, .read)
    } catch let error as SystemCallError {
      throw LibraryError(
        .sourceUnreadable,
        "The database of the Photos library cannot be read "
          + "(\(String(cString: strerror(error.number)))). Check that its files may be read.")
    }
    defer { system.close(input) }
    do {
      let output = try system.open(target, .create)
      defer { system.close(output) }
      try system.forEachPiece(of: input) { piece throws(SystemCallError) in
        try system.writeAll(output, piece)
      }
    } catch {
      throw failure(error)
    }
  }

  private static func failure(_ error: SystemCallError) -> LibraryError {
    LibraryError(
      error.number == ENOSPC ? .noSpace : .system,
      "The database of the Photos library cannot be copied to the temporary folder. Free some "
        + "space there, or set TMPDIR to another folder.", cause: error.description)
  }
}
