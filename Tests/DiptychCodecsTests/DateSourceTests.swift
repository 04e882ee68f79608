import DiptychCodecs
import Foundation
import TestMedia
import Testing

/// Where a picture's date comes from when several places name one (decision 110).
@Suite struct DateSourceTests {
  /// A JPEG with EXIF entries and an XMP packet with properties.
  private func probe(_ exif: ImageMetadata, _ xmp: [String: String]) throws -> MediaProbe {
    try MediaCodecs.probe(.data(file(exif, xmp)), nameExtension: nil)
  }

  private func file(_ exif: ImageMetadata, _ xmp: [String: String]) throws -> Data {
    let jpeg = try MediaCodecs.rewritingMetadata(
      of: TestMedia.data("exif/no-exif.jpg"), merging: exif)
    let body = xmp.sorted { $0.key < $1.key }.map { "<\($0.key)>\($0.value)</\($0.key)>" }
    let packet =
      "<x:xmpmeta><rdf:RDF><rdf:Description>" + body.joined()
      + "</rdf:Description></rdf:RDF></x:xmpmeta>"
    let content = Data("http://ns.adobe.com/xap/1.0/\0".utf8) + Data(packet.utf8)
    let length = content.count + 2
    let segment = Data([0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)]) + content
    return jpeg.prefix(2) + segment + jpeg.dropFirst(2)
  }

  private func year(_ number: Int) -> String { "\(number):01:02 03:04:05" }

  @Test func takenThenDigitizedThenChanged() throws {
    let exif: [String: (String, String)] = [
      "taken": ("{Exif}", "DateTimeOriginal"), "digitized": ("{Exif}", "DateTimeDigitized"),
      "changed": ("{TIFF}", "DateTime"),
    ]
    let xmp = [
      "taken": "exif:DateTimeOriginal", "made": "photoshop:DateCreated",
      "digitized": "xmp:CreateDate",
    ]
    let rows: [(exif: [String], xmp: [String], year: Int?)] = [
      (["taken", "digitized", "changed"], ["taken", "made", "digitized"], 2001),
      (["digitized", "changed"], ["taken", "made", "digitized"], 2011),
      (["digitized", "changed"], ["made", "digitized"], 2012),
      (["digitized", "changed"], ["digitized"], 2002),
      (["changed"], ["digitized"], 2013), (["changed"], [], 2003), ([], ["made"], 2012),
      ([], [], nil),
    ]
    let years = ["taken": 2001, "digitized": 2002, "changed": 2003]
    let packetYears = ["taken": 2011, "made": 2012, "digitized": 2013]
    for row in rows {
      var metadata: ImageMetadata = [:]
      for name in row.exif {
        guard let (key, inner) = exif[name], let number = years[name] else { continue }
        var values = metadata[key]?.dictionaryValue ?? [:]
        values[inner] = .string(year(number))
        metadata[key] = .dictionary(values)
      }
      var properties: [String: String] = [:]
      for name in row.xmp {
        guard let key = xmp[name], let number = packetYears[name] else { continue }
        properties[key] = "\(number)-01-02T03:04:05"
      }
      #expect(try probe(metadata, properties).captureDate?.year == row.year, "\(row)")
    }
  }

  @Test func formsOfXMPDates() throws {
    let rows: [(text: String, date: CaptureDate?)] = [
      (
        "2016-01-02T03:04:05+02:00",
        CaptureDate(
          year: 2016, month: 1, day: 2, hour: 3, minute: 4, second: 5, utcOffset: 7_200)
      ),
      (
        "2016-01-02T03:04:05.25Z",
        CaptureDate(
          year: 2016, month: 1, day: 2, hour: 3, minute: 4, second: 5, microseconds: 250_000,
          utcOffset: 0)
      ),
      ("2016-01-02T03:04", CaptureDate(year: 2016, month: 1, day: 2, hour: 3, minute: 4)),
      (
        "2016-01-02T03:04-01:30",
        CaptureDate(year: 2016, month: 1, day: 2, hour: 3, minute: 4, utcOffset: -5_400)
      ),
      ("2016-01-02", CaptureDate(year: 2016, month: 1, day: 2)),
      ("2016-01", nil), ("2016", nil), ("", nil), ("T", nil), ("2016-13-02", nil),
      ("2016-02-30T03:04:05", nil),
    ]
    for row in rows {
      #expect(
        try probe([:], ["photoshop:DateCreated": row.text]).captureDate == row.date, "\(row.text)")
    }
  }

  @Test func recordsOfThePressAgencies() throws {
    // Data sets 55 and 60 of record 2, in Photoshop's resource 1028.
    func records(_ sets: [(Int, String)]) -> Data {
      var bytes: [UInt8] = []
      for (number, text) in sets {
        bytes += [0x1C, 2, UInt8(number), 0, UInt8(text.utf8.count)] + Array(text.utf8)
      }
      let length = bytes.count
      if bytes.count % 2 == 1 { bytes.append(0) }
      let resource =
        Array("Photoshop 3.0\0".utf8) + Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0]
        + [UInt8(length >> 8), UInt8(length & 0xFF)] + bytes
      let size = resource.count + 2
      return Data([0xFF, 0xED, UInt8(size >> 8), UInt8(size & 0xFF)] + resource)
    }
    let jpeg = try TestMedia.data("exif/no-exif.jpg")
    let rows: [(sets: [(Int, String)], date: CaptureDate?)] = [
      (
        [(55, "19991231"), (60, "235958+0530")],
        CaptureDate(
          year: 1999, month: 12, day: 31, hour: 23, minute: 59, second: 58, utcOffset: 19_800)
      ),
      ([(55, "19991231")], CaptureDate(year: 1999, month: 12, day: 31)),
      ([(55, "00000000")], nil), ([(60, "235958+0530")], nil), ([(55, "1999")], nil),
    ]
    for row in rows {
      let data = jpeg.prefix(2) + records(row.sets) + jpeg.dropFirst(2)
      let probe = try MediaCodecs.probe(.data(data), nameExtension: nil)
      #expect(probe.captureDate == row.date, "\(row.sets)")
    }
  }

  // The comment of iOS in XMP, where its PNG screenshots have it too (decision 53), and EXIF's stars.
  @Test func screenshotsAndRatings() throws {
    let comment = "<rdf:Alt><rdf:li xml:lang=\"x-default\">Screenshot</rdf:li></rdf:Alt>"
    #expect(try probe([:], ["exif:UserComment": comment]).subtypes == .screenshot)
    #expect(try probe([:], ["exif:UserComment": "A Screenshot"]).subtypes == [])
    // Entry 0x4746 of a TIFF's first directory, a number of two bytes: TIFF's own tag number 0x115
    // is given another one.
    var tiff = try TestMedia.data("tiff/three-pages.tif")
    let isLittle = tiff.first == 0x49
    let tag = Data(isLittle ? [0x15, 0x01] : [0x01, 0x15])
    let place = try #require(tiff.range(of: tag))
    let count = Data(isLittle ? [3, 0, 1, 0, 0, 0, 4, 0] : [0, 3, 0, 0, 0, 1, 0, 4])
    tiff.replaceSubrange(
      place.lowerBound..<place.lowerBound + 2, with: isLittle ? [0x46, 0x47] : [0x47, 0x46])
    tiff.replaceSubrange(place.upperBound..<place.upperBound + 8, with: count)
    let texts = try MediaCodecs.metadata(of: tiff)["{IPTC}"]?.dictionaryValue
    #expect(texts?["StarRating"] == .integer(4))
    // XMP's own stars win (exif/xmp-iptc.jpg has 4), and -1 is a rejected picture.
    let rejected = try MediaCodecs.metadata(of: file([:], ["xmp:Rating": "-1"]))
    #expect(rejected["{IPTC}"]?.dictionaryValue?["StarRating"] == .integer(-1))
  }
}
