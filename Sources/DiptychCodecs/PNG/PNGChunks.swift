import Foundation

/// Walks and rewrites the chunks of a PNG file.
struct PNGChunks {
  /// The first 8 bytes of every PNG file.
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// No real file comes near; a hostile one of empty chunks is given up here.
  private static let mostChunks = 1_000_000
  /// A longer EXIF or XMP chunk is not read: libexif stops at 64 KiB.
  private static let longestEXIF = 1_048_576

  /// What the header chunk says.
  struct Header {
    var size: PixelSize
    var depth: Int
    var colorType: Int
    var isInterlaced: Bool
  }

  /// The header chunk.
  let header: Header
  /// Whether palette or samples have transparency beside an alpha channel.
  private(set) var hasTransparencyChunk = false
  /// Whether there is an ICC profile.
  private(set) var hasProfile = false
  /// The content of the text chunk that holds the XMP packet, behind its keyword.
  private var xmp: Range<Int>?
  /// The EXIF chunks, length and checksum included.
  private(set) var exifChunks: [Range<Int>] = []
  /// Where the first chunk of pixels begins; nil if there is none.
  private(set) var firstPixels: Int?
  /// Whether the end chunk is there.
  private(set) var hasEnd = false

  /// Walks all chunks. Throws `.damaged` for a bad header; a file that breaks off later only has
  /// no end.
  init(of source: ByteSource) throws(CodecError) {
    header = try Self.readHeader(source)
    var offset = Self.signature.count
    for _ in 0..<Self.mostChunks {
      guard let head = try source.bytes(at: offset, exactly: 8) else { return }
      let length = head[0..<4].reduce(0) { $0 << 8 | Int($1) }
      let end = offset + 12 + length
      guard length <= 0x7FFF_FFFF, end <= source.count else { return }
      switch String(decoding: head[4...], as: UTF8.self) {
      case "IEND":
        hasEnd = true
        return
      case "IDAT": firstPixels = firstPixels ?? offset
      case "tRNS": hasTransparencyChunk = true
      case "iCCP": hasProfile = true
      case "iTXt": try noteText(offset + 8..<end - 4, in: source)
      case "eXIf": exifChunks.append(offset..<end)
      default: break
      }
      offset = end
    }
  }

  private static func readHeader(_ source: ByteSource) throws(CodecError) -> Header {
    guard let bytes = try source.bytes(at: signature.count, exactly: 25),
      Array(bytes[0..<8]) == [0, 0, 0, 13] + Array("IHDR".utf8)
    else { throw damagedHeader }
    func number(_ offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    let header = Header(
      size: PixelSize(width: number(8), height: number(12)), depth: Int(bytes[16]),
      colorType: Int(bytes[17]), isInterlaced: bytes[20] == 1)
    let depths: [Int: [Int]] = [
      0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
    ]
    guard header.size.area > 0, max(header.size.width, header.size.height) <= 0x7FFF_FFFF,
      depths[header.colorType]?.contains(header.depth) == true,
      number(21) == Int(checksum(bytes[4..<21]))
    else { throw damagedHeader }
    return header
  }

  /// Adobe's keyword, and behind it no compression, no language and no translated keyword.
  private mutating func noteText(_ range: Range<Int>, in source: ByteSource) throws(CodecError) {
    let mark = Array("XML:com.adobe.xmp".utf8) + [0, 0, 0, 0, 0]
    guard xmp == nil, range.count > mark.count, range.count <= Self.longestEXIF,
      try source.bytes(at: range.lowerBound, exactly: mark.count) == mark
    else { return }
    xmp = range.lowerBound + mark.count..<range.upperBound
  }

  /// The XMP packet; nil if there is none.
  func xmpPacket(in source: ByteSource) throws(CodecError) -> [UInt8]? {
    guard let xmp else { return nil }
    return try source.bytes(at: xmp.lowerBound, exactly: xmp.count)
  }

  /// The first EXIF block, from its byte-order mark on; nil if there is none of reasonable size.
  func exifBlock(in source: ByteSource) throws(CodecError) -> [UInt8]? {
    guard let range = exifChunks.first, range.count - 12 <= Self.longestEXIF else { return nil }
    let block = try source.bytes(at: range.lowerBound + 8, exactly: range.count - 12)
    // Some writers put JPEG's mark before the block.
    let mark = Array("Exif\0\0".utf8)
    return block.map { $0.starts(with: mark) ? Array($0.dropFirst(mark.count)) : $0 }
  }

  /// A chunk of this type and content, with its length and checksum.
  static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + content
    return bigEndian(UInt32(content.count)) + body + bigEndian(checksum(body[...]))
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
  }

  /// The checksum of PNG chunks (CRC-32), bit by bit: only small chunks are ever summed here.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }

  private static var damagedHeader: CodecError {
    CodecError(.damaged, "The PNG header is damaged; copy the file again from where it came from.")
  }
}
