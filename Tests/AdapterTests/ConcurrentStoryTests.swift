import DiptychEngine
import DiptychStories
import Foundation
import Testing

/// Several threads and processes on one library: what they did can be told one after the other.
/// `scripts/stories --concurrent` is the long form.
@Suite("Concurrent stories", .serialized)
struct ConcurrentStoryTests {
  /// The stories run in a program of their own: beside a thousand other tests its threads would wait
  /// so long that they seem to hang.
  private func check(_ seed: UInt64, processes: Int) async throws {
    var sweep = ConcurrentSweep()
    (sweep.threads, sweep.moves, sweep.processes) = (4, 20, processes)
    sweep.patience = 300
    let here = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    // The program stands beside the tests.
    sweep.program =
      URL(fileURLWithPath: here).deletingLastPathComponent()
      .appendingPathComponent("ConcurrentStories").path
    let outcome = try await sweep.run(seed, hang: { fatalError($0) })
    #expect(outcome.moves == 80)
    #expect(outcome.commits > 40)
    #expect(outcome.lines.isEmpty, "seed \(seed)\n\(outcome.lines.joined(separator: "\n"))")
  }

  @Test("threads of one process", arguments: 1...3 as ClosedRange<UInt64>)
  func threads(_ seed: UInt64) async throws {
    try await check(seed, processes: 1)
  }

  @Test("threads of three processes")
  func processes() async throws {
    try await check(4, processes: 3)
  }

  @Test("a seed gives one story")
  func deterministic() {
    let story = ConcurrentStory(seed: 5, threads: 3, moves: 30)
    let again = ConcurrentStory(seed: 5, threads: 3, moves: 30)
    #expect(story.setUp == again.setUp)
    #expect(story.threads == again.threads)
    #expect(story.threads.map(\.count) == [30, 30, 30])
    #expect(Set(story.threads.joined().map(\.step.number)).count == 90)
  }
}
