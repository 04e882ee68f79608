import CDiptychSQLite
import DiptychPlatform
import DiptychStories
import Foundation

@testable import DiptychEngine

/// Sees every row that the writer changes, through SQLite's pre-update hook, and asks whether the
/// change log explains it. The hook is independent of everything that the engine says of itself.
final class RowChangeOracle: StoryWatch, @unchecked Sendable {
  // Sendable because the state is locked and the rest is constant.

  /// A changed row, by what identifies it.
  struct RowChange: Hashable {
    enum Kind: Int32 { case deleted = 9, inserted = 18, updated = 23 }
    let table: String
    let kind: Kind
    /// The values before, or those of a new row.
    let values: [Int64]
    let newValues: [Int64]
  }

  private final class Book {
    var changes: [RowChange] = []
    /// How many of the changes are committed: what is rolled back was never there.
    var committed = 0
    var token: Int64 = 0
    var children: [Int64?: [Int64]] = [:]
    var members: [Int64: [Int64]] = [:]
  }

  private typealias Hook =
    @convention(c) (
      OpaquePointer?,
      (
        @convention(c) (
          UnsafeMutableRawPointer?, OpaquePointer?, Int32, UnsafePointer<CChar>?,
          UnsafePointer<CChar>?, Int64, Int64
        ) -> Void
      )?, UnsafeMutableRawPointer?
    ) -> UnsafeMutableRawPointer?

  private typealias Value =
    @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Int32

  private let hook: Hook
  private let books = Lock<[ObjectIdentifier: Book]>([:])
  private static let readers: (old: Value, new: Value)? = {
    guard let old = dlsym(nil, "sqlite3_preupdate_old"),
      let new = dlsym(nil, "sqlite3_preupdate_new")
    else { return nil }
    return (unsafeBitCast(old, to: Value.self), unsafeBitCast(new, to: Value.self))
  }()

  /// Nil where the system's SQLite was built without the hook.
  init?() {
    guard let symbol = dlsym(nil, "sqlite3_preupdate_hook"), Self.readers != nil else { return nil }
    hook = unsafeBitCast(symbol, to: Hook.self)
  }

  func begin(_ library: Library) throws {
    let book = Book()
    try look(library, book)
    books.withLock { $0[ObjectIdentifier(library)] = book }
    library.writer.withLock { writer in
      _ = hook(
        writer?.connection.pointer,
        { context, database, operation, _, table, _, _ in
          guard let context, let table, let kind = RowChange.Kind(rawValue: operation) else {
            return
          }
          let book = Unmanaged<Book>.fromOpaque(context).takeUnretainedValue()
          book.changes.append(RowChangeOracle.change(database, kind, String(cString: table)))
        }, Unmanaged.passUnretained(book).toOpaque())
      Self.followTransactions(of: writer?.connection.pointer, book)
    }
  }

  private static func followTransactions(of database: OpaquePointer?, _ book: Book) {
    let context = Unmanaged.passUnretained(book).toOpaque()
    _ = sqlite3_commit_hook(
      database,
      { context in
        guard let context else { return 0 }
        let book = Unmanaged<Book>.fromOpaque(context).takeUnretainedValue()
        book.committed = book.changes.count
        return 0
      }, context)
    _ = sqlite3_rollback_hook(
      database,
      { context in
        guard let context else { return }
        let book = Unmanaged<Book>.fromOpaque(context).takeUnretainedValue()
        book.changes.removeLast(book.changes.count - book.committed)
      }, context)
  }

  /// The columns that tell which object a row belongs to.
  private static let columns: [String: [Int32]] = [
    "assets": [0], "resources": [2], "collections": [0, 4, 5], "memberships": [0, 2],
  ]

  private static func change(
    _ database: OpaquePointer?, _ kind: RowChange.Kind, _ table: String
  ) -> RowChange {
    func values(_ read: Value?) -> [Int64] {
      (columns[table] ?? []).map { column in
        var value: OpaquePointer?
        _ = read?(database, column, &value)
        return sqlite3_value_int64(value)
      }
    }
    return RowChange(
      table: table, kind: kind, values: values(kind == .inserted ? readers?.new : readers?.old),
      newValues: values(kind == .deleted ? readers?.old : readers?.new))
  }

  // MARK: Explaining

  private static let bookkeeping: Set<String> = [
    "library", "commits", "changes", "purged", "pending_removals", "reserved_titles", "access",
    "access_selection", "answers", "sqlite_sequence",
  ]

  func lines(after step: Step, in library: Library) throws -> [String] {
    guard let book = books.withLock({ $0[ObjectIdentifier(library)] }) else { return [] }
    let changes = book.changes
    book.changes = []
    book.committed = 0
    let logged = try library.read { transaction in
      try transaction.connection.all(
        "SELECT object_kind, object FROM changes WHERE token > ?", [book.token]
      ) { [$0.integer(0), $0.integer(1)] }
    }
    let assets = Set(logged.filter { $0[0] == 0 }.map { $0[1] })
    let collections = Set(logged.filter { $0[0] != 0 }.map { $0[1] })
    let (children, members) = (book.children, book.members)
    try look(library, book)
    var lines: [String] = []
    for change in changes where !Self.bookkeeping.contains(change.table) {
      let isExplained =
        switch change.table {
        case "assets", "resources": assets.contains(change.values[0])
        case "collections": collections.contains(change.values[0]) || Self.isRenumbering(change)
        case "memberships":
          collections.contains(change.values[0]) || assets.contains(change.values[1])
            // Renumbered ranks are no change, as long as the order stays.
            || members[change.values[0]] == book.members[change.values[0]]
        default: false
        }
      if !isExplained { lines.append("no entry of the change log explains \(change)") }
    }
    // The order of children may change only where somebody is told of it.
    for (folder, before) in children where !collections.contains(folder ?? 0) {
      let old = before.filter { !collections.contains($0) }
      let new = (book.children[folder] ?? []).filter { !collections.contains($0) }
      if old != new { lines.append("the order of folder \(folder ?? 0) changed unsaid") }
    }
    return lines
  }

  private static func isRenumbering(_ change: RowChange) -> Bool {
    change.kind == .updated && change.values[1] == change.newValues[1]
  }

  private func look(_ library: Library, _ book: Book) throws {
    try library.read { transaction in
      book.token = try transaction.token()
      book.children = [:]
      book.members = [:]
      for collection in try transaction.collectionTree() {
        book.children[collection.parent, default: []].append(collection.row)
        book.members[collection.row] = try transaction.connection.all(
          "SELECT asset FROM memberships WHERE album = ? ORDER BY rank", [collection.row]
        ) { $0.integer(0) }
      }
    }
  }
}
