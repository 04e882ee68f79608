import DiptychEngine
import DiptychStories
import Foundation
import Testing

/// What a process leaves that dies in the middle of a flow. `scripts/sweep` is the long form.
@Suite("Kill loops", .serialized)
struct KillLoopTests {
  /// Flow 3 is three transactions, so it has four legal end states; flow 5 has six commits.
  @Test(
    "the legal states are those of the flows",
    arguments: [
      ("3-insert", ["empty", "1 photo", "1 photo, 1 album", "1 photo, 1 album"]),
      ("5", []),
    ])
  func legalStates(_ name: String, _ expected: [String]) async throws {
    let row = try #require(FlowRow.named(name))
    for (side, states) in try await loop(row, in: URL(fileURLWithPath: "/")).legalStates() {
      #expect(states.map(\.summary) == expected, "\(side)")
    }
  }

  @Test("a killed flow leaves a library in one of its states", arguments: ["3-insert", "5"])
  func kills(_ name: String) async throws {
    let folder = KillLoop.usualFolder
      .appendingPathComponent("diptych-kills-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let row = try #require(FlowRow.named(name))
    let report = try await loop(row, in: folder).run(kills: 12, openingKills: 2, seed: 3)
    #expect(report.failures.isEmpty, "\(report.failures.joined(separator: "\n"))")
    #expect(report.kills == 12)
    #expect(report.states.values.reduce(0, +) == 14 + report.late)
  }

  /// The victim stands beside the test program.
  private func loop(_ row: FlowRow, in folder: URL) throws -> KillLoop {
    let here = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let victim = URL(fileURLWithPath: here).deletingLastPathComponent()
      .appendingPathComponent("CrashVictim").path
    return KillLoop(program: victim, row: row, folder: folder)
  }
}
