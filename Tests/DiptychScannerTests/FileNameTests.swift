import DiptychScanner
import Foundation
import Testing

/// Names of files that Swift takes for equal, and names that are no text (decision 260).
@Suite struct FileNameTests {
  /// One letter, and the same as a letter with a mark: two files on a disk, one text for `==`.
  private static let twins = ["\u{E9}", "e\u{301}"]

  private func twins() throws -> Place {
    let place = try Place()
    for name in Self.twins {
      try place.write("ALAsset *a; // \(name.utf8.count)", to: name + ".m")
      try place.write("ALAsset *a;", to: name + "/A.m")
    }
    return place
  }

  private func bytes(_ names: [String]) -> [[UInt8]] { names.map { Array($0.utf8) } }

  @Test func equalTextsAreTwoFiles() throws {
    let place = try twins()
    let result = try place.result()
    // `e` goes before the bytes of `é`.
    let names = ["e\u{301}/A.m", "e\u{301}.m", "\u{E9}/A.m", "\u{E9}.m"].sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    let found = result.files.map { place.name($0.file) }.sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    #expect(bytes(found) == bytes(names))
    #expect(result.fileCount == 4)
    #expect(result.summary == "4 uses in 4 files: 0 direct, 4 with care, 0 without a counterpart")
    let paths = Self.twins.map { place.path + "/" + $0 + ".m" }
    let named = try SourceScanner(.bundled()).scan(paths + paths)
    #expect(bytes(named.uses.map(\.file)) == bytes(paths))
    // The order of a folder is that of the bytes, whatever the disk gives.
    #expect(
      bytes(result.uses.map { place.name($0.file) })
        == bytes(try place.scan().map { place.name($0.file) }))
  }

  @Test func reportsKeepThemApart() throws {
    let place = try twins()
    let paths = Self.twins.map { place.path + "/" + $0 + ".m" }
    let result = try SourceScanner(.bundled()).scan(paths)
    let plan = MarkdownReport.text(result).split(separator: "\n").filter { $0.hasPrefix("### ") }
    #expect(plan.count == 2)
    #expect(result.advice.first?.hasSuffix("(1 of them).") == true, "\(result.advice)")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(JSONReport.text(result).utf8)) as? [String: Any])
    let files = try #require(json["files"] as? [[String: Any]])
    #expect(bytes(files.compactMap { $0["file"] as? String }) == bytes(paths))
    let sarif = try SARIFReport.text(result)
    #expect(sarif.contains("/%C3%A9.m\"") && sarif.contains("/e%CC%81.m\""))
  }

  /// A file that a baseline does not know is new, however its name looks.
  @Test func baselinesKeepThemApart() throws {
    let place = try twins()
    let paths = Self.twins.map { place.path + "/" + $0 + ".m" }
    let one = try SourceScanner(.bundled()).scan([paths[0]])
    let both = try SourceScanner(.bundled()).scan(paths)
    let text = Baseline.text(one)
    for text in [text, text.split(separator: "\n").joined(separator: "\r\n") + "\r\n"] {
      let rest = try Baseline(text: text).removing(from: both)
      #expect(bytes(rest.uses.map(\.file)) == bytes([paths[1]]))
      #expect(rest.knownCount == 1)
    }
    #expect(try Baseline(text: Baseline.text(both)).removing(from: both).uses == [])
  }

  /// Names with the ends of lines in them, too, are told apart.
  @Test func namesOfSeveralLines() throws {
    let place = try Place()
    let names = ["a\nb.m", "a\rb.m", "a\\nb.m", "a\u{2028}b.m", "a\tb.m", "a\r\nb.m"]
    for name in names { try place.write("ALAsset *a;", to: name) }
    let all = try place.result()
    #expect(all.uses.count == names.count)
    for use in all.uses {
      let one = try SourceScanner(.bundled()).scan([use.file])
      let rest = try Baseline(text: Baseline.text(one)).removing(from: all)
      #expect(bytes(rest.uses.map(\.file)) == bytes(all.uses.map(\.file).filter { $0 != use.file }))
    }
  }

  // MARK: Names that are no text

  /// Name, whether it is a folder, and how it is told; nil for what no scan would read.
  private static let strange: [(name: [UInt8], isFolder: Bool, told: String?)] = [
    (Array("caf".utf8) + [0xE9] + Array(".m".utf8), false, "caf%E9.m"),
    ([0xFF] + Array("%41é.swift".utf8), false, "%FF%2541é.swift"),
    (Array("a".utf8) + [0xC3] + Array(".h".utf8), false, "a%C3.h"),
    ([0xED, 0xA0, 0x80] + Array(".mm".utf8), false, "%ED%A0%80.mm"),
    ([0x80, 0x0A], true, "%80\n"),
    (Array("old".utf8) + [0xE9], true, "old%E9"),
    (Array("photo".utf8) + [0xE9] + Array(".png".utf8), false, nil),
    (Array("read me".utf8) + [0xE9], false, nil),
  ]

  private func strangePlace() throws -> Place {
    let place = try Place()
    try place.write("ALAsset *a;", to: "Fine.m")
    for (name, isFolder, _) in Self.strange {
      let path = Array(place.path.utf8) + Array("/".utf8) + name
      try place.make(path, isFolder: isFolder)
      if isFolder { try place.make(path + Array("/In.m".utf8), isFolder: false) }
    }
    return place
  }

  @Test func namesThatAreNoTextAreTold() throws {
    let place = try strangePlace()
    let result = try place.result()
    #expect(result.uses.map { place.name($0.file) } == ["Fine.m"])
    let told = Self.strange.compactMap(\.told).sorted()
    #expect(result.skipped.map { place.name($0.file) }.sorted() == told)
    #expect(Set(result.skipped.map(\.reason)) == ["nameNotUTF8"])
    let text = TextReport.text(result)
    #expect(
      text.contains("Not read: \(place.path)/caf%E9.m (its name is not UTF-8; rename it)\n"))
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(JSONReport.text(result).utf8)) as? [String: Any])
    let entries = try #require(json["skipped"] as? [[String: String]])
    #expect(
      entries.contains(["file": place.path + "/%FF%2541é.swift", "reason": "nameNotUTF8"]))
    // An address has the bytes themselves.
    let sarif = try SARIFReport.text(result)
    #expect(sarif.contains("\"uri\" : \"file://\(place.path)/caf%E9.m\""))
    #expect(sarif.contains("/%FF%2541%C3%A9.swift\""))
  }

  /// What two paths lead to is told once.
  @Test func toldOnce() throws {
    let place = try strangePlace()
    let result = try SourceScanner(.bundled()).scan([place.path, place.path])
    #expect(result.skipped.count == Self.strange.compactMap(\.told).count)
  }
}
