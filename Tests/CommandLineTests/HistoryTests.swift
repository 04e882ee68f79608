import Foundation
import Testing

/// `history`, `watch`, `access`, and what applications do to albums.
@Suite struct HistoryTests {
  private static let saver = ["DIPTYCH_CLIENT": "Saver"]

  private func scene(_ place: Place) throws {
    _ = try place.run(
      ["import", "$MEDIA/exif/real-canon.jpg", "--library", "A.diptych"], Self.saver)
  }

  @Test func applicationsAndAlbums() throws {
    let place = try Place()
    try scene(place)
    try place.walk([
      Expected(
        "album create Trip --library A.diptych", Self.saver,
        out: "Made the album \"Trip\": #2/L0/040\n"),
      Expected(
        "album add Trip real-canon.jpg --library A.diptych", Self.saver,
        out: "Added \"real-canon.jpg\" to the album \"Trip\".\n"),
      Expected(
        "album show Trip --library A.diptych",
        out: """
          "Trip"  album  1 asset  #2/L0/040
            #1/L0/001  image  80×80  2013-12-17T14:04:24Z  "real-canon.jpg"

          """),
      Expected(
        "album create Trip --library A.diptych", ["DIPTYCH_ACCESS": "denied"], status: 77,
        err: "diptych: The client \"diptych\" may not do this. Change DIPTYCH_ACCESS, or run "
          + "`diptych user access authorized --client \"diptych\"`.\n"),
      Expected(
        "user access denied --client Other --library A.diptych",
        out: "Set the access of \"Other\" to denied.\n"),
      Expected(
        "access --library A.diptych", Self.saver,
        out: """
          "Other"  read-write denied      add-only denied
          "Saver"  read-write authorized  add-only authorized  in force

          """),
    ])
    let run = try place.run(["history", "--library", "A.diptych"])
    let lines = run.out.split(separator: "\n").map { line in
      line.components(separatedBy: "  ").filter { !$0.isEmpty }
    }
    // What the user decides about access is a commit, too, although nothing that is listed changes.
    #expect(lines.map { $0[0] } == ["1", "2", "3", "4"])
    #expect(
      lines.prefix(3).allSatisfy { $0[2].trimmingCharacters(in: .whitespaces) == "\"Saver\"" })
    #expect(
      lines.map { $0[3].trimmingCharacters(in: .whitespaces) } == [
        "asset \"real-canon.jpg\" made", "album \"Trip\" made",
        "album \"Trip\" got other members", "access decided",
      ])
    let last = try place.run(["history", "--last", "1", "--library", "A.diptych"])
    #expect(last.out.hasPrefix("4 "))
    let none = try place.run(["history", "--since", "4", "--library", "A.diptych"])
    #expect(none.out == "No changes.\n")
    try place.walk([
      Expected(
        "history --last none --library A.diptych", status: 64,
        err: "diptych: The value of --last must be a number from 1 on.\n")
    ])
  }

  @Test func assetInFull() throws {
    let place = try Place()
    try scene(place)
    let run = try place.run(["asset", "show", "real-canon.jpg", "--library", "A.diptych"])
    let rows = run.out.split(separator: "\n").map { line in
      line.split(separator: " ", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
    }
    func value(_ name: String) -> String? { rows.first { $0[0] == name }?.last }
    #expect(value("pixels") == "80×80" && value("created") == "2013-12-17T14:04:24Z")
    #expect(value("file") == "photo \"real-canon.jpg\" public.jpeg, 21703 bytes")
    #expect(value("made") == "by     \"Saver\"" || value("made")?.hasSuffix("\"Saver\"") == true)
    let path = try #require(value("path"))
    #expect(path.hasPrefix("A.diptych/originals/"))
  }

  /// Another process changes the library; each commit is told once, as both listeners hear it.
  @Test func watching() throws {
    let place = try Place()
    try scene(place)
    let started = try place.start(
      ["watch", "--json", "--count", "2", "--library", "A.diptych"], Self.saver)
    // Changes go on until the watcher has seen two: it may begin between any of them.
    var count = 0
    while started.isRunning, count < 200 {
      count += 1
      _ = try place.run([
        "user", count % 2 == 1 ? "favorite" : "unfavorite", "real-canon.jpg",
        "--library", "A.diptych",
      ])
    }
    let run = try place.finish(started)
    #expect(run.status == 0)
    let events = try run.out.split(separator: "\n").map { line in
      try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    let commits = events.filter { $0["event"] as? String == "commit" }
    #expect(commits.count >= 2)
    let summaries = commits.compactMap { ($0["commit"] as? [String: Any])?["summary"] as? String }
    #expect(Set(summaries) == ["asset \"real-canon.jpg\" changed"])
    let notices = events.filter { $0["event"] as? String == "AssetsLibrary" }
    #expect(notices.count >= 2)
    let info = try #require(notices.first?["userInfo"] as? [String: [String]])
    #expect(info["ALAssetLibraryUpdatedAssetsKey"]?.count == 1)
    let changes = events.filter { $0["event"] as? String == "Photos" }
    #expect(changes.count >= 2)
    #expect(changes.allSatisfy { ($0["indexes"] as? [String: [Int]]) == ["assetsChanged": [0]] })
  }
}
