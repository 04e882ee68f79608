import Foundation
import Testing

/// `lesson`: the list, what is shown, and exercises.
@Suite struct LessonTests {
  @Test func list() throws {
    let place = try Place()
    let run = try place.run(["lesson"])
    #expect(run.status == 0 && run.err == "")
    let lines = run.out.split(separator: "\n").map(String.init)
    #expect(lines.first == "1   ask-permission            Ask for permission")
    #expect(lines.contains { $0.hasPrefix("16  mix-both ") })
    let entries = try #require(
      try JSONSerialization.jsonObject(
        with: Data(try place.run(["lesson", "--json"]).out.utf8)) as? [[String: Any]])
    #expect(entries.count == lines.count)
    #expect(
      entries.compactMap { $0["number"] as? Int }
        == lines.map { Int($0.prefix(2).filter(\.isNumber)) })
    try place.walk([
      Expected(
        "lesson lisst-albums", status: 64,
        err: "diptych: There is no lesson lisst-albums. Did you mean list-albums? Run `diptych "
          + "lesson` for the list.\n")
    ])
  }

  /// Number, name and both together name one lesson; sources and states stand side by side.
  @Test func shown() throws {
    let place = try Place()
    let wide = ["COLUMNS": "170"]
    let run = try place.run(["lesson", "13"], wide)
    #expect(run.status == 0)
    // The lesson shows a husk, and the facade says so once.
    #expect(run.err.contains("Diptych: a group, asset or representation was used after"))
    #expect(try place.run(["lesson", "lifetime"], wide).out == run.out)
    #expect(try place.run(["lesson", "13-lifetime"], wide).out == run.out)
    let lines = run.out.split(separator: "\n").map(String.init)
    #expect(lines.first == "13. Lifetime: live, husk, snapshot")
    func has(_ left: String, _ mark: String, _ right: String) -> Bool {
      lines.contains { line in
        let parts = line.components(separatedBy: " \(mark) ")
        return parts.count == 2 && parts[0].trimmingCharacters(in: .whitespaces) == left
          && parts[1].trimmingCharacters(in: .whitespaces) == right
      }
    }
    #expect(has("LegacyAlbumWatcher.swift", "│", "ModernAlbumWatcher.swift"))
    #expect(lines.contains("── Look again"))
    #expect(has("at first          \"Trip\" 1", "│", "at first          \"Trip\" 1"))
    #expect(has("after changes     \"Journey\" 2", "≠", "after changes     \"Trip\" 1"))
    #expect(lines.last?.hasPrefix("D19: ") == true)
    let sources = try place.run(["lesson", "13", "--sources"], wide)
    #expect(run.out.hasPrefix(sources.out) && !sources.out.contains("≠"))
    let states = try place.run(["lesson", "13", "--run"], wide)
    #expect(run.out == sources.out + states.out)
    // No line is longer than the terminal.
    #expect(lines.allSatisfy { $0.count <= 170 })
  }

  @Test func machines() throws {
    let place = try Place()
    let run = try place.run(["lesson", "mix-both", "--json"])
    let entry = try #require(
      try JSONSerialization.jsonObject(with: Data(run.out.utf8)) as? [String: Any])
    let results = try #require(entry["results"] as? [String: Any])
    #expect((results["rows"] as? [Any])?.count == 12 && results["asDeclared"] as? Bool == true)
    let sources = try #require(entry["modern"] as? [[String: String]])
    #expect(sources.map { $0["file"] } == ["ModernSteps.swift"])
  }

  /// The files of an exercise: the old half whole, the new one without its work, what both need.
  /// `scripts/check-lessons` builds and runs them.
  @Test func exercise() throws {
    let place = try Place()
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../..").standardizedFileURL.path
    let run = try place.run(["lesson", "5", "--exercise", "Cover", "--diptych", root])
    #expect(run.status == 0)
    // The file with the hole, not one that is given whole.
    #expect(
      run.err == "Work on Cover/Sources/TheCover/ModernAlbumSaver.swift; Cover/README.md says what "
        + "is asked. Then run `diptych lesson 5 --solution Cover`.\n")
    #expect(
      run.out.split(separator: "\n").map(String.init) == [
        "Cover/Package.swift", "Cover/README.md", "Cover/Sources/TheCover/LegacyAppAlbum.swift",
        "Cover/Sources/TheCover/ModernAppAlbum.swift",
        "Cover/Sources/TheCover/LegacyAlbumSaver.swift",
        "Cover/Sources/TheCover/ModernAlbumSaver.swift",
        "Cover/Tests/TheCoverTests/TheCoverTests.swift",
      ])
    func text(_ name: String) throws -> String {
      try String(contentsOf: place.url.appendingPathComponent("Cover/" + name), encoding: .utf8)
    }
    let skeleton = try text("Sources/TheCover/ModernAlbumSaver.swift")
    #expect(skeleton.contains("// Write this.") && !skeleton.contains("performChanges"))
    #expect(try text("Sources/TheCover/LegacyAlbumSaver.swift").contains("group.add(asset)"))
    #expect(try text("Tests/TheCoverTests/TheCoverTests.swift").contains("import TheCover\n"))
    #expect(try text("Package.swift").contains("path: \"\(root)\""))
    try place.walk([
      Expected(
        "lesson 5 --exercise Cover --diptych \(root)", status: 65,
        err: "diptych: The folder Cover is not empty. Give a new or an empty one.\n"),
      Expected(
        "lesson 6 --solution Cover", status: 65,
        err: "diptych: Cover has no exercise of this lesson. Write one with `diptych lesson 6 "
          + "--exercise FOLDER`.\n"),
      Expected(
        "lesson 6 --exercise Albums --diptych .", status: 65,
        err: "diptych: There is no Diptych package at .. Give the folder of its Package.swift.\n"),
    ])
  }
}
