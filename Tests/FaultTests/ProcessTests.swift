import DiptychStories
import FaultSweeping
import Foundation
import Testing

/// Programs that stand beside the test program.
func program(_ name: String) throws -> String {
  let here = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  return URL(fileURLWithPath: here).deletingLastPathComponent().appendingPathComponent(name).path
}

/// Several processes on one library. `scripts/sweep` is the long form.
@Suite("Many processes", .serialized)
struct ProcessTests {
  private let seed: UInt64 = 5

  private func sweep(_ folder: URL) throws -> ProcessSweep {
    ProcessSweep(program: try program("CrashVictim"), seed: seed, folder: folder)
  }

  @Test("a ring of albums stays a ring while its writers are killed")
  func ring() async throws {
    try await FileLayerTests.inFolder { folder in
      let report = try sweep(folder).ring(processes: 3, kills: 6)
      #expect(report.violations.isEmpty, "seed \(seed): \(report.text)")
      #expect(report.points > 20)
    }
  }

  @Test("one process makes a library while others wait for it")
  func opening() async throws {
    try await FileLayerTests.inFolder { folder in
      let report = try sweep(folder).opening(processes: 4, rounds: 4)
      #expect(report.violations.isEmpty, "seed \(seed): \(report.text)")
    }
  }

  @Test("another process is told of a commit within a second")
  func notices() async throws {
    try await FileLayerTests.inFolder { folder in
      let (report, longest) = try sweep(folder).notices(4)
      #expect(report.violations.isEmpty, "\(report.text)")
      #expect(longest < 1_000_000_000)
    }
  }
}

/// Processes that die or stop in the middle of a story. `scripts/sweep` is the long form.
@Suite("Crash sweeps", .serialized)
struct CrashSweepTests {
  @Test(
    "a process that ends at a call leaves a library in one of the story's states",
    arguments: ["saves without links", "the trash is emptied", "a new library"])
  func crashes(_ name: String) async throws {
    let story = try #require(CrashStory.named(name))
    try await FileLayerTests.inFolder { folder in
      let sweep = CrashSweep(program: try program("CrashVictim"), .most(4), folder: folder)
      let report = try await sweep.run(story)
      #expect(report.violations.isEmpty, "\(report.text)")
      #expect(report.points > 3)
    }
  }
}

/// Memory that is not given, in a program of its own. `scripts/sweep` is the long form.
@Suite("Allocation sweep")
struct AllocationSweepTests {
  @Test(
    "a refused allocation fails the write, and the library is whole",
    arguments: ["engine: save bytes", "legacy: add", "exif/no-exif.jpg"])
  func allocations(_ word: String) throws {
    let victim = try VictimProcess(
      try program("AllocationSweep"),
      ["--most", "6", "--word", word, "--folder", FileManager.default.temporaryDirectory.path])
    let lines = Array(victim.lines)
    let report = try #require(lines.compactMap { SweepReport(result: $0) }.first)
    #expect(report.violations.isEmpty, "\(lines.joined(separator: "\n"))")
    #expect(report.points > 8)
    #expect(victim.waitForEnd() == .exited(0))
  }
}
