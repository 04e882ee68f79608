internal import CDiptychSQLite
import Foundation

/// One prepared statement. It owns its pointer and finalizes it.
package final class Statement {
  fileprivate let pointer: OpaquePointer
  fileprivate unowned let connection: Connection
  package let sql: String

  init(connection: Connection, sql: String) throws(LibraryError) {
    var pointer: OpaquePointer?
    let result = sqlite3_prepare_v3(
      connection.pointer, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
    guard result == SQLITE_OK, let pointer else {
      throw LibraryError(sqlite: result, connection.lastMessage, sql: sql)
    }
    self.connection = connection
    self.pointer = pointer
    self.sql = sql
  }

  deinit {
    sqlite3_finalize(pointer)
  }

  fileprivate func bind(_ arguments: [any BindableValue]) throws(LibraryError) {
    for (offset, argument) in arguments.enumerated() {
      let index = Int32(offset + 1)
      let result: Int32 =
        switch argument.sqliteValue {
        case .null: sqlite3_bind_null(pointer, index)
        case .integer(let value): sqlite3_bind_int64(pointer, index, value)
        case .real(let value): sqlite3_bind_double(pointer, index, value)
        case .text(let value):
          diptych_sqlite_bind_text(pointer, index, value, Int32(value.utf8.count))
        case .blob(let value):
          diptych_sqlite_bind_blob(pointer, index, value, Int32(value.count))
        }
      guard result == SQLITE_OK else {
        throw LibraryError(sqlite: result, connection.lastMessage, sql: sql)
      }
    }
  }

  /// Runs the statement, calling `body` with each row. `body` returns false to stop early.
  func run(
    _ arguments: [any BindableValue], _ body: (borrowing Row) throws -> Bool
  ) throws {
    defer {
      sqlite3_reset(pointer)
      sqlite3_clear_bindings(pointer)
    }
    try bind(arguments)
    connection.statementCount += 1
    connection.matching.begin()
    while true {
      let result = sqlite3_step(pointer)
      switch result {
      case SQLITE_ROW:
        if try !body(Row(pointer: pointer)) { return }
      case SQLITE_DONE:
        return
      default:
        throw failure(result)
      }
    }
  }

  /// Why a step failed.
  fileprivate func failure(_ result: Int32) -> LibraryError {
    connection.matching.failure
      ?? LibraryError(sqlite: result, connection.lastMessage, sql: sql)
  }
}

extension Statement {
  /// The integers in the first column of every row, in pieces of one length but for the last. It is
  /// the whole of a fetch, so nothing is copied but a last piece that is short.
  func integers(_ arguments: [any BindableValue], pieceLength: Int) throws -> [[Int64]] {
    defer {
      sqlite3_reset(pointer)
      sqlite3_clear_bindings(pointer)
    }
    try bind(arguments)
    connection.statementCount += 1
    connection.matching.begin()
    var pieces: [[Int64]] = []
    var isDone = false
    while !isDone {
      var failure = SQLITE_OK
      let piece = [Int64](unsafeUninitializedCapacity: pieceLength) { buffer, count in
        while count < pieceLength {
          let result = sqlite3_step(pointer)
          guard result == SQLITE_ROW else {
            isDone = true
            if result != SQLITE_DONE { failure = result }
            return
          }
          buffer.initializeElement(at: count, to: sqlite3_column_int64(pointer, 0))
          count += 1
        }
      }
      guard failure == SQLITE_OK else { throw self.failure(failure) }
      if piece.count > pieceLength / 2 {
        pieces.append(piece)
      } else if !piece.isEmpty {
        pieces.append([Int64](piece[...]))
      }
    }
    return pieces
  }

  /// Runs a statement that takes `width` integers, the keys and nulls behind them, calling `body`
  /// with each row.
  func run(
    keys: ArraySlice<Int64>, width: Int, _ body: (borrowing Row) throws -> Void
  ) throws {
    defer { sqlite3_reset(pointer) }
    var index: Int32 = 0
    for key in keys {
      index += 1
      sqlite3_bind_int64(pointer, index, key)
    }
    while index < Int32(width) {
      index += 1
      sqlite3_bind_null(pointer, index)
    }
    connection.statementCount += 1
    while true {
      switch sqlite3_step(pointer) {
      case SQLITE_ROW: try body(Row(pointer: pointer))
      case SQLITE_DONE: return
      case let result: throw LibraryError(sqlite: result, connection.lastMessage, sql: sql)
      }
    }
  }

  /// Runs a statement that takes one integer, up to its first row; false when there is none.
  func run(_ key: Int64, _ body: (borrowing Row) throws -> Void) throws -> Bool {
    defer { sqlite3_reset(pointer) }
    sqlite3_bind_int64(pointer, 1, key)
    connection.statementCount += 1
    switch sqlite3_step(pointer) {
    case SQLITE_ROW:
      try body(Row(pointer: pointer))
      return true
    case SQLITE_DONE: return false
    case let result: throw LibraryError(sqlite: result, connection.lastMessage, sql: sql)
    }
  }
}

/// A view of the statement's current row, valid until the next step. Copy values out; the row
/// cannot be kept.
package struct Row: ~Copyable {
  fileprivate let pointer: OpaquePointer

  package func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(pointer, column) == SQLITE_NULL
  }
  package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }
  package func int(_ column: Int32) -> Int { Int(sqlite3_column_int64(pointer, column)) }
  package func real(_ column: Int32) -> Double { sqlite3_column_double(pointer, column) }
  package func bool(_ column: Int32) -> Bool { sqlite3_column_int64(pointer, column) != 0 }
  package func text(_ column: Int32) -> String {
    guard let text = sqlite3_column_text(pointer, column) else { return "" }
    let count = Int(sqlite3_column_bytes(pointer, column))
    return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }
  package func blob(_ column: Int32) -> [UInt8] {
    guard let bytes = sqlite3_column_blob(pointer, column) else { return [] }
    let count = Int(sqlite3_column_bytes(pointer, column))
    return [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
  }
  package func uuid(_ column: Int32) -> UUID {
    let count = Int(sqlite3_column_bytes(pointer, column))
    guard let bytes = sqlite3_column_blob(pointer, column) else { return UUID(bytes: []) }
    guard count == 16 else {
      return UUID(bytes: UnsafeRawBufferPointer(start: bytes, count: count))
    }
    return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
  }
  package func date(_ column: Int32) -> Date { Date(microseconds: integer(column)) }
  package func value(_ column: Int32) -> Value {
    switch sqlite3_column_type(pointer, column) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .real(real(column))
    case SQLITE_TEXT: .text(text(column))
    case SQLITE_BLOB: .blob(blob(column))
    default: .null
    }
  }
}
