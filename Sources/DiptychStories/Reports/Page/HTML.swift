import Foundation

/// Text for a page.
enum HTML {
  /// Text in which nothing is markup, also inside of attributes.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
    return result
  }

  /// Markdown as the lessons use it: paragraphs, lists and `code`.
  static func markdown(_ text: String) -> String {
    var html = ""
    for block in text.components(separatedBy: "\n\n") {
      let lines = block.split(separator: "\n").map(String.init)
      guard lines.first?.hasPrefix("- ") == true else {
        html += "<p>\(inline(lines.joined(separator: " ")))</p>\n"
        continue
      }
      var items: [String] = []
      for line in lines {
        if line.hasPrefix("- ") {
          items.append(String(line.dropFirst(2)))
        } else if !items.isEmpty {
          items[items.count - 1] += " " + line.trimmingCharacters(in: .whitespaces)
        }
      }
      html += "<ul>\(items.map { "<li>\(inline($0))</li>" }.joined())</ul>\n"
    }
    return html
  }

  private static func inline(_ text: String) -> String {
    let parts = escaped(text).components(separatedBy: "`")
    return parts.enumerated().map { $0.offset % 2 == 1 ? "<code>\($0.element)</code>" : $0.element }
      .joined()
  }

  /// Swift source with its comments, texts, keywords and API names marked.
  static func swift(_ lines: [String]) -> String {
    lines.map { line in
      let code = line.range(of: "//").map { line[..<$0.lowerBound] } ?? line[...]
      // The only slashes inside of texts here are those of URLs.
      guard !code.contains("\""), code.endIndex < line.endIndex else { return tokens(line[...]) }
      return tokens(code) + "<i>\(escaped(String(line[code.endIndex...])))</i>"
    }.joined(separator: "\n")
  }

  private static let keywords: Set<Substring> = [
    "as", "case", "catch", "class", "default", "defer", "do", "else", "enum", "extension", "false",
    "final", "for", "func", "guard", "if", "import", "in", "init", "lazy", "let", "nil", "private",
    "public", "return", "self", "static", "struct", "switch", "throw", "throws", "true", "try",
    "var", "weak", "where", "while",
  ]

  private static func tokens(_ code: Substring) -> String {
    var html = ""
    var rest = code
    while let first = rest.first {
      if first == "\"" {
        let end = rest.dropFirst().firstIndex(of: "\"").map { rest.index(after: $0) }
        html += "<s>\(escaped(String(rest[..<(end ?? rest.endIndex)])))</s>"
        rest = rest[(end ?? rest.endIndex)...]
      } else if first.isLetter {
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        rest = rest[word.endIndex...]
        let isAPI = word.hasPrefix("AL") || word.hasPrefix("PH") || word.hasPrefix("UI")
        html += keywords.contains(word) ? "<b>\(word)</b>" : isAPI ? "<u>\(word)</u>" : word
      } else {
        html += escaped(String(first))
        rest = rest.dropFirst()
      }
    }
    return html
  }
}
