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
      case .text(let text):
        // No space inside a value, so that a reader can split at spaces.
        "\(name)=\(text.debugDescription.replacingOccurrences(of: " ", with: "\\u{20}"))"
      case .blob(let bytes): "\(name)=\(UUID(bytes: bytes).uuidString)"
      }
    }.joined(separator: " ")
  }

  /// The values of a text that `text(_:)` wrote.
  static func values(_ text: String) -> [String: Value] {
    var values: [String: Value] = [:]
    var rest = text.utf8[...]
    while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
      let name = String(rest[..<equals]) ?? ""
      rest = rest[rest.index(after: equals)...]
      if rest.first == UInt8(ascii: "\"") {
        rest = rest.dropFirst()
        let end = endOfText(rest)
        values[name] = .text(unescaped(String(rest[..<end]) ?? ""))
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

  /// Undoes what a literal writes with backslashes.
  private static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\", let letter = rest.popFirst() else {
        result.append(scalar)
        continue
      }
      switch letter {
      case "n": result.append("\n")
      case "r": result.append("\r")
      case "t": result.append("\t")
      case "0": result.append("\0")
      case "u":
        let digits = rest.dropFirst().prefix { $0 != "}" }
        rest = rest.dropFirst(digits.count + 2)
        if let number = UInt32(String(digits), radix: 16), let value = Unicode.Scalar(number) {
          result.append(value)
        }
      default: result.append(letter)
      }
    }
    return String(result)
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
