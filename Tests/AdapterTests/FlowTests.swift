import DiptychEngine
import DiptychStories
import Foundation
import TestMedia
import Testing

/// Every row of the table of flows: the end state by value for each half, and the verdict.
///
/// The expected states stand beside the lessons, in `expected.txt`. `DIPTYCH_RECORD=1` writes them
/// anew and fails the run, so that a recording is always read before it is believed.
@Suite("Flows", .serialized)
struct FlowTests {
  @Test("each row gives its verdict and its end state", arguments: FlowRow.withLessons.map(\.name))
  func row(_ name: String) async throws {
    let row = try #require(FlowRow.named(name))
    let result = try await FlowRunner().run(row)
    #expect(
      result.verdict == (row.declared.isEmpty ? .same : .declared),
      "\(result.differences.map(\.description).joined(separator: "\n")) \(result.missing)")
    #expect(result.legacy.issues.isEmpty)
    #expect(result.modern.issues.isEmpty)
    // A build without AllMedia stores no size and no duration of movies.
    let hasMovies = result.modern.state.objects.contains { $0.value("kind") == "video" }
    guard TestMedia.hasAllMedia || !hasMovies else { return }
    try ExpectedStates.check(result.legacy.state.text, "\(name) legacy")
    try ExpectedStates.check(result.modern.state.text, "\(name) modern")
  }

  @Test(
    "two runs through the same facade leave the same rows",
    arguments: FlowRow.withLessons.map(\.name))
  func repeated(_ name: String) async throws {
    let row = try #require(FlowRow.named(name))
    let runner = FlowRunner()
    for half in [row.legacy, row.modern] {
      let first = try await runner.run(half, of: row, as: "first")
      let second = try await runner.run(half, of: row, as: "second")
      #expect(first.raw == second.raw)
      #expect(first.history == second.history)
    }
  }

  @Test("rows of the same state agree in identifiers and history too")
  func exact() async throws {
    var runner = FlowRunner()
    runner.isExact = true
    for row in FlowRow.withLessons where row.declared.isEmpty {
      let result = try await runner.run(row)
      #expect(
        result.verdict == .same,
        "\(row.name): \(result.differences.map(\.description).joined(separator: "\n"))")
    }
  }

  @Test("the twelve runs of the mix leave one state")
  func mix() async throws {
    let results = try await FlowRunner().runMix()
    #expect(results.count == 12)
    for result in results {
      #expect(
        result.verdict == .same,
        "\(result.title): \(result.differences.map(\.description).joined(separator: "\n"))")
      try ExpectedStates.check(result.modern.state.text, "7 any")
    }
  }

  @Test("an undeclared difference and a declared one that is gone both fail the row")
  func planted() async throws {
    // The modern half of the wrong row: insertion where appending was declared.
    let append = try #require(FlowRow.named("3-append"))
    let second = try #require(FlowRow.named("3-insert-second"))
    let broken = FlowRow(
      name: "planted", title: "append against insert", legacy: append.legacy,
      modern: second.modern)
    let result = try await FlowRunner().run(broken)
    #expect(result.verdict == .differs)
    #expect(
      result.differences.map(\.description) == [
        "c1 \"Diptych\" members   legacy: a1 a2   modern: a2 a1",
        "c1 \"Diptych\" cover   legacy: a1   modern: a2",
      ])
    var stale = append
    stale.declared = second.declared
    let gone = try await FlowRunner().run(stale)
    #expect(gone.verdict == .differs)
    #expect(gone.missing.map(\.field) == ["cover", "members"])
  }

  @Test("halves that fail in the same way are not the same state")
  func bothFail() async throws {
    let fails: FlowHalf = { _ in
      throw LibraryError(.system, "The half failed.")
    }
    let row = FlowRow(name: "failing", title: "both fail", legacy: fails, modern: fails)
    let result = try await FlowRunner().run(row)
    #expect(result.differences.isEmpty)
    #expect(result.verdict == .differs)
    #expect(result.legacy.issues == ["The half failed."])
  }
}
