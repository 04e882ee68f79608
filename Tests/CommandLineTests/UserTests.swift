import DiptychEngine
import Foundation
import TestMedia
import Testing

/// `user …`: what the user does outside the code under test.
@Suite struct UserTests {
  private func library(_ place: Place) throws {
    try place.walk([
      Expected(
        "import $MEDIA/exif/real-canon.jpg $MEDIA/exif/date-plain.jpg --library A.diptych",
        out: """
          #1/L0/001  image  80×80  "real-canon.jpg"
          #2/L0/001  image  640×480  "date-plain.jpg"

          """,
        err: "Made the library A.diptych.\n")
    ])
  }

  private let environment = ["DIPTYCH_LIBRARY": "$PLACE/A.diptych"]

  private func user(_ line: String, status: Int32 = 0, _ out: String = "", err: String = "")
    -> Expected
  {
    Expected("user \(line)", environment, status: status, out: out, err: err)
  }

  @Test func albumsAndFolders() throws {
    let place = try Place()
    try library(place)
    try place.walk([
      user("make-folder Travel", "Made the folder \"Travel\": #3/L0/020\n"),
      user("make-album Trip --in Travel", "Made the album \"Trip\": #4/L0/040\n"),
      user(
        "add Trip real-canon.jpg #2/L0/001",
        """
        Added "real-canon.jpg" to the album "Trip".
        Added "date-plain.jpg" to the album "Trip".

        """),
      user("add #4/L0/040 #1", "\"real-canon.jpg\" is in the album \"Trip\" already.\n"),
      user("rename-album Trip Rome", "Renamed the album \"Trip\" to \"Rome\".\n"),
      user("remove Rome #1", "Removed \"real-canon.jpg\" from the album \"Rome\".\n"),
      user("remove Rome #1", "\"real-canon.jpg\" is not in the album \"Rome\".\n"),
      user("move-album Rome --to-top", "Moved the album \"Rome\" to the top level.\n"),
      Expected(
        "album list", environment,
        out: """
          "Travel"  folder                                   #3/L0/020
          "Rome"    album   1 asset  cover "date-plain.jpg"  #4/L0/040

          """),
      user(
        "move-album Rome --into Travel", "Moved the album \"Rome\" into the folder \"Travel\".\n"),
      user("delete-album Travel", "Deleted the folder \"Travel\".\n"),
      Expected("album list", environment, out: "No albums.\n"),
      Expected("verify", environment, out: "Nothing is wrong.\n"),
    ])
    // P107: the assets stay.
    #expect(try place.run(["asset", "list"], environment).out.split(separator: "\n").count == 2)
    // The history tells these changes from those of applications.
    let history = try place.run(["dump", "--history"], environment).out
    #expect(history.contains("inserted by \"diptych\"\n"))
    #expect(history.contains("updated title by \"Photos\" (user)\n"))
  }

  @Test func assets() throws {
    let place = try Place()
    try library(place)
    try place.walk([
      user("hide real-canon.jpg", "Hid \"real-canon.jpg\".\n"),
      user("favorite #1 #2", "Favorited \"real-canon.jpg\".\nFavorited \"date-plain.jpg\".\n"),
      user("unfavorite #2", "Unfavorited \"date-plain.jpg\".\n"),
      user("delete #2", "Moved \"date-plain.jpg\" to Recently Deleted.\n"),
      user("delete #2", "\"date-plain.jpg\" is in Recently Deleted already.\n"),
      Expected("asset list", environment, out: "No assets.\n"),
      user(
        "hide #2", status: 65,
        err: "diptych: \"date-plain.jpg\" is in Recently Deleted. Run `diptych user restore` on it "
          + "first.\n"),
      user("restore #2", "Restored \"date-plain.jpg\".\n"),
      user("restore #2", "\"date-plain.jpg\" is not in Recently Deleted.\n"),
      user("unhide #1", "Unhid \"real-canon.jpg\".\n"),
      Expected(
        "asset list", environment,
        out: """
          #1/L0/001  image  80×80    2013-12-17T14:04:24Z  "real-canon.jpg"  favorite
          #2/L0/001  image  640×480  2012-03-04T05:06:07Z  "date-plain.jpg"

          """),
      user(
        "purge #1", status: 65,
        err: "diptych: \"real-canon.jpg\" is not in Recently Deleted. Run `diptych user delete` on "
          + "it first.\n"),
      user("delete #1", "Moved \"real-canon.jpg\" to Recently Deleted.\n"),
      user("purge #1", "Removed \"real-canon.jpg\" for ever.\n"),
      Expected("verify", environment, out: "Nothing is wrong.\n"),
    ])
    #expect(try place.originals().count == 1)
  }

  /// P219, P220: an edit from outside, with the operation that clients use.
  @Test func edits() throws {
    let place = try Place()
    try library(place)
    try place.walk([
      user(
        "edit real-canon.jpg $MEDIA/exif/no-exif.jpg --format org.example.tint",
        "Edited \"real-canon.jpg\".\n"),
      user("revert date-plain.jpg", "\"date-plain.jpg\" is not edited.\n"),
      user(
        "edit #1 $MEDIA/video/h264-high-faststart.mp4", status: 65,
        err: "diptych: The file is a video. Save it with the call for videos.\n"),
      user(
        "edit #1 nowhere.jpg", status: 65,
        err: "diptych: There is no file nowhere.jpg. Check its path.\n"),
      user(
        "edit #1 $MEDIA/exif/no-exif.jpg --data nowhere", status: 65,
        err: "diptych: The file nowhere cannot be read. Check its path and permissions.\n"),
      Expected("verify", environment, out: "Nothing is wrong.\n"),
    ])
    let edited = try place.run(["dump"], environment).out
    #expect(edited.contains("\"org.example.tint 1.0\""))
    #expect(edited.contains("\"FullSizeRender.jpg\""))
    #expect(try place.originals().count == 4)
    try place.walk([
      user("revert real-canon.jpg", "Reverted \"real-canon.jpg\".\n"),
      user(
        "hide FullSizeRender.jpg", status: 65,
        err: "diptych: There is no asset \"FullSizeRender.jpg\". See what is there with `diptych "
          + "asset list --all`.\n"),
    ])
    #expect(try place.originals().count == 2)
    #expect(
      try place.run(["dump", "--history"], environment).out.contains(
        "updated adjustment content by \"Photos\" (user)\n"))
  }

  /// Names that mean nothing or several things; nothing is changed then.
  @Test func unclearNames() throws {
    let place = try Place()
    try library(place)
    try place.walk([
      user("make-album Trip", "Made the album \"Trip\": #3/L0/040\n"),
      user("make-album Trip", "Made the album \"Trip\": #4/L0/040\n"),
      user(
        "delete-album Trip", status: 65,
        err: "diptych: There are 2 of the title \"Trip\". Name one by its identifier: #3/L0/040, "
          + "#4/L0/040.\n"),
      user("delete-album #4/L0/040", "Deleted the album \"Trip\".\n"),
      user(
        "rename-album Trp Rome", status: 65,
        err: "diptych: There is no album or folder \"Trp\". Did you mean \"Trip\"? See what is "
          + "there with `diptych album list`.\n"),
      user(
        "make-album Rome --in Trip", status: 65,
        err: "diptych: There is no folder \"Trip\". See what is there with `diptych album list`.\n"
      ),
      user(
        "delete-album #4/L0/040", status: 65,
        err: "diptych: There is no album or folder \"#4/L0/040\". See what is there with `diptych "
          + "album list`.\n"),
      user(
        "hide real-canon.jpeg", status: 65,
        err: "diptych: There is no asset \"real-canon.jpeg\". Did you mean \"real-canon.jpg\"? See "
          + "what is there with `diptych asset list --all`.\n"),
      user(
        "hide real-canon.jpg #4/L0/001", status: 65,
        err: "diptych: There is no asset \"#4/L0/001\". See what is there with `diptych asset list "
          + "--all`.\n"),
    ])
    let list = try place.run(["asset", "list"], environment).out
    #expect(list.split(separator: "\n").count == 2)
    _ = try place.run(["import", "--duplicates", "$MEDIA/exif/real-canon.jpg"], environment)
    let ambiguous = try place.run(["user", "hide", "real-canon.jpg"], environment)
    #expect(ambiguous.status == 65)
    #expect(ambiguous.err.hasPrefix("diptych: There are 2 assets named \"real-canon.jpg\"."))
  }

  /// Titles that differ by Unicode composition are equal (decision 7); the exact bytes decide.
  @Test func unicodeTitles() throws {
    let place = try Place()
    try library(place)
    let composed = "Caf\u{E9}"
    let decomposed = "Cafe\u{301}"
    func make(_ title: String) -> Expected {
      Expected(words: ["user", "make-album", title], environment, out: "")
    }
    #expect(try place.run(make(composed).arguments, environment).out.contains("\"Caf\u{E9}\""))
    let run = try place.run(["user", "rename-album", decomposed, "One"], environment)
    #expect(run.out == "Renamed the album \"Caf\u{E9}\" to \"One\".\n")
    _ = try place.run(make(composed).arguments, environment)
    _ = try place.run(make(decomposed).arguments, environment)
    #expect(
      try place.run(["user", "rename-album", decomposed, "Two"], environment).out
        == "Renamed the album \"Cafe\\u{301}\" to \"Two\".\n")
  }

  /// Titles of the bad list; each is accepted or refused as the modern facade does (P76).
  @Test func badTitles() throws {
    let place = try Place()
    try library(place)
    for title in ["", "🏖", "Camera Roll", " ", String(repeating: "é", count: 2_048)] {
      #expect(
        try place.run(["user", "make-album", title], environment).status == 0,
        "\(title.prefix(12))")
    }
    let tooLong = String(repeating: "x", count: 10_000)
    let before = try place.run(["dump", "--raw"], environment)
    let refused = Place.Run(
      status: 65,
      err: "diptych: An album title may have at most 4096 bytes of UTF-8. Shorten it.\n")
    #expect(try place.run(["user", "make-album", tooLong], environment) == refused)
    #expect(try place.run(["user", "rename-album", "🏖", tooLong], environment) == refused)
    #expect(try place.run(["dump", "--raw"], environment) == before)
  }
}
