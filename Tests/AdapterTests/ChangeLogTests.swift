import DiptychStories
import Testing

/// Every row change that SQLite reports is explained by the change log.
@Suite("Change log")
struct ChangeLogTests {
  @Test(
    "the change log explains every row that changes",
    .enabled(if: RowChangeOracle() != nil, "the system's SQLite has no pre-update hook"))
  func rows() async throws {
    for seed in 201...215 as ClosedRange<UInt64> {
      var runner = StoryRunner()
      runner.watch = RowChangeOracle()
      do {
        try await runner.run(StoryGenerator.story(seed))
      } catch let failure as StoryRunner.Failure {
        Issue.record("seed \(seed)\n\(failure)")
      }
    }
  }
}
