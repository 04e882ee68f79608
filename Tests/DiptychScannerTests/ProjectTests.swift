import DiptychScanner
import Foundation
import Testing

/// Trees of files: what is read, in which encodings, and what one file knows of another.
@Suite struct ProjectTests {
  /// A header says what the properties of a class are; another file uses them (issue item 1).
  @Test func declarationsOfOtherFiles() throws {
    let place = try Place()
    try place.write(
      "@interface Cell : Base\n@property (strong) ALAsset *asset;\n- (ALAssetsGroup *)album;\n@end",
      to: "Cell.h")
    try place.write(
      "@interface Small : Cell\n@end\n@interface Base\n@property (strong) NSMutableArray *groups;\n@end",
      to: "Small.h")
    try place.write(
      """
      @implementation Base
      - (void)add:(ALAssetsGroup *)g { [self.groups addObject:g]; }
      @end
      """, to: "Base.m")
    try place.write(
      """
      void show(Small *cell, Other *other) {
        use(cell.asset.thumbnail, [[cell album] valueForProperty:p], [other.asset thumbnail]);
        use([[cell.groups objectAtIndex:0] posterImage]);
      }
      """, to: "Show.m")
    try place.write("class View { var asset: ALAsset? }", to: "View.swift")
    try place.write("func f(v: View) { use(v.asset?.thumbnail(), v.size()) }", to: "Use.swift")
    let found = try place.scan().filter {
      ["Show.m", "Use.swift"].contains(place.name($0.file))
    }
    #expect(
      found.map { "\(place.name($0.file)) \($0.line) \($0.text)" } == [
        "Show.m 2 thumbnail", "Show.m 2 valueForProperty:", "Show.m 3 posterImage",
        "Use.swift 1 thumbnail()",
      ])
  }

  @Test(arguments: ["UTF-8", "mark", "little", "big", "Latin-1", "CRLF"])
  func encodings(_ form: String) throws {
    let place = try Place()
    let text = "// Größe\nü(ALAssetsGroupAll);\n/* é */ ALAsset *a;\n"
    let data =
      switch form {
      case "mark": Data([0xEF, 0xBB, 0xBF]) + Data(text.utf8)
      case "little":
        Data([0xFF, 0xFE]) + Data(text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
      case "big":
        Data([0xFE, 0xFF]) + Data(text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
      case "Latin-1": Data(text.unicodeScalars.map { UInt8($0.value) })
      case "CRLF": Data(text.replacingOccurrences(of: "\n", with: "\r\n").utf8)
      default: Data(text.utf8)
      }
    try place.write(data, to: "A.m")
    let found = try place.scan().map { "\($0.line):\($0.column) \($0.length) \($0.text)" }
    #expect(found == ["2:3 16 ALAssetsGroupAll", "3:9 7 ALAsset"])
  }

  /// Folders of products and dependencies, links, other files (issue item 1).
  @Test func whatIsRead() throws {
    let place = try Place()
    let outside = try Place()
    try outside.write("ALAsset *a;", to: "Out.m")
    for name in [
      "A.m", "B.mm", "C.h", "D.swift", "E.pch", "F.M", "notes.txt", ".build/G.m", "build/H.m",
      "DerivedData/I.m", "Pods/J.m", ".git/K.m", "node_modules/L.m", "deep/er/N.m",
    ] { try place.write(name.hasSuffix("swift") ? "let a: ALAsset" : "ALAsset *a;", to: name) }
    try place.link("link.m", to: outside.path + "/Out.m")
    try place.link("folder", to: outside.path)
    try place.link("loop", to: place.path)
    let read = ["A.m", "B.mm", "C.h", "D.swift", "E.pch", "F.M", "deep/er/N.m"]
    #expect(try place.scan().map { place.name($0.file) }.sorted() == read.sorted())
    #expect(
      try place.scan(includesDependencies: true).map { place.name($0.file) }.sorted()
        == (read + ["Pods/J.m"]).sorted())
    let file = try SourceScanner(.bundled()).scan([place.path + "/A.m", place.path])
    #expect(file.uses.count == read.count, "a file that is named twice counts once")
    #expect(throws: SourceScanner.Failure.self) {
      try SourceScanner(.bundled()).scan([place.path + "/none"])
    }
  }

  /// A folder that is too deep is named, not left out in silence.
  @Test func deepFolders() throws {
    let place = try Place()
    let deep = String(repeating: "d/", count: 130)
    try place.write("ALAsset *a;", to: deep + "A.m")
    let result = try place.result()
    #expect(result.uses == [])
    #expect(
      result.skipped.map { place.name($0.file) } == [String(deep.prefix(2 * 128).dropLast())])
    #expect(TextReport.text(result).contains("(it cannot be read)"))
  }

  /// A binary, an empty file and a file of one long line do no harm (issue, how it is judged).
  @Test(.timeLimit(.minutes(10)))
  func strangeFiles() throws {
    let place = try Place()
    try place.write(Data((0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }), to: "binary.m")
    try place.write(Data(), to: "empty.swift")
    try place.write(Data([0xFF]), to: "one.m")
    let line = String(repeating: "[a b:c];if(x){y(z);}", count: 20_000)
    try place.write("ALAsset *a;" + line + "[a thumbnail];", to: "line.m")
    let depths = [
      "[": "m", "(": "swift", "\"\\(": "swift", "{": "m", "#if 0\n": "m", "/*": "swift",
    ]
    for (index, (text, suffix)) in depths.sorted(by: { $0.key < $1.key }).enumerated() {
      try place.write(
        "let a: ALAsset; ALAsset *b;\n" + String(repeating: text, count: 20_000),
        to: "deep\(index).\(suffix)")
    }
    let result = try place.result()
    #expect(result.skipped.map { "\(place.name($0.file)) \($0.reason)" } == ["binary.m binary"])
    #expect(
      result.uses.filter { place.name($0.file) == "line.m" }.map(\.text) == [
        "ALAsset", "thumbnail",
      ])
    let column = try #require(result.uses.first { $0.text == "thumbnail" }?.column)
    #expect(column == 11 + line.count + 4)
    #expect(result.uses.filter { place.name($0.file).hasPrefix("deep") }.count == 12)
  }
}
