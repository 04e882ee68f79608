import Foundation

extension UUID {
  /// The identifier in capital letters, as `uuidString` gives it, with a text behind it.
  ///
  /// Foundation formats each byte with `printf`; walks over large libraries make one text an asset,
  /// so ours looks digits up (measured: a tenth of the time).
  package func text(ending: StaticString = "") -> String {
    let digits: StaticString = "0123456789ABCDEF"
    return String(unsafeUninitializedCapacity: 36 + ending.utf8CodeUnitCount) { text in
      var place = 0
      withUnsafeBytes(of: uuid) { bytes in
        for (index, byte) in bytes.enumerated() {
          if index == 4 || index == 6 || index == 8 || index == 10 {
            text[place] = 0x2D
            place += 1
          }
          text[place] = digits.utf8Start[Int(byte >> 4)]
          text[place + 1] = digits.utf8Start[Int(byte & 15)]
          place += 2
        }
      }
      for index in 0..<ending.utf8CodeUnitCount {
        text[place + index] = ending.utf8Start[index]
      }
      return place + ending.utf8CodeUnitCount
    }
  }

  /// The identifier whose text this is, in capital letters as we write it; nil for any other text.
  init?(canonical text: Substring.UTF8View) {
    self.init(text, takingSmallLetters: false)
  }

  /// The identifier whose text this is, in letters of either size; nil for any other text.
  ///
  /// Foundation reads with `scanf`, to which a sign or a space is part of a number: of
  /// `4F6B3A-2-7B4E-4C6E-9B0E-3D2C1B0A9F8E`, which somebody else wrote, it makes an identifier.
  /// - Parameter text: Text from outside.
  package init?(written text: some StringProtocol) {
    self.init(text.utf8, takingSmallLetters: true)
  }

  private init?(_ text: some Collection<UInt8>, takingSmallLetters: Bool) {
    guard text.count == 36 else { return nil }
    var raw: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    let isRead = withUnsafeMutableBytes(of: &raw) { bytes in
      var place = 0
      for (index, digit) in text.enumerated() {
        if index == 8 || index == 13 || index == 18 || index == 23 {
          guard digit == 0x2D else { return false }
          continue
        }
        let value: UInt8
        switch digit {
        case 0x30...0x39: value = digit - 0x30
        case 0x41...0x46: value = digit - 0x41 + 10
        case 0x61...0x66 where takingSmallLetters: value = digit - 0x61 + 10
        default: return false
        }
        bytes[place / 2] = bytes[place / 2] << 4 | value
        place += 1
      }
      return true
    }
    guard isRead else { return nil }
    self.init(uuid: raw)
  }
}
