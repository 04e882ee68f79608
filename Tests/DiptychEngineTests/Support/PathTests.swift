import DiptychPlatform
import Foundation
import Testing

@testable import DiptychEngine

/// Parts of paths, also of those on which Foundation traps; found by the fuzzer.
struct PathTests {
  @Test(arguments: [
    ("a", ""), ("a/", ""), ("", ""), ("/", "/"), ("//", "/"), ("/a", "/"), ("/a/", "/"),
    ("a/b", "a"), ("a//b//", "a"), ("/a/b", "/a"), ("./a", "."), ("../a", ".."), ("é", ""),
    ("a/\u{301}b", "a"), ("/a b/c.d", "/a b"),
  ])
  func folderOfAPath(_ path: String, _ parent: String) {
    #expect(path.parentPath == parent)
  }

  @Test(arguments: [
    ("", ""), ("/", "/"), ("///", "/"), ("a", "a"), ("a/", "a"), ("/a//", "a"), ("a//b", "b"),
    ("a/\u{301}b", "\u{301}b"), ("/a b/c.d", "c.d"), ("a/..", ".."),
    ("6.\u{FFFD}//////(////////////////\u{FFFD}/////////\u{4}", "\u{4}"),
  ])
  func lastNameOfAPath(_ path: String, _ name: String) {
    #expect(Array(path.lastPathName.utf8) == Array(name.utf8))
  }

  @Test(arguments: [
    ("", "", ""), ("a", "a", ""), ("a.b", "a", "b"), ("a.b.c", "a.b", "c"), (".a", ".a", ""),
    (".a.b", ".a", "b"), ("a.", "a.", ""), ("a..b", "a.", "b"), ("é.JPG", "é", "JPG"),
    ("a.b c", "a", "b c"), ("..", "..", ""), ("a.\u{301}b", "a", "\u{301}b"),
  ])
  func extensionOfAName(_ name: String, _ base: String, _ ending: String) {
    #expect(Array(name.withoutNameExtension.utf8) == Array(base.utf8))
    #expect(Array(name.nameExtension.utf8) == Array(ending.utf8))
    guard !name.isEmpty else { return }
    #expect(Array("x.y/\(name)".nameExtension.utf8) == Array(ending.utf8))
  }

  @Test func nameOfAFolder() throws {
    let home = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: home + "/Trip/Day 1", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: home) }
    try FileManager.default.createSymbolicLink(
      atPath: home + "/Link", withDestinationPath: "Trip/Day 1")
    for (path, name) in [
      ("/Trip", "Trip"), ("/Trip///", "Trip"), ("/Trip/.", "Trip"), ("/Trip/./", "Trip"),
      ("/Trip/Day 1/..", "Trip"), ("/Trip/Day 1/../Day 1", "Day 1"),
      // A link has a name of its own; what is above it is where the link leads.
      ("/Link", "Link"), ("/Link/.", "Day 1"), ("/Link/..", "Trip"),
      ("/none", "none"), ("/none/..", ".."),
    ] {
      #expect((home + path).folderName == name, "\(path)")
    }
    #expect("".folderName == "")
    #expect("/".folderName == "/")
    #expect("/..".folderName == "/")
    #expect(".".folderName == FileManager.default.currentDirectoryPath.lastPathName)
    #expect((home + "/Link/.").realPath == (home + "/Trip/Day 1").realPath)
    #expect((home + "/none").realPath == nil)
    #expect("".realPath == nil)
  }

  @Test func anythingHasParts() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    let pieces = [
      "/", "//", "/////", ".", "..", "a", "\u{FFFD}", "é", "(", "\u{4}", "\u{301}", "👩‍👧", "\r\n",
      " ",
    ]
    for _ in 0..<20_000 {
      let path = (0..<Int.random(in: 0...14, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      let names = Array(path.utf8).split(separator: UInt8(ascii: "/"))
      let last = path.lastPathName
      guard
        Array(last.utf8) == names.last.map(Array.init) ?? (path.isEmpty ? [] : [UInt8(ascii: "/")]),
        last.nameExtension == path.nameExtension,
        last.nameExtension.isEmpty
          || "\(last.withoutNameExtension).\(last.nameExtension)".utf8.elementsEqual(last.utf8)
      else {
        Issue.record("seed \(seed): \(path.debugDescription) gives \(last.debugDescription)")
        return
      }
    }
  }
}
