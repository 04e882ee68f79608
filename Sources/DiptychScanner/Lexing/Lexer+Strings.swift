/// Strings of both languages.
extension Lexer {
  /// Reads the string or character that begins here, if one does.
  mutating func readString() -> Bool {
    switch (language, bytes[at]) {
    case (.objectiveC, UInt8(ascii: "\"")), (.objectiveC, UInt8(ascii: "'")):
      readQuoted(by: bytes[at])
      return true
    case (.swift, UInt8(ascii: "\"")), (.swift, UInt8(ascii: "#")):
      var hashes = 0
      while bytes[at + hashes] == UInt8(ascii: "#") { hashes += 1 }
      if hashes > 0, bytes[at + hashes] == UInt8(ascii: "/") {
        skipRegex(hashes)
        return true
      }
      guard bytes[at + hashes] == UInt8(ascii: "\"") else { return false }
      at += hashes
      let isMultiline = bytes[at + 1] == 0x22 && bytes[at + 2] == 0x22
      at += isMultiline ? 3 : 1
      readSwiftString(hashes, isMultiline)
      return true
    default: return false
    }
  }

  /// A string of C, which ends with its line at the latest unless the line is continued.
  private mutating func readQuoted(by quote: UInt8) {
    at += 1
    let start = at
    while at < count, bytes[at] != quote, bytes[at] != 0x0A, bytes[at] != 0x0D {
      if bytes[at] == UInt8(ascii: "\\") {
        at += bytes[at + 1] == 0x0D && bytes[at + 2] == 0x0A ? 3 : 2
      } else {
        at += 1
      }
    }
    let end = min(at, count)
    if quote == UInt8(ascii: "\"") { append(.string, 0, start, end) }
    at = bytes[end] == quote ? end + 1 : end
  }

  /// `R"x(…)x"` of Objective-C++; `at` is at the quote.
  mutating func readRawString() {
    let start = at + 1
    var head = start
    while head < count, head - start <= 16, bytes[head] != UInt8(ascii: "(") { head += 1 }
    guard head < count, bytes[head] == UInt8(ascii: "(") else {
      readQuoted(by: UInt8(ascii: "\""))
      return
    }
    let closing = [UInt8(ascii: ")")] + bytes[start..<head] + [UInt8(ascii: "\"")]
    var end = head + 1
    while end < count, !(bytes[end] == closing[0] && bytes[end...].starts(with: closing)) {
      end += 1
    }
    append(.string, 0, head + 1, min(end, count))
    at = min(end + closing.count, count)
  }

  /// The rest of a string of Swift, up to its end or to an interpolation, which is code.
  mutating func readSwiftString(_ hashes: Int, _ isMultiline: Bool) {
    let start = at
    while at < count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "\\"), hasHashes(hashes, at + 1) {
        if bytes[at + 1 + hashes] == UInt8(ascii: "("), strings.count < Self.depthLimit {
          append(.string, 0, start, at)
          at += 1 + hashes
          openBracket(UInt8(ascii: "("))
          at += 1
          strings.append(OpenString(hashes: hashes, isMultiline: isMultiline))
          return
        }
        at += 2 + hashes
      } else if byte == UInt8(ascii: "\""),
        !isMultiline || (bytes[at + 1] == 0x22 && bytes[at + 2] == 0x22),
        hasHashes(hashes, at + (isMultiline ? 3 : 1))
      {
        append(.string, 0, start, at)
        at += (isMultiline ? 3 : 1) + hashes
        return
      } else if !isMultiline, byte == 0x0A || byte == 0x0D {
        break
      } else {
        at += 1
      }
    }
    at = min(at, count)
    append(.string, 0, start, at)
  }

  private func hasHashes(_ hashes: Int, _ index: Int) -> Bool {
    guard hashes > 0 else { return true }
    guard index + hashes <= count else { return false }
    return bytes[index..<(index + hashes)].allSatisfy { $0 == UInt8(ascii: "#") }
  }

  /// `#/…/#`, which may hold quotes.
  private mutating func skipRegex(_ hashes: Int) {
    at += hashes + 1
    while at < count, !(bytes[at] == UInt8(ascii: "/") && hasHashes(hashes, at + 1)) { at += 1 }
    at = min(at + 1 + hashes, count)
  }
}
