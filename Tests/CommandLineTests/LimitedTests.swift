import Foundation
import Testing

/// The program under `DIPTYCH_ACCESS=limited:…`: it is a client like any application, and what it does
/// not see is not there (P169, P177, P178, decisions 51, 93 and 233).
@Suite struct LimitedTests {
  private static let library = ["DIPTYCH_LIBRARY": "$PLACE/A.diptych"]
  private static let camera = library.merging(["DIPTYCH_CLIENT": "Camera"]) { $1 }
  private static let limited = library.merging([
    "DIPTYCH_CLIENT": "Lim", "DIPTYCH_ACCESS": "limited:#1/L0/001",
  ]) { $1 }

  /// "real-canon.jpg" is selected; the other photo, the album and the folder are not.
  private func scene(_ place: Place) throws {
    try place.walk([
      Expected(
        "import $MEDIA/exif/real-canon.jpg $MEDIA/exif/date-plain.jpg --album Holiday",
        Self.camera,
        out: """
          #1/L0/001  image  80×80  "real-canon.jpg"
          #2/L0/001  image  640×480  "date-plain.jpg"

          """,
        err: "Made the library $PLACE/A.diptych.\n"),
      Expected(
        "user make-folder Drawer", Self.camera, out: "Made the folder \"Drawer\": #3/L0/020\n"),
    ])
  }

  /// What each command says of a name that is unseen, and of one that there never was, is the same.
  @Test func unseenIsNotThere() throws {
    let place = try Place()
    try scene(place)
    let before = try place.run(["dump"], Self.library)
    let commands: [(line: String, unseen: String, missing: String)] = [
      ("asset show %@", "date-plain.jpg", "never-there.jpg"),
      ("export Out %@", "date-plain.jpg", "never-there.jpg"),
      ("album add Mine %@", "date-plain.jpg", "never-there.jpg"),
      ("album add %@ real-canon.jpg", "Holiday", "Neverland"),
      ("album create Inside --in %@", "Drawer", "Nowhere"),
    ]
    _ = try place.run(["album", "create", "Mine"], Self.limited)
    for command in commands {
      func run(_ name: String) throws -> Place.Run {
        let line = command.line.replacingOccurrences(of: "%@", with: name)
        let run = try place.run(line.split(separator: " ").map(String.init), Self.limited)
        return Place.Run(
          status: run.status, out: run.out,
          err: run.err.replacingOccurrences(of: name, with: "NAME"))
      }
      let (unseen, missing) = (try run(command.unseen), try run(command.missing))
      #expect(unseen.status == 65 && unseen.out == "", "\(command.line)")
      #expect(unseen.err.contains("There is no"), "\(command.line)")
      #expect(unseen == missing, "\(command.line)")
    }
    // Nothing but the own album has come.
    try place.walk([
      Expected(
        "user delete-album Mine", Self.library, out: "Deleted the album \"Mine\".\n")
    ])
    #expect(try place.run(["dump"], Self.library) == before)
  }

  /// What it does see it can show, collect and write.
  @Test func seenIsThere() throws {
    let place = try Place()
    try scene(place)
    _ = try place.run(["album", "create", "Mine"], Self.limited)
    try place.walk([
      Expected(
        "album add Mine real-canon.jpg", Self.limited,
        out: "Added \"real-canon.jpg\" to the album \"Mine\".\n")
    ])
    // Of the albums that hold it, the others' are not told.
    let shown = try place.run(["asset", "show", "real-canon.jpg"], Self.limited)
    #expect(shown.status == 0)
    #expect(shown.out.contains("\"Mine\"") && !shown.out.contains("Holiday"))
    let export = try place.run(["export", "Out", "real-canon.jpg"], Self.limited)
    #expect(export.status == 0 && export.out.hasSuffix("real-canon.jpg\n"))
    // P177: what it adds it sees, next time too.
    _ = try place.run(["import", "$MEDIA/png/rgba.png"], Self.limited)
    let list = try place.run(["asset", "list"], Self.limited).out.split(separator: "\n")
    #expect(list.count == 2)
  }

  /// Commits of which it sees nothing are no lines, and no words of others' things are in the rest.
  @Test func history() throws {
    let place = try Place()
    try scene(place)
    _ = try place.run(["album", "create", "Mine"], Self.limited)
    _ = try place.run(["user", "access", "denied", "--client", "Other"], Self.library)
    _ = try place.run(["user", "favorite", "date-plain.jpg"], Self.library)
    _ = try place.run(["user", "favorite", "real-canon.jpg"], Self.library)
    func summaries(_ environment: [String: String]) throws -> [String] {
      try place.run(["history"], environment).out.split(separator: "\n").map { line in
        line.components(separatedBy: "  ").last { !$0.isEmpty }?
          .trimmingCharacters(in: .whitespaces) ?? ""
      }
    }
    let all = try summaries(Self.library)
    #expect(all.count == 6)
    let seen = try summaries(Self.limited)
    #expect(
      seen == [
        "asset \"real-canon.jpg\" made", "album \"Mine\" made",
        "asset \"real-canon.jpg\" changed",
      ])
  }

  /// `watch` counts and tells what it sees.
  @Test func watching() throws {
    let place = try Place()
    try scene(place)
    let started = try place.start(["watch", "--json", "--count", "2"], Self.limited)
    var count = 0
    while started.isRunning, count < 200 {
      count += 1
      for name in ["date-plain.jpg", "real-canon.jpg"] {
        _ = try place.run(
          ["user", count % 2 == 1 ? "favorite" : "unfavorite", name], Self.library)
      }
    }
    let run = try place.finish(started)
    #expect(run.status == 0)
    let events = try run.out.split(separator: "\n").map { line in
      try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    let told = events.compactMap { ($0["commit"] as? [String: Any])?["summary"] as? String }
    #expect(told.count >= 2 && Set(told) == ["asset \"real-canon.jpg\" changed"])
    #expect(!run.out.contains("date-plain"))
  }

  /// What `access` and `user access` show where the variable decides.
  @Test func accessInForce() throws {
    let place = try Place()
    try scene(place)
    try place.walk([
      Expected(
        "user access --client Lim", Self.limited,
        out: "\"Lim\": read-write limited, add-only limited, by DIPTYCH_ACCESS.\n"),
      Expected(
        "user access --client Camera", Self.limited,
        out: "\"Camera\": read-write authorized, add-only authorized.\n"),
      Expected(
        "access", Self.limited.merging(["DIPTYCH_ACCESS": "denied"]) { $1 },
        out: "\"Lim\"  read-write denied  add-only denied  in force, by DIPTYCH_ACCESS\n"),
      Expected(
        "access", Self.library.merging(["DIPTYCH_CLIENT": "Lim"]) { $1 },
        out: "\"Lim\"  read-write authorized  add-only authorized  in force\n"),
    ])
  }

  /// Commits of which it sees nothing do not count among the last ones.
  @Test func lastCommits() throws {
    let place = try Place()
    try scene(place)
    _ = try place.run(["album", "create", "Mine"], Self.limited)
    for number in 0..<12 { _ = try place.run(["user", "make-album", "A\(number)"], Self.library) }
    let last = try place.run(["history", "--last", "1"], Self.limited)
    #expect(last.status == 0 && last.out.contains("\"Mine\" made"), "\(last.out)")
    #expect(last.out.split(separator: "\n").count == 1)
    let all = try place.run(["history", "--last", "1"], Self.library)
    #expect(all.out.contains("\"A11\" made") && all.out.split(separator: "\n").count == 1)
  }
}
