/// The report as a plan of the port: a box to check for each use, in the order in which a port is
/// made.
package enum MarkdownReport {
  package static func text(_ result: ScanResult) -> String {
    var text = "# Port from AssetsLibrary to Photos\n\n\(result.summary).\n"
    if !result.advice.isEmpty { text += "\n" + result.advice.joined(separator: " ") + "\n" }
    var number = 0
    for phase in Symbol.Phase.allCases.map(Optional.some) + [nil] {
      let uses = result.uses.filter { result.phase($0) == phase }
      guard !uses.isEmpty else { continue }
      number += 1
      text += "\n## \(number). \(heading(phase))\n"
      text += section(uses, result)
    }
    return text
  }

  private static func heading(_ phase: Symbol.Phase?) -> String {
    guard let phase else { return "Imports and link flags, when all else is done" }
    let words = Wording.phase(phase)
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  private static func section(_ uses: [Use], _ result: ScanResult) -> String {
    var text = ""
    var file: String?
    for use in uses {
      if file?.hasBytes(of: use.file) != true {
        file = use.file
        text += "\n### \(escaped(use.file))\n\n"
      }
      let symbol = result.symbol(use)
      let rating =
        switch symbol.rating {
        case .direct: ""
        case .care: " **With care:** \(Wording.topic(symbol.topic))."
        case .none: ""
        }
      let difference = symbol.difference.isEmpty ? "" : " \(escaped(symbol.difference))"
      text += "- [ ] line \(use.line): \(code(use.text)) (\(symbol.row)): "
      text += "\(escaped(Wording.replacement(symbol))).\(rating)\(difference)\n"
    }
    return text
  }

  /// A code span that holds the text, whatever backticks it has.
  private static func code(_ text: String) -> String {
    let text = Wording.printable(text)
    return text.contains("`") ? "`` \(text) ``" : "`\(text)`"
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in Wording.printable(text) {
      if "\\*_<>[]".contains(character) { result += "\\" }
      result.append(character)
    }
    return result
  }
}
