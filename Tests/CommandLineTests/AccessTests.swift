import DiptychEngine
import Foundation
import TestMedia
import Testing

/// Access: the program as a client, and the settings and answers that it leaves for others.
@Suite struct AccessTests {
  private let library = ["DIPTYCH_LIBRARY": "$PLACE/A.diptych"]

  private func make(_ place: Place) throws {
    try place.walk([
      Expected(
        "import $MEDIA/exif/real-canon.jpg $MEDIA/exif/date-plain.jpg --album Trip",
        library.merging(["DIPTYCH_CLIENT": "Camera"]) { $1 },
        out: """
          #1/L0/001  image  80×80  "real-canon.jpg"
          #2/L0/001  image  640×480  "date-plain.jpg"

          """,
        err: "Made the library $PLACE/A.diptych.\n")
    ])
  }

  private static let refusal =
    "diptych: The client \"diptych\" may not do this. Change DIPTYCH_ACCESS, or run `diptych user "
    + "access authorized --client \"diptych\"`.\n"

  /// `DIPTYCH_ACCESS` decides what the program may read and add; 77 says no, and nothing leaks.
  @Test func environment() throws {
    let place = try Place()
    try make(place)
    let rows: [(access: String, reads: Int, adds: Bool)] = [
      // First, since what the program adds itself would be seen as well (decision 232).
      ("limited:#2/L0/001", 1, true), ("authorized", 2, true), ("denied", 0, false),
      ("restricted", 0, false), ("add-only", 0, true), ("ask:allow", 2, true),
      ("ask:refuse", 0, false),
    ]
    var count = 2
    for row in rows {
      let environment = library.merging(["DIPTYCH_ACCESS": row.access]) { $1 }
      let list = try place.run(["asset", "list"], environment)
      #expect(list.status == (row.reads > 0 ? 0 : 77), "\(row.access)")
      #expect(list.err == (row.reads > 0 ? "" : Self.refusal), "\(row.access)")
      let lines = list.out.split(separator: "\n").count
      #expect(lines == (row.reads == 2 ? count : row.reads), "\(row.access)")
      let albums = try place.run(["album", "list"], environment)
      #expect(albums.status == (row.reads > 0 ? 0 : 77), "\(row.access)")
      let add = try place.run(["import", "--duplicates", "$MEDIA/png/rgba.png"], environment)
      #expect(add.status == (row.adds ? 0 : 77), "\(row.access)")
      #expect(add.err == (row.adds ? "" : Self.refusal), "\(row.access)")
      count += row.adds ? 1 : 0
    }
    // Nothing of this was kept in the library.
    #expect(
      try place.run(["asset", "list"], library).out.split(separator: "\n").count == count)
    try place.walk([
      Expected(
        "asset list", library.merging(["DIPTYCH_ACCESS": "maybe"]) { $1 }, status: 65,
        err: "diptych: DIPTYCH_ACCESS must be authorized, denied, restricted, add-only, "
          + "limited:ID,ID, ask:allow or ask:refuse.\n")
    ])
  }

  /// What an add-only client may not do: look for the album.
  @Test func addOnlyHasNoAlbums() throws {
    let place = try Place()
    try make(place)
    try place.walk([
      Expected(
        "import $MEDIA/png/rgba.png --album Trip",
        library.merging(["DIPTYCH_ACCESS": "add-only"]) { $1 }, status: 77, err: Self.refusal)
    ])
    #expect(try place.originals().count == 2)
  }

  /// The settings of one application hold in every process, for that application alone.
  @Test func settingsReachOtherProcesses() throws {
    let place = try Place()
    try make(place)
    let saver = library.merging(["DIPTYCH_CLIENT": "Saver"]) { $1 }
    try place.walk([
      Expected(
        "user access --client Saver", library,
        out: "\"Saver\": read-write authorized, add-only authorized.\n"),
      Expected(
        "user access limited:#2/L0/001 --client Saver", library,
        out: "Set the access of \"Saver\" to limited:#2/L0/001.\n"),
      Expected(
        "asset list", saver,
        out: "#2/L0/001  image  640×480  2012-03-04T05:06:07Z  \"date-plain.jpg\"\n"),
      // P178: a limited client sees the albums that it made.
      Expected("album list", saver, out: "No albums.\n"),
      Expected(
        "user access denied", saver, out: "Set the access of \"Saver\" to denied.\n"),
      Expected(
        "asset list", saver, status: 77,
        err: Self.refusal.replacingOccurrences(of: "\"diptych\"", with: "\"Saver\"")),
      Expected(
        "album list", library,
        out: "\"Trip\"  album  2 assets  cover \"real-canon.jpg\"  #3/L0/040\n"),
      Expected(
        "user access limited:#3/L0/001 --client Saver", library, status: 65,
        err: "diptych: There is no asset \"#3/L0/001\". See what is there with `diptych asset list "
          + "--all`.\n"),
    ])
    try place.open { library in
      #expect(library.access.status(.readWrite, "Saver") == .denied)
      let seen = try library.fetchAssets(AssetQuery(.library), as: "Saver")
      #expect(seen == [])
    }
  }

  /// An answer that the program leaves is given to another process's question, once, in order.
  @Test func answersReachOtherProcesses() throws {
    let place = try Place()
    try make(place)
    try place.walk([
      Expected(
        "user access ask:refuse --client Saver", library,
        out: "Set the access of \"Saver\" to ask:refuse.\n"),
      Expected(
        "user answer select real-canon.jpg --client Saver", library,
        out: "The next question of \"Saver\" is answered: select real-canon.jpg.\n"),
      Expected(
        "user answer refuse --client Saver", library,
        out: "The next question of \"Saver\" is answered: refuse.\n"),
    ])
    try place.open { library in
      #expect(library.access.status(.readWrite, "Saver") == .notDetermined)
      #expect(library.access.request(.addOnly, "Saver") == .denied)
      #expect(library.access.request(.readWrite, "Saver") == .limited)
      let seen = try library.fetchAssets(AssetQuery(.library), as: "Saver")
      #expect(seen.count == 1)
      #expect(try library.access.confirm(.deleteAssets(1), "Saver") == false)
      // Nothing is left, so the user allows, as always.
      #expect(try library.access.confirm(.deleteAssets(1), "Saver") == true)
      #expect(
        library.access.prompts.map(\.description) == [
          "access add-only", "access read-write", "delete 1 asset", "delete 1 asset",
        ])
    }
  }

  /// The program asks like any application, and is refused for good.
  @Test func theProgramAsks() throws {
    let place = try Place()
    try make(place)
    try place.walk([
      Expected(
        "user access ask:refuse --client diptych", library,
        out: "Set the access of \"diptych\" to ask:refuse.\n"),
      Expected("asset list", library, status: 77, err: Self.refusal),
      Expected("asset list", library, status: 77, err: Self.refusal),
      Expected(
        "user access authorized --client diptych", library,
        out: "Set the access of \"diptych\" to authorized.\n"),
    ])
    #expect(try place.run(["asset", "list"], library).status == 0)
  }
}
