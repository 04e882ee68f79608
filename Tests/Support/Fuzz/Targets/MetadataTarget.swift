import DiptychCodecs
import Foundation

/// EXIF, XMP and IPTC blocks, put into a small JPEG. The first byte says which.
struct MetadataTarget: FuzzTarget {
  let name = "metadata"
  let maximumLength = 16 << 10
  let dictionary = [
    "II*\0", "MM\0*", "2012:02:03 04:05:06", "+02:00", "Apple iOS\0\0\u{1}MM", "<x:xmpmeta",
    "rdf:RDF",
    "rdf:Description", "dc:title", "rdf:Alt", "rdf:li", "xml:lang=\"x-default\"", "&amp;", "&#x41;",
    "<![CDATA[", "<!--", "exif:", "xmp:Rating", "8BIM\u{4}\u{4}", "\u{1C}\u{2}\u{5}",
  ]

  func seeds() throws -> [Data] {
    let blocks = try samples("exif/", "orientation/orientation-6", "bad/exif").flatMap(Self.blocks)
    return blocks.filter { $0.count <= maximumLength }
  }

  /// The application segments of a JPEG, each behind the byte that stands for its kind.
  private static func blocks(_ data: Data) -> [Data] {
    let bytes = [UInt8](data)
    var found: [Data] = []
    var place = 2
    while place + 4 <= bytes.count, bytes[place] == 0xFF, bytes[place + 1] != 0xDA {
      let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
      let body = bytes[min(place + 4, bytes.count)..<min(place + 2 + max(2, length), bytes.count)]
      for (index, lead) in leads.enumerated() where body.starts(with: lead.bytes) {
        found.append(Data([UInt8(index)] + body.dropFirst(lead.bytes.count)))
      }
      place += 2 + max(2, length)
    }
    return found
  }

  private static let leads: [(marker: UInt8, bytes: [UInt8])] = [
    (0xE1, Array("Exif\0\0".utf8)), (0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8)),
    (0xED, Array("Photoshop 3.0\0".utf8)),
  ]

  private let picture = Lazy<[UInt8]> {
    let pixels = [UInt8](repeating: 200, count: 4 * 4 * 4)
    guard
      let bitmap = Bitmap(size: PixelSize(width: 4, height: 4), pixels: pixels, hasAlpha: false)
    else { fatalError("There is no such picture.") }
    return [UInt8](try MediaCodecs.encode(bitmap, as: .jpeg, orientation: .up))
  }

  func run(_ input: [UInt8]) {
    guard let first = input.first, input.count < 65_000 else { return }
    let lead = Self.leads[Int(first) % Self.leads.count]
    let body = lead.bytes + input.dropFirst()
    let length = body.count + 2
    let plain = picture.value()
    let segment = [0xFF, lead.marker, UInt8(length >> 8), UInt8(length & 255)] + body
    let data = Data(plain[..<2] + segment + plain[2...])
    let metadata = answer { try MediaCodecs.metadata(of: data) }
    require(metadata?["PixelWidth"] == .integer(4), "the block hides the picture")
    let probe = answer { try MediaCodecs.probe(.data(data), nameExtension: "jpg") }
    require(probe?.location?.isValid ?? true, "it is nowhere")
    require(probe?.captureDate.map { $0.date(in: .gmt) != nil } ?? true, "it has no date")
    let change: ImageMetadata = [
      "{TIFF}": .dictionary(["Make": .string("M")]),
      "{GPS}": .dictionary(["Latitude": .real(1.5), "LatitudeRef": .string("N")]),
    ]
    let written = answer { try MediaCodecs.rewritingMetadata(of: data, merging: change) }
    guard let written else { return }
    let again = answer { try MediaCodecs.metadata(of: written) }
    require(
      again?["{TIFF}"]?.dictionaryValue?["Make"] == .string("M"), "what was written is not there")
  }
}
