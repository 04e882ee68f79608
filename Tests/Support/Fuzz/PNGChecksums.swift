/// Puts the right checksum behind each chunk of a PNG.
enum PNGChecksums {
  private static let table: [UInt32] = (0..<256).map { index in
    var value = UInt32(index)
    for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    return value
  }

  /// The bytes with the right checksums; nil when nothing was wrong.
  static func mended(_ bytes: [UInt8]) -> [UInt8]? {
    var result = bytes
    var place = 8
    while place + 12 <= bytes.count {
      let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = place + 8 + length
      guard end + 4 <= bytes.count else { break }
      let sum = checksum(bytes[place + 4..<end])
      for index in 0..<4 {
        result[end + index] = UInt8(truncatingIfNeeded: sum >> (24 - index * 8))
      }
      place = end + 4
    }
    return result == bytes ? nil : result
  }

  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes { sum = table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8) }
    return ~sum
  }
}
