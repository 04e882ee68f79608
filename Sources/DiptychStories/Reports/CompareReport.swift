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

  /// How long the halves took, in seconds.
  var seconds: Double { results.reduce(0) { $0 + $1.legacy.time + $1.modern.time } }

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
