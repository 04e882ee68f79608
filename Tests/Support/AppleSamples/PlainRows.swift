import CDiptychSQLite
import Foundation

/// The rows that a statement gives on a database file, through nothing but SQLite: an oracle that
/// shares no code with what it judges.
package enum PlainRows {
  /// Every value as text; `NULL` where there is none.
  package static func of(_ path: String, _ sql: String) throws -> [[String]] {
    var database: OpaquePointer?
    var statement: OpaquePointer?
    defer {
      sqlite3_finalize(statement)
      sqlite3_close(database)
    }
    guard sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
      sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK
    else {
      throw AppleSample.Failure(
        description: "\(String(cString: sqlite3_errmsg(database))) in \(sql)")
    }
    var rows: [[String]] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append(
        (0..<sqlite3_column_count(statement)).map { column in
          sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "NULL"
        })
    }
    return rows
  }

  /// Copies the database of a package, with its log, into a folder, and gives the copy's path.
  package static func copy(of package: String, into folder: String) throws -> String {
    for ending in ["", "-wal", "-shm"] {
      let source = "\(package)/database/Photos.sqlite\(ending)"
      guard FileManager.default.fileExists(atPath: source) else { continue }
      let data = try Data(contentsOf: URL(fileURLWithPath: source))
      try data.write(to: URL(fileURLWithPath: "\(folder)/Photos.sqlite\(ending)"))
    }
    return folder + "/Photos.sqlite"
  }
}
