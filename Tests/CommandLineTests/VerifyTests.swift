import Foundation
import Testing

/// `verify` on libraries that were damaged from outside.
@Suite struct VerifyTests {
  private func library(_ place: Place) throws -> [String] {
    _ = try place.run(
      [
        "import", "$MEDIA/exif/real-canon.jpg", "$MEDIA/exif/real-sony.jpg", "--library",
        "A.diptych",
      ])
    return try place.originals()
  }

  /// A changed and a missing original are named; repairing cannot help, and touches nothing.
  @Test func damagedOriginals() throws {
    let place = try Place()
    let paths = try library(place)
    let sizes = try paths.map {
      try Data(contentsOf: place.url.appendingPathComponent("A.diptych/\($0)")).count
    }
    let canon = sizes[0] == 21_703 ? 0 : 1
    let changed = place.url.appendingPathComponent("A.diptych/\(paths[canon])")
    let missing = place.url.appendingPathComponent("A.diptych/\(paths[1 - canon])")
    try Data("other bytes".utf8).write(to: changed)
    try FileManager.default.removeItem(at: missing)
    let run = try place.run(["verify", "--library", "A.diptych"])
    #expect(run.status == 65 && run.err == "")
    let lines = run.out.split(separator: "\n").map(String.init)
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("The original of \"real-canon.jpg\" has 11 of 21703 bytes."))
    #expect(lines[1].hasPrefix("The original of \"real-sony.jpg\" is missing."))
    #expect(lines[2] == "2 issues.")
    #expect(try place.run(["verify", "--repair", "--library", "A.diptych"]) == run)
    #expect(try Data(contentsOf: changed) == Data("other bytes".utf8))
  }

  /// The plan is printed before anything is moved, and nothing is deleted.
  @Test func strays() throws {
    let place = try Place()
    let known = try library(place)
    let stray = "originals/00/00000000-0000-4000-8000-000000000000.jpg"
    try place.write("a lost photo", to: "A.diptych/" + stray)
    // Two identifiers were shown when the files were imported.
    let name = "#3.jpg"
    let issue =
      "No asset names originals/00/\(name). Run `diptych verify --repair` to move it to recovered/."
    try place.walk([
      Expected("verify --library A.diptych", status: 65, out: "\(issue)\n1 issue.\n"),
      Expected(
        "verify --repair --library A.diptych",
        out: """
          Plan: move 1 original that no asset names to recovered/; nothing else is changed.
            originals/00/\(name)
          Moved to recovered/\(name).
          Nothing else is wrong.

          """),
      Expected(
        "verify --repair --json --library A.diptych",
        out: """
          {
            "found" : [

            ],
            "mended" : [

            ],
            "moved" : [

            ],
            "remaining" : [

            ]
          }

          """),
    ])
    #expect(try place.originals() == known)
    #expect(try place.files("A.diptych/recovered").count == 1)
  }

  /// A library without the folders that were empty, as an archive of its files has it, and one with a
  /// file in a folder's place: no remedy is the command that was just run (decision 225).
  @Test func foldersOfTheLibrary() throws {
    let place = try Place()
    _ = try library(place)
    for name in ["staging", "derivatives"] {
      try FileManager.default.removeItem(atPath: place.path + "/A.diptych/" + name)
    }
    for name in try place.files("A.diptych/originals") {
      // Fails for those that hold something.
      _ = rmdir(place.path + "/A.diptych/originals/" + name)
    }
    try place.walk([
      Expected("verify --library A.diptych", out: "Nothing is wrong.\n"),
      Expected(
        "export Out --library A.diptych", out: "Out/real-canon.jpg\nOut/real-sony.jpg\n"),
    ])
    let run = try place.run(["import", "$MEDIA/exif/no-exif.jpg", "--library", "A.diptych"])
    #expect(run.status == 0, "\(run)")
    #expect(try place.originals().count == 3)
    try FileManager.default.removeItem(atPath: place.path + "/A.diptych/staging")
    try place.write("letter", to: "A.diptych/staging")
    try place.walk([
      Expected(
        "verify --library A.diptych", status: 69,
        err: "diptych: staging in the library's folder A.diptych is no folder. Move it elsewhere.\n"
      )
    ])
  }
}
