import CDiptychSQLite

/// A database made with SQLite's own defaults, as another program would make one.
final class PlainDatabase {
  private var pointer: OpaquePointer?

  init?(path: String, sql: String) {
    guard sqlite3_open(path, &pointer) == SQLITE_OK,
      sqlite3_exec(pointer, sql, nil, nil, nil) == SQLITE_OK
    else { return nil }
  }

  func close() {
    sqlite3_close(pointer)
    pointer = nil
  }

  deinit {
    close()
  }
}
