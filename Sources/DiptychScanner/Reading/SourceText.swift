import Foundation

/// The text of a file as UTF-8, whatever it was written in.
struct SourceText {
  /// The text and four zeros, so that looking ahead needs no test for the end.
  let bytes: [UInt8]
  /// How many of the bytes are text.
  let count: Int

  /// Files beyond this size are no sources; reading them would take as much memory.
  static let sizeLimit = 64 << 20

  /// - Parameter bytes: The text and four zeros.
  private init(padded bytes: [UInt8]) {
    self.bytes = bytes
    count = bytes.count - 4
  }

  init(_ text: String) {
    self.init(padded: Array(text.utf8) + [0, 0, 0, 0])
  }

  /// Reads the regular file at `path`: UTF-8, UTF-16 with a byte order mark, else Latin-1.
  init(path: String) throws(SkipReason) {
    // Anything but a regular file could block or never end.
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      attributes[.type] as? FileAttributeType == .typeRegular,
      let size = (attributes[.size] as? NSNumber)?.intValue
    else { throw .unreadable }
    guard size <= Self.sizeLimit else { throw .tooLarge }
    guard let raw = Self.read(path, size) else { throw .unreadable }
    let length = raw.count - 4
    if raw.starts(with: [0xFF, 0xFE]) || raw.starts(with: [0xFE, 0xFF]) {
      self.init(Self.utf16(raw, length, isLittle: raw[0] == 0xFF))
      return
    }
    guard !raw[..<min(length, 8192)].contains(0) else { throw .binary }
    let start = raw.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    if Self.isUTF8(raw, length) {
      self.init(padded: start == 0 ? raw : Array(raw[start...]))
    } else {
      self.init(padded: Self.fromLatin1(raw, length))
    }
  }

  private static func read(_ path: String, _ size: Int) -> [UInt8]? {
    guard let stream = InputStream(fileAtPath: path) else { return nil }
    stream.open()
    defer { stream.close() }
    var failed = false
    let result = [UInt8](unsafeUninitializedCapacity: size + 4) { buffer, count in
      count = 0
      guard let base = buffer.baseAddress else { return }
      // A file that grows meanwhile is cut; one that shrinks ends early.
      while count < size {
        let step = stream.read(base + count, maxLength: size - count)
        if step < 0 { failed = true }
        if step <= 0 { break }
        count += step
      }
      for _ in 0..<4 {
        buffer[count] = 0
        count += 1
      }
    }
    return failed ? nil : result
  }

  private static func utf16(_ raw: [UInt8], _ length: Int, isLittle: Bool) -> String {
    var units: [UInt16] = []
    units.reserveCapacity(length / 2)
    for index in stride(from: 2, to: length - 1, by: 2) {
      let (first, second) = (UInt16(raw[index]), UInt16(raw[index + 1]))
      units.append(isLittle ? second << 8 | first : first << 8 | second)
    }
    return String(decoding: units, as: UTF16.self)
  }

  private static func isUTF8(_ raw: [UInt8], _ length: Int) -> Bool {
    guard raw[..<length].contains(where: { $0 >= 0x80 }) else { return true }
    var decoder = UTF8()
    var iterator = raw[..<length].makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue: continue
      case .emptyInput: return true
      case .error: return false
      }
    }
  }

  private static func fromLatin1(_ raw: [UInt8], _ length: Int) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(length + length / 8 + 4)
    for byte in raw[..<length] {
      if byte < 0x80 {
        text.append(byte)
      } else {
        text.append(0xC0 | byte >> 6)
        text.append(0x80 | byte & 0x3F)
      }
    }
    return text + [0, 0, 0, 0]
  }

  /// Whether `needle` stands anywhere.
  func contains(_ needle: StaticString) -> Bool {
    bytes.withUnsafeBufferPointer { text in
      needle.withUTF8Buffer { needle in
        guard let base = text.baseAddress, let pattern = needle.baseAddress,
          let first = needle.first
        else { return false }
        var at = 0
        while at + needle.count <= count {
          guard let found = memchr(base + at, Int32(first), count - at) else { return false }
          at = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
          guard at + needle.count <= count else { return false }
          if memcmp(base + at, pattern, needle.count) == 0 { return true }
          at += 1
        }
        return false
      }
    }
  }
}
