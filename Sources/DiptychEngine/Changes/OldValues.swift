import Foundation

/// Old values of a change as text: `name=value` separated by spaces, sorted by name. Text values
/// stand in quotes.
enum OldValues {
  static func text(_ values: [String: Value]) -> String {
    values.sorted { $0.key < $1.key }.map { name, value in
      switch value {
      case .null: "\(name)=null"
      case .integer(let number): "\(name)=\(number)"
      case .real(let number): "\(name)=\(number)"
      case .text(let text): "\(name)=\(text.debugDescription)"
      case .blob(let bytes): "\(name)=\(UUID(bytes: bytes).uuidString)"
      }
    }.joined(separator: " ")
  }

  /// The values of a text that `text(_:)` wrote. Numbers and nulls are read back as they were, and
  /// texts unless they hold a quote or backslash, which stay escaped.
  static func values(_ text: String) -> [String: Value] {
    var values: [String: Value] = [:]
    var rest = text.utf8[...]
    while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
      let name = String(rest[..<equals]) ?? ""
      rest = rest[rest.index(after: equals)...]
      if rest.first == UInt8(ascii: "\"") {
        rest = rest.dropFirst()
        let end = endOfText(rest)
        values[name] = .text(String(rest[..<end]) ?? "")
        rest = rest[end...].dropFirst(2)
      } else {
        let end = rest.firstIndex(of: UInt8(ascii: " ")) ?? rest.endIndex
        values[name] = value(String(rest[..<end]) ?? "")
        rest = rest[end...].dropFirst()
      }
    }
    return values
  }

  private static func value(_ word: String) -> Value {
    if word == "null" { return .null }
    if let number = Int64(word) { return .integer(number) }
    return Double(word).map { .real($0) } ?? .text(word)
  }

  /// The closing quote.
  private static func endOfText(_ text: Substring.UTF8View) -> Substring.UTF8View.Index {
    var isEscaped = false
    for index in text.indices {
      if isEscaped {
        isEscaped = false
      } else if text[index] == UInt8(ascii: "\\") {
        isEscaped = true
      } else if text[index] == UInt8(ascii: "\"") {
        return index
      }
    }
    return text.endIndex
  }
}
