import DiptychEngine
import Foundation

/// The results of a comparison as a table or as JSON.
package struct CompareReport: Sendable, Encodable {
  package let results: [RowResult]

  package init(_ results: [RowResult]) {
    self.results = results
  }

  /// Whether every row has the verdict that the table of flows states.
  package var isAsDeclared: Bool { results.allSatisfy { $0.verdict != .differs } }

  /// One line a row, and below a row the lines that differ.
  package var table: String {
    let columns: [(String, (RowResult) -> String)] = [
      ("row", { $0.name }),
      ("job (legacy / modern)", { $0.title }),
      ("legacy state", { $0.legacy.summary }),
      ("modern state", { $0.modern.summary }),
      ("verdict", { verdict($0) }),
      ("commits", { "\($0.legacy.commits)/\($0.modern.commits)" }),
      ("reads", { "\($0.legacy.reads)/\($0.modern.reads)" }),
      ("ms", { String(format: "%.0f/%.0f", $0.legacy.time * 1000, $0.modern.time * 1000) }),
    ]
    let widths = columns.map { title, text in
      ([title.count] + results.map { text($0).count }).max() ?? 0
    }
    func line(_ cells: [String]) -> String {
      zip(cells, widths).map {
        $0.padding(toLength: max($1, $0.count), withPad: " ", startingAt: 0)
      }
      .joined(separator: "  ").trimmingCharacters(in: .whitespaces) + "\n"
    }
    var text = line(columns.map(\.0))
    for result in results {
      text += line(columns.map { $0.1(result) })
      text += details(result).map { "    " + $0 + "\n" }.joined()
    }
    return text + "\n" + summary + "\n" + legend
  }

  /// What the cells mean that nobody can guess.
  private var legend: String {
    let declared =
      Set(results.flatMap(\.divergences)).isEmpty ? "" : " D1 to D30 are explained in MIGRATION.md."
    return "In commits, reads and ms, the legacy half stands first.\(declared)\n"
  }

  private func verdict(_ result: RowResult) -> String {
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

  /// How long the halves took, in seconds.
  var seconds: Double { results.reduce(0) { $0 + $1.legacy.time + $1.modern.time } }

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

  /// The results for programs. Keys are stable.
  package func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  package func encode(to encoder: any Encoder) throws {
    try Document(asDeclared: isAsDeclared, rows: results.map(Row.init)).encode(to: encoder)
  }

  private struct Document: Encodable {
    var version = 1
    let asDeclared: Bool
    let rows: [Row]
  }

  private struct Row: Encodable {
    let name: String
    let title: String
    let verdict: String
    let divergences: [String]
    let differences: [Difference]
    let legacy: Half
    let modern: Half

    init(_ result: RowResult) {
      name = result.name
      title = result.title
      verdict = result.verdict.rawValue
      divergences = result.divergences
      differences = result.differences.map(Difference.init)
      legacy = Half(result.legacy)
      modern = Half(result.modern)
    }
  }

  private struct Difference: Encodable {
    let object: String
    let field: String
    let legacy: String?
    let modern: String?

    init(_ difference: DumpDifference) {
      object = difference.object
      field = difference.field
      legacy = difference.left
      modern = difference.right
    }
  }

  private struct Half: Encodable {
    let state: String
    let dump: String
    let commits: Int
    let reads: Int
    let milliseconds: Double
    let issues: [String]

    init(_ half: HalfResult) {
      state = half.summary
      dump = half.state.text
      commits = half.commits
      reads = half.reads
      milliseconds = (half.time * 10_000).rounded() / 10
      issues = half.issues
    }
  }
}
