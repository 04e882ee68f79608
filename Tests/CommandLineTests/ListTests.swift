import DiptychEngine
import Foundation
import TestMedia
import Testing

/// `asset list`, `album list`, `dump` and `diff` on one small library.
@Suite struct ListTests {
  /// Two photos and a video; a folder with an album, an album beside it.
  private func scene(_ place: Place, _ name: String = "A.diptych") throws {
    try place.open(name) { library in
      let files = ["exif/real-canon.jpg", "exif/date-plain.jpg"]
      let photos = try files.map { try library.user.save(TestMedia.url($0).path, as: .photo) }
      let video = try library.user.save(
        TestMedia.url("video/h264-high-faststart.mp4").path, as: .video)
      let folder = try library.user.make(.folder, titled: "Travel")
      let rome = try library.user.make(titled: "Rome ", in: folder)
      try library.user.make(titled: "Empty")
      try library.user.add([video, photos[0]], to: rome)
      var favorite = AssetUpdate()
      favorite.isFavorite = true
      try library.user.update(photos[0], favorite)
      var hidden = AssetUpdate()
      hidden.isHidden = true
      try library.user.update(photos[1], hidden)
      try library.user.delete([video])
    }
  }

  /// Hidden and recently deleted assets are left out of lists, counts and covers (decision 1);
  /// titles stand in quotes, so that the space at the end can be seen (decision 8).
  @Test(.enabled(if: TestMedia.hasAllMedia)) func lists() throws {
    let place = try Place()
    try scene(place)
    try place.walk([
      Expected(
        "asset list --library A.diptych",
        out: "#1/L0/001  image  80×80  2013-12-17T14:04:24Z  \"real-canon.jpg\"  favorite\n"),
      Expected(
        "asset list --all --library A.diptych",
        out: """
          #1/L0/001  image  80×80    2013-12-17T14:04:24Z  "real-canon.jpg"           favorite
          #2/L0/001  image  640×480  2012-03-04T05:06:07Z  "date-plain.jpg"           hidden
          #3/L0/001  video  320×240  2020-05-06T07:08:09Z  "h264-high-faststart.mp4"  recently deleted

          """),
      Expected(
        words: ["asset", "list", "--all", "--album", "Rome ", "--library", "A.diptych"],
        out: """
          #3/L0/001  video  320×240  2020-05-06T07:08:09Z  "h264-high-faststart.mp4"  recently deleted
          #1/L0/001  image  80×80    2013-12-17T14:04:24Z  "real-canon.jpg"           favorite

          """),
      Expected(
        words: ["asset", "list", "--album", "Rome", "--library", "A.diptych"], status: 65,
        err: "diptych: There is no album \"Rome\". Did you mean \"Rome \"? See what is there with "
          + "`diptych album list`.\n"),
      Expected(
        "album list --library A.diptych",
        out: """
          "Travel"   folder                                    #4/L0/020
            "Rome "  album   1 asset   cover "real-canon.jpg"  #5/L0/040
          "Empty"    album   0 assets                          #6/L0/040

          """),
      Expected(
        "asset list --album #5/L0/040 --library A.diptych",
        out: "#1/L0/001  image  80×80  2013-12-17T14:04:24Z  \"real-canon.jpg\"  favorite\n"),
    ])
  }

  @Test func listsForMachines() throws {
    let place = try Place()
    try scene(place)
    try place.walk([
      Expected(
        "asset list --json --library A.diptych",
        out: """
          [
            {
              "creationDate" : "2013-12-17T14:04:24Z",
              "creator" : "Photos",
              "favorite" : true,
              "fileName" : "real-canon.jpg",
              "height" : 80,
              "hidden" : false,
              "identifier" : "#1/L0/001",
              "kind" : "image",
              "trashed" : false,
              "width" : 80
            }
          ]

          """),
      Expected(
        "album list --json --library A.diptych",
        out: """
          [
            {
              "depth" : 0,
              "identifier" : "#2/L0/020",
              "kind" : "folder",
              "title" : "Travel"
            },
            {
              "count" : 1,
              "cover" : "#1/L0/001",
              "coverFileName" : "real-canon.jpg",
              "depth" : 1,
              "folder" : "#2/L0/020",
              "identifier" : "#3/L0/040",
              "kind" : "album",
              "title" : "Rome "
            },
            {
              "count" : 0,
              "depth" : 0,
              "identifier" : "#4/L0/040",
              "kind" : "album",
              "title" : "Empty"
            }
          ]

          """),
    ])
  }

  /// The dump of the program is the engine's, at each level.
  @Test func dumps() throws {
    let place = try Place()
    try scene(place)
    var texts: [String] = []
    try place.open { library in
      texts = try [
        library.dump(.state).text, library.dump(.exact).text, library.dump(.history).text,
        library.rawDump(),
      ]
    }
    let runs = try ["", "--exact", "--history", "--raw"].map { flag in
      try place.run(["dump", flag, "--library", "A.diptych"].filter { !$0.isEmpty })
    }
    for (run, text) in zip(runs, texts) {
      #expect(run.status == 0 && run.err == "")
      #expect(run.out == place.normalized(text))
    }
    #expect(runs[0].out.hasPrefix("a1\n  kind            image\n"))
    #expect(runs[0].out.contains("\nc2 \"Rome \"\n"))
    #expect(
      try place.run(["dump", "--json", "--library", "A.diptych"]).out.contains(
        "\"title\" : \"\\\"Rome \\\"\""))
  }

  /// 0 the same, 1 differ, 2 trouble; the names are those that were given.
  @Test(.enabled(if: TestMedia.hasAllMedia)) func diff() throws {
    let place = try Place()
    try scene(place, "A.diptych")
    try scene(place, "B.diptych")
    try place.walk([
      Expected("diff A.diptych B.diptych"),
      Expected(
        "diff A.diptych B.diptych --json",
        out: """
          {
            "differences" : [

            ],
            "left" : "A.diptych",
            "levels" : [
              "state"
            ],
            "right" : "B.diptych",
            "same" : true
          }

          """),
    ])
    #expect(try place.run(["diff", "--exact", "A.diptych", "B.diptych"]).status == 1)
    #expect(try place.run(["diff", "--exact", "A.diptych", "A.diptych"]).status == 0)
    _ = try place.run(["user", "rename-album", "Empty", "Full", "--library", "B.diptych"])
    _ = try place.run(
      ["user", "unfavorite", "real-canon.jpg", "--library", "B.diptych"])
    try place.walk([
      Expected(
        "diff A.diptych B.diptych", status: 1,
        out: """
          a1 favorite  A.diptych: yes      B.diptych: –
          c3 title     A.diptych: "Empty"  B.diptych: "Full"

          """),
      Expected(
        "diff A.diptych B.diptych --json", status: 1,
        out: """
          {
            "differences" : [
              {
                "field" : "favorite",
                "left" : "yes",
                "object" : "a1"
              },
              {
                "field" : "title",
                "left" : "\\"Empty\\"",
                "object" : "c3",
                "right" : "\\"Full\\""
              }
            ],
            "left" : "A.diptych",
            "levels" : [
              "state"
            ],
            "right" : "B.diptych",
            "same" : false
          }

          """),
      Expected(
        "diff A.diptych C.diptych", status: 2,
        err: "diptych: There is no library at C.diptych. "
          + "Make one with `diptych library create C.diptych`.\n"
      ),
    ])
  }
}
