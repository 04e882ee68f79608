import DiptychEngine
import Foundation

/// The results as lines for people.
extension CompareReport {
  /// One line a row, and below a row the lines that differ. Where that is wider than `width` characters,
  /// what a row does and leaves stands on a line of its own.
  package func table(width: Int) -> String {
    let lines = wide
    let longest = lines.map(\.count).max() ?? 0
    let rows = longest <= width ? lines : narrow
    var text = ""
    for (line, result) in zip(rows, [nil] + results) {
      text += line + "\n"
      if let result { text += details(result).map { "    " + $0 + "\n" }.joined() }
    }
    return text + "\n" + summary + "\n" + legend
  }

  /// The heading and one line a row.
  private var wide: [String] {
    let texts: [Column] = [
      ("row", { $0.name }), ("job (legacy / modern)", { $0.title }),
      ("state", { Self.state($0) }), ("verdict", { Self.verdict($0) }),
    ]
    return aligned(texts + Self.figures)
  }

  /// The heading and two lines a row.
  private var narrow: [String] {
    let texts: [Column] = [("row", { $0.name }), ("verdict", { Self.verdict($0) })]
    let lines = aligned(texts + Self.figures)
    return zip(lines, [nil] + results).map { line, result in
      guard let result else { return line }
      return "\(line)\n    \(result.title); leaves \(Self.state(result))"
    }
  }

  private typealias Column = (title: String, text: @Sendable (RowResult) -> String)

  private static let figures: [Column] = [
    ("commits", { "\($0.legacy.commits)/\($0.modern.commits)" }),
    ("reads", { "\($0.legacy.reads)/\($0.modern.reads)" }),
    ("ms", { String(format: "%.0f/%.0f", $0.legacy.time * 1000, $0.modern.time * 1000) }),
  ]

  private func aligned(_ columns: [Column]) -> [String] {
    let rows = [columns.map(\.title)] + results.map { result in columns.map { $0.text(result) } }
    let widths = columns.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { cells in
      zip(cells, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }
        .joined(separator: "  ").trimmingCharacters(in: .whitespaces)
    }
  }

  /// What both halves leave, or what each does.
  private static func state(_ result: RowResult) -> String {
    let (legacy, modern) = (result.legacy.summary, result.modern.summary)
    return legacy == modern ? legacy : "\(legacy) / \(modern)"
  }

  /// What the cells mean that nobody can guess.
  private var legend: String {
    let declared =
      Set(results.flatMap(\.divergences)).isEmpty ? "" : " D1 to D30 are explained in MIGRATION.md."
    return "Where two stand in a cell, the first is the legacy half's.\(declared)\n"
  }

  private static func verdict(_ result: RowResult) -> String {
    guard result.verdict == .declared else { return result.verdict.rawValue }
    return "\(result.verdict.rawValue) (\(result.divergences.joined(separator: ", ")))"
  }

  private func details(_ result: RowResult) -> [String] {
    var lines: [String] = []
    if result.verdict != .same {
      lines += result.differences.map(\.description)
    }
    lines += result.missing.map {
      "\($0.object) \($0.field)   is declared to differ (\($0.divergence.rawValue)) and does not"
    }
    lines += result.legacy.issues.map { "legacy: " + $0 }
    lines += result.modern.issues.map { "modern: " + $0 }
    if !result.legacy.threads.isEmpty || !result.modern.threads.isEmpty {
      lines.append(
        "threads   legacy: \(result.legacy.threads.joined(separator: ", "))   modern: "
          + result.modern.threads.joined(separator: ", "))
    }
    return lines
  }

  private var summary: String {
    let same = results.filter { $0.verdict == .same }.count
    let declared = results.filter { $0.verdict == .declared }.count
    let differs = results.filter { $0.verdict == .differs }.map(\.name)
    var text =
      "\(results.count) \(results.count == 1 ? "row" : "rows") in \(String(format: "%.1f", seconds)) s: \(same) the same, \(declared) "
      + "different as declared, \(differs.count) different."
    if !differs.isEmpty { text += " Look at: \(differs.joined(separator: ", "))." }
    return text
  }
}
