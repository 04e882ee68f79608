/// Gives every name a number, so that names are compared as numbers.
///
/// The first numbers belong to names that are known beforehand; those of one file are forgotten
/// with it.
struct Names {
  private(set) var texts: [String] = []
  private var hashes: [UInt64] = []
  /// Numbers by hash, open addressing; -1 is free.
  private var slots: [Int32] = Array(repeating: -1, count: 4096)
  private var knownCount = 0

  init(known: [String]) {
    for text in known { _ = number(of: text) }
    knownCount = texts.count
  }

  var count: Int { texts.count }

  /// Adds names that are known beforehand.
  mutating func know(_ texts: some Sequence<String>) {
    forget()
    for text in texts { _ = number(of: text) }
    knownCount = self.texts.count
  }

  /// Forgets every name that was not known beforehand.
  mutating func forget() {
    guard texts.count > knownCount else { return }
    texts.removeLast(texts.count - knownCount)
    hashes.removeLast(hashes.count - knownCount)
    rebuild(slots: slots.count > 65_536 ? 65_536 : slots.count)
  }

  func text(_ number: Int32) -> String {
    texts.indices.contains(Int(number)) ? texts[Int(number)] : ""
  }

  /// The number of a name that has one.
  func find(_ text: String) -> Int32? {
    let hash = Self.hash(text.utf8)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let number = Int(slots[slot])
      if hashes[number] == hash, texts[number] == text { return Int32(number) }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash ^ hash >> 29
  }

  mutating func number(of text: String) -> Int32 {
    let bytes = Array(text.utf8)
    return number(of: bytes, 0, bytes.count)
  }

  /// The number of the name that stands in `bytes` from `start` up to `end`.
  mutating func number(of bytes: [UInt8], _ start: Int, _ end: Int) -> Int32 {
    let hash = Self.hash(bytes[start..<end])
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] >= 0 {
      let number = Int(slots[slot])
      if hashes[number] == hash, texts[number].utf8.elementsEqual(bytes[start..<end]) {
        return Int32(number)
      }
      slot = (slot + 1) & mask
    }
    let number = Int32(texts.count)
    slots[slot] = number
    texts.append(String(decoding: bytes[start..<end], as: UTF8.self))
    hashes.append(hash)
    if texts.count * 2 > slots.count { rebuild(slots: slots.count * 2) }
    return number
  }

  private mutating func rebuild(slots count: Int) {
    var size = count
    while hashes.count * 2 > size { size *= 2 }
    slots = Array(repeating: -1, count: size)
    for (number, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & (size - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = Int32(number)
    }
  }
}
