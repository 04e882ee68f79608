import DiptychCodecs
import Foundation
import TestMedia
import Testing

/// Dates, places and orientations in all forms that files have.
@Suite struct TagTests {
  private func probe(exif: ImageMetadata = [:], tiff: ImageMetadata = [:]) throws -> MediaProbe {
    let data = try MediaCodecs.rewritingMetadata(
      of: TestMedia.data("exif/no-exif.jpg"),
      merging: ["{Exif}": .dictionary(exif), "{TIFF}": .dictionary(tiff)])
    return try MediaCodecs.probe(.data(data), nameExtension: "jpg")
  }

  @Test func datesInAllForms() throws {
    let noon = CaptureDate(year: 2020, month: 2, day: 29, hour: 12)
    let rows: [(text: String, date: CaptureDate?)] = [
      ("2020:02:29 12:00:00", noon), ("2020-02-29T12:00:00", noon), ("2020/02/29 12:00:00", noon),
      ("0000:00:00 00:00:00", nil), ("    :  :     :  :  ", nil), ("", nil),
      ("2021:02:29 12:00:00", nil),
      ("2020:02:29", nil), ("2020:02:29 24:00:00", nil), ("20:02:29 12:00:00", nil),
      ("garbage", nil), ("99999:99:99 99:99:99", nil),
    ]
    for row in rows {
      let found = try probe(exif: ["DateTimeOriginal": .string(row.text)])
      #expect(found.captureDate == row.date, "\(row.text)")
    }
  }

  @Test func theFirstGoodDateCounts() throws {
    // Decision 21: taken, digitized, changed; each with its own fraction and offset.
    let zero = MetadataValue.string("0000:00:00 00:00:00")
    let good = MetadataValue.string("2020:02:29 12:00:00")
    let digitized = try probe(exif: [
      "DateTimeOriginal": zero, "SubsecTimeOriginal": .string("1"),
      "OffsetTimeOriginal": .string("+01:00"), "DateTimeDigitized": good,
      "SubsecTimeDigitized": .string("25"), "OffsetTimeDigitized": .string("-03:30"),
    ])
    #expect(digitized.captureDate?.microseconds == 250_000)
    #expect(digitized.captureDate?.utcOffset == -12_600)
    let changed = try probe(
      exif: [
        "DateTimeDigitized": zero, "SubsecTime": .string("123456789"),
        "OffsetTime": .string("Z"),
      ], tiff: ["DateTime": good])
    #expect(changed.captureDate?.microseconds == 123_456)
    #expect(changed.captureDate?.utcOffset == 0)
  }

  @Test func fractionsAndOffsets() throws {
    let fractions: [(String, Int)] = [
      ("0", 0), ("5", 500_000), ("05", 50_000), ("987", 987_000), ("000001", 1),
      ("9999999", 999_999), (" 63 ", 630_000), ("x", 0),
      (String(repeating: "3", count: 5000), 333_333),
    ]
    for (text, microseconds) in fractions {
      let found = try probe(exif: [
        "DateTimeOriginal": .string("2020:01:01 00:00:00"), "SubsecTimeOriginal": .string(text),
      ])
      #expect(found.captureDate?.microseconds == microseconds, "\(text.prefix(20))")
    }
    let offsets: [(String, Int?)] = [
      ("+05:30", 19_800), ("-11:00", -39_600), ("+00:00", 0), ("-0330", -12_600),
      ("+14:00", 50_400),
      ("Z", 0), ("", nil), ("+19:00", nil), ("+05:75", nil), ("05:30", nil), ("+ab:cd", nil),
      ("   :  ", nil),
    ]
    for (text, seconds) in offsets {
      let found = try probe(exif: [
        "DateTimeOriginal": .string("2020:01:01 00:00:00"), "OffsetTimeOriginal": .string(text),
      ])
      #expect(found.captureDate != nil && found.captureDate?.utcOffset == seconds, "\(text)")
    }
  }

  @Test func orientationsBeyondEightAreUpright() throws {
    for (value, expected) in [(0, ImageOrientation.up), (9, .up), (255, .up), (8, .left)] {
      var data = try TestMedia.data("orientation/orientation-6.jpg")
      // Tag 0112, a short, one of them, big-endian or little-endian.
      let big = data.range(of: Data([1, 0x12, 0, 3, 0, 0, 0, 1]))
      let little = data.range(of: Data([0x12, 1, 3, 0, 1, 0, 0, 0]))
      let place = try #require(big.map { $0.upperBound + 1 } ?? little?.upperBound)
      data[place] = UInt8(value)
      let probe = try MediaCodecs.probe(.data(data), nameExtension: "jpg")
      #expect(probe.orientation == expected, "\(value)")
    }
  }

  @Test func pngBlocksWithJPEGsMarkAreRead() throws {
    let bitmap = try #require(Pictures.gradient(width: 2, height: 2))
    let jpeg = try MediaCodecs.encode(bitmap, as: .jpeg, orientation: .left)
    let mark = try #require(jpeg.range(of: Data("Exif\0\0".utf8)))
    let length = Int(jpeg[mark.lowerBound - 2]) << 8 | Int(jpeg[mark.lowerBound - 1])
    let marked = [UInt8](jpeg[mark.lowerBound..<mark.lowerBound - 2 + length])
    for block in [marked, Array(marked.dropFirst(6))] {
      let png = PNGBuilder(width: 1, height: 1, rows: [[0]], chunks: [("eXIf", block)])
      let probe = try MediaCodecs.probe(.data(png.data), nameExtension: "png")
      #expect(probe.orientation == .left)
    }
  }

  #if AllMedia
    @Test func placesOfMoviesInAllForms() throws {
      let old = "+48.8584+002.2945+35.000/"
      let rows: [(text: String, place: GeoPoint?)] = [
        (
          "-48.5000-102.2500-35.500/",
          GeoPoint(latitude: -48.5, longitude: -102.25, altitude: -35.5)
        ),
        ("+4830.0-00215.0+0035.000/", GeoPoint(latitude: 48.5, longitude: -2.25, altitude: 35)),
        ("+483000-0021500+035.0000/", GeoPoint(latitude: 48.5, longitude: -2.25, altitude: 35)),
        ("+48.5000000-002.25000000/", GeoPoint(latitude: 48.5, longitude: -2.25)),
        ("+98.8584+002.2945+35.000/", nil), ("48.8584,002.2945,035.000/", nil),
        ("+48.8584+302.2945+35.000/", nil), ("+nan0000+002.2945+35.000/", nil),
        ("+48.8584                /", nil), ("/////////////////////////", nil),
      ]
      for row in rows {
        var data = try TestMedia.data("video/h264-rotated-creationdate.mov")
        #expect(row.text.utf8.count == old.utf8.count)
        let range = try #require(data.range(of: Data(old.utf8)))
        data.replaceSubrange(range, with: Data(row.text.utf8))
        let probe = try MediaCodecs.probe(.data(data), nameExtension: "mov")
        #expect(probe.location == row.place, "\(row.text)")
      }
    }

    @Test func displayMatricesAreTheEightOrientations() throws {
      // a, b, c, d as multiples of 1: where the x and the y axis of the stored picture point.
      let rows: [(matrix: [Int32], orientation: ImageOrientation)] = [
        ([1, 0, 0, 1], .up), ([-1, 0, 0, 1], .upMirrored), ([-1, 0, 0, -1], .down),
        ([1, 0, 0, -1], .downMirrored), ([0, 1, 1, 0], .leftMirrored), ([0, 1, -1, 0], .right),
        ([0, -1, -1, 0], .rightMirrored), ([0, -1, 1, 0], .left), ([1, 1, -1, 1], .up),
      ]
      for row in rows {
        var data = try TestMedia.data("video/h264-rotated-creationdate.mov")
        let header = try #require(data.range(of: Data("tkhd".utf8)))
        let matrix = header.upperBound + 40
        for (value, offset) in zip(row.matrix, [0, 4, 12, 16]) {
          let bits = UInt32(bitPattern: value &* 65_536)
          let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bits >> UInt32($0)) }
          data.replaceSubrange(matrix + offset..<matrix + offset + 4, with: bytes)
        }
        let probe = try MediaCodecs.probe(.data(data), nameExtension: "mov")
        #expect(probe.orientation == row.orientation, "\(row.matrix)")
        #expect(probe.storedSize == PixelSize(width: 320, height: 180))
      }
    }

    @Test func movieHeaderDateIsUTC() throws {
      // Decision 21: without the dated key, the movie header counts.
      var data = try TestMedia.data("video/h264-rotated-creationdate.mov")
      let key = try #require(data.range(of: Data("com.apple.quicktime.creationdate".utf8)))
      data[key.upperBound - 1] = UInt8(ascii: "x")
      let probe = try MediaCodecs.probe(.data(data), nameExtension: "mov")
      #expect(
        probe.captureDate
          == CaptureDate(year: 2022, month: 3, day: 4, hour: 10, utcOffset: 0))
    }
  #endif
}
