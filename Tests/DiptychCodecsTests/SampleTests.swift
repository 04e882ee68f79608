import DiptychCodecs
import Foundation
import TestMedia
import Testing

/// Every sample, each fact by its exact value.
@Suite struct SampleTests {
  private static let subtypes: [(name: String, subtype: MediaSubtypes)] = [
    ("panorama", .panorama), ("highDynamicRange", .highDynamicRange), ("screenshot", .screenshot),
    ("depthEffect", .depthEffect), ("highFrameRate", .highFrameRate),
  ]

  /// The rows that this build can read whole.
  private func rows() throws -> [SampleFacts] {
    let rows = try SampleFacts.all()
    #expect(rows.count == 53)
    #if AllMedia
      return rows
    #else
      return rows.filter { !$0.needsAllMedia }
    #endif
  }

  // Decision 21, 53, 55, 110.
  @Test func everyFactOfEverySample() throws {
    for row in try rows() {
      let url = TestMedia.url(row.name)
      let probe = try MediaCodecs.probe(.file(url.path), nameExtension: url.pathExtension)
      #expect(probe.format.typeIdentifier == row.type, "\(row.name)")
      #expect(probe.storedSize == PixelSize(width: row.width, height: row.height), "\(row.name)")
      #expect(probe.orientation.rawValue == row.orientation, "\(row.name)")
      let date = probe.captureDate?.date(in: .gmt)
      #expect((date == nil) == (row.date == nil), "\(row.name)")
      // A microsecond is what is stored.
      let difference = (date ?? .distantPast).timeIntervalSince(row.date ?? .distantPast)
      #expect(abs(difference) < 0.9e-6, "\(row.name)")
      let hasZone = row.taken.map { $0.dropFirst(19).contains { "+-".contains($0) } } ?? false
      #expect((probe.captureDate?.utcOffset != nil) == hasZone, "\(row.name)")
      #expect(probe.location?.latitude == row.latitude, "\(row.name)")
      #expect(probe.location?.longitude == row.longitude, "\(row.name)")
      #expect(probe.location?.altitude == row.altitude, "\(row.name)")
      #expect(abs(probe.duration - (row.duration ?? 0)) < 1e-6, "\(row.name)")
      #expect(abs(probe.frameRate - (row.frameRate ?? 0)) < 1e-6, "\(row.name)")
      #expect(probe.isAnimated == row.marks.contains("animated"), "\(row.name)")
      #expect(probe.hasAlpha == row.marks.contains("alpha"), "\(row.name)")
      for (name, subtype) in Self.subtypes {
        #expect(probe.subtypes.contains(subtype) == row.marks.contains(name), "\(row.name) \(name)")
      }
      #expect(probe.contentIdentifier == row.contentIdentifier, "\(row.name)")
      #expect(probe.burstIdentifier == nil, "\(row.name)")
    }
  }

  @Test func noSampleIsMissing() throws {
    let names = Set(try SampleFacts.all().map(\.name))
    let listed = try Expected.goodSamples().map(\.name)
    #expect(listed.allSatisfy(names.contains))
    #expect(
      names.subtracting(listed).sorted() == [
        "avif/still.avif", "heic/odd-size-turned-first.heic", "heic/odd-size.heic",
        "photos/canon-5d.jpeg", "photos/nikon-d810.jpeg",
      ])
  }

  // Probing decodes nothing: whatever the pixels are, it says the same. A decoder does not.
  @Test func probingPassesOverPixels() throws {
    var differ = 0
    for row in try rows() where row.type == "public.jpeg" || row.type == "public.png" {
      var data = try TestMedia.data(row.name)
      let before = try MediaCodecs.probe(.data(data), nameExtension: nil)
      let start =
        row.type == "public.png"
        ? data.range(of: Data("IDAT".utf8))?.upperBound
        : data.range(of: Data([0xFF, 0xDA]), options: .backwards).map { $0.upperBound + 20 }
      let place = try #require(start, "\(row.name)")
      // A chunk of PNG says its length before its name; it must not be written over.
      let length =
        row.type == "public.png"
        ? data[place - 8..<place - 4].reduce(0) { $0 << 8 | Int($1) } : data.count - place - 16
      guard length > 16 else { continue }
      let picture = try? MediaCodecs.decode(data)
      for index in place..<place + min(400, length) { data[index] = 0x55 }
      #expect(try MediaCodecs.probe(.data(data), nameExtension: nil) == before, "\(row.name)")
      if (try? MediaCodecs.decode(data)) != picture { differ += 1 }
    }
    #expect(differ > 20, "\(differ)")
  }
}
