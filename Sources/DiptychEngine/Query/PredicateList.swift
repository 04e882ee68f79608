import Foundation

/// Writes the values of a long list as one JSON text, which one argument of a statement carries.
enum PredicateList {
  /// The text, and the expression over `json_each` that gives the values back. Nils and numbers
  /// that are none are left out: they are equal to no value of a column.
  static func json(_ values: [Value]) -> (text: String, column: String) {
    var column = "value"
    let items = values.compactMap { value -> String? in
      switch value {
      case .null: return nil
      case .integer(let number): return String(number)
      case .real(let number): return number.isFinite ? String(number) : nil
      case .text(let text): return quoted(text)
      case .blob(let bytes):
        column = "uuid_blob(value)"
        return bytes.count == 16 ? quoted(UUID(bytes: bytes).uuidString) : nil
      }
    }
    return ("[" + items.joined(separator: ",") + "]", column)
  }

  /// A JSON string. Bytes above ASCII stand for themselves.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
