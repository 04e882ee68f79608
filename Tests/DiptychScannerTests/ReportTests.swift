import DiptychScanner
import Foundation
import Testing

/// The forms of the report (issue item 2).
@Suite struct ReportTests {
  private static let source = """
    #import <AssetsLibrary/AssetsLibrary.h>
    void f(ALAsset *asset, ALAssetsLibrary *library) {
      NSURL *url = asset.defaultRepresentation.url;
      [library assetForURL:url resultBlock:r failureBlock:nil];
      [library writeVideoAtPathToSavedPhotosAlbum:url completionBlock:nil];
      [c addObserver:o selector:s name:ALAssetsLibraryChangedNotification object:nil];
    }
    """

  private func result(_ change: (Place) throws -> Void = { _ in }) throws -> (ScanResult, Place) {
    let place = try Place()
    try place.write(Self.source, to: "My Album.m")
    try place.write("use(ALAssetsGroupAll);", to: "Z.m")
    try change(place)
    return (try place.result(), place)
  }

  @Test func summaryAndAdvice() throws {
    let (result, place) = try result()
    #expect(
      result.summary == "9 uses in 2 files: 3 direct, 5 with care, 1 without a counterpart")
    let advice = result.advice.map { $0.replacingOccurrences(of: place.path + "/", with: "") }
    #expect(advice.first == "Begin with the read paths (4 uses), in My Album.m (3 of them).")
    #expect(
      advice.suffix(2) == [
        "Decide what takes the place of 1 call without a counterpart, such as url.",
        "If URLs of assets are stored, turn them into identifiers with `diptych convert-urls`; "
          + "lesson 15 shows the code.",
      ])
    #expect(try SourceScanner(.bundled()).scan(text: "int a;", file: "A.m").isEmpty)
    #expect(try Place().result().summary == "No uses of AssetsLibrary")
  }

  /// Each use is shown with its place, and each row once with its spellings and difference.
  @Test func text() throws {
    let (result, place) = try result()
    let text = TextReport.text(result).replacingOccurrences(of: place.path + "/", with: "")
    #expect(text.hasPrefix("My Album.m\n  1:10  direct  M137  AssetsLibrary/AssetsLibrary.h\n"))
    #expect(text.contains("  3:44  none    M72   url\n"))
    #expect(text.contains("\nZ.m\n  1:5  care  M17  ALAssetsGroupAll\n"))
    for line in [
      "M119 care: threads\n  Objective-C  ALAssetsLibraryChangedNotification\n",
      "  Swift        asset(for:resultBlock:failureBlock:)\n",
      "  Swift 2      assetForURL(_:resultBlock:failureBlock:)\n",
    ] { #expect(text.contains(line), "\(line)") }
    #expect(text.contains("\n\(result.summary)\nBegin with"))
  }

  @Test func json() throws {
    let (result, place) = try result { try $0.write(Data([0, 1, 2]), to: "data.m") }
    let text = try JSONReport.text(result)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(Set(object.keys) == ["version", "summary", "files", "rows", "skipped", "advice"])
    #expect(object["version"] as? Int == 1)
    let summary = try #require(object["summary"] as? [String: Int])
    #expect(
      summary == [
        "uses": 9, "files": 2, "direct": 3, "care": 5, "none": 1, "filesRead": 2, "known": 0,
      ])
    let files = try #require(object["files"] as? [[String: Any]])
    let uses = try #require(files.first?["uses"] as? [[String: Any]])
    #expect(
      files.map { $0["file"] as? String } == ["My Album.m", "Z.m"].map { place.path + "/" + $0 })
    #expect(
      uses.first.map { NSDictionary(dictionary: $0) } == [
        "line": 1, "column": 10, "length": 29, "text": "AssetsLibrary/AssetsLibrary.h",
        "row": "M137", "rating": "direct", "ordinal": 1,
      ])
    let rows = try #require(object["rows"] as? [String: [String: String]])
    let used = uses.compactMap { $0["row"] as? String } + ["M17"]
    #expect(Set(rows.keys) == Set(used))
    #expect(rows["M19"]?["swift2"] == "assetForURL(_:resultBlock:failureBlock:)")
    #expect((object["skipped"] as? [[String: String]])?.map { $0["reason"] } == ["binary"])
  }

  /// The plan goes from read paths over handles and writes to observers (issue item 2).
  @Test func markdown() throws {
    let (result, _) = try result()
    let text = MarkdownReport.text(result)
    let headings = text.split(separator: "\n").filter { $0.hasPrefix("## ") }
    #expect(
      headings == [
        "## 1. Read paths", "## 2. Stored handles", "## 3. Writes", "## 4. Observers",
        "## 5. Imports and link flags, when all else is done",
      ])
    #expect(text.split(separator: "\n").filter { $0.hasPrefix("- [ ] line ") }.count == 9)
    #expect(text.contains("- [ ] line 3: `url` (M72): no counterpart in Photos, because"))
  }

  /// Structure by the standard: required properties, allowed ones, types and values.
  @Test func sarif() throws {
    let (result, place) = try result { try $0.write(Data([0, 1, 2]), to: "data.m") }
    let text = try SARIFReport.text(result)
    let log = try JSONSerialization.jsonObject(with: Data(text.utf8))
    #expect(SARIFSchema.problems(log) == [])
    let run = try #require(((log as? [String: Any])?["runs"] as? [[String: Any]])?.first)
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.count == 9)
    #expect(results.map { $0["level"] as? String }.filter { $0 == "error" }.count == 1)
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    let rules = try #require(driver["rules"] as? [[String: Any]])
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
    }
    #expect(text.contains("\"uri\" : \"file://\(place.path)/My%20Album.m\""))
    #expect(text.contains("\"startColumn\" : 44"))
    // The check itself sees a log that is broken.
    let broken = try #require(
      text.replacingOccurrences(of: "\"level\" : \"note\"", with: "\"level\" : \"fine\"")
        .replacingOccurrences(of: "\"ruleId\"", with: "\"rule\"").data(using: .utf8))
    #expect(SARIFSchema.problems(try JSONSerialization.jsonObject(with: broken)).count >= 12)
  }

  /// A baseline survives moved lines and lets only new uses through (issue item 2).
  @Test func baseline() throws {
    let place = try Place()
    let old = "void f(ALAsset *a) {\n  use(a.thumbnail, a.thumbnail);\n}\n"
    try place.write(old, to: "A.m")
    let before = try place.result()
    let baseline = try Baseline(text: Baseline.text(before))
    #expect(baseline.removing(from: before).uses == [])
    #expect(baseline.removing(from: before).summary == "No new uses of AssetsLibrary; 3 known")
    try place.write(
      "// moved\n\n" + old
        + "void g(ALAsset *b) {   use(b.thumbnail); }\nint x = ALAssetsGroupAll;",
      to: "A.m")
    let rest = baseline.removing(from: try place.result())
    #expect(
      rest.uses.map { "\($0.line) \($0.text) \($0.ordinal)" } == [
        "6 ALAsset 2", "6 thumbnail 3", "7 ALAssetsGroupAll 1",
      ])
    #expect(
      rest.summary
        == "3 uses in 1 file: 0 direct, 3 with care, 0 without a counterpart; 3 known ones left out"
    )
    for text in ["", "hello", "# diptych scan baseline 1\nA.m\tM1\n"] {
      #expect(throws: Baseline.Failure.self) { try Baseline(text: text) }
    }
  }
}
