import Foundation
import TestMedia
import Testing

/// The page about `--json` against what the program prints: every key is on the page with its type,
/// and every key of the page that is not optional is printed.
@Suite struct JSONTests {
  private struct Key: Equatable {
    let type: String
    let isOptional: Bool
  }

  /// The keys of each command, by its name.
  private func page() throws -> [String: [String: Key]] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/diptych/JSON.md")
    var commands: [String: [String: Key]] = [:]
    var name = ""
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix("## ") { name = String(line.dropFirst(3)) }
      guard line.hasPrefix("- `"), let end = line.dropFirst(3).firstIndex(of: "`") else { continue }
      let path = String(line[line.index(line.startIndex, offsetBy: 3)..<end])
      let words = line[line.index(after: end)...].prefix { $0 != ":" }
        .split { $0 == " " || $0 == "," }
      commands[name, default: [:]][path] = Key(
        type: String(words.first ?? ""), isOptional: words.contains("optional"))
    }
    return commands
  }

  private func walk(_ value: Any, _ path: String, _ found: inout [String: String]) {
    switch value {
    case let object as [String: Any]:
      for (key, value) in object { walk(value, path.isEmpty ? key : "\(path).\(key)", &found) }
    case let list as [Any]: for value in list { walk(value, path + "[]", &found) }
    case is String: found[path] = "string"
    case let number as NSNumber:
      found[path] = String(cString: number.objCType) == "c" ? "boolean" : "number"
    default: found[path] = "null"
    }
  }

  @Test func everyKeyIsDocumented() throws {
    let place = try Place()
    let environment = ["DIPTYCH_LIBRARY": "$PLACE/A.diptych"]
    func run(_ line: String) throws -> String {
      try place.run(line.split(separator: " ").map(String.init), environment).out
    }
    let imported = try run(
      "import $MEDIA/exif/real-canon.jpg $MEDIA/video/h264-high-faststart.mp4 "
        + "$MEDIA/bad/text-named.jpg --album Trip --json")
    for line in [
      "user make-folder Travel", "user make-album Rome --in Travel", "user delete real-canon.jpg",
    ] {
      _ = try run(line)
    }
    let backup = try run("backup B.diptych --json")
    _ = try run("user rename-album Trip Journey")
    var outputs: [(String, String)] = [("import", imported), ("backup", backup)]
    let library = "$MEDIA/apple/Test-15.4.1.photoslibrary"
    for _ in 0..<2 {
      outputs.append(
        ("import", try place.run(["import", library, "--json", "--library", "C.diptych"]).out))
    }
    outputs.append(
      (
        "asset show",
        try place.run(["asset", "show", "Tulips.jpg", "--json", "--library", "C.diptych"]).out
      ))
    let shown = try run("asset show h264-high-faststart.mp4 --json")
      .replacingOccurrences(of: "\\/", with: "/")
    let url = try #require(shown.firstMatch(of: /"(assets-library:[^"]*id=)#(\d+)([^"]*)"/)).output
    try place.write(
      "\(url.1)\(place.identifier(try #require(Int(url.2))))\(url.3)\nno URL\n", to: "urls.txt")
    let converted = try run("convert-urls urls.txt --json")
    for part in ["\"converted\"", "\"dead\""] {
      #expect(converted.contains(part + " : [\n"), "\(converted)")
    }
    outputs.append(("convert-urls", converted))
    for line in [
      "asset list --all", "asset show real-canon.jpg", "album list", "album show Journey",
      "history",
      "access", "export Out", "verify", "dump", "diff A.diptych B.diptych", "doctor",
      "compare 3-insert-second", "lesson 6",
    ] {
      let words = line.split(separator: " ")
      let isPair = ["asset", "album"].contains(words[0])
      let name = words.prefix(isPair ? 2 : 1).joined(separator: " ")
      outputs.append((name, try run(line + " --json")))
    }
    let page = try page()
    #expect(Set(outputs.map(\.0)).union(["watch"]) == Set(page.keys))
    for (name, output) in outputs {
      var found: [String: String] = [:]
      walk(
        try JSONSerialization.jsonObject(with: Data(output.utf8), options: .fragmentsAllowed), "",
        &found)
      let documented = try #require(page[name], "\(name)")
      for (path, type) in found {
        #expect(documented[path]?.type == type, "\(name): \(path)")
      }
      // A second import has nothing to print of what it imported.
      for (path, key) in documented
      where !key.isOptional && !(path.hasPrefix("imported[]") && !output.contains("\"height\"")) {
        #expect(found[path] != nil, "\(name): \(path) is not printed")
      }
    }
  }

  // What a dry run says of each file: every key is on the page, and every key of the page is said of
  // one of these.
  @Test(.enabled(if: TestMedia.hasAllMedia)) func detailsOfADryRun() throws {
    let place = try Place()
    let run = try place.run([
      "import", "$MEDIA/live/generated.jpg", "$MEDIA/live/generated.mov",
      "$MEDIA/exif/real-iphone4s-gps-subsec-orientation6.jpg", "$MEDIA/exif/xmp-iptc.jpg",
      "--dry-run", "--json", "--library", "A.diptych",
    ])
    #expect(run.status == 0)
    var found: [String: String] = [:]
    walk(try JSONSerialization.jsonObject(with: Data(run.out.utf8)), "", &found)
    let documented = try #require(try page()["import"])
    for (path, type) in found { #expect(documented[path]?.type == type, "\(path)") }
    let details = documented.keys.filter { $0.hasPrefix("imported[].details[]") }
    // No sample has a burst.
    let missing = details.filter { found[$0] == nil && !$0.hasSuffix(".burstIdentifier") }
    #expect(missing == [])
    #expect(try place.files() == [])
    let object = try JSONSerialization.jsonObject(with: Data(run.out.utf8)) as? [String: Any]
    let imported = object?["imported"] as? [[String: Any]]
    let facts = imported?.flatMap { $0["details"] as? [[String: Any]] ?? [] } ?? []
    #expect(
      facts.map { $0["taken"] as? String } == [
        "2024-05-06T07:08:09.123+00:00", "2024-05-06T07:08:09+00:00", "2014-09-01T15:03:47.88",
        "2016-01-02T03:04:05+02:00",
      ])
    #expect(facts.last?["caption"] as? String == "Boats, été")
    #expect(facts.last?["keywords"] as? [String] == ["harbour", "boats"])
    #expect(facts[2]["subtypes"] as? [String] == ["panorama"])
    #expect(facts[2]["orientation"] as? Int == 6)
    // Only machines are told.
    #expect(facts.count == 4)
  }
}
