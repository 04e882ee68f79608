import DiptychEngine
import DiptychStories
import Foundation
import Testing

/// What a process leaves that dies in the middle of a flow. `scripts/sweep` is the long form.
@Suite("Kill loops", .serialized)
struct KillLoopTests {
  /// Flow 3 is three transactions, so it has four legal end states. In flow 5 AssetsLibrary takes a
  /// transaction more for each reference, Photos one for each save; both delete in the last.
  private static let legalStates: [(row: String, side: FlowSide, states: [String])] = [
    ("3-insert", .legacy, ["empty", "1 photo", "1 photo, 1 album", "1 photo, 1 album"]),
    ("3-insert", .modern, ["empty", "1 photo", "1 photo, 1 album", "1 photo, 1 album"]),
    (
      "5", .legacy,
      [
        "empty", "1 album", "1 photo, 1 album", "1 photo, 1 video, 1 album",
        "1 photo, 1 video, 1 album", "1 photo, 1 video, 1 album",
        "1 photo, 1 album, 1 in the trash",
      ]
    ),
    (
      "5", .modern,
      [
        "empty", "1 album", "1 photo, 1 album", "1 photo, 1 video, 1 album",
        "1 photo, 1 album, 1 in the trash",
      ]
    ),
  ]

  @Test("the legal states are those of the flows")
  func legalStates() async throws {
    for (name, side, expected) in Self.legalStates {
      let row = try #require(FlowRow.named(name))
      let states = try await FlowRunner().states(side, of: row)
      #expect(states.map(\.summary) == expected, "\(name) \(side)")
      // A reference changes no number: what differs is the album's members.
      #expect(Set(states).count == states.count)
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
