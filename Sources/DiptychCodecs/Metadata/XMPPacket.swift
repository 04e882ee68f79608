import Foundation
import FoundationXML

/// Title, caption, keywords and rating of an XMP packet, and whether it tells of a panorama.
struct XMPPacket {
  /// A longer packet is not read.
  private static let longest = 4_194_304

  private(set) var title: String?
  private(set) var caption: String?
  private(set) var keywords: [String] = []
  /// Stars, -1 … 5; -1 is a rejected picture.
  private(set) var rating: Int?
  /// A date in ISO 8601's form, as the packet has it.
  private(set) var dateCreated: String?

  /// Reads what can be read: a packet that breaks off gives what stands before. One that declares
  /// entities is not read, so that none can grow without end.
  init(_ bytes: [UInt8]) {
    guard bytes.count <= Self.longest, !Self.contains("<!", in: bytes) else { return }
    let reader = Reader()
    // The packet's padding and a closing NUL are no part of the document.
    var kept = bytes[...]
    while let last = kept.last, last == 0 || last == 0x20 || last == 0x0A { kept.removeLast() }
    let parser = XMLParser(data: Data(kept))
    parser.shouldResolveExternalEntities = false
    parser.delegate = reader
    _ = parser.parse()
    title = reader.values["dc:title"]?.first
    caption = reader.values["dc:description"]?.first
    keywords = reader.values["dc:subject"] ?? []
    rating = reader.values["xmp:Rating"]?.first.flatMap { Int($0) }
    dateCreated = reader.values["photoshop:DateCreated"]?.first
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

  /// Whether the packet has Google's properties of a panorama; the packet is not taken apart.
  static func tellsOfPanorama(_ bytes: [UInt8]) -> Bool {
    contains("GPano:ProjectionType", in: bytes)
  }

  private static func contains(_ text: String, in bytes: [UInt8]) -> Bool {
    Data(bytes).range(of: Data(text.utf8)) != nil
  }

  /// Gathers the text of the properties wanted; those of a list, each entry.
  private final class Reader: NSObject, XMLParserDelegate {
    private static let wanted: Set = [
      "dc:title", "dc:description", "dc:subject", "xmp:Rating", "photoshop:DateCreated",
    ]
    private static let mostValues = 4_096

    var values: [String: [String]] = [:]
    private var property: String?
    private var text = ""
    private var hasEntries = false

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      if name == "rdf:Description" {
        for (key, value) in attributes where Self.wanted.contains(key) { add(key, value) }
      } else if Self.wanted.contains(name) {
        property = name
        hasEntries = false
      } else if name == "rdf:li" {
        hasEntries = true
      }
      text = ""
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
      text += string
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
      qualifiedName: String?
    ) {
      if name == "rdf:li", let property {
        add(property, text)
      } else if name == property {
        if !hasEntries { add(name, text) }
        property = nil
      }
      text = ""
    }

    private func add(_ key: String, _ value: String) {
      let trimmed = value.trimmingCharacters(in: .whitespacesAndNewlines)
      guard !trimmed.isEmpty, values[key, default: []].count < Self.mostValues else { return }
      values[key, default: []].append(trimmed)
    }
  }
}
