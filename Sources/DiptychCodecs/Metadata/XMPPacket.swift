import Foundation

/// Title, caption, keywords, rating and dates of an XMP packet, and which kind of picture it tells of.
struct XMPPacket {
  /// A longer packet is not read.
  private static let longest = 4_194_304

  private(set) var title: String?
  private(set) var caption: String?
  private(set) var keywords: [String] = []
  /// Stars, -1 … 5; -1 is a rejected picture.
  private(set) var rating: Int?
  /// When the picture was taken; nil if the packet does not say.
  private(set) var dateTaken: CaptureDate?
  /// When it became digital; nil if the packet does not say.
  private(set) var dateDigitized: CaptureDate?
  /// A screenshot by the comment of iOS, a panorama by Google's properties.
  private(set) var subtypes: MediaSubtypes = []

  /// Reads what can be read: a packet that breaks off gives what stands before.
  ///
  /// Foundation's XML parser ends the process at some damaged packets, so the few properties wanted
  /// are read by a scanner of tags that knows no entities beside XML's own.
  init(_ bytes: [UInt8]) {
    guard bytes.count <= Self.longest else { return }
    var reader = Reader()
    reader.read(bytes)
    title = reader.values["dc:title"]?.first
    caption = reader.values["dc:description"]?.first
    keywords = reader.values["dc:subject"] ?? []
    rating = reader.values["xmp:Rating"]?.first.flatMap { Int($0) }
    func date(_ keys: String...) -> CaptureDate? {
      keys.lazy.compactMap { reader.values[$0]?.first.flatMap(CaptureDate.init(xmp:)) }.first
    }
    dateTaken = date("exif:DateTimeOriginal", "photoshop:DateCreated")
    dateDigitized = date("exif:DateTimeDigitized", "xmp:CreateDate")
    if reader.values["exif:UserComment"]?.first == EXIFReader.screenshotComment {
      subtypes.insert(.screenshot)
    }
    if reader.values["GPano:ProjectionType"] != nil { subtypes.insert(.panorama) }
  }

  /// Under the keys that ImageIO has for the same things in IPTC.
  var metadata: ImageMetadata {
    var values: ImageMetadata = [:]
    values["ObjectName"] = title.map { .string($0) }
    values["Caption/Abstract"] = caption.map { .string($0) }
    if !keywords.isEmpty { values["Keywords"] = .list(keywords.map { .string($0) }) }
    values["StarRating"] = rating.map { .integer($0) }
    return values
  }

  /// Gathers the text of the properties wanted; those of a list, each entry.
  private struct Reader {
    private static let wanted: Set = [
      "dc:title", "dc:description", "dc:subject", "xmp:Rating", "xmp:CreateDate",
      "photoshop:DateCreated", "exif:DateTimeOriginal", "exif:DateTimeDigitized",
      "exif:UserComment", "GPano:ProjectionType",
    ]
    private static let mostValues = 4_096
    /// Every picture with a packet is probed, so a hostile one must not cost seconds.
    private static let mostTags = 65_536

    private(set) var values: [String: [String]] = [:]
    private var property: String?
    private var hasEntries = false

    /// Walks the tags from the front; the text before a closing tag is the element's.
    mutating func read(_ bytes: [UInt8]) {
      var text: ArraySlice<UInt8> = []
      var rest = bytes[...]
      for _ in 0..<Self.mostTags {
        guard let start = rest.firstIndex(of: UInt8(ascii: "<")) else { return }
        text = rest[..<start]
        guard let end = Self.end(ofTagAt: start, in: rest) else { return }
        note(rest[(start + 1)..<end], text)
        rest = rest[(end + 1)...]
      }
    }

    /// The closing bracket of a tag; those inside quotes do not count.
    private static func end(ofTagAt start: Int, in bytes: ArraySlice<UInt8>) -> Int? {
      var quote: UInt8?
      for index in start..<bytes.endIndex {
        let byte = bytes[index]
        if let open = quote {
          if byte == open { quote = nil }
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
          quote = byte
        } else if byte == UInt8(ascii: ">") {
          return index
        }
      }
      return nil
    }

    private mutating func note(_ tag: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) {
      let isClosing = tag.first == UInt8(ascii: "/")
      let ends = Set(" \t\r\n/".utf8)
      let body = isClosing ? tag.dropFirst() : tag
      let name = String(decoding: body.prefix { !ends.contains($0) }, as: UTF8.self)
      if isClosing {
        if name == "rdf:li", let property {
          add(property, text)
        } else if name == property {
          if !hasEntries { add(name, text) }
          property = nil
        }
      } else if name == "rdf:Description" {
        noteAttributes(body.drop { !ends.contains($0) })
      } else if Self.wanted.contains(name), tag.last != UInt8(ascii: "/") {
        property = name
        hasEntries = false
      } else if name == "rdf:li" {
        hasEntries = true
      }
    }

    private mutating func noteAttributes(_ bytes: ArraySlice<UInt8>) {
      let blanks = Set(" \t\r\n".utf8)
      var rest = bytes
      while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
        let key = rest[..<equals].filter { !blanks.contains($0) }
        let value = rest[(equals + 1)...].drop { blanks.contains($0) }
        guard let quote = value.first, let start = value.indices.first,
          quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
          let end = value.dropFirst().firstIndex(of: quote)
        else { return }
        let name = String(decoding: key, as: UTF8.self)
        if Self.wanted.contains(name) { add(name, value[(start + 1)..<end]) }
        rest = value[(end + 1)...]
      }
    }

    private mutating func add(_ key: String, _ bytes: ArraySlice<UInt8>) {
      var value = String(decoding: bytes, as: UTF8.self)
      for (entity, text) in [
        ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#xA;", "\n"),
        ("&#10;", "\n"), ("&amp;", "&"),
      ] {
        value = value.replacingOccurrences(of: entity, with: text)
      }
      let trimmed = value.trimmingCharacters(in: .whitespacesAndNewlines)
      guard !trimmed.isEmpty, values[key, default: []].count < Self.mostValues else { return }
      values[key, default: []].append(trimmed)
    }
  }
}
