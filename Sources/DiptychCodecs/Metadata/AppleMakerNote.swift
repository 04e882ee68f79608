/// The few entries of Apple's maker note that a photo library needs.
struct AppleMakerNote {
  private static let mark: [UInt8] = Array("Apple iOS\0".utf8)
  private static let mostEntries = 1_024
  private static let longestText = 256
  private static let burstTag = 0x0B
  private static let contentTag = 0x11

  /// What the still and the movie of a Live Photo share; text of a UUID as a rule.
  private(set) var contentIdentifier: String?
  /// What the photos of a burst share.
  private(set) var burstIdentifier: String?

  /// nil for the note of another maker. Entries that do not fit the bytes are left out.
  init?(_ bytes: [UInt8]) {
    // Behind the mark: a version, the byte order, which is always MM, and one directory.
    guard bytes.starts(with: Self.mark), bytes.count >= 16,
      bytes[12...13].elementsEqual("MM".utf8)
    else { return nil }
    func number(_ offset: Int, _ length: Int) -> Int {
      bytes[offset..<offset + length].reduce(0) { $0 << 8 | Int($1) }
    }
    for index in 0..<min(number(14, 2), Self.mostEntries) {
      let entry = 16 + index * 12
      guard entry + 12 <= bytes.count else { return }
      // 2 is text. Offsets count from the mark.
      let length = number(entry + 4, 4)
      guard number(entry + 2, 2) == 2, (5...Self.longestText).contains(length) else { continue }
      let start = number(entry + 8, 4)
      guard start <= bytes.count - length else { continue }
      let text = String(
        decoding: bytes[start..<start + length].prefix { $0 != 0 }, as: UTF8.self)
      switch number(entry, 2) {
      case Self.contentTag: contentIdentifier = text
      case Self.burstTag: burstIdentifier = text
      default: break
      }
    }
  }

  /// Under ImageIO's keys, which are the entries' numbers.
  var metadata: ImageMetadata {
    var values: ImageMetadata = [:]
    values[String(Self.burstTag)] = burstIdentifier.map { .string($0) }
    values[String(Self.contentTag)] = contentIdentifier.map { .string($0) }
    return values
  }
}
