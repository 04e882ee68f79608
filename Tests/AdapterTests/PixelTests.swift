import DiptychCodecs
import DiptychEngine
import DiptychStories
import Foundation
import Testing

/// The pictures that the flows leave, looked at: what was encoded shows what was saved, and what
/// was given as bytes is those bytes.
@Suite("Pixels", .serialized)
struct PixelTests {
  private struct Row {
    let name: String
    /// The files that were saved, in order of arrival.
    let sources: [KeyPath<FlowMedia, URL>]
    /// Whether the half keeps the orientation.
    var keepsOrientation = true
    var half = KeyPath<FlowRow, FlowHalf>?.none
  }

  // Decision 20: pixels unturned, orientation as a tag. D9: lost without metadata.
  private static var rows: [Row] {
    [
      Row(name: "1a", sources: [\.turnedPhoto]),
      Row(name: "1b-orientation", sources: [\.turnedPhoto]),
      Row(
        name: "1b-no-metadata", sources: [\.turnedPhoto], keepsOrientation: false, half: \.legacy),
      Row(name: "1b-no-metadata", sources: [\.turnedPhoto], half: \.modern),
      Row(name: "1c", sources: [\.uprightPhoto]),
      Row(name: "1d", sources: [\.uprightPhoto]),
      Row(name: "3-append", sources: [\.uprightPhoto, \.secondPhoto]),
      Row(name: "3-insert-second", sources: [\.uprightPhoto, \.secondPhoto]),
      Row(name: "6", sources: [\.uprightPhoto, \.secondPhoto]),
    ]
  }

  @Test("an encoded original shows the picture that was saved")
  func encoded() async throws {
    for row in Self.rows {
      let flow = try #require(FlowRow.named(row.name))
      for half in row.half.map({ [$0] }) ?? [\.legacy, \.modern] {
        let originals = try await originals(flow[keyPath: half], of: flow)
        try #require(originals.count == row.sources.count)
        for (original, source) in zip(originals, row.sources) {
          let bytes = try Data(contentsOf: FlowMedia.bundled[keyPath: source])
          let probe = try MediaCodecs.probe(.data(bytes), nameExtension: nil, limits: .standard)
          #expect(
            original.record.orientation == (row.keepsOrientation ? probe.orientation : .up),
            "\(row.name)")
          let saved = try MediaCodecs.decode(bytes, limits: .standard)
          let stored = try MediaCodecs.decode(original.data, limits: .standard)
          #expect(saved.size == stored.size, "\(row.name)")
          #expect(Self.difference(saved, stored) < 3, "\(row.name)")
        }
      }
    }
  }

  @Test("an original given as bytes or as a file is kept byte for byte")
  func kept() async throws {
    for (name, source) in [
      ("1b-data", \FlowMedia.placedPhoto), ("1b-video", \.mov), ("5c", \.png),
    ] {
      let flow = try #require(FlowRow.named(name))
      for half in [\FlowRow.legacy, \.modern] {
        let originals = try await originals(flow[keyPath: half], of: flow)
        #expect(!originals.isEmpty)
        for original in originals {
          #expect(try original.data == Data(contentsOf: FlowMedia.bundled[keyPath: source]))
        }
      }
    }
  }

  private func originals(
    _ half: FlowHalf, of row: FlowRow
  ) async throws -> [(record: ResourceRecord, data: Data)] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("diptych-pixels-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var runner = FlowRunner()
    runner.keeps = folder
    let result = try await runner.run(half, of: row, as: "half")
    #expect(result.issues == [])
    let path = folder.appendingPathComponent("\(row.name)-half.diptych").path
    let library = try Library.open(LibraryConfiguration(folder: path))
    defer { library.close() }
    let records = try library.read { transaction in
      try transaction.fetchAssets(AssetQuery(.library), as: nil)
        .flatMap { try transaction.resources(of: $0) }
    }
    return try records.map { ($0, try library.data(of: $0)) }
  }

  /// The mean difference of a channel's value, of 255, over every hundredth pixel.
  private static func difference(_ left: Bitmap, _ right: Bitmap) -> Double {
    guard left.pixels.count == right.pixels.count else { return 255 }
    var sum = 0
    var count = 0
    for index in stride(from: 0, to: left.pixels.count, by: 404) {
      sum += abs(Int(left.pixels[index]) - Int(right.pixels[index]))
      count += 1
    }
    return Double(sum) / Double(max(count, 1))
  }
}
