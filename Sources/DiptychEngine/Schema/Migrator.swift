import DiptychPlatform
import Foundation

/// Brings a library file to the present format, and refuses one that it does not know.
struct Migrator {
  /// What a file is, read from its own record of applied steps.
  enum State: Equatable {
    case empty
    case current
    case behind(missing: Int)
    /// A later version has applied steps that this one does not know.
    case newer
    /// Nothing that the steps make: another program's, or one of ours that is damaged.
    case foreign
  }

  private static let ledger = """
    CREATE TABLE migrations (name TEXT PRIMARY KEY, ordinal INTEGER NOT NULL) \
    STRICT, WITHOUT ROWID
    """

  /// Looks at the file without changing it.
  static func state(of connection: Connection) throws -> State {
    let objects = try connection.first("SELECT count(*) FROM sqlite_schema") { $0.int(0) } ?? 0
    if objects == 0 { return .empty }
    let hasLedger =
      try connection.first("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'") { _ in true }
    guard hasLedger == true else { return .foreign }
    let applied = try connection.all("SELECT name FROM migrations ORDER BY ordinal") { $0.text(0) }
    let known = Migration.all.map(\.name)
    if applied.count > known.count, Array(applied.prefix(known.count)) == known {
      return .newer
    }
    guard applied == Array(known.prefix(applied.count)) else { return .foreign }
    guard try schema(of: connection) == schema(after: applied.count) else { return .foreign }
    return applied.count == known.count ? .current : .behind(missing: known.count - applied.count)
  }

  /// Whether nothing is left to do: every step is applied, and the library has its identifier.
  static func isCurrent(_ connection: Connection) throws -> Bool {
    guard try state(of: connection) == .current else { return false }
    return try connection.first("SELECT 1 FROM library", [], { _ in true }) ?? false
  }

  /// Applies every missing step, each in a transaction of its own. The caller holds the library's
  /// exclusive lock.
  static func migrate(_ connection: Connection, now: Date, libraryUUID: () -> UUID) throws {
    try migrate(connection, upTo: Migration.all.count)
    let isNew = try connection.first("SELECT count(*) FROM library") { $0.int(0) } == 0
    if isNew {
      try connection.execute(
        "INSERT INTO library (id, uuid, created, token) VALUES (1, ?, ?, 0)", libraryUUID(), now)
    }
  }

  private static func migrate(_ connection: Connection, upTo count: Int) throws {
    if try connection.first("SELECT 1 FROM sqlite_schema", [], { _ in true }) == nil {
      try connection.execute(ledger)
    }
    let applied = try connection.first("SELECT count(*) FROM migrations") { $0.int(0) } ?? 0
    guard applied < count else { return }
    for (index, migration) in Migration.all.enumerated().dropFirst(applied).prefix(count - applied)
    {
      try connection.execute("BEGIN IMMEDIATE")
      do {
        for statement in migration.statements { try connection.execute(statement) }
        try connection.execute(
          "INSERT INTO migrations (name, ordinal) VALUES (?, ?)", migration.name, index + 1)
        try connection.execute("COMMIT")
      } catch {
        try? connection.execute("ROLLBACK")
        throw error
      }
    }
  }

  private static func schema(of connection: Connection) throws -> [String] {
    try connection.all(
      """
      SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema
      WHERE name <> 'sqlite_stat1' ORDER BY type, name
      """
    ) { $0.text(0) }
  }

  /// The schema that the first `count` steps make, found by making it.
  private static func schema(after count: Int) throws -> [String] {
    if let known = knownSchemas.withLock({ $0[count] }) { return known }
    let scratch = try Connection(
      .init(path: ":memory:", isReadOnly: false, isDurable: false, vfs: nil))
    try migrate(scratch, upTo: count)
    let schema = try schema(of: scratch)
    knownSchemas.withLock { $0[count] = schema }
    return schema
  }

  /// What was found by making it, by the number of steps: a process opens many libraries.
  private static let knownSchemas = Lock<[Int: [String]]>([:])

  /// A row of `sqlite_schema`: a table or an index, and the page at which its tree begins.
  struct SchemaRow {
    let type: String
    let name: String
    let table: String
    let root: Int
    /// Nil for an index that SQLite makes by itself.
    let sql: String?
  }

  /// What every step together makes, in the order in which it is made.
  /// - Parameters:
  ///   - pageSize: The size of the database's pages, which decides where trees begin.
  ///   - isVacuumed: Whether trees begin where they do in a copy that SQLite made.
  static func schemaRows(pageSize: Int, isVacuumed: Bool) throws -> [SchemaRow] {
    let scratch = try Connection(
      .init(path: ":memory:", isReadOnly: false, isDurable: false, vfs: nil))
    try scratch.execute("PRAGMA page_size = \(pageSize)")
    try migrate(scratch, upTo: Migration.all.count)
    if isVacuumed { try scratch.execute("VACUUM") }
    return try scratch.all(
      "SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema ORDER BY rowid"
    ) { row in
      SchemaRow(
        type: row.text(0), name: row.text(1), table: row.text(2), root: row.int(3),
        sql: row.isNull(4) ? nil : row.text(4))
    }
  }
}

extension LibraryError {
  /// The failure of a library that a later version has written.
  static let newerVersion = LibraryError(
    .schemaUnknown,
    "The library was written by a newer version of Diptych. Update Diptych to open it.")
}
