import DiptychEngine
import Foundation
import TestMedia
import Testing

/// `import`: real files, and every kind of bad one.
@Suite struct ImportTests {
  /// What a file is, its bytes tell; names, sizes and dates come from the file.
  @Test(.enabled(if: TestMedia.hasAllMedia)) func realFiles() throws {
    let place = try Place()
    try place.copy("exif/real-iphone4s-gps-subsec-orientation6.jpg", as: "upright.jpg")
    try place.copy("video/h264-rotated-creationdate.mov", as: "clip.unknown")
    try place.walk([
      Expected(
        words: [
          "import", "upright.jpg", "clip.unknown", "--album", " Trip ", "--library", "A.diptych",
        ],
        out: """
          #1/L0/001  image  102×205  "upright.jpg"
          #2/L0/001  video  180×320  "clip.unknown"

          """,
        err: "Made the library A.diptych.\n"),
      Expected(
        words: [
          "import", "$MEDIA/exif/real-canon.jpg", "--album", " Trip ", "--library", "A.diptych",
        ],
        out: "#3/L0/001  image  80×80  \"real-canon.jpg\"\n"),
      Expected(
        "album list --library A.diptych",
        out: "\" Trip \"  album  3 assets  cover \"upright.jpg\"  #4/L0/040\n"),
      Expected("verify --library A.diptych", out: "Nothing is wrong.\n"),
    ])
    // The files were copied, and the same bytes are in the library.
    #expect(try place.files() == ["A.diptych", "clip.unknown", "upright.jpg"])
    let stored = try place.originals().map {
      try Data(contentsOf: place.url.appendingPathComponent("A.diptych/\($0)"))
    }
    let given = try ["upright.jpg", "clip.unknown"].map {
      try Data(contentsOf: place.url.appendingPathComponent($0))
    }
    let canon = try TestMedia.data("exif/real-canon.jpg")
    #expect(Set(stored) == Set(given + [canon]))
  }

  private static let bad: [(file: String, code: String, reason: String)] = [
    (
      "bad/truncated.jpg", "invalidMedia",
      "The JPEG file breaks off before its end; copy it again from where it came from."
    ),
    (
      "bad/zero-byte.jpg", "invalidMedia",
      "The file is empty; copy it again from where it came from."
    ),
    (
      "bad/text-named.jpg", "invalidMedia",
      "The bytes are of no known media type; give a photo such as JPEG, PNG or HEIC, or a MOV or "
        + "MP4 file."
    ),
    (
      "bad/png-named.jpg", "invalidMedia",
      "The file is named .jpg but its bytes are those of a .png file; rename it to .png."
    ),
    (
      "bad/no-such-file.jpg", "sourceUnreadable",
      "The file cannot be opened (No such file or directory); check that it exists and may be read."
    ),
    (
      "bad/bomb-30000x30000.png", "limitExceeded",
      "The picture is 30000 × 30000 pixels, more than the 268435456 allowed; use a smaller "
        + "version of it."
    ),
    (
      "bad/huge-header-65500.jpg", "limitExceeded",
      "The picture is 65500 × 65500 pixels, more than the 268435456 allowed; use a smaller "
        + "version of it."
    ),
    (
      "bad/truncated-no-moov.mov", "invalidMedia",
      "The movie breaks off or its index is missing; copy it again from where it came from."
    ),
    (
      "video/audio-only.mp4", "invalidMedia",
      "The file has no picture track, so it is no video; give a video file."
    ),
  ]

  /// The bad files of the issue: each is named with its reason, and nothing is written, not even
  /// the library or the album.
  @Test(.enabled(if: TestMedia.hasAllMedia)) func badFilesAlone() throws {
    let place = try Place()
    try place.walk(
      Self.bad.map { file, _, reason in
        Expected(
          "import $MEDIA/\(file) --album Trip --library A.diptych", status: 65,
          err: "diptych: 1 of 1 file could not be imported:\n  \"$MEDIA/\(file)\": \(reason)\n")
      })
    #expect(try place.files() == [])
  }

  /// A bad file does not stop the good ones, wherever it stands.
  @Test(.enabled(if: TestMedia.hasAllMedia)) func badFilesAmongGood() throws {
    let place = try Place()
    let words = Self.bad.map { "$MEDIA/\($0.file)" }
    let run = try place.run(
      ["--library", "A.diptych", "import"] + words.prefix(5) + ["$MEDIA/exif/real-canon.jpg"]
        + words.dropFirst(5) + ["$MEDIA/exif/real-sony.jpg"])
    #expect(
      run
        == Place.Run(
          status: 65,
          out: """
            #1/L0/001  image  80×80  "real-canon.jpg"
            #2/L0/001  image  80×80  "real-sony.jpg"

            """,
          err: "Made the library A.diptych.\n"
            + "diptych: \(Self.bad.count) of \(Self.bad.count + 2) files could not be imported:\n"
            + Self.bad.map { "  \"$MEDIA/\($0.file)\": \($0.reason)\n" }.joined()))
    try place.walk([
      Expected("verify --library A.diptych", out: "Nothing is wrong.\n"),
      Expected(
        "asset list --library A.diptych",
        out: """
          #1/L0/001  image  80×80  2013-12-17T14:04:24Z  "real-canon.jpg"
          #2/L0/001  image  80×80  2013-04-13T10:22:18Z  "real-sony.jpg"

          """),
    ])
    #expect(try place.originals().count == 2)
  }

  /// A pipe has no end that could be waited for: the program must not wait.
  @Test func pipe() throws {
    let place = try Place()
    #expect(mkfifo(place.path + "/pipe.jpg", 0o600) == 0)
    try place.walk([
      Expected(
        "import pipe.jpg --library A.diptych", status: 65,
        err: "diptych: 1 of 1 file could not be imported:\n  \"pipe.jpg\": The path names no plain "
          + "file; give the path of a media file.\n")
    ])
  }

  /// A file without read permission. The superuser may read everything.
  @Test(.enabled(if: geteuid() != 0, "The superuser may read everything."))
  func unreadable() throws {
    let place = try Place()
    try place.copy("exif/real-canon.jpg", as: "a.jpg")
    chmod(place.path + "/a.jpg", 0)
    try place.walk([
      Expected(
        "import a.jpg --library A.diptych", status: 65,
        err: "diptych: 1 of 1 file could not be imported:\n  \"a.jpg\": The file cannot be opened "
          + "(Permission denied); check that it exists and may be read.\n")
    ])
  }

  @Test func json() throws {
    let place = try Place()
    try place.walk([
      Expected(
        "import $MEDIA/exif/real-canon.jpg $MEDIA/bad/zero-byte.jpg --json --library A.diptych",
        status: 65,
        out: """
          {
            "duplicates" : [

            ],
            "failed" : [
              {
                "code" : "invalidMedia",
                "file" : "$MEDIA/bad/zero-byte.jpg",
                "reason" : "The file is empty; copy it again from where it came from."
              }
            ],
            "imported" : [
              {
                "file" : "$MEDIA/exif/real-canon.jpg",
                "height" : 80,
                "identifier" : "#1/L0/001",
                "kind" : "image",
                "width" : 80
              }
            ],
            "passedOver" : [

            ]
          }

          """,
        err: """
          Made the library A.diptych.
          diptych: 1 of 2 files could not be imported:
            "$MEDIA/bad/zero-byte.jpg": The file is empty; copy it again from where it came from.

          """)
    ])
  }

  /// Titles at the bounds: 4,096 bytes pass, one more does not (design, "Bounds").
  @Test func albumTitles() throws {
    let place = try Place()
    let longest = String(repeating: "x", count: 4_096)
    let file = "$MEDIA/exif/real-canon.jpg"
    try place.walk([
      Expected(
        words: ["import", file, "--album", longest + "x", "--library", "A.diptych"], status: 65,
        err: "diptych: An album title may have at most 4096 bytes of UTF-8. Shorten it.\n")
    ])
    #expect(try place.files() == [])
    let titles = [longest, "", "🏖", "Camera Roll"]
    for title in titles {
      let run = try place.run(
        ["import", file, "--album", title, "--duplicates", "--library", "A.diptych"])
      #expect(run.status == 0, "\(title.prefix(20))")
    }
    try place.open { library in
      let stored = try library.read { try $0.collectionTree() }.map(\.title)
      #expect(stored == titles)
    }
  }

  /// More files than one batch holds, one of them bad only at the second look: none is lost.
  @Test func manyFiles() throws {
    let place = try Place()
    let count = 300
    let names = (0..<count).map { "p\($0).jpg" }
    for name in names { try place.copy("exif/no-exif.jpg", as: name, comment: name) }
    let run = try place.run(["import", "--album", "All", "--library", "A.diptych"] + names)
    #expect(run.status == 0)
    #expect(run.out.split(separator: "\n").count == count)
    let listed = try place.run(["asset", "list", "--album", "All", "--library", "A.diptych"])
    let order = listed.out.split(separator: "\n").map { String($0.split(separator: "\"")[1]) }
    #expect(order == names)
    #expect(try place.run(["verify", "--library", "A.diptych"]).out == "Nothing is wrong.\n")
  }

  /// Processes that import at once: every file of every process arrives (design, section 3: one
  /// writer under the library's lock).
  @Test func processesAtOnce() throws {
    let place = try Place()
    _ = try place.run(["library", "create", "A.diptych"])
    let names = (0..<4).map { process in (0..<5).map { "p\(process)-\($0).jpg" } }
    for name in names.joined() { try place.copy("exif/no-exif.jpg", as: name, comment: name) }
    let started = try names.map { names in
      try place.start(["import", "--library", "A.diptych"] + names)
    }
    for run in try started.map(place.finish) {
      #expect(run.status == 0, "\(run.err)")
      #expect(run.out.split(separator: "\n").count == 5)
    }
    let list = try place.run(["asset", "list", "--library", "A.diptych"])
    let found = list.out.split(separator: "\n").map { String($0.split(separator: "\"")[1]) }
    #expect(found.sorted() == names.joined().sorted())
    #expect(try place.run(["verify", "--library", "A.diptych"]).out == "Nothing is wrong.\n")
  }
}
