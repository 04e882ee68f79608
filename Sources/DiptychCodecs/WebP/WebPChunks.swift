import Foundation

/// Walks and rewrites the chunks of a WebP file.
struct WebPChunks {
  /// No real file comes near; a hostile one of empty chunks is given up here.
  private static let mostChunks = 100_000
  /// Longer metadata is not read.
  private static let longestMetadata = 16_777_216
  /// Bits of the extended header.
  private static let animationBit: UInt8 = 0x02
  private static let exifBit: UInt8 = 0x08
  private static let alphaBit: UInt8 = 0x10

  /// The canvas; 0 × 0 if the file does not say.
  private(set) var size = PixelSize(width: 0, height: 0)
  private(set) var hasAlpha = false
  /// The extended header's content, 10 bytes; nil in a simple file.
  private(set) var extended: Range<Int>?
  /// The content of metadata chunks.
  private(set) var exif: Range<Int>?
  private(set) var xmp: Range<Int>?
  private(set) var profile: Range<Int>?
  private(set) var isAnimated = false
  private(set) var frameCount = 0
  /// Milliseconds of all frames, and of the first.
  private(set) var delay = 0
  private(set) var firstDelay = 0
  private(set) var loopCount = 1
  /// Whether there are pixels.
  private(set) var hasPixels = false
  /// Where the first picture's data ends.
  private(set) var pictureEnd: Int?
  /// Whether the file has the bytes that its header announces.
  private(set) var isWhole = false
  /// Every chunk with its header and padding, and where the last one ends.
  private(set) var chunks: [(type: String, range: Range<Int>)] = []

  /// Walks all chunks. A file that breaks off only is not whole.
  init(of source: ByteSource) throws(CodecError) {
    guard let announced = try source.littleEndian(at: 4, bytes: 4) else { return }
    isWhole = announced + 8 <= source.count
    let fileEnd = min(announced + 8, source.count)
    var offset = 12
    for _ in 0..<Self.mostChunks {
      guard offset + 8 <= fileEnd,
        let head = try source.bytes(at: offset, exactly: 4),
        let length = try source.littleEndian(at: offset + 4, bytes: 4)
      else { break }
      let content = offset + 8..<offset + 8 + length
      // Behind the end that is announced, libwebp sees nothing.
      if content.upperBound > fileEnd { isWhole = false }
      let end = content.upperBound + length % 2
      let type = String(decoding: head, as: UTF8.self)
      chunks.append((type, offset..<end))
      try note(type, content, in: source)
      offset = end
    }
  }

  private mutating func note(
    _ type: String, _ content: Range<Int>, in source: ByteSource
  ) throws(CodecError) {
    switch type {
    case "VP8X":
      guard extended == nil, let head = try source.bytes(at: content.lowerBound, exactly: 10)
      else { return }
      extended = content
      func number(_ place: Int) -> Int {
        1 + (Int(head[place]) | Int(head[place + 1]) << 8 | Int(head[place + 2]) << 16)
      }
      size = PixelSize(width: number(4), height: number(7))
      hasAlpha = head[0] & Self.alphaBit != 0
      isAnimated = head[0] & Self.animationBit != 0
    case "VP8 ", "VP8L":
      hasPixels = true
      pictureEnd = pictureEnd ?? content.upperBound
      if extended == nil { try readFrameHeader(type, content.lowerBound, in: source) }
    case "ANIM":
      loopCount = try source.littleEndian(at: content.lowerBound + 4, bytes: 2) ?? 1
    case "ANMF":
      guard let milliseconds = try source.littleEndian(at: content.lowerBound + 12, bytes: 3)
      else { return }
      hasPixels = true
      if frameCount == 0 { firstDelay = milliseconds }
      frameCount += 1
      delay += milliseconds
    case "EXIF": exif = exif ?? content
    case "XMP ": xmp = xmp ?? content
    case "ICCP": profile = profile ?? content
    default: break
    }
  }

  private mutating func readFrameHeader(
    _ type: String, _ start: Int, in source: ByteSource
  ) throws(CodecError) {
    if type == "VP8 " {
      guard let head = try source.bytes(at: start, exactly: 10), head[3...5] == [0x9D, 1, 0x2A]
      else { return }
      // The two upper bits ask for a larger display.
      size = PixelSize(
        width: Int(head[6]) | Int(head[7] & 0x3F) << 8,
        height: Int(head[8]) | Int(head[9] & 0x3F) << 8)
    } else if let head = try source.bytes(at: start, exactly: 5), head[0] == 0x2F,
      let bits = try source.littleEndian(at: start + 1, bytes: 4)
    {
      size = PixelSize(width: 1 + bits & 0x3FFF, height: 1 + bits >> 14 & 0x3FFF)
      hasAlpha = bits >> 28 & 1 == 1
    }
  }

  /// The content of a metadata chunk; nil if it is too long.
  func content(_ range: Range<Int>?, in source: ByteSource) throws(CodecError) -> [UInt8]? {
    guard let range, range.count <= Self.longestMetadata else { return nil }
    return try source.bytes(at: range.lowerBound, exactly: range.count)
  }

  /// The file with this EXIF block in place of any it has. A simple file gets an extended header.
  func replacingEXIF(of data: Data, with exif: [UInt8]) -> Data {
    var header: [UInt8]
    if let extended {
      let start = data.startIndex + extended.lowerBound
      header = Array(data[start..<start + 10])
    } else {
      header = [hasAlpha ? Self.alphaBit : 0, 0, 0, 0]
      for side in [size.width - 1, size.height - 1] {
        header += [0, 8, 16].map { UInt8(truncatingIfNeeded: side >> $0) }
      }
    }
    header[0] |= Self.exifBit
    var body = Array("WEBP".utf8) + Self.chunk("VP8X", header)
    for chunk in chunks where chunk.type != "VP8X" && chunk.type != "EXIF" {
      let end = min(data.count, chunk.range.upperBound)
      body += data[data.startIndex + chunk.range.lowerBound..<data.startIndex + end]
      // The last chunk's padding may be missing.
      if end < chunk.range.upperBound { body.append(0) }
    }
    body += Self.chunk("EXIF", exif)
    return Data(Array("RIFF".utf8) + Self.littleEndian(body.count) + body)
  }

  private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let padding: [UInt8] = content.count % 2 == 1 ? [0] : []
    return Array(type.utf8) + littleEndian(content.count) + content + padding
  }

  private static func littleEndian(_ value: Int) -> [UInt8] {
    [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
