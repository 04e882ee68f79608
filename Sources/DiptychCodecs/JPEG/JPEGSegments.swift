import Foundation

/// The segments of a JPEG file before its first scan, and the search for its end.
struct JPEGSegments {
  /// What a frame header says.
  struct Frame {
    var process: UInt8
    var precision: Int
    var size: PixelSize
    var components: Int
  }

  /// No real file comes near; a hostile one of tiny segments is given up here.
  private static let mostSegments = 16_384
  private static let exifMark: [UInt8] = Array("Exif\0\0".utf8)
  private static let xmpMark: [UInt8] = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  private static let profileMark: [UInt8] = Array("ICC_PROFILE\0".utf8)
  private static let resourceMark: [UInt8] = Array("Photoshop 3.0\0".utf8)

  /// The frame header; nil if the first scan comes without one.
  private(set) var frame: Frame?
  /// Whether Adobe's segment is there, by which CMYK samples are stored inverted.
  private(set) var hasAdobeMark = false
  /// The EXIF segments, marker and length included, in order.
  private(set) var exifSegments: [Range<Int>] = []
  /// The contents of other segments with a mark, behind it.
  private(set) var xmp: Range<Int>?
  private var profileParts: [Range<Int>] = []
  private var resources: Range<Int>?
  /// Photoshop's segment, marker and length included.
  private(set) var resourceSegment: Range<Int>?
  /// Where a new EXIF segment belongs: behind the JFIF segment, else behind the start marker.
  private(set) var exifPlace = 2
  /// The first byte behind the header of the first scan.
  private(set) var scanStart = 0

  /// Reads the segments up to the first scan. Throws `.damaged` if they break off.
  init(of source: ByteSource) throws(CodecError) {
    var offset = 2
    for _ in 0..<Self.mostSegments {
      // Any number of fill bytes may stand before a marker.
      while try source.bytes(at: offset, exactly: 2) == [0xFF, 0xFF] { offset += 1 }
      guard let head = try source.bytes(at: offset, exactly: 4), head[0] == 0xFF else {
        throw Self.brokenOff
      }
      let marker = head[1]
      let length = Int(head[2]) << 8 | Int(head[3])
      let end = offset + 2 + length
      guard length >= 2, end <= source.count, marker >= 0xC0, !(0xD0...0xD9).contains(marker) else {
        throw Self.brokenOff
      }
      try note(marker, offset..<end, in: source)
      if marker == 0xDA {
        scanStart = end
        return
      }
      offset = end
    }
    throw Self.brokenOff
  }

  private mutating func note(
    _ marker: UInt8, _ range: Range<Int>, in source: ByteSource
  ) throws(CodecError) {
    let content = range.lowerBound + 4
    switch marker {
    case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
      guard frame == nil, let head = try source.bytes(at: content, exactly: 6),
        content + 6 <= range.upperBound
      else { throw Self.brokenOff }
      frame = Frame(
        process: marker, precision: Int(head[0]),
        size: PixelSize(
          width: Int(head[3]) << 8 | Int(head[4]), height: Int(head[1]) << 8 | Int(head[2])),
        components: Int(head[5]))
    case 0xE0 where range.lowerBound == 2:
      exifPlace = range.upperBound
    case 0xE1:
      let mark = try source.bytes(at: content, upTo: Self.exifMark.count)
      if mark == Self.exifMark, content + mark.count <= range.upperBound {
        exifSegments.append(range)
      } else if xmp == nil {
        xmp = try Self.content(of: range, behind: Self.xmpMark, in: source)
      }
    case 0xE2:
      if let part = try Self.content(of: range, behind: Self.profileMark, in: source) {
        profileParts.append(part)
      }
    case 0xED where resources == nil:
      resources = try Self.content(of: range, behind: Self.resourceMark, in: source)
      if resources != nil { resourceSegment = range }
    case 0xEE:
      if try source.bytes(at: content, upTo: 5) == Array("Adobe".utf8) { hasAdobeMark = true }
    default:
      break
    }
  }

  /// What follows a segment's mark; nil if it has another.
  private static func content(
    of segment: Range<Int>, behind mark: [UInt8], in source: ByteSource
  ) throws(CodecError) -> Range<Int>? {
    let start = segment.lowerBound + 4
    guard start + mark.count <= segment.upperBound,
      try source.bytes(at: start, exactly: mark.count) == mark
    else { return nil }
    return start + mark.count..<segment.upperBound
  }

  /// The XMP packet; nil if there is none.
  func xmpPacket(in source: ByteSource) throws(CodecError) -> [UInt8]? {
    guard let xmp else { return nil }
    return try source.bytes(at: xmp.lowerBound, exactly: xmp.count)
  }

  /// IPTC's records; nil if there are none.
  func iptcRecords(in source: ByteSource) throws(CodecError) -> [UInt8]? {
    try resourceBytes(in: source).flatMap { IPTCRecords.bytes(inResources: $0) }
  }

  /// Photoshop's resources; nil if there are none.
  func resourceBytes(in source: ByteSource) throws(CodecError) -> [UInt8]? {
    guard let resources else { return nil }
    return try source.bytes(at: resources.lowerBound, exactly: resources.count)
  }

  /// Where a new segment of resources belongs: behind EXIF's, or in its place.
  var textPlace: Int { max(exifPlace, exifSegments.first?.upperBound ?? 0) }

  /// A segment that holds these resources of Photoshop's; nil if a segment cannot hold so much.
  static func segment(holdingResources resources: [UInt8]) -> [UInt8]? {
    let length = 2 + resourceMark.count + resources.count
    guard length <= 0xFFFF else { return nil }
    return [0xFF, 0xED, UInt8(length >> 8), UInt8(length & 0xFF)] + resourceMark + resources
  }

  /// The ICC profile, put together from its numbered parts; nil if there is none, or a part is
  /// missing.
  func profile(in source: ByteSource) throws(CodecError) -> [UInt8]? {
    var parts: [UInt8: [UInt8]] = [:]
    var count: UInt8 = 0
    for range in profileParts {
      guard let bytes = try source.bytes(at: range.lowerBound, exactly: range.count),
        bytes.count > 2, parts[bytes[0]] == nil
      else { return nil }
      parts[bytes[0]] = Array(bytes.dropFirst(2))
      count = bytes[1]
    }
    let ordered = (1...max(1, count)).compactMap { parts[$0] }
    return count > 0 && ordered.count == Int(count) ? ordered.flatMap { $0 } : nil
  }

  /// The first EXIF block, from its byte-order mark on.
  func exifBlock(in source: ByteSource) throws(CodecError) -> [UInt8]? {
    guard let range = exifSegments.first else { return nil }
    let start = range.lowerBound + 4 + Self.exifMark.count
    return try source.bytes(at: start, exactly: range.upperBound - start)
  }

  /// A segment that holds this EXIF block; nil if a segment cannot hold so much.
  static func segment(holding exif: [UInt8]) -> [UInt8]? {
    let length = 2 + exifMark.count + exif.count
    guard length <= 0xFFFF else { return nil }
    return [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + exifMark + exif
  }

  /// How many scans there are, and whether an end marker follows them.
  func walkScans(in source: ByteSource) throws(CodecError) -> (count: Int, hasEnd: Bool) {
    var count = 1
    var offset = scanStart
    while let (marker, place) = try Self.nextMarker(in: source, from: offset) {
      if marker == 0xD9 { return (count, true) }
      guard marker >= 0xC0, !(0xD0...0xD8).contains(marker) else {
        offset = place + 2
        continue
      }
      // Between the scans of a progressive picture stand tables, whose bytes may look like markers.
      guard let length = try source.bigEndian(at: place + 2, bytes: 2), length >= 2 else {
        return (count, false)
      }
      if marker == 0xDA { count += 1 }
      offset = place + 2 + length
    }
    return (count, false)
  }

  /// The next marker in coded data, restarts left out, and where it stands.
  private static func nextMarker(
    in source: ByteSource, from start: Int
  ) throws(CodecError) -> (UInt8, Int)? {
    var offset = start
    while true {
      let (marker, advance) = try source.withWindow(at: offset, minimum: 2) { bytes in
        find(in: bytes)
      }
      if let marker { return (marker, offset + advance) }
      guard advance > 0 else { return nil }
      offset += advance
    }
  }

  /// A marker and its place, or how many bytes hold none (none at the end).
  private static func find(in bytes: UnsafeBufferPointer<UInt8>) -> (UInt8?, Int) {
    guard bytes.count >= 2, let base = bytes.baseAddress else { return (nil, 0) }
    var index = 0
    while index < bytes.count - 1 {
      guard let hit = memchr(base + index, 0xFF, bytes.count - 1 - index) else { break }
      index = UnsafeRawPointer(hit) - UnsafeRawPointer(base)
      let next = bytes[index + 1]
      switch next {
      case 0xFF: index += 1
      case 0, 0xD0...0xD7: index += 2
      default: return (next, index)
      }
    }
    return (nil, max(index, bytes.count - 1))
  }

  private static var brokenOff: CodecError {
    CodecError(
      .damaged, "The JPEG header is damaged; copy the file again from where it came from.")
  }
}
