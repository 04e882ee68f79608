import Foundation

/// Titles, captions, keywords and the like of a JPEG file, which stand in records of their own and,
/// where there is one, in the XMP packet.
enum JPEGTexts {
  /// What XMP calls the keys of `{IPTC}`.
  private static let properties: [String: [String]] = [
    "ObjectName": ["dc:title"], "Caption/Abstract": ["dc:description"], "Keywords": ["dc:subject"],
    "StarRating": ["xmp:Rating"], "Byline": ["dc:creator"], "CopyrightNotice": ["dc:rights"],
    "BylineTitle": ["photoshop:AuthorsPosition"], "City": ["photoshop:City"],
    "Province/State": ["photoshop:State"],
    "Country/PrimaryLocationName": ["photoshop:Country"],
    "Country/PrimaryLocationCode": ["Iptc4xmpCore:CountryCode"],
    "SubLocation": ["Iptc4xmpCore:Location"], "Headline": ["photoshop:Headline"],
    "Credit": ["photoshop:Credit"], "Source": ["photoshop:Source"],
    "SpecialInstructions": ["photoshop:Instructions"], "Category": ["photoshop:Category"],
    "Urgency": ["photoshop:Urgency"], "Writer/Editor": ["photoshop:CaptionWriter"],
    "DateCreated": ["photoshop:DateCreated"],
  ]

  /// The file with these values, under ImageIO's keys. They go into the records; what the XMP packet
  /// says of the same is taken out, since it would win over them.
  ///
  /// Throws `.encodingFailed` when a JPEG cannot hold so much.
  static func merging(_ given: ImageMetadata, into data: Data) throws(CodecError) -> Data {
    let given = given.filter { IPTCWriter.holds($0.value, $0.key) || isRating($0.value, $0.key) }
    guard !given.isEmpty else { return data }
    let source = try ByteSource(.data(data))
    let segments = try JPEGSegments(of: source)
    var result = data
    if let packet = try segments.xmpPacket(in: source), let range = segments.xmp {
      let names = given.keys.flatMap { properties[$0] ?? [] }
      let start = data.startIndex + range.lowerBound
      result.replaceSubrange(
        start..<start + range.count, with: XMPEraser.erasing(names, from: packet))
    }
    guard
      let records = try IPTCWriter.merging(given, into: segments.iptcRecords(in: source))
    else { return result }
    guard let segment = Self.segments(try segments.resourceBytes(in: source), holding: records)
    else {
      throw CodecError(
        .encodingFailed,
        "The texts take more than the 64 KiB that a JPEG can hold; give shorter ones.")
    }
    let place = segments.resourceSegment ?? segments.textPlace..<segments.textPlace
    let start = result.startIndex
    result.replaceSubrange(
      start + place.lowerBound..<start + place.upperBound, with: segment)
    return result
  }

  /// Photoshop's resources with these records, as segments: one, or where that cannot hold so much,
  /// one for the records and one for the rest. Readers put them together (decision 262).
  private static func segments(_ resources: [UInt8]?, holding records: [UInt8]) -> [UInt8]? {
    if let one = JPEGSegments.segment(
      holdingResources: IPTCWriter.resources(resources, holding: records))
    {
      return one
    }
    guard
      let first = JPEGSegments.segment(
        holdingResources: IPTCWriter.resources(nil, holding: records)),
      let rest = JPEGSegments.segment(
        holdingResources: IPTCWriter.resources(resources, holding: nil))
    else { return nil }
    return first + rest
  }

  /// Stars, which EXIF holds.
  private static func isRating(_ value: MetadataValue, _ key: String) -> Bool {
    key == "StarRating" && (0...5).contains(value.integerValue ?? -1)
  }
}
