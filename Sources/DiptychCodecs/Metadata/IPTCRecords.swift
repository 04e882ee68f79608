/// Title, caption, keywords and the like, as the press agencies' standard (IIM) stores them.
struct IPTCRecords {
  static let mostRecords = 4_096
  /// Data sets of record 2 that have a key in ImageIO's dictionary.
  static let keys: [UInt8: String] = [
    5: "ObjectName", 10: "Urgency", 15: "Category", 25: "Keywords", 40: "SpecialInstructions",
    55: "DateCreated", 60: "TimeCreated", 80: "Byline", 85: "BylineTitle", 90: "City",
    92: "SubLocation", 95: "Province/State", 100: "Country/PrimaryLocationCode",
    101: "Country/PrimaryLocationName", 105: "Headline", 110: "Credit", 115: "Source",
    116: "CopyrightNotice", 120: "Caption/Abstract", 122: "Writer/Editor",
  ]
  /// Data sets that may come several times.
  static let lists: Set<String> = ["Keywords", "Byline"]

  /// Under ImageIO's keys.
  private(set) var metadata: ImageMetadata = [:]

  /// Reads the data sets up to the first that does not fit.
  init(_ bytes: [UInt8]) {
    var offset = 0
    for _ in 0..<Self.mostRecords {
      guard offset + 5 <= bytes.count, bytes[offset] == 0x1C else { return }
      let length = Int(bytes[offset + 3]) << 8 | Int(bytes[offset + 4])
      let start = offset + 5
      // A length with its first bit set is of a data set over 32 kB, which nothing here needs.
      guard length < 0x8000, start + length <= bytes.count else { return }
      if bytes[offset + 1] == 2, let key = Self.keys[bytes[offset + 2]] {
        note(key, Self.text(bytes[start..<start + length]))
      }
      offset = start + length
    }
  }

  /// When the picture was taken; midnight where the records have no time. nil without a date.
  var dateTaken: CaptureDate? {
    guard let day = metadata["DateCreated"]?.stringValue else { return nil }
    return CaptureDate(iptcDate: day, time: metadata["TimeCreated"]?.stringValue)
  }

  private mutating func note(_ key: String, _ text: String) {
    guard Self.lists.contains(key) else {
      if metadata[key] == nil { metadata[key] = .string(text) }
      return
    }
    guard case .list(let values)? = metadata[key] else {
      metadata[key] = .list([.string(text)])
      return
    }
    metadata[key] = .list(values + [.string(text)])
  }

  /// UTF-8, or Latin-1 where it cannot be that: the mark that should tell is often missing.
  static func text(_ bytes: ArraySlice<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}

extension IPTCRecords {
  private static let mostResources = 1_024

  /// The records in Photoshop's resources, which a JPEG's segment holds; nil if there are none.
  static func bytes(inResources bytes: [UInt8]) -> [UInt8]? {
    var offset = 0
    for _ in 0..<mostResources {
      guard let resource = resource(at: offset, in: bytes) else { return nil }
      if resource.kind == 0x0404 { return Array(bytes[resource.content]) }
      offset = resource.range.upperBound
    }
    return nil
  }

  /// One of Photoshop's resources: what it is, all of its bytes, and those behind its length; nil
  /// where none is whole.
  static func resource(
    at offset: Int, in bytes: [UInt8]
  ) -> (kind: Int, range: Range<Int>, content: Range<Int>)? {
    guard offset + 12 <= bytes.count, bytes[offset..<offset + 4].elementsEqual("8BIM".utf8)
    else { return nil }
    let kind = Int(bytes[offset + 4]) << 8 | Int(bytes[offset + 5])
    // A name with its length, padded to an even count.
    let place = offset + 6 + (Int(bytes[offset + 6]) / 2 + 1) * 2
    guard place + 4 <= bytes.count else { return nil }
    let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    let start = place + 4
    guard length <= bytes.count - start else { return nil }
    // The last one may lack its padding.
    let end = min(bytes.count, start + (length + 1) / 2 * 2)
    return (kind, offset..<end, start..<start + length)
  }
}
