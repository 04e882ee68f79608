import Foundation

/// What a scanner of XML has to know of its letters: where a tag ends, and what text stands for.
/// Each byte is looked at a bounded number of times.
enum XMLText {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  private static let names: [(name: [UInt8], text: UInt8)] = [
    ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"), ("amp", "&"),
  ].map { (Array($0.0.utf8), UInt8(ascii: $0.1)) }
  private static let sectionStart = Array("<![CDATA[".utf8)
  private static let sectionEnd = Array("]]>".utf8)
  private static let commentStart = Array("<!--".utf8)
  private static let commentEnd = Array("-->".utf8)
  private static let instructionStart = Array("<?".utf8)
  private static let instructionEnd = Array("?>".utf8)

  /// The next place of a byte; nil if there is none.
  static func place(of byte: UInt8, in bytes: Bytes, from start: Int) -> Int? {
    guard start < bytes.count, let base = bytes.baseAddress,
      let hit = memchr(base + start, Int32(byte), bytes.count - start)
    else { return nil }
    return UnsafeRawPointer(hit) - UnsafeRawPointer(base)
  }

  /// The closing bracket of a tag; those inside quotes do not count. That of a comment, an
  /// instruction or a section is the one behind its end mark.
  static func end(ofTagAt start: Int, in bytes: Bytes) -> Int? {
    if isMarked(start, in: bytes) {
      for (mark, end) in [
        (commentStart, commentEnd), (sectionStart, sectionEnd), (instructionStart, instructionEnd),
      ] where has(mark, at: start, in: bytes) {
        return last(of: end, in: bytes, from: start + mark.count)
      }
    }
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: ">"): return index
      case let quote where quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"):
        guard let closing = place(of: quote, in: bytes, from: index + 1) else { return nil }
        index = closing + 1
      default: index += 1
      }
    }
    return nil
  }

  /// Whether a comment, an instruction or a section of plain characters begins here.
  static func belongsToText(_ start: Int, in bytes: Bytes) -> Bool {
    isMarked(start, in: bytes)
      && [commentStart, sectionStart, instructionStart].contains { has($0, at: start, in: bytes) }
  }

  /// Whether it is not an ordinary tag: nearly all are.
  private static func isMarked(_ start: Int, in bytes: Bytes) -> Bool {
    start + 1 < bytes.count
      && (bytes[start + 1] == UInt8(ascii: "!") || bytes[start + 1] == UInt8(ascii: "?"))
  }

  /// What text stands for: names and numbers of characters are those characters, once, and a section
  /// of plain characters is what it holds. What is none of these stays as it is.
  static func decoded(_ bytes: Bytes) -> String {
    guard bytes.contains(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") }) else {
      return String(decoding: bytes, as: UTF8.self)
    }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    // An attribute may hold a mark without its end. Looking for one is over then: each further mark
    // would have all that follows looked through again.
    var hasEnds = true
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "&"), let (text, end) = reference(at: index, in: bytes) {
        result += text
        index = end
        continue
      }
      if byte == UInt8(ascii: "<"), hasEnds, belongsToText(index, in: bytes) {
        if let end = end(ofTagAt: index, in: bytes) {
          if has(sectionStart, at: index, in: bytes) {
            result += bytes[(index + sectionStart.count)..<(end + 1 - sectionEnd.count)]
          }
          index = end + 1
          continue
        }
        hasEnds = false
      }
      result.append(byte)
      index += 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The character that is named or numbered here, and the place behind it.
  private static func reference(at start: Int, in bytes: Bytes) -> (text: [UInt8], end: Int)? {
    var index = start + 1
    guard index < bytes.count, bytes[index] == UInt8(ascii: "#") else {
      for (name, text) in names where has(name + [UInt8(ascii: ";")], at: index, in: bytes) {
        return ([text], index + name.count + 1)
      }
      return nil
    }
    index += 1
    var radix: UInt32 = 10
    if index < bytes.count, bytes[index] == UInt8(ascii: "x") {
      radix = 16
      index += 1
    }
    let first = index
    var value: UInt32 = 0
    while index < bytes.count, let digit = digit(bytes[index]), digit < radix {
      value = min(0x11_0000, value * radix + digit)
      index += 1
    }
    guard index > first, index < bytes.count, bytes[index] == UInt8(ascii: ";"),
      value >= 0x20 || [0x9, 0xA, 0xD].contains(value), let scalar = Unicode.Scalar(value)
    else { return nil }
    return (Array(String(scalar).utf8), index + 1)
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }

  private static func has(_ mark: [UInt8], at start: Int, in bytes: Bytes) -> Bool {
    start + mark.count <= bytes.count
      && bytes[start..<start + mark.count].elementsEqual(mark)
  }

  /// The last byte of the first `mark`, which ends with a closing bracket, at or behind a place.
  private static func last(of mark: [UInt8], in bytes: Bytes, from start: Int) -> Int? {
    var index = start
    while let end = place(of: UInt8(ascii: ">"), in: bytes, from: index) {
      if end - mark.count + 1 >= start, has(mark, at: end - mark.count + 1, in: bytes) {
        return end
      }
      index = end + 1
    }
    return nil
  }
}
