import Foundation

/// Title, caption, keywords, rating, dates and place of an XMP packet, and which kind of picture it
/// tells of.
struct XMPPacket {
  /// A longer packet is not read.
  static let longest = 4_194_304

  private(set) var title: String?
  private(set) var caption: String?
  private(set) var keywords: [String] = []
  /// Stars, -1 … 5; -1 is a rejected picture.
  private(set) var rating: Int?
  /// When the picture was taken; nil if the packet does not say.
  private(set) var dateTaken: CaptureDate?
  /// When it became digital; nil if the packet does not say.
  private(set) var dateDigitized: CaptureDate?
  /// Where it was taken; nil if the packet does not say.
  private(set) var location: GeoPoint?
  /// A screenshot by the comment of iOS, a panorama by Google's properties.
  private(set) var subtypes: MediaSubtypes = []

  /// Reads what can be read: a packet that breaks off gives what stands before.
  ///
  /// Foundation's XML parser ends the process at some damaged packets, so the few properties wanted
  /// are read by a scanner of tags that knows no entities beside XML's own and numbers of characters.
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
    location = GeoPoint(
      xmpLatitude: reader.values["exif:GPSLatitude"]?.first,
      longitude: reader.values["exif:GPSLongitude"]?.first,
      altitude: reader.values["exif:GPSAltitude"]?.first,
      altitudeReference: reader.values["exif:GPSAltitudeRef"]?.first)
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
  ///
  /// Every picture of an import has its packet read, so names are compared as bytes, and only the
  /// values that are wanted become text.
  private struct Reader {
    private typealias Bytes = UnsafeBufferPointer<UInt8>

    private static let wanted = [
      "dc:title", "dc:description", "dc:subject", "xmp:Rating", "xmp:CreateDate",
      "photoshop:DateCreated", "exif:DateTimeOriginal", "exif:DateTimeDigitized",
      "exif:UserComment", "exif:GPSLatitude", "exif:GPSLongitude", "exif:GPSAltitude",
      "exif:GPSAltitudeRef", "GPano:ProjectionType",
    ].map { (name: $0, bytes: Array($0.utf8)) }
    private static let entry = Array("rdf:li".utf8)
    private static let description = Array("rdf:Description".utf8)
    private static let mostValues = 4_096
    /// Every picture with a packet is probed, so a hostile one must not cost seconds.
    private static let mostTags = 65_536

    private(set) var values: [String: [String]] = [:]
    private var property: String?
    private var hasEntries = false

    /// Walks the tags from the front; the text before a closing tag is the element's. Comments,
    /// instructions and sections of plain characters belong to the text that they stand in.
    mutating func read(_ packet: [UInt8]) {
      packet.withUnsafeBufferPointer { bytes in
        var place = 0
        var text = 0
        for _ in 0..<Self.mostTags {
          guard let start = XMLText.place(of: UInt8(ascii: "<"), in: bytes, from: place),
            let end = XMLText.end(ofTagAt: start, in: bytes)
          else { return }
          place = end + 1
          if XMLText.belongsToText(start, in: bytes) { continue }
          note(Bytes(rebasing: bytes[(start + 1)..<end]), Bytes(rebasing: bytes[text..<start]))
          text = place
        }
      }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: " ") || (UInt8(ascii: "\t")...UInt8(ascii: "\r")).contains(byte)
    }

    private static func isWanted(_ name: Bytes) -> String? {
      wanted.first { $0.bytes.count == name.count && $0.bytes.elementsEqual(name) }?.name
    }

    private mutating func note(_ tag: Bytes, _ text: Bytes) {
      let isClosing = tag.first == UInt8(ascii: "/")
      let body = isClosing ? Bytes(rebasing: tag.dropFirst()) : tag
      let end = body.firstIndex { Self.isBlank($0) || $0 == UInt8(ascii: "/") } ?? body.count
      let name = Bytes(rebasing: body[..<end])
      if name.elementsEqual(Self.entry) {
        if !isClosing {
          hasEntries = true
        } else if let property {
          add(property, text)
        }
      } else if isClosing {
        guard let property, property.utf8.elementsEqual(name) else { return }
        if !hasEntries { add(property, text) }
        self.property = nil
      } else if name.elementsEqual(Self.description) {
        noteAttributes(Bytes(rebasing: body[end...]))
      } else if tag.last != UInt8(ascii: "/"), let wanted = Self.isWanted(name) {
        property = wanted
        hasEntries = false
      }
    }

    private mutating func noteAttributes(_ bytes: Bytes) {
      var place = 0
      while let equals = XMLText.place(of: UInt8(ascii: "="), in: bytes, from: place) {
        let key = bytes[place..<equals].drop(while: Self.isBlank)
        let length = (key.lastIndex { !Self.isBlank($0) } ?? key.startIndex - 1) + 1
        guard let start = bytes[(equals + 1)...].firstIndex(where: { !Self.isBlank($0) }),
          bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'"),
          let end = XMLText.place(of: bytes[start], in: bytes, from: start + 1)
        else { return }
        if let name = Self.isWanted(Bytes(rebasing: bytes[key.startIndex..<length])) {
          add(name, Bytes(rebasing: bytes[(start + 1)..<end]))
        }
        place = end + 1
      }
    }

    private mutating func add(_ key: String, _ bytes: Bytes) {
      guard values[key, default: []].count < Self.mostValues else { return }
      let value = Self.text(bytes)
      if !value.isEmpty { values[key, default: []].append(value) }
    }

    /// A value as it was before it was put into XML, without the blanks around it.
    private static func text(_ bytes: Bytes) -> String {
      let value = XMLText.decoded(bytes)
      // Plain letters at both ends, as dates and numbers have them, leave nothing to take away.
      let plain: ClosedRange<UInt8> = 0x21...0x7E
      if let first = value.utf8.first, let last = value.utf8.last, plain.contains(first),
        plain.contains(last)
      {
        return value
      }
      return value.trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }
}
