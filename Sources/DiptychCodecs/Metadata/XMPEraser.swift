/// Takes properties out of an XMP packet by writing blanks over them: nothing moves, and the packet
/// stays as long as it was.
enum XMPEraser {
  private typealias Bytes = UnsafeBufferPointer<UInt8>

  private static let description = Array("rdf:Description".utf8)
  /// Packets have fewer tags; a hostile one is given back as it is.
  private static let mostTags = 65_536

  /// The packet without these properties; the same bytes if it has none of them.
  static func erasing(_ names: [String], from packet: [UInt8]) -> [UInt8] {
    let names = Set(names.map { Array($0.utf8) })
    var blanks: [Range<Int>] = []
    packet.withUnsafeBufferPointer { bytes in
      var place = 0
      var open: (name: [UInt8], start: Int)?
      for _ in 0..<mostTags {
        guard let start = XMLText.place(of: UInt8(ascii: "<"), in: bytes, from: place),
          let end = XMLText.end(ofTagAt: start, in: bytes)
        else { return }
        place = end + 1
        if XMLText.belongsToText(start, in: bytes) { continue }
        let isClosing = bytes[start + 1] == UInt8(ascii: "/")
        let first = start + (isClosing ? 2 : 1)
        guard first <= end else { continue }
        let last = bytes[first..<end].firstIndex { isBlank($0) || $0 == UInt8(ascii: "/") } ?? end
        let name = Array(bytes[first..<last])
        if let present = open {
          guard isClosing, name == present.name else { continue }
          blanks.append(present.start..<end + 1)
          open = nil
        } else if !isClosing, names.contains(name) {
          if bytes[end - 1] == UInt8(ascii: "/") {
            blanks.append(start..<end + 1)
          } else {
            open = (name, start)
          }
        } else if !isClosing, name == description {
          blanks += attributes(in: last..<end, of: bytes, named: names)
        }
      }
    }
    var result = packet
    for range in blanks {
      for index in range { result[index] = UInt8(ascii: " ") }
    }
    return result
  }

  private static func attributes(
    in range: Range<Int>, of bytes: Bytes, named names: Set<[UInt8]>
  ) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var place = range.lowerBound
    while let equals = bytes[place..<range.upperBound].firstIndex(of: UInt8(ascii: "=")),
      let start = bytes[place..<equals].firstIndex(where: { !isBlank($0) }),
      let quote = bytes[(equals + 1)..<range.upperBound].firstIndex(where: { !isBlank($0) }),
      bytes[quote] == UInt8(ascii: "\"") || bytes[quote] == UInt8(ascii: "'"),
      let end = bytes[(quote + 1)..<range.upperBound].firstIndex(of: bytes[quote])
    {
      let name = Array(bytes[start..<equals].prefix { !isBlank($0) })
      if names.contains(name) { found.append(start..<end + 1) }
      place = end + 1
    }
    return found
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (UInt8(ascii: "\t")...UInt8(ascii: "\r")).contains(byte)
  }
}
