internal import CDiptychSQLite
import Foundation

/// Counts down what statements on a foreign database may cost.
final class StepBound {
  /// Steps of SQLite's machine between two questions.
  static let stride: Int32 = 1_000_000
  /// How many times `stride` steps may be taken in all: minutes, where an honest library takes
  /// seconds.
  var remaining = 5_000
}

extension Connection {
  /// Opens a database that another program wrote, for reading only.
  ///
  /// Beside what holds for every connection (no triggers, no views, no functions of the schema that
  /// are not harmless), values, statements and the work of all statements together are bounded, so
  /// that a damaged or hostile file ends in an error.
  package static func toForeignDatabase(at path: String) throws -> Connection {
    let connection = try Connection(
      Options(path: path, isReadOnly: true, isDurable: false, vfs: nil))
    for (limit, value) in [
      (SQLITE_LIMIT_LENGTH, 64 << 20), (SQLITE_LIMIT_SQL_LENGTH, 1 << 20),
      (SQLITE_LIMIT_EXPR_DEPTH, 100), (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_TRIGGER_DEPTH, 1),
      (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1_000),
    ] as [(Int32, Int32)] {
      sqlite3_limit(connection.pointer, limit, value)
    }
    try connection.execute("PRAGMA cell_size_check = ON")
    let bound = StepBound()
    connection.stepBound = bound
    // Unretained is safe: the connection holds the bound, and SQLite asks only inside of a statement
    // on that connection.
    sqlite3_progress_handler(
      connection.pointer, StepBound.stride,
      { context in
        guard let context else { return 0 }
        let bound = Unmanaged<StepBound>.fromOpaque(context).takeUnretainedValue()
        bound.remaining -= 1
        return bound.remaining < 0 ? 1 : 0
      }, Unmanaged.passUnretained(bound).toOpaque())
    return connection
  }
}
