import DiptychCodecs
import Foundation
import TestMedia
import Testing

/// Metadata of files in which nothing may move: it is written behind the rest (decision 56).
@Suite struct AppendedMetadataTests {
  private let given: ImageMetadata = [
    "{TIFF}": .dictionary(["Artist": .string("Given"), "Make": .string("Maker")]),
    "{Exif}": .dictionary([
      "DateTimeOriginal": .string("2001:02:03 04:05:06"), "SubsecTimeOriginal": .string("5"),
      "OffsetTimeOriginal": .string("-07:00"), "LensModel": .string("A lens"),
    ]),
    "{GPS}": .dictionary([
      "Latitude": .real(-33.5), "Longitude": .real(70.25), "Altitude": .real(-3.25),
    ]),
  ]

  private static var files: [String] {
    var names = ["tiff/rgb-lzw-exif.tif", "tiff/three-pages.tif", "raw/generated.dng"]
    #if AllMedia
      names += [
        "heic/exif-xmp-iptc.heic", "heic/exif-orientation-6.heic", "live/real.HEIC",
        "avif/still.avif", "heic/ten-bit.heic", "heic/monochrome.heic",
      ]
    #endif
    return names
  }

  // L142.
  @Test func givenValuesWinAndAllElseStays() throws {
    for name in Self.files {
      let data = try TestMedia.data(name)
      let result = try MediaCodecs.rewritingMetadata(of: data, merging: given)
      let before = try MediaCodecs.probe(.data(data), nameExtension: nil)
      let probe = try MediaCodecs.probe(.data(result), nameExtension: nil)
      #expect(probe.format == before.format, "\(name)")
      #expect(probe.storedSize == before.storedSize, "\(name)")
      #expect(probe.orientation == before.orientation, "\(name)")
      #expect(probe.contentIdentifier == before.contentIdentifier, "\(name)")
      #expect(
        probe.captureDate
          == CaptureDate(
            year: 2001, month: 2, day: 3, hour: 4, minute: 5, second: 6, microseconds: 500_000,
            utcOffset: -25_200), "\(name)")
      #expect(
        probe.location == GeoPoint(latitude: -33.5, longitude: 70.25, altitude: -3.25), "\(name)")
      try checkMetadata(result, data, name)
      #if AllMedia
        let isSame = try MediaCodecs.decode(result) == MediaCodecs.decode(data)
        #expect(isSame, "\(name)")
      #endif
      // Twice gives the same bytes.
      let again = try MediaCodecs.rewritingMetadata(of: result, merging: given)
      #expect(again == result, "\(name)")
      #expect(try MediaCodecs.rewritingMetadata(of: data, merging: [:]) == data, "\(name)")
    }
  }

  private func checkMetadata(_ result: Data, _ data: Data, _ name: String) throws {
    let old = try MediaCodecs.metadata(of: data)
    let new = try MediaCodecs.metadata(of: result)
    #expect(new["{TIFF}"]?.dictionaryValue?["Artist"] == .string("Given"), "\(name)")
    #expect(new["{Exif}"]?.dictionaryValue?["LensModel"] == .string("A lens"), "\(name)")
    #expect(new["{GPS}"]?.dictionaryValue?["LatitudeRef"] == .string("S"), "\(name)")
    for key in ["{TIFF}", "{Exif}", "{GPS}", "{IPTC}", "{MakerApple}"] {
      let changed = given[key]?.dictionaryValue ?? [:]
      let after = new[key]?.dictionaryValue ?? [:]
      for (inner, value) in old[key]?.dictionaryValue ?? [:]
      where changed[inner] == nil && !inner.hasSuffix("Ref") {
        #expect(after[inner] == value, "\(name) \(key) \(inner)")
      }
    }
    for key in ["PixelWidth", "PixelHeight", "Depth", "ColorModel", "HasAlpha", "Orientation"] {
      #expect(new[key] == old[key], "\(name) \(key)")
    }
  }

  @Test func nothingMoves() throws {
    for name in Self.files {
      let data = try TestMedia.data(name)
      let result = try MediaCodecs.rewritingMetadata(of: data, merging: given)
      let changed = data.indices.filter { data[$0] != result[$0] }
      // The place of the first directory; the place and length of the EXIF item; or the type of the
      // old directory.
      switch name {
      case let name where name.hasPrefix("tiff/") || name.hasPrefix("raw/"):
        #expect(changed.allSatisfy { (4..<8).contains($0) }, "\(name)")
        #expect(result.count < data.count + 2_000, "\(name)")
      case "avif/still.avif", "heic/ten-bit.heic", "heic/monochrome.heic":
        let meta = try #require(data.range(of: Data("meta".utf8)))
        #expect(changed.allSatisfy(meta.contains), "\(name)")
      default:
        #expect((1...8).contains(changed.count), "\(name)")
        #expect(result.count < data.count + 70_000, "\(name)")
      }
    }
  }

  // The orientation of a TIFF or DNG file is a tag like others.
  @Test func orientationOfTIFF() throws {
    for name in ["tiff/rgb-lzw-exif.tif", "raw/generated.dng"] {
      let result = try MediaCodecs.rewritingMetadata(
        of: TestMedia.data(name), merging: ["Orientation": .integer(6)])
      let probe = try MediaCodecs.probe(.data(result), nameExtension: nil)
      #expect(probe.orientation == .right, "\(name)")
    }
  }

  #if AllMedia
    // Decision 55: that of a HEIF file is its container's, and is not changed.
    @Test func orientationOfHEIF() throws {
      let rows: [(name: String, own: [Int], other: Int)] = [
        ("heic/exif-orientation-6.heic", [1, 6], 8), ("live/real.HEIC", [6], 1),
        ("avif/still.avif", [1], 3),
      ]
      for row in rows {
        let data = try TestMedia.data(row.name)
        for number in row.own {
          let same = try MediaCodecs.rewritingMetadata(
            of: data, merging: ["Orientation": .integer(number)])
          #expect(same == data, "\(row.name) \(number)")
        }
        for metadata: ImageMetadata in [
          ["Orientation": .integer(row.other)],
          ["{TIFF}": .dictionary(["Orientation": .integer(row.other)])],
        ] {
          let code = errorCode { try MediaCodecs.rewritingMetadata(of: data, merging: metadata) }
          #expect(code == .unsupported, "\(row.name)")
        }
      }
    }

    // What a picture says of itself can be given back to it.
    @Test func ownMetadataChangesNothingThatCounts() throws {
      for name in Self.files {
        let data = try TestMedia.data(name)
        let own = try MediaCodecs.metadata(of: data)
        let result = try MediaCodecs.rewritingMetadata(of: data, merging: own)
        let before = try MediaCodecs.probe(.data(data), nameExtension: nil)
        #expect(try MediaCodecs.probe(.data(result), nameExtension: nil) == before, "\(name)")
      }
    }

    // A directory of a rare form is refused, and one that is damaged does no harm.
    @Test func rareDirectories() throws {
      let data = try TestMedia.data("heic/exif-orientation-6.heic")
      let table = try #require(data.range(of: Data("iloc".utf8)))
      // Behind version and flags stand the widths of the table's fields.
      for place in table.upperBound..<table.upperBound + 8 {
        for byte in [0, 0x22, 0xFF] as [UInt8] {
          var changed = data
          changed[place] = byte
          do {
            let result = try MediaCodecs.rewritingMetadata(of: changed, merging: given)
            let place = try MediaCodecs.probe(.data(result), nameExtension: nil).location
            #expect(place?.latitude == -33.5)
          } catch {
            #expect([.unsupported, .damaged].contains(error.code), "\(error)")
          }
        }
      }
    }
  #endif

  // Only DNG says in public how it is built.
  @Test func rawFilesOfMakersAreRefused() throws {
    let data = try TestMedia.data("raw/metadata-only-canon.cr2")
    #expect(
      errorCode { try MediaCodecs.rewritingMetadata(of: data, merging: given) } == .unsupported)
  }
}
