/// Titles and names in quotes, so that spaces at their ends, control characters and differences of
/// Unicode composition can be seen (decision 8). Reads like the titles of a dump.
enum QuotedText {
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default: result += isInvisible(scalar) ? "\\u{\(hexadecimal(scalar))}" : String(scalar)
      }
    }
    return result + "\""
  }

  /// Control characters would also let a title write to the terminal.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    let category = scalar.properties.generalCategory
    return category == .control || category == .format
      || scalar.properties.canonicalCombiningClass != .notReordered
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    String(scalar.value, radix: 16)
  }
}
