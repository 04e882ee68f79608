internal import CDiptychSQLite
import Foundation

/// Hands every row of a statement to Swift within one step: `SELECT gather(a, b, …) FROM …`.
///
/// A row that a statement gives by itself costs a step, and each of its columns a call that looks
/// for a lock and for an error. An aggregate gets its arguments as plain values, and all rows in one
/// step.
final class RowGatherer {
  // Unchecked is safe: it is set around a step, and read inside it, by the one thread that has the
  // connection. The check would be made for each row.
  @exclusivity(unchecked)
  fileprivate var body: ((borrowing GatheredRow) -> Void)?

  /// Makes `gather` known to a connection, which keeps this object for as long as it lives.
  func register(with pointer: OpaquePointer) -> Int32 {
    sqlite3_create_function_v2(
      pointer, "gather", -1, SQLITE_UTF8 | SQLITE_INNOCUOUS,
      Unmanaged.passUnretained(self).toOpaque(), nil,
      { context, _, values in
        guard let data = sqlite3_user_data(context), let values else { return }
        // The connection holds the object for as long as it runs statements.
        Unmanaged<RowGatherer>.fromOpaque(data)._withUnsafeGuaranteedRef { gatherer in
          if let body = gatherer.body { body(GatheredRow(values: values)) }
        }
      }, { context in sqlite3_result_null(context) }, nil)
  }

  /// Runs a statement whose only column is `gather(…)`, calling `body` with what it gathers. `body`
  /// must not use the connection.
  func gather(
    _ body: (borrowing GatheredRow) -> Void, _ run: () throws -> Void
  ) rethrows {
    try withoutActuallyEscaping(body) { body in
      self.body = body
      defer { self.body = nil }
      try run()
    }
  }
}

/// The arguments of `gather` for one row, valid inside the call. Copy values out.
package struct GatheredRow: ~Copyable {
  fileprivate let values: UnsafeMutablePointer<OpaquePointer?>

  func isNull(_ column: Int) -> Bool { sqlite3_value_type(values[column]) == SQLITE_NULL }
  func integer(_ column: Int) -> Int64 { sqlite3_value_int64(values[column]) }
  func int(_ column: Int) -> Int { Int(sqlite3_value_int64(values[column])) }
  func real(_ column: Int) -> Double { sqlite3_value_double(values[column]) }
  func bool(_ column: Int) -> Bool { sqlite3_value_int64(values[column]) != 0 }
  func date(_ column: Int) -> Date { Date(microseconds: integer(column)) }

  func text(_ column: Int) -> String {
    withText(column) { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether a text is the one given; nothing is copied.
  func isText(_ column: Int, _ text: String) -> Bool {
    withText(column) { bytes in
      var text = text
      return text.withUTF8 { $0.elementsEqual(bytes) }
    }
  }

  private func withText<T>(_ column: Int, _ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
    // As bytes: asked for text, SQLite copies what is not ended by a NUL.
    let bytes = sqlite3_value_blob(values[column])
    let count = Int(sqlite3_value_bytes(values[column]))
    return body(
      UnsafeBufferPointer(start: bytes?.assumingMemoryBound(to: UInt8.self), count: count))
  }

  func uuid(_ column: Int) -> UUID {
    let bytes = sqlite3_value_blob(values[column])
    let count = Int(sqlite3_value_bytes(values[column]))
    guard let bytes, count == 16 else {
      return UUID(bytes: UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
    }
    return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
  }
}
