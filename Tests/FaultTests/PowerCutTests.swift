import DiptychPlatform
import Foundation
import Testing

@testable import FaultSweeping

extension FileLayerTests {
  /// The short form of the power cuts. `scripts/sweep` cuts at every call of every story.
  @Suite("Power cuts")
  struct PowerCutTests {
    private static let names: Set = [
      "a new library and its first photo", "saves without links", "the trash is emptied",
    ]

    @Test(
      "what is left when the power ends is one of the story's states",
      arguments: CrashStory.all.filter { names.contains($0.name) })
    func cuts(_ story: CrashStory) async throws {
      var extent = PowerCutSweep.Extent()
      extent.sampling = .every(story.name.hasPrefix("a new") ? 13 : 7)
      extent.draws = 1
      let report = try await inFolder { folder in
        try await PowerCutSweep(extent, folder: folder).run(story)
      }
      #expect(report.violations.isEmpty, "\(report.text)")
      #expect(report.points > 5)
    }

    @Test("there are twenty stories at least, and each of their steps is an operation")
    func stories() throws {
      #expect(CrashStory.all.count >= 20)
      #expect(Set(CrashStory.all.map(\.name)).count == CrashStory.all.count)
      for story in CrashStory.all { #expect(try story.operations.count == story.steps.count) }
    }
  }
}

/// The model of what a power cut leaves.
@Suite("Volume state")
struct VolumeStateTests {
  private static func state(_ events: VolumeEvent...) -> VolumeState {
    var state = VolumeState(VolumeImage())
    for event in events { state.apply(event) }
    return state
  }

  @Test("a name is lost until its folder was synced, bytes until their file was")
  func nothingIsDurableByItself() {
    var state = Self.state(
      .makeFolder(path: "a"), .syncFolder(path: ""), .makeFile(path: "a/x", file: 0),
      .write(file: 0, offset: 0, bytes: [1, 2, 3]))
    #expect(state.image(after: .dropped).names.isEmpty)
    #expect(state.image(after: .kept).files[0] == [1, 2, 3])
    state.apply(.syncFile(0))
    #expect(state.image(after: .dropped).names.isEmpty)
    state.apply(.syncFolder(path: "a"))
    #expect(state.image(after: .dropped).names == ["a/x": 0])
    #expect(state.image(after: .dropped).files[0] == [1, 2, 3])
  }

  @Test("a sync of the folder alone leaves an empty file")
  func namesWithoutBytes() {
    let state = Self.state(
      .makeFile(path: "x", file: 0), .write(file: 0, offset: 0, bytes: [1]),
      .syncFolder(path: ""))
    #expect(state.image(after: .dropped).files[0] == [])
  }

  @Test("a rename is whole, and durable with either folder")
  func renames() {
    var state = Self.state(
      .makeFolder(path: "a"), .makeFolder(path: "b"), .makeFile(path: "a/x", file: 0),
      .syncVolume, .rename(source: "a/x", target: "b/x"))
    #expect(state.image(after: .dropped).names == ["a/x": 0])
    for seed in 0..<50 as Range<UInt64> {
      #expect(state.image(after: .drawn(seed)).names.count == 1)
    }
    state.apply(.syncFolder(path: "b"))
    #expect(state.image(after: .dropped).names == ["b/x": 0])
  }

  @Test("a torn write leaves bytes outside it alone, and each sector old, new or neither")
  func tornWrites() {
    let old = [UInt8](repeating: 1, count: 2_048)
    let new = [UInt8](repeating: 2, count: 1_024)
    let state = Self.state(
      .makeFile(path: "x", file: 0), .write(file: 0, offset: 0, bytes: old), .syncVolume,
      .write(file: 0, offset: 512, bytes: new))
    var kinds: Set<String> = []
    for seed in 0..<200 as Range<UInt64> {
      let bytes = state.image(after: .drawn(seed)).files[0] ?? []
      #expect(bytes.count == 2_048)
      #expect(bytes[..<512] == old[..<512] && bytes[1_536...] == old[..<512])
      for sector in [bytes[512..<1_024], bytes[1_024..<1_536]] {
        let values = Set(sector)
        kinds.insert(values == [1] ? "old" : values == [2] ? "new" : "neither")
      }
    }
    #expect(kinds == ["old", "new", "neither"])
  }
}
