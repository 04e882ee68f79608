import DiptychEngine
import Foundation
import Testing

/// Making libraries, and paths that are none.
@Suite struct LibraryTests {
  @Test func create() throws {
    let place = try Place()
    try place.walk([
      Expected("library create deep/A.diptych", out: "Made the library deep/A.diptych.\n"),
      Expected(
        "library create deep/A.diptych", status: 65,
        err: "diptych: There is a library at deep/A.diptych already. Choose another path, or use "
          + "that one.\n"),
      Expected("dump --library deep/A.diptych", out: "empty library\n"),
      Expected("asset list --library deep/A.diptych", out: "No assets.\n"),
      Expected("album list --library deep/A.diptych", out: "No albums.\n"),
      Expected("asset list --library deep/A.diptych --json", out: "[\n\n]\n"),
      Expected("verify --library deep/A.diptych", out: "Nothing is wrong.\n"),
    ])
  }

  /// Reading never makes a library, neither at a path that was given nor at the user's own.
  @Test func readingMakesNothing() throws {
    let place = try Place()
    let commands = [
      "dump", "asset list", "album list", "verify", "user make-album Trip", "user hide x",
      "user access --client Saver",
    ]
    try place.walk(
      commands.flatMap { command in
        [
          Expected(
            "--library B.diptych \(command)", status: 69,
            err: "diptych: There is no library at B.diptych. Make one with `diptych library "
              + "create B.diptych`.\n"),
          Expected(
            command, status: 69,
            err: "diptych: There is no library at $PLACE/.local/share/diptych/Photos.diptych. "
              + "Make one with `diptych library create $PLACE/.local/share/diptych/Photos.diptych`.\n"
          ),
        ]
      })
    #expect(try place.files() == [])
  }

  /// Without a path the library that is meant is made, and the line of an error can be pasted,
  /// whatever the path.
  @Test func createWithoutPath() throws {
    let environment = ["DIPTYCH_LIBRARY": "it's mine.diptych"]
    try Place().walk([
      Expected(
        "asset list", environment, status: 69,
        err: "diptych: There is no library at it's mine.diptych. "
          + "Make one with `diptych library create 'it'\\''s mine.diptych'`.\n"),
      Expected(
        "library create", environment, out: "Made the library it's mine.diptych.\n"),
      Expected("asset list", environment, out: "No assets.\n"),
    ])
  }

  /// `DIPTYCH_LIBRARY` names the library, and `--library` wins over it.
  @Test func whichLibrary() throws {
    let place = try Place()
    let environment = ["DIPTYCH_LIBRARY": "$PLACE/A.diptych"]
    try place.walk([
      Expected("library create A.diptych", out: "Made the library A.diptych.\n"),
      Expected("library create B.diptych", out: "Made the library B.diptych.\n"),
      Expected(
        "user make-album Trip", environment, out: "Made the album \"Trip\": #1/L0/040\n"),
      Expected(
        "album list", environment, out: "\"Trip\"  album  0 assets    #1/L0/040\n"),
      Expected("album list --library B.diptych", environment, out: "No albums.\n"),
    ])
  }

  /// The bad library paths of the issue: each a clear error, nothing written.
  @Test func badPaths() throws {
    let place = try Place()
    try place.write("text", to: "file.diptych")
    try FileManager.default.createDirectory(
      atPath: place.path + "/other", withIntermediateDirectories: false)
    try place.write("text", to: "other/notes.txt")
    try FileManager.default.createDirectory(
      atPath: place.path + "/foreign", withIntermediateDirectories: false)
    try place.write(String(repeating: "no database ", count: 100), to: "foreign/library.sqlite")
    try change("newer") {
      try $0.execute("INSERT INTO migrations (name, ordinal) VALUES ('of tomorrow', 999)")
    }
    try change("altered") { try $0.execute("CREATE TABLE extra (id INTEGER)") }
    let rows: [(path: String, status: Int32, sentence: String)] = [
      (
        "file.diptych", 69,
        "The path file.diptych is a file. Give the path of a library folder, or of a new one."
      ),
      (
        "file.diptych/inner", 69,
        "A part of the path file.diptych/inner is a file. Give the path of a library folder."
      ),
      (
        "other", 69,
        "The folder other holds other files and no library. Choose an empty or a new folder."
      ),
      (
        "newer", 65,
        "The library was written by a newer version of Diptych. Update Diptych to open it."
      ),
      (
        "foreign", 65,
        "The library's database is damaged. Run `diptych verify --repair` to save what can be "
          + "read, or restore it from a backup."
      ),
    ]
    try place.walk(
      rows.flatMap { row in
        ["dump", "verify", "user make-album Trip", "import $MEDIA/exif/real-canon.jpg"].map {
          Expected(
            "\($0) --library \(row.path)", status: row.status,
            err: "diptych: \(row.sentence)\n")
        }
      })
    #expect(try place.files("other") == ["notes.txt"])
    // In a folder of ours it is damage, which `verify` tells of (decision 224).
    let sentence =
      "The library's database is damaged: its tables are not those that Diptych makes. Run `diptych "
      + "verify --repair` to make a new one of what can be read, or restore the library from a backup."
    try place.walk([
      Expected("dump --library altered", status: 65, err: "diptych: \(sentence)\n"),
      Expected("verify --library altered", status: 65, out: "\(sentence)\n1 issue.\n"),
    ])

    func change(_ name: String, _ body: (Connection) throws -> Void) throws {
      _ = try place.run(["library", "create", name])
      try place.open(name) { library in
        try library.write { try body($0.connection) }
      }
    }
  }

  /// Folders that may not be written. The superuser may write everywhere.
  @Test(.enabled(if: geteuid() != 0, "The superuser may write everywhere."))
  func notWritable() throws {
    let place = try Place()
    _ = try place.run(["library", "create", "A.diptych"])
    try FileManager.default.createDirectory(
      atPath: place.path + "/closed", withIntermediateDirectories: false)
    let closed = ["A.diptych", "closed"].map { place.path + "/" + $0 }
    for folder in closed { chmod(folder, 0) }
    defer { for folder in closed { chmod(folder, 0o700) } }
    let file = "$MEDIA/exif/real-canon.jpg"
    try place.walk([
      Expected(
        "import \(file) --library A.diptych", status: 69,
        err: "diptych: The library's folder A.diptych cannot be written. Check its permissions.\n"),
      Expected(
        "library create closed/B.diptych", status: 69,
        err: "diptych: The library's folder closed/B.diptych cannot be written. Check its "
          + "permissions.\n"),
    ])
  }

  /// Another process keeps the writer: here the test's own (design, section 3).
  @Test func busy() throws {
    let place = try Place()
    _ = try place.run(["library", "create", "A.diptych"])
    let sentence =
      "Another process has been using the library for 0 seconds. Try again when it has finished."
    try place.open { library in
      try library.write { _ in
        try place.walk([
          Expected("dump --library A.diptych --wait 0", out: "empty library\n"),
          Expected(
            "user make-album Trip --library A.diptych --wait 0", status: 69,
            err: "diptych: \(sentence)\n"),
          Expected(
            "import $MEDIA/exif/real-canon.jpg $MEDIA/png/rgba.png --library A.diptych --wait 0",
            status: 69,
            err: "diptych: the import stopped: \(sentence) What is in the library stays; run the "
              + "command again to go on.\n"),
        ])
      }
    }
    #expect(try place.originals() == [])
    #expect(try place.run(["dump", "--library", "A.diptych"]).out == "empty library\n")
  }
}
