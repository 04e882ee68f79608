internal import CDiptychSQLite
import Foundation

/// Functions that predicates need and SQLite lacks: text compared as Swift and `NSPredicate`
/// compare it (canonical equivalence, decision 7).
struct TextFunction {
  typealias Body = @convention(c) (
    OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
  ) -> Void

  let name: String
  let argumentCount: Int
  let body: Body

  static let all: [TextFunction] = [
    TextFunction(name: "text_fold", argumentCount: 2, body: fold),
    TextFunction(name: "text_test", argumentCount: 3, body: test),
  ]

  /// `text_fold(text, options)`: canonical composition, and case (1) or diacritics (2) taken off.
  private static let fold: Body = { context, _, arguments in
    guard let arguments, let text = TextFunction.text(arguments[0]) else {
      return sqlite3_result_null(context)
    }
    let folded = text.folded(Int(sqlite3_value_int64(arguments[1])))
    diptych_sqlite_result_text(context, folded, Int32(folded.utf8.count))
  }

  /// `text_test(text, operation, pattern)`: begins with (0), ends with (1), contains (2).
  private static let test: Body = { context, _, arguments in
    guard let arguments, let text = TextFunction.text(arguments[0]), let pattern = TextFunction.text(arguments[2]) else {
      return sqlite3_result_int(context, 0)
    }
    let matches =
      switch sqlite3_value_int64(arguments[1]) {
      case 0: text.hasPrefix(pattern)
      case 1: text.hasSuffix(pattern)
      default: pattern.isEmpty || text.contains(pattern)
      }
    sqlite3_result_int(context, matches ? 1 : 0)
  }

  private static func text(_ value: OpaquePointer?) -> String? {
    guard let bytes = sqlite3_value_text(value) else { return nil }
    let count = Int(sqlite3_value_bytes(value))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

}

extension String {
  /// Canonical composition, with case (bit 1) and diacritics (bit 2) taken off when asked for.
  package func folded(_ options: Int) -> String {
    var compare: String.CompareOptions = []
    if options & 1 != 0 { compare.insert(.caseInsensitive) }
    if options & 2 != 0 { compare.insert(.diacriticInsensitive) }
    let text = compare.isEmpty ? self : folding(options: compare, locale: nil)
    return text.precomposedStringWithCanonicalMapping
  }
}
