internal import CDiptychSQLite
import DiptychPlatform
import Foundation

/// Functions that predicates need and SQLite lacks. Text is compared by the same code that
/// evaluates predicates in memory (P18, decision 7), so that both agree.
struct TextFunction {
  typealias Body =
    @convention(c) (
      OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
    ) -> Void

  let name: String
  let argumentCount: Int
  let body: Body

  static let all: [TextFunction] = [
    TextFunction(name: "text_fold", argumentCount: 2, body: fold),
    TextFunction(name: "text_test", argumentCount: 4, body: test),
    TextFunction(name: "uuid_blob", argumentCount: 1, body: uuidBlob),
    TextFunction(name: "whole_number", argumentCount: 1, body: wholeNumber),
  ]

  /// The operators of `text_test`, by the number that stands for them.
  static let tests: [PredicateOperator] = [.beginsWith, .endsWith, .contains, .like, .matches]

  /// `text_fold(text, options)`: canonical composition, and case (1) or diacritics (2) taken off.
  private static let fold: Body = { context, _, arguments in
    guard let arguments, let text = TextFunction.text(arguments[0]) else {
      return sqlite3_result_null(context)
    }
    let folded = text.folded(Int(sqlite3_value_int64(arguments[1])))
    diptych_sqlite_result_text(context, folded, Int32(folded.utf8.count))
  }

  /// `text_test(text, operator, pattern, options)`: whether a text passes one of `tests`; what is
  /// no text passes none.
  private static let test: Body = { context, _, arguments in
    guard let arguments, let text = TextFunction.text(arguments[0]),
      let pattern = TextFunction.text(arguments[2])
    else { return sqlite3_result_int(context, 0) }
    let index = Int(sqlite3_value_int64(arguments[1]))
    let folding = PredicateFolding(options: Int(sqlite3_value_int64(arguments[3])))
    guard TextFunction.tests.indices.contains(index) else {
      return sqlite3_result_int(context, 0)
    }
    guard let data = sqlite3_user_data(context) else { return sqlite3_result_int(context, 0) }
    // Unretained is safe: the connection holds the object for as long as it runs statements.
    let matching = Unmanaged<TextMatching>.fromOpaque(data).takeUnretainedValue()
    do throws(LibraryError) {
      let matches = try matching.matches(
        text, TextFunction.tests[index], pattern, folding: folding)
      sqlite3_result_int(context, matches ? 1 : 0)
    } catch {
      sqlite3_result_error(context, error.message, -1)
    }
  }

  /// `uuid_blob(text)`: the 16 bytes of an identifier, or null for any other text.
  private static let uuidBlob: Body = { context, _, arguments in
    guard let arguments, let text = TextFunction.text(arguments[0]),
      let uuid = UUID(written: text)
    else { return sqlite3_result_null(context) }
    let bytes = uuid.bytes
    diptych_sqlite_result_blob(context, bytes, Int32(bytes.count))
  }

  /// `whole_number(number)`: the number as an integer, or null for one that has a fraction or is too
  /// large.
  private static let wholeNumber: Body = { context, _, arguments in
    guard let value = arguments?[0] else { return sqlite3_result_null(context) }
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: sqlite3_result_int64(context, sqlite3_value_int64(value))
    case SQLITE_FLOAT:
      guard let number = Int64(exactly: sqlite3_value_double(value)) else {
        return sqlite3_result_null(context)
      }
      sqlite3_result_int64(context, number)
    default: sqlite3_result_null(context)
    }
  }

  private static func text(_ value: OpaquePointer?) -> String? {
    guard let bytes = sqlite3_value_text(value) else { return nil }
    let count = Int(sqlite3_value_bytes(value))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }
}

extension PredicateFolding {
  /// The folding that the bits stand for: case (1) and diacritics (2).
  init(options: Int) {
    self.init(caseInsensitive: options & 1 != 0, diacriticInsensitive: options & 2 != 0)
  }
}

extension String {
  /// Canonical composition, with case (bit 1) and diacritics (bit 2) taken off when asked for.
  package func folded(_ options: Int) -> String {
    PredicateFolding(options: options).fold(self).precomposedStringWithCanonicalMapping
  }
}
