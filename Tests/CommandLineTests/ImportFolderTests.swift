import DiptychEngine
import Foundation
import TestMedia
import Testing

/// `import` of folders: what is found, what belongs together, what is there already.
@Suite struct ImportFolderTests {
  /// Folders become albums, those of one name share one, and a second run finds everything there.
  @Test func foldersAsAlbums() throws {
    let place = try Place()
    for folder in ["P/Rome", "P/2020/Rome", "P/Oslo"] { try place.makeFolder(folder) }
    try place.copy("exif/real-canon.jpg", as: "P/top.jpg")
    try place.copy("exif/real-sony.jpg", as: "P/Rome/a.jpg")
    try place.copy("exif/no-exif.jpg", as: "P/2020/Rome/b.jpg")
    try place.copy("exif/real-canon.jpg", as: "P/Oslo/again.jpg")
    try place.write("x", to: "P/Oslo/notes.txt")
    try place.write("x", to: "P/Oslo/.hidden.jpg")
    let passedOver = "diptych: passed over:\n  \"P/Oslo/notes.txt\": No photo or video.\n"
    let first = try place.run(["import", "P/", "--albums", "--library", "A.diptych"])
    #expect(
      first
        == Place.Run(
          status: 0,
          out: """
            #1/L0/001  image  80×80  "top.jpg"
            #2/L0/001  image  50×50  "b.jpg"
            #1/L0/001  duplicate  "again.jpg"
            #3/L0/001  image  80×80  "a.jpg"

            """, err: "Made the library A.diptych.\n" + passedOver))
    func albums() throws -> [String: [String]] {
      var found: [String: [String]] = [:]
      try place.open { library in
        found = try library.read { transaction in
          var found: [String: [String]] = [:]
          for album in try transaction.collectionTree() {
            let query = AssetQuery(.album(album.uuid))
            found[album.title, default: []] += try transaction.fetchAssets(query, as: nil).map {
              try transaction.resources(of: $0).first?.fileName ?? ""
            }
          }
          return found
        }
      }
      return found
    }
    let expected = ["P": ["top.jpg"], "Rome": ["b.jpg", "a.jpg"], "Oslo": ["top.jpg"]]
    #expect(try albums() == expected)
    let second = try place.run(["import", "P", "--albums", "--library", "A.diptych"])
    #expect(
      second
        == Place.Run(
          status: 0,
          out: """
            #1/L0/001  duplicate  "top.jpg"
            #2/L0/001  duplicate  "b.jpg"
            #1/L0/001  duplicate  "again.jpg"
            #3/L0/001  duplicate  "a.jpg"

            """, err: passedOver))
    #expect(try albums() == expected)
    #expect(try place.originals().count == 3)
  }

  /// Run again after a part of it: only what is missing comes.
  @Test func restart() throws {
    let place = try Place()
    try place.makeFolder("P")
    for number in 0..<6 {
      try place.copy("exif/no-exif.jpg", as: "P/\(number).jpg", comment: "\(number)")
    }
    _ = try place.run(["import", "P/0.jpg", "P/3.jpg", "--library", "A.diptych"])
    let run = try place.run(["import", "P", "P/1.jpg", "--library", "A.diptych"])
    #expect(run.status == 0)
    #expect(run.out.split(separator: "\n").filter { $0.contains("duplicate") }.count == 2)
    #expect(try place.originals().count == 6)
    // What the user deleted is missing, too.
    _ = try place.run(["user", "delete", "3.jpg", "--library", "A.diptych"])
    let third = try place.run(["import", "P", "--library", "A.diptych"])
    #expect(third.out.split(separator: "\n").filter { !$0.contains("duplicate") }.count == 1)
  }

  /// Live Photos, raw files with a developed one, and edited versions are one asset each; a movie of
  /// another Live Photo is not taken for the name alone (C50, P142, P144).
  @Test(.enabled(if: TestMedia.hasAllMedia)) func pairs() throws {
    let place = try Place()
    try place.makeFolder("P")
    try place.copy("live/generated.jpg", as: "P/IMG_0001.JPG")
    try place.copy("live/generated.mov", as: "P/other name.mov")
    try place.copy("live/real.HEIC", as: "P/IMG_0002.HEIC")
    try place.copy("live/real.MOV", as: "P/IMG_0002.MOV")
    try place.copy("exif/real-canon.jpg", as: "P/IMG_0003.jpg")
    try place.copy("raw/generated.dng", as: "P/img_0003.dng")
    try place.copy("exif/real-sony.jpg", as: "P/IMG_0004.JPG")
    try place.copy("exif/no-exif.jpg", as: "P/IMG_E0004.JPG")
    try place.write("<plist/>", to: "P/IMG_0004.AAE")
    try place.copy("exif/date-plain.jpg", as: "P/IMG_0005.JPG")
    try place.copy("video/h264-high-faststart.mp4", as: "P/IMG_0005.mp4")
    try place.copy("exif/date-zero.jpg", as: "P/IMG_E0006.JPG")
    let run = try place.run(["import", "P", "--library", "A.diptych"])
    #expect(
      run.err
        == "Made the library A.diptych.\ndiptych: passed over:\n  \"P/IMG_0004.AAE\": Says how "
        + "Apple's Photos made an edit, and holds no picture.\n")
    #expect(run.status == 0)
    #expect(
      run.out.split(separator: "\n").map { $0.drop { $0 != "\"" } } == [
        "\"IMG_0001.JPG\" + \"other name.mov\"", "\"IMG_0002.HEIC\" + \"IMG_0002.MOV\"",
        "\"IMG_0003.jpg\" + \"img_0003.dng\"", "\"IMG_0004.JPG\" + \"IMG_E0004.JPG\"",
        "\"IMG_0005.JPG\"", "\"IMG_0005.mp4\"", "\"IMG_E0006.JPG\"",
      ])
    var roles: [[ResourceRole]] = []
    try place.open { library in
      roles = try library.read { transaction in
        try transaction.fetchAssets(AssetQuery(.library), as: nil).map {
          try transaction.resources(of: $0).map(\.role)
        }
      }
    }
    #expect(
      Set(roles) == [
        [.photo, .pairedVideo], [.photo, .alternatePhoto],
        [.photo, .fullSizePhoto, .adjustmentData],
        [.photo], [.video],
      ])
    #expect(roles.count == 7)
    #expect(try place.run(["verify", "--library", "A.diptych"]).out == "Nothing is wrong.\n")
    // All of an asset's files are there, so none comes again.
    let again = try place.run(["import", "P", "--library", "A.diptych"])
    let lines = again.out.split(separator: "\n")
    #expect(lines.count == 7 && lines.allSatisfy { $0.contains("  duplicate  ") })
  }

  /// An edited Live Photo is four files, as phones and Image Capture name them.
  @Test(.enabled(if: TestMedia.hasAllMedia)) func editedLivePhoto() throws {
    let place = try Place()
    try place.makeFolder("P")
    try place.copy("live/generated.jpg", as: "P/IMG_0001.JPG")
    try place.copy("live/generated.mov", as: "P/IMG_0001.MOV")
    try place.copy("exif/real-canon.jpg", as: "P/IMG_E0001.JPG")
    let edited = try TestMedia.data("live/generated.mov") + Data([0, 0, 0, 8] + Array("free".utf8))
    try edited.write(to: place.url.appendingPathComponent("P/IMG_E0001.MOV"))
    // Of no edit here: its photo is another Live Photo's.
    try place.copy("live/real.HEIC", as: "P/IMG_0002.HEIC")
    try place.copy("live/real.MOV", as: "P/IMG_0002.MOV")
    try place.copy("live/real.MOV", as: "P/IMG_E0002.MOV")
    let run = try place.run(["import", "P", "--library", "A.diptych", "--duplicates"])
    #expect(
      run.out.split(separator: "\n").map { $0.drop { $0 != "\"" } } == [
        "\"IMG_0001.JPG\" + \"IMG_E0001.JPG\" + \"IMG_0001.MOV\" + \"IMG_E0001.MOV\"",
        "\"IMG_0002.HEIC\" + \"IMG_0002.MOV\"", "\"IMG_E0002.MOV\"",
      ])
    var stored: [ResourceRole: [UInt8]] = [:]
    try place.open { library in
      stored = try library.read { transaction in
        let row = try transaction.fetchAssets(AssetQuery(.library), as: nil)[0]
        return Dictionary(
          uniqueKeysWithValues: try transaction.resources(of: row).map { ($0.role, $0.sha256) })
      }
    }
    #expect(
      Set(stored.keys) == [
        .photo, .pairedVideo, .fullSizePhoto, .fullSizePairedVideo, .adjustmentData,
      ])
    #expect(stored[.fullSizePairedVideo] == ContentHash.of(edited))
    #expect(try place.run(["verify", "--library", "A.diptych"]).out == "Nothing is wrong.\n")
    let again = try place.run(["import", "P", "--library", "A.diptych"]).out.split(separator: "\n")
    #expect(again.count == 3 && again.allSatisfy { $0.contains("  duplicate  ") })
  }

  /// `--dry-run` tells the same and writes nothing, not even the library.
  @Test func dryRun() throws {
    let place = try Place()
    try place.makeFolder("P")
    try place.copy("exif/real-canon.jpg", as: "P/a.jpg")
    try place.copy("exif/real-canon.jpg", as: "P/b.jpg")
    try place.copy("bad/truncated.jpg", as: "P/c.jpg")
    try place.walk([
      Expected(
        "import P --dry-run --library A.diptych", status: 65,
        out: "-  image  80×80  \"a.jpg\"\n-  duplicate  \"b.jpg\"\n",
        err:
          "diptych: 1 of 3 files could not be imported:\n  \"P/c.jpg\": The JPEG file breaks off "
          + "before its end; copy it again from where it came from.\n")
    ])
    #expect(try place.files() == ["P"])
    _ = try place.run(["import", "P/b.jpg", "--library", "A.diptych"])
    try place.walk([
      Expected(
        "import P/a.jpg --dry-run --library A.diptych",
        out: "#1/L0/001  duplicate  \"a.jpg\"\n")
    ])
  }

  /// `--move` removes what is in the library, and neither a duplicate nor what failed.
  @Test func move() throws {
    let place = try Place()
    try place.makeFolder("P")
    try place.copy("live/real.HEIC", as: "P/a.HEIC")
    try place.copy("live/real.MOV", as: "P/a.MOV")
    try place.copy("exif/real-canon.jpg", as: "P/b.jpg")
    try place.copy("exif/real-canon.jpg", as: "P/c.jpg")
    try place.copy("bad/truncated.jpg", as: "P/d.jpg")
    let run = try place.run(["import", "P", "--move", "--library", "A.diptych"])
    #expect(run.status == 65)
    #expect(try place.files("P") == ["c.jpg", "d.jpg"])
    #expect(try place.originals().count == 3)
    #expect(try place.run(["verify", "--library", "A.diptych"]).out == "Nothing is wrong.\n")
  }

  /// Links, other libraries and pipes are told and left; links in circles do not matter.
  @Test func whatIsLeft() throws {
    let place = try Place()
    try place.makeFolder("P/Old.photoslibrary")
    try place.makeFolder("Out")
    try place.copy("exif/real-canon.jpg", as: "Out/outside.jpg")
    _ = try place.run(["import", "Out", "--library", "P/L.diptych"])
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: place.path + "/P/circle", withDestinationPath: "../P")
    try manager.createSymbolicLink(atPath: place.path + "/P/out", withDestinationPath: "../Out")
    #expect(mkfifo(place.path + "/P/pipe.jpg", 0o600) == 0)
    try place.walk([
      Expected(
        "import P --library A.diptych",
        err: """
          diptych: passed over:
            "P/L.diptych": The folder is a Diptych library. Copy it with `diptych backup`, or write \
          its photos elsewhere with `diptych export` first.
            "P/Old.photoslibrary": The folder is a library of Apple's Photos. Import it by itself: \
          give its path to `diptych import`.
            "P/circle": A symbolic link; name its target to import what is there.
            "P/out": A symbolic link; name its target to import what is there.
            "P/pipe.jpg": No plain file.

          """),
      Expected(
        "import P/L.diptych --library A.diptych", status: 65,
        err: """
          diptych: 1 of 1 file could not be imported:
            "P/L.diptych": The folder is a Diptych library. Copy it with `diptych backup`, or write \
          its photos elsewhere with `diptych export` first.

          """),
    ])
    #expect(try place.files() == ["Out", "P"])
  }

  /// Names of 255 bytes come in; a name that is no UTF-8 is reported, and the others come.
  @Test func oddNames() throws {
    let place = try Place()
    try place.makeFolder("P")
    let longest = String(repeating: "é", count: 125) + "x.jpg"
    try #require(longest.utf8.count == 255)
    try place.copy("exif/real-canon.jpg", as: "P/\(longest)")
    try place.copy("exif/real-sony.jpg", as: "P/new\nline.jpg")
    let bytes = Array((place.path + "/P/bad-").utf8) + [0xFF, 0xFE] + Array(".jpg".utf8) + [0]
    let descriptor = open(bytes.map { CChar(bitPattern: $0) }, O_CREAT | O_WRONLY, 0o600)
    try #require(descriptor >= 0)
    close(descriptor)
    let run = try place.run(["import", "P", "--library", "A.diptych"])
    #expect(run.status == 65)
    #expect(
      run.err
        == "Made the library A.diptych.\ndiptych: 1 of 3 files could not be imported:\n"
        + "  \"P/bad-\u{FFFD}\u{FFFD}.jpg\": The name is no text in UTF-8; rename the file or "
        + "folder.\n")
    #expect(
      run.out
        == "#1/L0/001  image  80×80  \"new\\nline.jpg\"\n#2/L0/001  image  80×80  \"\(longest)\"\n")
  }

  /// A file that is named beside its folder comes in the folder's turn, so it finds its partners, and
  /// a folder counts once, whatever is named with it.
  @Test(.enabled(if: TestMedia.hasAllMedia)) func namedBesideItsFolder() throws {
    let place = try Place()
    try place.makeFolder("P/Sub")
    try place.copy("live/real.HEIC", as: "P/a.HEIC")
    try place.copy("live/real.MOV", as: "P/a.MOV")
    try place.copy("exif/real-sony.jpg", as: "P/Sub/b.jpg")
    try place.copy("exif/real-canon.jpg", as: "P/.c.jpg")
    try place.walk([
      Expected(
        "import P/a.MOV P/Sub P P/Sub/../Sub P/.c.jpg --library A.diptych",
        out: """
          #1/L0/001  image  80×80  "b.jpg"
          #2/L0/001  image  3024×4032  "a.HEIC" + "a.MOV"
          #3/L0/001  image  80×80  ".c.jpg"

          """, err: "Made the library A.diptych.\n")
    ])
  }

  /// Nothing is taken out of a library, also when only a part of it is named.
  @Test func partsOfLibraries() throws {
    let place = try Place()
    try place.makeFolder("P.photoslibrary/originals/A")
    try place.copy("exif/real-sony.jpg", as: "P.photoslibrary/originals/A/b.jpeg")
    _ = try place.run(["import", "$MEDIA/exif/real-canon.jpg", "--library", "L.diptych"])
    let original = try #require(try place.originals("L.diptych").first)
    for part in ["L.diptych/originals", place.normalized("L.diptych/" + original)] {
      try place.walk([
        Expected(
          "import \(part) --move --library A.diptych", status: 65,
          err: """
            diptych: 1 of 1 file could not be imported:
              "\(part)": It is inside of a Diptych library, whose files belong together. Write its \
            photos elsewhere with `diptych export` first.

            """)
      ])
    }
    try place.walk([
      Expected(
        "import P.photoslibrary/originals --move --library A.diptych", status: 65,
        err: """
          diptych: 1 of 1 file could not be imported:
            "P.photoslibrary/originals": It is inside of a library of Apple's Photos, which must not \
          change. Leave --move out, or import the library by itself.

          """),
      Expected(
        "import P.photoslibrary/originals --library A.diptych",
        out: "#3/L0/001  image  80×80  \"b.jpeg\"\n", err: "Made the library A.diptych.\n"),
    ])
    #expect(try place.originals("L.diptych") == [original])
    try place.write("x", to: "file.photoslibrary")
    try place.walk([
      Expected(
        "import file.photoslibrary --library A.diptych", status: 65,
        err: """
          diptych: 1 of 1 file could not be imported:
            "file.photoslibrary": The bytes are of no known media type; give a photo such as JPEG, PNG \
          or HEIC, or a MOV or MP4 file.

          """)
    ])
  }

  /// When the library takes nothing more, that is said once, not for every file that is left.
  @Test func stops() throws {
    let place = try Place()
    try place.makeFolder("P")
    for number in 1...3 {
      try place.copy("exif/no-exif.jpg", as: "P/\(number).jpg", comment: "\(number)")
    }
    // More than the process may write into one file.
    let large = try TestMedia.data("exif/no-exif.jpg") + Data(count: 8 << 20)
    try large.write(to: place.url.appendingPathComponent("P/2.jpg"))
    let words = ["import", "P", "--library", "A.diptych"]
    let limited = try place.finish(
      place.start(words, shell: "trap '' XFSZ; ulimit -f 4096"))
    #expect(
      limited
        == Place.Run(
          status: 69,
          err: "Made the library A.diptych.\ndiptych: the import stopped: A file operation failed. "
            + "Check the disk, then run `diptych verify`. (write: File too large) What is in the "
            + "library stays; run the command again to go on.\n"))
    let machine = try place.finish(
      place.start(words + ["--json"], shell: "trap '' XFSZ; ulimit -f 4096"))
    #expect(machine.out.contains("\"stopped\"") && machine.out.contains("\"code\" : \"system\""))
    #expect(try place.run(words).out.split(separator: "\n").count == 3)
    #expect(try place.run(["verify", "--library", "A.diptych"]).out == "Nothing is wrong.\n")
    try place.makeFolder("Empty")
    try place.walk([
      Expected(
        "import Empty --library A.diptych",
        err: "diptych: there is nothing to import; names that begin with a dot are left out.\n")
    ])
  }

  /// The same file named twice, also by its folder, counts once.
  @Test func namedTwice() throws {
    let place = try Place()
    try place.makeFolder("P")
    try place.copy("exif/real-canon.jpg", as: "P/a.jpg")
    try place.walk([
      Expected(
        "import P/a.jpg P ./P/a.jpg --library A.diptych",
        out: "#1/L0/001  image  80×80  \"a.jpg\"\n", err: "Made the library A.diptych.\n"),
      Expected(
        "import P --album X --albums", status: 64,
        err: "diptych: --album and --albums exclude each other. Give one of them.\n"),
      Expected(
        "import P --move --dry-run", status: 64,
        err: "diptych: --move and --dry-run exclude each other. Give one of them.\n"),
    ])
  }

  /// A client that may only add does not learn what is there.
  @Test func addingOnly() throws {
    let place = try Place()
    let words = ["import", "$MEDIA/exif/real-canon.jpg", "--library", "A.diptych"]
    _ = try place.run(words)
    let run = try place.run(words, ["DIPTYCH_ACCESS": "add-only"])
    #expect(run == Place.Run(status: 0, out: "#2/L0/001  image  80×80  \"real-canon.jpg\"\n"))
  }

  /// Names that are one to a reader, and two to the file system, as where folders of Macs are merged.
  @Test func namesThatDifferInTheirBytesOnly() throws {
    let place = try Place()
    let names = ["e\u{301}", "\u{E9}"]
    for (number, folder) in names.enumerated() {
      guard mkdir(place.path + "/" + folder, 0o700) == 0 else { return }
      for name in names {
        let data = try TestMedia.data("exif/no-exif.jpg") + Data("\(number)\(name)".utf8)
        let descriptor = open("\(place.path)/\(folder)/\(name).jpg", O_WRONLY | O_CREAT, 0o600)
        _ = data.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
      }
    }
    let folders = try place.run(["import"] + names + ["--json", "--library", "A.diptych"])
    #expect(folders.status == 0)
    #expect(try count(place, "A.diptych") == 4)
    let files = names.map { "e\u{301}/\($0).jpg" }
    _ = try place.run(["import"] + files + ["--library", "B.diptych"])
    #expect(try count(place, "B.diptych") == 2)
  }

  private func count(_ place: Place, _ library: String) throws -> Int {
    try place.run(["asset", "list", "--library", library]).out.split(separator: "\n").count
  }

  /// What has lost its file is not there any more: the same photo is taken again.
  @Test func lostOriginalsAreNoDuplicates() throws {
    let place = try Place()
    try place.copy("exif/no-exif.jpg", as: "a.jpg")
    _ = try place.run(["import", "a.jpg", "--library", "A.diptych"])
    _ = try place.run(["import", "a.jpg", "--library", "A.diptych"])
    #expect(try count(place, "A.diptych") == 1)
    let originals = place.path + "/A.diptych/originals"
    for name in try FileManager.default.subpathsOfDirectory(atPath: originals)
    where name.hasSuffix(".jpg") {
      try FileManager.default.removeItem(atPath: originals + "/" + name)
    }
    _ = try place.run(["import", "a.jpg", "--library", "A.diptych"])
    #expect(try count(place, "A.diptych") == 2)
  }
}
