import DiptychCodecs
import Foundation
import TestMedia
import Testing

/// `{IPTC}` that is given with a JPEG (L142, decision 235).
@Suite struct GivenTextsTests {
  private func texts(_ data: Data) throws -> ImageMetadata {
    try MediaCodecs.metadata(of: data)["{IPTC}"]?.dictionaryValue ?? [:]
  }

  private func merging(_ texts: ImageMetadata, _ data: Data) throws -> Data {
    try MediaCodecs.rewritingMetadata(of: data, merging: ["{IPTC}": .dictionary(texts)])
  }

  private let given: ImageMetadata = [
    "Keywords": .list([.string("a"), .string("žluť")]), "Caption/Abstract": .string("cap"),
    "ObjectName": .string("It's"), "City": .string("Brno"), "StarRating": .integer(2),
    "Byline": .list([.string("A"), .string("B")]), "DateCreated": .string("20010203"),
  ]

  // With nothing in the file, with EXIF, and with records and a packet that say otherwise.
  @Test func givenTextsWin() throws {
    for name in [
      "exif/no-exif.jpg", "exif/date-plain.jpg", "exif/xmp-iptc.jpg", "jpeg/progressive.jpg",
    ] {
      let data = try TestMedia.data(name)
      let result = try merging(given, data)
      let found = try texts(result)
      for (key, value) in given { #expect(found[key] == value, "\(name) \(key)") }
      for (key, value) in try texts(data) where given[key] == nil {
        #expect(found[key] == value, "\(name) \(key)")
      }
      #expect(try MediaCodecs.decode(result) == MediaCodecs.decode(data), "\(name)")
      let (old, new) = (
        try MediaCodecs.probe(.data(data), nameExtension: "jpg"),
        try MediaCodecs.probe(.data(result), nameExtension: "jpg")
      )
      #expect(new.storedSize == old.storedSize && new.location == old.location, "\(name)")
      #expect(new.orientation == old.orientation, "\(name)")
      // Twice gives the same bytes, and what the file says already changes none.
      #expect(try merging(given, result) == result, "\(name)")
      #expect(try merging(texts(data), data) == data, "\(name)")
      #expect(try merging(found, result) == result, "\(name)")
    }
  }

  @Test func emptyTakesAway() throws {
    let data = try merging(given, try TestMedia.data("exif/xmp-iptc.jpg"))
    let result = try merging(["Keywords": .list([]), "Caption/Abstract": .string("")], data)
    let found = try texts(result)
    #expect(found["Keywords"] == nil && found["Caption/Abstract"] == nil)
    #expect(found["City"] == .string("Brno") && found["ObjectName"] == .string("It's"))
  }

  @Test func whatHasNoPlace() throws {
    let data = try TestMedia.data("exif/xmp-iptc.jpg")
    let wrong: ImageMetadata = [
      "Caption/Abstract": .list([.string("a")]), "Keywords": .list([.dictionary([:])]),
      "NoSuchKey": .string("x"), "StarRating": .integer(9), "City": .real(1.5),
    ]
    #expect(try merging(wrong, data) == data)
    let long = String(repeating: "é", count: 16_384)
    #expect(errorCode { try merging(["Headline": .string(long)], data) } == .encodingFailed)
    let many = [MetadataValue](repeating: .string(String(repeating: "x", count: 999)), count: 70)
    #expect(errorCode { try merging(["Keywords": .list(many)], data) } == .encodingFailed)
    // Other formats keep none.
    for name in ["png/rgba.png", "gif/animated-3.gif", "tiff/three-pages.tif"] {
      let other = try TestMedia.data(name)
      #expect(try merging(given, other) == other, "\(name)")
    }
  }

  /// Photoshop's segment with these data sets, of record and number, behind another resource.
  private func segment(_ sets: [(UInt8, UInt8, [UInt8])]) -> Data {
    var records: [UInt8] = []
    for (record, number, content) in sets {
      records += [0x1C, record, number, 0, UInt8(content.count)]
      records += content
    }
    func resource(_ kind: UInt8, _ content: [UInt8]) -> [UInt8] {
      Array("8BIM".utf8) + [4, kind, 0, 0, 0, 0, 0, UInt8(content.count)] + content
        + [UInt8](repeating: 0, count: content.count % 2)
    }
    let content = Array("Photoshop 3.0\0".utf8) + resource(0x22, [1, 2, 3]) + resource(4, records)
    let length = content.count + 2
    return Data([0xFF, 0xED, UInt8(length >> 8), UInt8(length & 0xFF)] + content)
  }

  // Texts of the time before UTF-8 stay what they were, beside new ones.
  @Test func oldRecordsStay() throws {
    let jpeg = try TestMedia.data("exif/no-exif.jpg")
    let old = segment([
      (1, 0, [0, 4]), (2, 0, [0, 4]), (2, 90, [0x4B, 0xF6, 0x6C, 0x6E]), (2, 25, [0x61]),
      (2, 202, [0xFF, 0xD8]), (3, 10, [0x31]),
    ])
    let data = jpeg.prefix(2) + old + jpeg.dropFirst(2)
    let result = try merging(["Keywords": .list([.string("ü")])], data)
    let found = try texts(result)
    #expect(found["City"] == .string("Köln") && found["Keywords"] == .list([.string("ü")]))
    for bytes in [
      [0x1C, 1, 90, 0, 3, 0x1B, 0x25, 0x47], [0x1C, 2, 202, 0, 2, 0xFF, 0xD8],
      [0x1C, 3, 10, 0, 1, 0x31], Array("8BIM".utf8) + [4, 0x22, 0, 0, 0, 0, 0, 3, 1, 2, 3],
    ] as [[UInt8]] {
      #expect(result.range(of: Data(bytes)) != nil, "\(bytes)")
    }
    #expect(try MediaCodecs.decode(result) == MediaCodecs.decode(jpeg))
    // Segments that break off anywhere are neither read too far nor lost.
    for cut in 1..<old.count - 20 {
      let broken = old.prefix(old.count - cut)
      var bytes = [UInt8](broken)
      let length = bytes.count - 2
      bytes[2] = UInt8(length >> 8)
      bytes[3] = UInt8(length & 0xFF)
      let file = jpeg.prefix(2) + Data(bytes) + jpeg.dropFirst(2)
      _ = try? merging(given, file)
    }
  }

  /// A JPEG with these resources of Photoshop's, in as many segments.
  private func jpeg(resources segments: [[UInt8]]) throws -> Data {
    let data = try TestMedia.data("exif/no-exif.jpg")
    let bytes = segments.flatMap { content -> [UInt8] in
      let content = Array("Photoshop 3.0\0".utf8) + content
      let length = content.count + 2
      return [0xFF, 0xED, UInt8(length >> 8), UInt8(length & 0xFF)] + content
    }
    return data.prefix(2) + Data(bytes) + data.dropFirst(2)
  }

  private func resource(_ kind: UInt8, _ content: [UInt8], length: Int? = nil) -> [UInt8] {
    let count = length ?? content.count
    return Array("8BIM".utf8) + [4, kind, 0, 0] + [24, 16, 8, 0].map { UInt8((count >> $0) & 255) }
      + content
  }

  // The last resource may lack its padding, and what stands behind it must be found all the same.
  @Test func resourcesOfOddLength() throws {
    let last = resource(0x0B, Array("a.b/c".utf8))
    for damage in [[], [7], Array("8BIM".utf8)] {
      let data = try jpeg(resources: [last + damage])
      let result = try merging(["ObjectName": .string("x")], data)
      #expect(try texts(result)["ObjectName"] == .string("x"))
      #expect(result.range(of: Data(last + damage)) != nil)
    }
  }

  // Decision 262: resources that fill their segment go on in the next.
  @Test func resourcesThatFillASegment() throws {
    let records: [UInt8] = [0x1C, 2, 5, 0, 3] + Array("old".utf8)
    let old = resource(0x04, records)
    let big = [UInt8](repeating: 0x5A, count: 90_000)
    let first = resource(0x0C, Array(big.prefix(65_000)), length: big.count)
    for content in [old + first, first] {
      let data = try jpeg(resources: [content, Array(big.dropFirst(65_000))])
      let long = String(repeating: "k", count: 2_000)
      let result = try merging(
        ["ObjectName": .string("new"), "Caption/Abstract": .string(long)], data)
      let found = try texts(result)
      #expect(found["ObjectName"] == .string("new") && found["Caption/Abstract"] == .string(long))
      #expect(result.range(of: Data(records)) == nil && result.range(of: Data(first)) != nil)
      #expect(try MediaCodecs.decode(result) == MediaCodecs.decode(data))
      #expect(try merging(["ObjectName": .string("new")], result) == result)
    }
    let many = (0..<5_000).map { MetadataValue.string("\($0)") }
    let data = try TestMedia.data("exif/no-exif.jpg")
    #expect(errorCode { try merging(["Keywords": .list(many)], data) } == .encodingFailed)
  }
}
