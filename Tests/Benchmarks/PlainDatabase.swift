import CDiptychSQLite
import Foundation

/// SQLite as a C program would use it: statements prepared once, values bound one by one.
final class PlainDatabase {
  let pointer: OpaquePointer
  private var pagesInLog: Int32 = 0

  /// Opens the database of a library that the engine made and closed, with the engine's settings.
  init(_ path: String) throws {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
    guard sqlite3_open_v2(path, &opened, flags, nil) == SQLITE_OK, let opened else {
      throw WrongResult(description: "SQLite does not open \(path).")
    }
    pointer = opened
    for setting in [
      "mmap_size = 0", "temp_store = MEMORY", "cache_size = -8192", "journal_mode = WAL",
      "wal_autocheckpoint = 0", "synchronous = FULL", "foreign_keys = ON",
    ] {
      try run("PRAGMA \(setting)")
    }
    // Unretained is safe: the hook is called only inside a commit, which this object outlives.
    sqlite3_wal_hook(
      pointer,
      { context, _, _, pages in
        guard let context else { return SQLITE_OK }
        Unmanaged<PlainDatabase>.fromOpaque(context).takeUnretainedValue().pagesInLog = pages
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  func close() {
    sqlite3_close_v2(pointer)
  }

  func prepare(_ sql: String) throws -> PlainStatement {
    var statement: OpaquePointer?
    guard
      sqlite3_prepare_v3(
        pointer, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil) == SQLITE_OK,
      let statement
    else { throw WrongResult(description: "\(String(cString: sqlite3_errmsg(pointer))): \(sql)") }
    return PlainStatement(pointer: statement)
  }

  /// Runs a statement whose rows nobody looks at.
  func run(_ sql: String) throws {
    let statement = try prepare(sql)
    while sqlite3_step(statement.pointer) == SQLITE_ROW {}
    guard sqlite3_finalize(statement.pointer) == SQLITE_OK else {
      throw WrongResult(description: "\(String(cString: sqlite3_errmsg(pointer))): \(sql)")
    }
  }

  /// The first column of every row.
  func texts(_ sql: String) throws -> [String] {
    let statement = try prepare(sql)
    defer { statement.finalize() }
    var texts: [String] = []
    while sqlite3_step(statement.pointer) == SQLITE_ROW {
      texts.append(sqlite3_column_text(statement.pointer, 0).map { String(cString: $0) } ?? "")
    }
    return texts
  }

  var lastRow: Int64 { sqlite3_last_insert_rowid(pointer) }

  /// As the engine does it: after a commit, past 1,000 pages.
  func checkpointIfDue() {
    guard pagesInLog > 1_000 else { return }
    sqlite3_wal_checkpoint_v2(pointer, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
  }
}

/// A prepared statement.
struct PlainStatement {
  let pointer: OpaquePointer

  func bind(_ index: Int32, _ value: Int64) { sqlite3_bind_int64(pointer, index, value) }
  func bind(_ index: Int32, _ value: Double) { sqlite3_bind_double(pointer, index, value) }
  func bind(_ index: Int32, _ value: String) {
    diptych_sqlite_bind_text(pointer, index, value, Int32(value.utf8.count))
  }
  func bind(_ index: Int32, _ value: UUID) {
    withUnsafeBytes(of: value.uuid) {
      _ = diptych_sqlite_bind_blob(pointer, index, $0.baseAddress, 16)
    }
  }
  func bind(_ index: Int32, _ value: [UInt8]) {
    _ = diptych_sqlite_bind_blob(pointer, index, value, Int32(value.count))
  }

  /// Runs a statement that gives no rows.
  func run() throws {
    let result = sqlite3_step(pointer)
    sqlite3_reset(pointer)
    guard result == SQLITE_DONE else {
      throw WrongResult(description: "SQLite answers \(result) to a plain statement.")
    }
  }

  func finalize() {
    sqlite3_finalize(pointer)
  }
}
