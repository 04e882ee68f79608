import Foundation
import Testing

@testable import DiptychAppleLibrary

/// The reader of binary property lists against Foundation's writer, and against damaged bytes.
@Suite struct BinaryPropertyListTests {
  private func list(_ values: [String: Any]) throws -> [UInt8] {
    [UInt8](
      try PropertyListSerialization.data(fromPropertyList: values, format: .binary, options: 0))
  }

  @Test func readsWhatFoundationWrites() throws {
    var values: [String: Any] = [
      "small": 7, "byte": 200, "model": 18508, "large": 1 << 40, "text": "com.apple.photo",
      "wide": "Übergrößen 相机", "data": Data(repeating: 5, count: 700), "nested": ["a": [1, 2]],
      "empty": "",
    ]
    for number in 0..<300 { values["filler \(number)"] = number }
    let read = try #require(BinaryPropertyList(try list(values)))
    #expect(read.integer("small") == 7)
    #expect(read.integer("byte") == 200)
    #expect(read.integer("model") == 18508)
    #expect(read.integer("large") == 1 << 40)
    #expect(read.text("text") == "com.apple.photo")
    #expect(read.text("wide") == "Übergrößen 相机")
    #expect(read.text("empty") == "")
    #expect(read.data("data") == Data(repeating: 5, count: 700))
    #expect(read.integer("nested") == nil)
    #expect(read.text("small") == nil)
    #expect(read.integer("absent") == nil)
    #expect(read.integer("filler 299") == 299)
  }

  /// Every cut and every changed byte ends in an answer.
  @Test func damagedBytesAreHarmless() throws {
    let bytes = try list(["PLModelVersion": 18508, "name": "wide 相机", "data": Data([1, 2, 3])])
    for count in 0..<bytes.count { _ = BinaryPropertyList(Array(bytes.prefix(count))) }
    for place in bytes.indices {
      for value in [UInt8(0), 0x0F, 0x4F, 0x5F, 0x6F, 0x7F, 0x80, 0xD1, 0xDF, 0xFF] {
        var changed = bytes
        changed[place] = value
        let read = BinaryPropertyList(changed)
        _ = read?.integer("PLModelVersion")
        _ = read?.text("name")
        _ = read?.data("data")
      }
    }
    #expect(BinaryPropertyList([]) == nil)
    #expect(BinaryPropertyList(Array("bplist00".utf8) + [UInt8](repeating: 0xFF, count: 40)) == nil)
  }
}
