import Foundation
import TestMedia
import Testing

@testable import DiptychCodecs

/// What XMP packets say, in the forms in which programs write it.
@Suite struct XMPTests {
  private func packet(_ properties: String, attributes: String = "") -> String {
    "<?xpacket begin=\"\" id=\"it's\"?><x:xmpmeta><rdf:RDF><rdf:Description \(attributes)>"
      + properties + "</rdf:Description></rdf:RDF></x:xmpmeta>"
  }

  private func jpeg(_ packet: String) throws -> Data {
    let jpeg = try TestMedia.data("exif/no-exif.jpg")
    let content = Data("http://ns.adobe.com/xap/1.0/\0".utf8) + Data(packet.utf8)
    let length = content.count + 2
    let segment = Data([0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)]) + content
    return jpeg.prefix(2) + segment + jpeg.dropFirst(2)
  }

  private func caption(_ packet: String) throws -> MetadataValue? {
    try MediaCodecs.metadata(of: jpeg(packet))["{IPTC}"]?.dictionaryValue?["Caption/Abstract"]
  }

  // ExifTool writes every apostrophe as a number.
  @Test func charactersByNameAndNumber() throws {
    let rows = [
      ("It&#39;s", "It's"), ("It&#x27;s &quot;it&quot;", "It's \"it\""), ("&apos;&lt;&gt;", "'<>"),
      ("&#x2764;&#xFE0F;&#128512;&#233;", "❤️😀é"), ("a&#10;b&#xA;c", "a\nb\nc"),
      ("&#0000000000000000039;", "'"),
      // Once, from left to right.
      ("&amp;#39;", "&#39;"), ("&amp;lt;", "&lt;"), ("&amp;amp;#39;", "&amp;#39;"),
      // What names no character stays.
      (
        "&#0; &#xD800; &#1114112; &#99999999999999999999; &#8;",
        "&#0; &#xD800; &#1114112; &#99999999999999999999; &#8;"
      ),
      ("&#; &#x; &#39 &#x2G; & &nbsp; &am", "&#; &#x; &#39 &#x2G; & &nbsp; &am"),
      ("<![CDATA[a < b & c > d &#39;]]>", "a < b & c > d &#39;"),
      ("x<![CDATA[]]>y<!-- isn't <rdf:li> --><?it's?>z<![CDATA[]]]]><![CDATA[>]]>", "xyz]]>"),
    ]
    for (text, value) in rows {
      let list = "<rdf:Alt><rdf:li xml:lang=\"x-default\">\(text)</rdf:li></rdf:Alt>"
      #expect(
        try caption(packet("<dc:description>\(list)</dc:description>")) == .string(value),
        "\(text)")
      #expect(
        try caption(packet("<dc:description>\(text)</dc:description>")) == .string(value),
        "\(text)")
    }
    #expect(
      try caption(packet("", attributes: "dc:description='It&#39;s &lt; &#x201C;'"))
        == .string("It's < “"))
  }

  @Test func whatBreaksOff() throws {
    for text in ["<![CDATA[a", "<!-- a", "<? a", "a <![CDATA[ b ]>"] {
      #expect(try caption("<rdf:Description><dc:description>\(text)") == nil, "\(text)")
    }
  }

  // Decision 234.
  @Test func place() throws {
    let rows:
      [(latitude: String, longitude: String, altitude: String, reference: String, GeoPoint?)] =
        [
          (
            "41,53.25N", "12,28,30E", "1234/10", "0",
            GeoPoint(latitude: 41.8875, longitude: 12.475, altitude: 123.4)
          ),
          (
            "33,30.0S", "70,15.0W", "25/2", "1",
            GeoPoint(latitude: -33.5, longitude: -70.25, altitude: -12.5)
          ),
          ("0,0.0N", "0,0.0E", "1/0", "", GeoPoint(latitude: 0, longitude: 0)),
          ("91,0.0N", "0,0.0E", "", "", nil), ("41,60.0N", "0,0.0E", "", "", nil),
          ("41,53.25", "12,28.0E", "", "", nil), ("41,53.25E", "12,28.0N", "", "", nil),
          ("nan,infN", "1,1E", "", "", nil), ("-41,53N", "1,1E", "", "", nil),
          ("", "", "", "", nil),
        ]
    for row in rows {
      let data = try jpeg(
        packet(
          "<exif:GPSLatitude>\(row.latitude)</exif:GPSLatitude>"
            + "<exif:GPSLongitude>\(row.longitude)</exif:GPSLongitude>"
            + "<exif:GPSAltitude>\(row.altitude)</exif:GPSAltitude>",
          attributes: "exif:GPSAltitudeRef=\"\(row.reference)\""))
      let probe = try MediaCodecs.probe(.data(data), nameExtension: nil)
      #expect(probe.location == row.4, "\(row)")
      // EXIF's place wins.
      let given = try MediaCodecs.rewritingMetadata(
        of: data,
        merging: ["{GPS}": .dictionary(["Latitude": .real(1.5), "Longitude": .real(-2.5)])])
      #expect(
        try MediaCodecs.probe(.data(given), nameExtension: nil).location
          == GeoPoint(latitude: 1.5, longitude: -2.5), "\(row)")
    }
  }

  // Decision 110: a packet in a GIF stands in an extension as it is, with 258 bytes behind it.
  @Test func packetOfAGIF() throws {
    let text = packet(
      "<photoshop:DateCreated>2016-01-02T03:04:05Z</photoshop:DateCreated>"
        + "<dc:description>Gl&#252;ck</dc:description>")
    var file = try TestMedia.data("gif/animated-3.gif")
    let before = try MediaCodecs.probe(.data(file), nameExtension: "gif")
    let trailer = [1] + (0...255).reversed().map { UInt8($0) } + [0]
    file.insert(
      contentsOf: [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + Array(text.utf8) + trailer,
      at: file.count - 1)
    let probe = try MediaCodecs.probe(.data(file), nameExtension: "gif")
    #expect(
      probe.captureDate
        == CaptureDate(year: 2016, month: 1, day: 2, hour: 3, minute: 4, second: 5, utcOffset: 0))
    #expect(probe.storedSize == before.storedSize && probe.isAnimated)
    let texts = try MediaCodecs.metadata(of: file)["{IPTC}"]?.dictionaryValue
    #expect(texts?["Caption/Abstract"] == .string("Glück"))
    // One that breaks off has no packet.
    let broken = try MediaCodecs.metadata(of: file.dropLast(200))
    #expect(broken["{IPTC}"] == nil)
  }

  /// Marks without their ends in an attribute had all that follows looked through for each.
  @Test func marksWithoutEnds() throws {
    for mark in ["<!--a>", "<![CDATA[a>", "<?a>"] {
      let value = String(repeating: mark, count: 4_000_000 / mark.count)
      let packet = Array(packet("", attributes: "dc:title='\(value)' dc:description='&lt;b'").utf8)
      let found = XMPPacket(packet)
      #expect(found.title == value && found.caption == "<b", "\(mark)")
    }
  }
}
