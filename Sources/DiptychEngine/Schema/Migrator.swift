import DiptychPlatform
import Foundation

/// Brings a library file to the present format, and refuses one that it does not know.
struct Migrator {
  /// What a file is, read from its own record of applied steps.
  enum State: Equatable {
    case empty
    case current
    case behind(missing: Int)
  }

  private static let ledger = """
    CREATE TABLE migrations (name TEXT PRIMARY KEY, ordinal INTEGER NOT NULL) \
    STRICT, WITHOUT ROWID
    """

  /// Looks at the file without changing it.
  /// - Throws: `schemaUnknown` for a newer or a foreign file.
  static func state(of connection: Connection) throws -> State {
    let objects = try connection.first("SELECT count(*) FROM sqlite_schema") { $0.int(0) } ?? 0
    if objects == 0 { return .empty }
    let hasLedger =
      try connection.first("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'") { _ in true }
    guard hasLedger == true else { throw foreign }
    let applied = try connection.all("SELECT name FROM migrations ORDER BY ordinal") { $0.text(0) }
    let known = Migration.all.map(\.name)
    if applied.count > known.count, Array(applied.prefix(known.count)) == known {
      throw LibraryError(
        .schemaUnknown,
        "The library was written by a newer version of Diptych. Update Diptych to open it.")
    }
    guard applied == Array(known.prefix(applied.count)) else { throw foreign }
    guard try schema(of: connection) == schema(after: applied.count) else { throw foreign }
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

  private static let foreign = LibraryError(
    .schemaUnknown,
    "The file library.sqlite was not written by Diptych. Choose another library folder.")
}
