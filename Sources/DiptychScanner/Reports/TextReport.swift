/// The report for people: the uses by file, then what each row says, then the summary.
package enum TextReport {
  package static func text(_ result: ScanResult) -> String {
    var text = ""
    for (file, uses) in result.files {
      text += Wording.printable(file) + "\n"
      let rows = uses.map { use in
        let symbol = result.symbol(use)
        return [
          "\(use.line):\(use.column)", Wording.rating(symbol.rating), symbol.row,
          Wording.printable(use.text),
        ]
      }
      text += table(rows) + "\n"
    }
    text += legend(result)
    for skipped in result.skipped {
      text += "Not read: \(Wording.printable(skipped.file)) (\(reason(skipped.reason)))\n"
    }
    if !result.skipped.isEmpty { text += "\n" }
    text += result.summary + "\n"
    for sentence in result.advice { text += sentence + "\n" }
    if !result.uses.isEmpty {
      text += "MIGRATION.md explains the rows (M1, M2 …) and the divergences (D1 to D30).\n"
    }
    return text
  }

  private static func reason(_ reason: String) -> String {
    switch SkipReason(rawValue: reason) {
    case .binary: "it is no text"
    case .tooLarge: "it is larger than 64 MB"
    case .nameNotUTF8: "its name is not UTF-8; rename it"
    case .unreadable, nil: "it cannot be read"
    }
  }

  /// What each row that occurs says, in the order of the index.
  private static func legend(_ result: ScanResult) -> String {
    let used = Set(result.uses.map(\.symbol)).sorted()
    guard !used.isEmpty else { return "" }
    return used.map { index in
      let symbol = result.catalog.symbols[index]
      var lines = [
        ["Objective-C", symbol.objectiveC], ["Swift 2", symbol.swift2], ["Swift", symbol.swift],
        ["Photos", symbol.replacement], ["differs", symbol.difference],
      ].filter { !$0[1].isEmpty }
      if symbol.swift2 == symbol.swift { lines.removeAll { $0[0] == "Swift 2" } }
      let care = symbol.topic.isEmpty ? "" : ": " + Wording.topic(symbol.topic)
      return "\(symbol.row) \(Wording.rating(symbol.rating))\(care)\n" + table(lines)
    }.joined() + "\n"
  }

  private static func table(_ rows: [[String]]) -> String {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.count)
      }
    }
    return rows.map { row in
      var line = " "
      for (column, cell) in row.enumerated() {
        line += " " + cell
        guard column < row.count - 1 else { continue }
        line += String(repeating: " ", count: widths[column] - cell.count + 1)
      }
      return line + "\n"
    }.joined()
  }
}
