import DiptychCodecs
import DiptychEngine
import Foundation

/// What the library knows of an asset and the file need not say, as an XMP packet for a file beside
/// it (decision 111).
struct XMPSidecar {
  let asset: AssetRecord
  /// Title, caption and keywords that a library of Apple's Photos gave it.
  let texts: AssetTexts
  /// Titles, in alphabetical order.
  let albums: [String]

  /// The packet, in UTF-8.
  var data: Data {
    var properties: [String] = []
    func add(_ name: String, _ value: String) {
      properties.append("   <\(name)>\(Self.escaped(value))</\(name)>")
    }
    if let date = asset.creationDate {
      let text = Self.date(date)
      for name in ["exif:DateTimeOriginal", "photoshop:DateCreated", "xmp:CreateDate"] {
        add(name, text)
      }
    }
    // A row that somebody else wrote may hold any numbers.
    if let place = asset.location, place.isValid {
      add("exif:GPSLatitude", Self.angle(place.latitude, "N", "S"))
      add("exif:GPSLongitude", Self.angle(place.longitude, "E", "W"))
      if let altitude = place.altitude {
        add("exif:GPSAltitudeRef", altitude < 0 ? "1" : "0")
        add("exif:GPSAltitude", "\(Int((min(abs(altitude), 1e9) * 1_000).rounded()))/1000")
      }
    }
    if asset.isFavorite { add("xmp:Rating", "5") }
    for (name, text) in [("dc:title", texts.title), ("dc:description", texts.caption)] {
      guard let text else { continue }
      let entry = "     <rdf:li xml:lang=\"x-default\">\(Self.escaped(text))</rdf:li>"
      properties += ["   <\(name)>", "    <rdf:Alt>", entry, "    </rdf:Alt>", "   </\(name)>"]
    }
    let subjects = texts.keywords + albums.filter { !texts.keywords.contains($0) }
    if !subjects.isEmpty {
      let entries = subjects.map { "     <rdf:li>\(Self.escaped($0))</rdf:li>" }
      properties += ["   <dc:subject>", "    <rdf:Bag>"] + entries
      properties += ["    </rdf:Bag>", "   </dc:subject>"]
    }
    let lines =
      [
        "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>",
        "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">",
        " <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">",
        "  <rdf:Description rdf:about=\"\"",
        "    xmlns:dc=\"http://purl.org/dc/elements/1.1/\"",
        "    xmlns:exif=\"http://ns.adobe.com/exif/1.0/\"",
        "    xmlns:photoshop=\"http://ns.adobe.com/photoshop/1.0/\"",
        "    xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\">",
      ] + properties + [
        "  </rdf:Description>", " </rdf:RDF>", "</x:xmpmeta>", "<?xpacket end=\"w\"?>", "",
      ]
    return Data(lines.joined(separator: "\n").utf8)
  }

  /// ISO 8601 in UTC: a library keeps the moment, not the clock at the place.
  private static func date(_ date: Date) -> String {
    let whole = date.timeIntervalSince1970.rounded(.down)
    let microseconds = Int(((date.timeIntervalSince1970 - whole) * 1_000_000).rounded())
    let text = Date(timeIntervalSince1970: whole).formatted(Date.ISO8601FormatStyle())
    guard microseconds > 0, microseconds < 1_000_000 else { return text }
    return text.dropLast() + "." + microseconds.padded(to: 6) + "Z"
  }

  /// Degrees and minutes, `48,51.504000N`.
  private static func angle(_ degrees: Double, _ positive: String, _ negative: String) -> String {
    let millionths = Int((abs(degrees) * 60_000_000).rounded())
    let (whole, rest) = millionths.quotientAndRemainder(dividingBy: 60_000_000)
    let (minutes, fraction) = rest.quotientAndRemainder(dividingBy: 1_000_000)
    let hemisphere = degrees < 0 ? negative : positive
    return "\(whole),\(minutes).\(fraction.padded(to: 6))\(hemisphere)"
  }

  /// Text for XML, which knows no control characters.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\t", "\n": result += "&#\(scalar.value);"
      default:
        let isText = scalar.value >= 0x20 && scalar.value & 0xFFFE != 0xFFFE
        result.unicodeScalars.append(isText ? scalar : " ")
      }
    }
    return result
  }
}
