import DiptychCodecs
import Foundation
import Testing

@Suite struct CaptureDateTests {
  @Test func zonesTurnWallTimesIntoMoments() throws {
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    let rows: [(date: CaptureDate, zone: TimeZone, seconds: Double?)] = [
      (CaptureDate(year: 1970, month: 1, day: 1), .gmt, 0),
      (CaptureDate(year: 2000, month: 2, day: 29), .gmt, 951_782_400),
      (
        CaptureDate(year: 2021, month: 12, day: 31, hour: 23, minute: 59, second: 58), .gmt,
        1_640_995_198
      ),
      (CaptureDate(year: 2021, month: 7, day: 1, hour: 12), berlin, 1_625_133_600),
      (CaptureDate(year: 2021, month: 1, day: 1, hour: 12), berlin, 1_609_498_800),
      // The file's own offset wins over the zone (decision 21).
      (
        CaptureDate(year: 2021, month: 7, day: 1, hour: 12, utcOffset: -3600), berlin,
        1_625_144_400
      ),
      (
        CaptureDate(
          year: 1969, month: 12, day: 31, hour: 23, minute: 59, second: 59,
          microseconds: 500_000), .gmt, -0.5
      ),
      // 02:30 was skipped in Berlin that night, and came twice in autumn.
      (CaptureDate(year: 2021, month: 3, day: 28, hour: 2, minute: 30), berlin, 1_616_895_000),
      (CaptureDate(year: 2021, month: 10, day: 31, hour: 2, minute: 30), berlin, 1_635_640_200),
      (CaptureDate(year: 2021, month: 2, day: 29), .gmt, nil),
      (CaptureDate(year: 2021, month: 13, day: 1), .gmt, nil),
      (CaptureDate(year: 0, month: 1, day: 1), .gmt, nil),
      (CaptureDate(year: 2021, month: 1, day: 1, hour: 24), .gmt, nil),
      (CaptureDate(year: 2021, month: 1, day: 1, microseconds: -1), .gmt, nil),
      (CaptureDate(year: 2021, month: 1, day: 1, utcOffset: .min + 1), .gmt, nil),
    ]
    for row in rows {
      #expect(row.date.date(in: row.zone)?.timeIntervalSince1970 == row.seconds, "\(row.date)")
    }
  }

  @Test func agreesWithFoundationsCalendar() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    for step in 0..<2000 {
      let date = Date(timeIntervalSince1970: Double(step) * 7_654_321 - 3_000_000_000)
      let fields = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second], from: date)
      let capture = CaptureDate(
        year: fields.year ?? 0, month: fields.month ?? 0, day: fields.day ?? 0,
        hour: fields.hour ?? 0, minute: fields.minute ?? 0, second: fields.second ?? 0)
      #expect(capture.date(in: .gmt) == date)
    }
  }
}

@Suite struct MediaFormatTests {
  @Test func namesFindTheirFormats() {
    let rows: [(name: String, format: MediaFormat?)] = [
      ("jpg", .jpeg), ("JPEG", .jpeg), (".Jpg", .jpeg), ("png", .png), ("mov", .quickTimeMovie),
      ("qt", .quickTimeMovie), ("mp4", .mpeg4), ("m4v", .mpeg4), ("HEIC", .heic),
      ("hif", .heif), ("tiff", .tiff), ("tif", .tiff), ("nef", .nikonNEF), ("mkv", nil), ("", nil),
      (".", nil),
    ]
    for row in rows { #expect(MediaFormat.named(fileExtension: row.name) == row.format) }
    for format in MediaFormat.all {
      #expect(MediaFormat.named(typeIdentifier: format.typeIdentifier) == format)
      #expect(format.fileExtension == format.fileExtension.lowercased())
    }
    #expect(MediaFormat.named(typeIdentifier: "public.heic") == .heic)
    #expect(MediaFormat.named(typeIdentifier: "public.data") == nil)
  }

  @Test func firstBytesTellTheFormat() {
    func box(_ brands: String...) -> Data {
      var data = Data([0, 0, 0, UInt8(8 + 4 * brands.count + 4)]) + Data("ftyp".utf8)
      for (index, brand) in brands.enumerated() {
        data += Data(brand.utf8)
        if index == 0 { data += Data([0, 0, 0, 0]) }
      }
      return data
    }
    let rows: [(bytes: Data, format: MediaFormat?)] = [
      (Data([0xFF, 0xD8, 0xFF, 0xE0]), .jpeg), (Data([0xFF, 0xD8]), nil),
      (Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), .png),
      (Data([0x89, 0x50, 0x4E, 0x47, 0x0A, 0x0A, 0x1A, 0x0A]), nil),
      (box("qt  "), .quickTimeMovie), (box("isom"), .mpeg4), (box("mp42", "isom"), .mpeg4),
      (box("M4V "), .mpeg4), (box("heic", "mif1", "isom"), .heic), (box("avif", "mp42"), .avif),
      (box("mif1", "heic"), .heic), (box("mif1", "avif"), .avif), (box("mif1"), .heif),
      (box("crx ", "isom"), .canonCR3), (Data([0x49, 0x49, 0x2A, 0, 8, 0, 0, 0]), .tiff),
      (Data("RIFF....WEBPVP8 ".utf8), .webP), (Data("RIFF....WAVEfmt ".utf8), nil),
      (box("3gp4", "isom"), nil), (box("XAVC", "mp42"), .mpeg4),
      (box("abcd", "qt  "), .quickTimeMovie),
      (box("abcd"), nil), (Data([0, 0, 0, 8]) + Data("wide".utf8), .quickTimeMovie),
      (Data([0, 0, 0, 2]) + Data("mdat".utf8), nil), (Data("GIF89a".utf8), .gif), (Data(), nil),
      (
        Data("BM".utf8) + Data(repeating: 0, count: 12)
          + Data([40] + [UInt8](repeating: 0, count: 11)), .bmp
      ),
      (Data("BMW 318i, a car of many years and miles".utf8), nil),
    ]
    for row in rows {
      #expect(MediaFormat.sniffing(row.bytes) == row.format, "\(row.bytes as NSData)")
      let slice = (Data([9]) + row.bytes).dropFirst()
      #expect(MediaFormat.sniffing(slice) == row.format)
    }
  }

  @Test func knownForeignTypesAreUnsupportedRatherThanUnrecognized() {
    for bytes in [
      Data("RIFF....AVI LIST".utf8), Data([0x49, 0x49, 0x2B, 0, 8, 0, 0, 0]),
      Data([0x1A, 0x45, 0xDF, 0xA3]) + Data(count: 12),
      Data([0, 0, 0, 16]) + Data("ftyp3gp4....".utf8),
    ] {
      #expect(
        errorCode { try MediaCodecs.probe(.data(bytes), nameExtension: nil) } == .unsupported)
    }
  }
}

@Suite struct MetadataValueTests {
  @Test func foundationValuesCrossBothWays() throws {
    let rows: [(any: Any, value: MetadataValue)] = [
      ("text", .string("text")), (3, .integer(3)), (2.5, .real(2.5)), (true, .integer(1)),
      (UInt8(7), .integer(7)), (Int16(-7), .integer(-7)), (Float(0.5), .real(0.5)),
      // What Apple's Foundation makes numbers of, Linux's partly does not.
      (CGFloat(2.5), .real(2.5)), ([CGFloat(1), CGFloat(2)], .list([.real(1), .real(2)])),
      ([CGFloat(1), 2, "a"] as [Any], .list([.real(1), .integer(2), .string("a")])),
      (["a": CGFloat(1.5)], .dictionary(["a": .real(1.5)])),
      (Decimal(string: "2.5") as Any, .real(2.5)), (NSDecimalNumber(string: "2.5"), .real(2.5)),
      (NSNumber(value: 3), .integer(3)), (NSNumber(value: 2.5), .real(2.5)),
      (NSNumber(value: true), .integer(1)), (NSNumber(value: 1.0), .real(1)),
      (NSString(string: "text"), .string("text")), (Data([1]), .data(Data([1]))),
      (NSData(data: Data([1])), .data(Data([1]))),
      ([1, "a"] as [Any], .list([.integer(1), .string("a")])),
      (NSArray(array: [1, 2.5]), .list([.integer(1), .real(2.5)])),
      (["a": ["b": 1]], .dictionary(["a": .dictionary(["b": .integer(1)])])),
      ([AnyHashable("a"): 1.5] as [AnyHashable: Any], .dictionary(["a": .real(1.5)])),
      (NSDictionary(dictionary: ["a": 1]), .dictionary(["a": .integer(1)])),
      (["a": NSNull(), "b": 1] as [String: Any], .dictionary(["b": .integer(1)])),
    ]
    for row in rows {
      let value = try #require(MetadataValue(row.any), "\(row.any)")
      #expect(value == row.value, "\(row.any)")
      #expect(MetadataValue(value.foundationValue) == row.value, "\(row.any)")
    }
    for any in [Date(), NSNull(), [Date()]] as [Any] { #expect(MetadataValue(any) == nil) }
  }

  @Test func deepNestingIsRefused() {
    var deep: Any = 1
    for _ in 0..<1000 { deep = [deep] }
    #expect(MetadataValue(deep) == nil)
  }
}
