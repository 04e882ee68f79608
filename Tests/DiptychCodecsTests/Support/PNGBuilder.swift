import Foundation

/// Writes PNG files of every kind, uncompressed, chunk by chunk: an oracle that shares nothing with
/// the product's encoder.
struct PNGBuilder {
  var width: Int
  var height: Int
  var depth = 8
  /// 0 gray, 2 RGB, 3 palette, 4 gray and alpha, 6 RGBA.
  var colorType = 0
  var isInterlaced = false
  /// Packed rows, without filter bytes; for an interlaced picture, those of each pass in turn.
  var rows: [[UInt8]]
  /// Chunks between header and pixels.
  var chunks: [(type: String, content: [UInt8])] = []

  var data: Data {
    var header = Self.bigEndian(width) + Self.bigEndian(height)
    header += [UInt8(depth), UInt8(colorType), 0, 0, isInterlaced ? 1 : 0]
    var result: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    result += Self.chunk("IHDR", header)
    for chunk in chunks { result += Self.chunk(chunk.type, chunk.content) }
    result += Self.chunk("IDAT", Self.stored(rows.flatMap { [0] + $0 }))
    return Data(result + Self.chunk("IEND", []))
  }

  static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + content
    return bigEndian(content.count) + body + bigEndian(Int(checksum(body)))
  }

  private static func bigEndian(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
        sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0)
      }
    }
  }

  /// A zlib stream of one stored block, at most 65,535 bytes.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let count = bytes.count
    let (low, high) = (UInt8(count & 0xFF), UInt8(count >> 8))
    var one: UInt32 = 1
    var two: UInt32 = 0
    for byte in bytes {
      one = (one + UInt32(byte)) % 65_521
      two = (two + one) % 65_521
    }
    return [0x78, 0x01, 1, low, high, ~low, ~high] + bytes + bigEndian(Int(two << 16 | one))
  }
}
