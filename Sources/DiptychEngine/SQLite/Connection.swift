internal import CDiptychSQLite
import Foundation

/// One SQLite connection with its cached statements.
///
/// It is not Sendable and is reached only inside `Library.read` and `Library.write`, which hand it
/// to one thread at a time.
package final class Connection {
  let pointer: OpaquePointer
  private var statements: [String: Statement] = [:]
  let matching = TextMatching()
  private let gatherer = RowGatherer()
  /// How many statements this connection has run; benchmarks and tests count with it.
  package internal(set) var statementCount = 0
  /// Pages in the write-ahead log after the last commit of this connection.
  fileprivate(set) var pagesInLog = 0
  /// What statements may cost in all; nil for our own databases.
  var stepBound: StepBound?

  /// How a connection is opened.
  package struct Options: Sendable {
    package var path: String
    package var isReadOnly: Bool
    package var isDurable: Bool
    package var vfs: String?

    package init(path: String, isReadOnly: Bool, isDurable: Bool, vfs: String?) {
      self.path = path
      self.isReadOnly = isReadOnly
      self.isDurable = isDurable
      self.vfs = vfs
    }
  }

  package init(_ options: Options) throws(LibraryError) {
    var pointer: OpaquePointer?
    let access = options.isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
    let flags =
      access | (options.isReadOnly ? 0 : SQLITE_OPEN_CREATE) | SQLITE_OPEN_NOMUTEX
      | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE
    let result = sqlite3_open_v2(options.path, &pointer, flags, options.vfs)
    guard result == SQLITE_OK, let pointer else {
      let message = pointer.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(pointer)
      throw LibraryError(sqlite: result, message, sql: "open")
    }
    self.pointer = pointer
    do {
      try configure(options)
    } catch {
      statements.removeAll()
      throw LibraryError.wrapping(error)
    }
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(pointer)
  }

  private func configure(_ options: Options) throws {
    for (flag, value) in [
      (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
      (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0), (SQLITE_DBCONFIG_ENABLE_VIEW, 0),
      (SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1), (SQLITE_DBCONFIG_ENABLE_FKEY, 1),
      (SQLITE_DBCONFIG_DQS_DDL, 0), (SQLITE_DBCONFIG_DQS_DML, 0),
    ] as [(Int32, Int32)] {
      let result = diptych_sqlite_config_flag(pointer, flag, value)
      guard result == SQLITE_OK else {
        throw LibraryError(sqlite: result, lastMessage, sql: "configure")
      }
    }
    sqlite3_busy_timeout(pointer, 5_000)
    try execute("PRAGMA mmap_size = 0")
    // Of a page that somebody damaged on purpose, every cell is looked at before it is believed.
    try execute("PRAGMA cell_size_check = ON")
    try execute("PRAGMA temp_store = MEMORY")
    try execute("PRAGMA cache_size = -8192")
    if !options.isReadOnly {
      try execute("PRAGMA journal_mode = WAL")
      try execute("PRAGMA wal_autocheckpoint = 0")
      try execute("PRAGMA synchronous = \(options.isDurable ? "FULL" : "OFF")")
    }
    try registerFunctions()
    if !options.isReadOnly { countLogPages() }
  }

  private func countLogPages() {
    // Unretained is safe: SQLite calls the hook only inside a commit on this connection, which the
    // connection outlives.
    sqlite3_wal_hook(
      pointer,
      { context, _, _, pages in
        guard let context else { return SQLITE_OK }
        Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().pagesInLog = Int(pages)
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Rolls back what a process left in a database that it died in while it made it: until the log is
  /// switched on, SQLite keeps what it overwrites in a journal, and a connection that only reads
  /// cannot put it back. Nothing else is changed.
  static func rollBack(_ options: Options) throws(LibraryError) {
    var pointer: OpaquePointer?
    defer { sqlite3_close_v2(pointer) }
    let flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE
    var result = sqlite3_open_v2(options.path, &pointer, flags, options.vfs)
    if result == SQLITE_OK {
      // Any read does it.
      result = sqlite3_exec(pointer, "SELECT 1 FROM sqlite_schema", nil, nil, nil)
    }
    guard result == SQLITE_OK else {
      let message = pointer.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      throw LibraryError(sqlite: result, message, sql: "rollback")
    }
  }

  var lastMessage: String { String(cString: sqlite3_errmsg(pointer)) }

  /// The cached statement for `sql`.
  private func statement(_ sql: String) throws -> Statement {
    if let statement = statements[sql] { return statement }
    let statement = try Statement(connection: self, sql: sql)
    // Predicates make texts of their own; a bound keeps a long-lived connection small.
    if statements.count >= 256 { statements.removeAll() }
    statements[sql] = statement
    return statement
  }

  /// Runs a statement that gives no rows.
  package func execute(_ sql: String, _ arguments: (any BindableValue)...) throws {
    try statement(sql).run(arguments) { _ in true }
  }

  /// Calls `body` with each row, in order.
  package func forEach(
    _ sql: String, _ arguments: [any BindableValue] = [], _ body: (borrowing Row) throws -> Void
  ) throws {
    try statement(sql).run(arguments) { row in
      try body(row)
      return true
    }
  }

  /// Calls `body` with each row for as long as it returns true.
  package func walk(
    _ sql: String, _ arguments: [any BindableValue] = [], _ body: (borrowing Row) throws -> Bool
  ) throws {
    try statement(sql).run(arguments, body)
  }

  /// The values that `body` makes of each row.
  package func all<T>(
    _ sql: String, _ arguments: [any BindableValue] = [], _ body: (borrowing Row) throws -> T
  ) throws -> [T] {
    var values: [T] = []
    try forEach(sql, arguments) { row in values.append(try body(row)) }
    return values
  }

  /// The value that `body` makes of the first row, or nil when there is none.
  package func first<T>(
    _ sql: String, _ arguments: [any BindableValue] = [], _ body: (borrowing Row) throws -> T
  ) throws -> T? {
    var value: T?
    try statement(sql).run(arguments) { row in
      value = try body(row)
      return false
    }
    return value
  }

  /// The integers in the first column of every row, in pieces of one length but for the last.
  package func integers(
    _ sql: String, _ arguments: [any BindableValue], pieceLength: Int
  ) throws -> [[Int64]] {
    try statement(sql).integers(arguments, pieceLength: pieceLength)
  }

  /// Runs a statement that takes one integer once for each key and calls `body` with the key's
  /// first row; gives the keys that have none. Nothing is allocated for a key.
  package func forEach(
    _ sql: String, of keys: some Sequence<Int64>, _ body: (borrowing Row) throws -> Void
  ) throws -> [Int64] {
    let statement = try statement(sql)
    var missing: [Int64] = []
    for key in keys where try !statement.run(key, body) { missing.append(key) }
    return missing
  }

  /// Runs a statement that takes `width` integers: the keys, and nulls behind them.
  package func forEach(
    _ sql: String, keys: ArraySlice<Int64>, width: Int, _ body: (borrowing Row) throws -> Void
  ) throws {
    try statement(sql).run(keys: keys, width: width, body)
  }

  /// Calls `body` with each row that a statement of the form `SELECT gather(…) FROM …` passes.
  /// `body` must not use the connection.
  func gather(
    _ sql: String, _ arguments: [any BindableValue], _ body: (borrowing GatheredRow) -> Void
  ) throws {
    let statement = try statement(sql)
    try gatherer.gather(body) { try statement.run(arguments) { _ in true } }
  }

  /// The same for a statement that takes `width` integers: the keys, and nulls behind them.
  func gather(
    _ sql: String, keys: ArraySlice<Int64>, width: Int, _ body: (borrowing GatheredRow) -> Void
  ) throws {
    let statement = try statement(sql)
    try gatherer.gather(body) { try statement.run(keys: keys, width: width) { _ in } }
  }

  /// The row id of the last insert.
  package var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(pointer) }
  /// How many rows the last statement changed.
  package var changedRows: Int { Int(sqlite3_changes64(pointer)) }
  /// How many rows this connection has inserted, changed and deleted; benchmarks count with it.
  package var totalChangedRows: Int { Int(sqlite3_total_changes64(pointer)) }
  /// Moves the write-ahead log into the database as far as readers allow.
  package func checkpoint() throws {
    var logPages: Int32 = 0
    var donePages: Int32 = 0
    let result = sqlite3_wal_checkpoint_v2(
      pointer, nil, SQLITE_CHECKPOINT_PASSIVE, &logPages, &donePages)
    guard result == SQLITE_OK || result & 0xFF == SQLITE_BUSY else {
      throw LibraryError(sqlite: result, lastMessage, sql: "checkpoint")
    }
  }

  private func registerFunctions() throws {
    for function in TextFunction.all {
      let result = sqlite3_create_function_v2(
        pointer, function.name, Int32(function.argumentCount),
        SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
        Unmanaged.passUnretained(matching).toOpaque(), function.body, nil, nil, nil)
      guard result == SQLITE_OK else {
        throw LibraryError(sqlite: result, lastMessage, sql: "function")
      }
    }
    let result = gatherer.register(with: pointer)
    guard result == SQLITE_OK else {
      throw LibraryError(sqlite: result, lastMessage, sql: "function")
    }
  }
}
