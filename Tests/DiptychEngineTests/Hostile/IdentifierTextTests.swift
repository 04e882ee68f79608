import Foundation
import Testing

@testable import DiptychEngine

/// Only the text of an identifier is one; found by the fuzzer, since Foundation reads signs and spaces,
/// too (L104, L169).
struct IdentifierTextTests {
  private static let text = "4F6B3A52-7B4E-4C6E-9B0E-3D2C1B0A9F8E"

  @Test(arguments: [text, text.lowercased(), "4f6B3a52-7B4E-4C6E-9B0E-3D2C1B0A9F8E"])
  func everyLetterSizeIsRead(_ text: String) {
    #expect(UUID(written: text)?.uuidString == Self.text)
    let url = URL(string: "assets-library://asset/asset.JPG?id=\(text)&ext=JPG")
    #expect(Identifiers.uuid(of: url)?.uuidString == Self.text)
  }

  @Test(arguments: [
    "4F6B3A-2-7B4E-4C6E-9B0E-3D2C1B0A9F8E", "4F6B3A+2-7B4E-4C6E-9B0E-3D2C1B0A9F8E",
    " F6B3A52-7B4E-4C6E-9B0E-3D2C1B0A9F8E", "4F6B3A52-7B4E-4C6E-9B0E-3D2C1B0A9F 8",
    "4F6B3A52-7B4E-4C6E-9B0E-3D2C1B0A9F8", "4F6B3A52-7B4E-4C6E-9B0E-3D2C1B0A9F8E0",
    "4F6B3A527B4E-4C6E-9B0E-3D2C1B0A9F8E-", "0xF6B3A5-7B4E-4C6E-9B0E-3D2C1B0A9F8E",
    "4F6B3A52-7B4E-4C6E-9B0E-3D2C1B0A9F8é", "", String(repeating: "-", count: 36),
  ])
  func otherTextIsNone(_ text: String) {
    #expect(UUID(written: text) == nil)
    var parts = URLComponents(string: "assets-library://asset/asset.JPG")
    parts?.queryItems = [URLQueryItem(name: "id", value: text)]
    #expect(Identifiers.uuid(of: parts?.url) == nil)
  }
}
