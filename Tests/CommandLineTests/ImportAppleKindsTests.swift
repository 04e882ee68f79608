import AppleSamples
import DiptychEngine
import Foundation
import TestMedia
import Testing

/// `import` of libraries that the test makes: kinds that the real sample lacks.
@Suite struct ImportAppleKindsTests {
  private static let a = AppleSample.uuid(1)
  private static let b = AppleSample.uuid(2)

  /// Each asset's roles and file names, by its identifier.
  private func files(_ place: Place) throws -> [String: [String]] {
    var found: [String: [String]] = [:]
    try place.open { library in
      found = try library.read { transaction in
        let uuids = try transaction.connection.all("SELECT uuid FROM assets") { $0.uuid(0) }
        var found: [String: [String]] = [:]
        for uuid in uuids {
          guard let asset = try transaction.asset(uuid) else { continue }
          found[uuid.uuidString] = try transaction.resources(of: asset.row).map {
            "\($0.role) \($0.fileName)\($0.isLocal ? "" : " away")"
          }
        }
        return found
      }
    }
    return found
  }

  private func rows(_ place: Place, _ sql: String) throws -> [[String]] {
    try PlainRows.of(place.path + "/A.diptych/library.sqlite", sql)
  }

  /// A Live Photo, a raw pair, a video that was edited, a burst and their marks.
  @Test(.enabled(if: TestMedia.hasAllMedia)) func kinds() throws {
    let place = try Place()
    let sample = try AppleSample(at: place.path + "/P.photoslibrary")
    let live = AppleSample.uuid(1)
    try sample.asset(live, "live/real.HEIC", as: "IMG_1.HEIC", columns: ["ZKINDSUBTYPE": "2"])
    try sample.put("live/real.MOV", at: "originals/A/\(live)_3.mov")
    let raw = AppleSample.uuid(2)
    try sample.asset(raw, "exif/real-canon.jpg", as: "IMG_2.jpg")
    try sample.put("raw/generated.dng", at: "originals/A/\(raw)_4.dng")
    let clip = AppleSample.uuid(3)
    try sample.asset(
      clip, "video/h264-high-faststart.mp4", as: "clip.mp4",
      columns: ["ZKINDSUBTYPE": "102", "ZADJUSTMENTSSTATE": "2", "ZDURATION": "2"])
    try sample.put(
      "video/h264-rotated-creationdate.mov", at: "resources/renders/A/\(clip)_2_0_a.mov")
    let burst = "'\(AppleSample.uuid(900, "B"))'"
    for (number, pick) in [(4, 20), (5, 2), (6, 8)] {
      try sample.asset(
        AppleSample.uuid(number), "exif/no-exif.jpg", as: "B\(number).jpg",
        columns: ["ZAVALANCHEUUID": burst, "ZAVALANCHEPICKTYPE": "\(pick)"])
    }
    // Bytes of another type than the name says, and marks that only the rows know.
    try sample.asset(
      AppleSample.uuid(7), "png/rgba.png", as: "shot.jpg", columns: ["ZKINDSUBTYPE": "10"])
    try sample.asset(
      AppleSample.uuid(8), "exif/real-sony.jpg", as: "pano.jpg",
      columns: ["ZKINDSUBTYPE": "1", "ZDEPTHTYPE": "1"])
    sample.close()
    let run = try place.run(["import", "P.photoslibrary", "--library", "A.diptych"])
    #expect(run.err == "Made the library A.diptych.\n")
    #expect(run.status == 0)
    #expect(
      try files(place) == [
        live: ["photo IMG_1.HEIC", "pairedVideo IMG_1.MOV"],
        raw: ["photo IMG_2.jpg", "alternatePhoto IMG_2.dng"],
        clip: [
          "video clip.mp4", "fullSizeVideo FullSizeRender.mov", "adjustmentData Adjustments.plist",
        ],
        AppleSample.uuid(4): ["photo B4.jpg"], AppleSample.uuid(5): ["photo B5.jpg"],
        AppleSample.uuid(6): ["photo B6.jpg"], AppleSample.uuid(7): ["photo shot.jpg"],
        AppleSample.uuid(8): ["photo pano.jpg"],
      ])
    #expect(
      try rows(
        place,
        """
        SELECT subtypes & 262165, burst_pick, own, pixel_width, adjustment_format FROM assets
        ORDER BY id
        """) == [
          ["0", "0", "1", "3024", "NULL"], ["0", "0", "1", "80", "NULL"],
          ["262144", "0", "1", "180", "app.diptych.import"],
          ["0", "5", "1", "50", "NULL"], ["0", "0", "0", "50", "NULL"],
          ["0", "2", "1", "50", "NULL"], ["4", "0", "1", "160", "NULL"],
          ["17", "0", "1", "80", "NULL"],
        ])
    #expect(try place.run(["verify", "--library", "A.diptych"]).out == "Nothing is wrong.\n")
  }

  /// An edited Live Photo comes with both halves of its edit; a movie of another one is named.
  @Test(.enabled(if: TestMedia.hasAllMedia)) func editedLivePhotos() throws {
    let place = try Place()
    let sample = try AppleSample(at: place.path + "/P.photoslibrary")
    let columns = ["ZKINDSUBTYPE": "2", "ZADJUSTMENTSSTATE": "2"]
    let movies = ["live/generated.mov", "live/real.MOV", "live/generated.mov"]
    for (number, movie) in zip(1..., movies) {
      let uuid = AppleSample.uuid(number)
      try sample.asset(uuid, "live/generated.jpg", as: "IMG_\(number).JPG", columns: columns)
      if number < 3 { try sample.put("live/generated.mov", at: "originals/A/\(uuid)_3.mov") }
      try sample.put("exif/real-canon.jpg", at: "resources/renders/A/\(uuid)_1_201_a.jpeg")
      try sample.put(movie, at: "resources/renders/A/\(uuid)_2_100_a.mov")
    }
    sample.close()
    // So that both movies can be told apart.
    let rendered = place.url.appendingPathComponent(
      "P.photoslibrary/resources/renders/A/\(Self.a)_2_100_a.mov")
    let bytes = try Data(contentsOf: rendered) + Data([0, 0, 0, 8] + Array("free".utf8))
    try bytes.write(to: rendered)
    let run = try place.run(["import", "P.photoslibrary", "--library", "A.diptych"])
    #expect(run.status == 65)
    #expect(
      run.err.split(separator: "\n").suffix(3).map { String($0.drop { $0 != ":" }.dropFirst(2)) }
        == [
          "The edited movie does not say that it belongs to the Live Photo. Import it by itself.",
          "The movie of the Live Photo is not in the Photos library. Have Photos download the "
            + "originals to its Mac, or restore it from a backup.",
          "The edited movie of a Live Photo cannot be there without the original one. Import it by "
            + "itself.",
        ])
    let edit = ["fullSizePhoto FullSizeRender.jpg", "adjustmentData Adjustments.plist"]
    #expect(
      try files(place) == [
        AppleSample.uuid(1): ["photo IMG_1.JPG"] + edit + [
          "pairedVideo IMG_1.MOV", "fullSizePairedVideo FullSizeRender.mov",
        ],
        AppleSample.uuid(2): ["photo IMG_2.JPG"] + edit + ["pairedVideo IMG_2.MOV"],
        AppleSample.uuid(3): ["photo IMG_3.JPG"] + edit,
      ])
    #expect(try place.run(["verify", "--library", "A.diptych"]).out == "Nothing is wrong.\n")
    _ = try place.run(["export", "Is", "--current", "--library", "A.diptych"])
    let movie = try #require(try place.files("Is").first { $0.hasSuffix(".mov") })
    #expect(try Data(contentsOf: place.url.appendingPathComponent("Is/" + movie)) == bytes)
  }

  /// What is named and missing: the movie of a Live Photo, a movie of another one, a photo that is
  /// only in iCloud, a damaged file, an edit that was not rendered.
  @Test(.enabled(if: TestMedia.hasAllMedia)) func whatCannotBeBrought() throws {
    let place = try Place()
    let sample = try AppleSample(at: place.path + "/P.photoslibrary")
    let live = ["ZKINDSUBTYPE": "2"]
    try sample.asset(AppleSample.uuid(1), "live/generated.jpg", as: "1.jpg", columns: live)
    try sample.asset(AppleSample.uuid(2), "live/generated.jpg", as: "2.jpg", columns: live)
    try sample.put("live/real.MOV", at: "originals/A/\(AppleSample.uuid(2))_3.mov")
    let cloud = try sample.asset(AppleSample.uuid(3), nil, as: "3.heic")
    try sample.run(
      "INSERT INTO ZINTERNALRESOURCE VALUES (NULL, \(cloud), 1, -1, 1, 4711)")
    try sample.asset(AppleSample.uuid(4), "bad/truncated.jpg", as: "4.jpg")
    try sample.asset(
      AppleSample.uuid(5), "exif/no-exif.jpg", as: "5.jpg", columns: ["ZADJUSTMENTSSTATE": "1"])
    try sample.asset(
      AppleSample.uuid(6), nil, as: "6.jpg", columns: ["ZSAVEDASSETTYPE": "4"])
    try sample.album(AppleSample.uuid(7), "Cats", kind: 1507)
    try sample.album(AppleSample.uuid(8), "Family", kind: 1505)
    try sample.album(AppleSample.uuid(9), "Book", kind: 1508)
    try sample.album(AppleSample.uuid(10), "Gone", columns: ["ZTRASHEDSTATE": "1"])
    sample.close()
    let run = try place.run(["import", "P.photoslibrary", "--library", "A.diptych"])
    #expect(run.status == 65)
    let reasons = run.err.split(separator: "\n").dropFirst().map {
      $0.hasPrefix("  ") ? String($0.drop { $0 != ":" }.dropFirst(2)) : String($0)
    }
    #expect(
      reasons == [
        "diptych: passed over:", "A smart album; its rule is in no form that others can read.",
        "A shared album, which belongs to iCloud.", "A project, such as a slide show or a book.",
        "A deleted album.", "diptych: 6 files could not be brought:",
        "The JPEG file breaks off before its end; copy it again from where it came from.",
        "It is of a shared album and belongs to somebody else. Save it to the library in Photos "
          + "first.",
        "The movie of the Live Photo is not in the Photos library. Have Photos download the "
          + "originals to its Mac, or restore it from a backup.",
        "The movie does not say that it belongs to the Live Photo. Import it by itself.",
        "The original is only in iCloud. Have Photos download the originals to its Mac, then import "
          + "again.",
        "The edited version is not in the Photos library. Export it there, or edit the photo again.",
      ])
    #expect(
      try files(place) == [
        AppleSample.uuid(1): ["photo 1.jpg"], AppleSample.uuid(2): ["photo 2.jpg"],
        AppleSample.uuid(3): ["photo 3.heic away"], AppleSample.uuid(5): ["photo 5.jpg"],
      ])
    #expect(
      try rows(
        place,
        "SELECT r.bytes, r.type, a.pixel_width FROM resources r JOIN assets a ON a.id = "
          + "r.asset WHERE r.local = 0") == [["4711", "public.heic", "30"]])
    #expect(try place.run(["verify", "--library", "A.diptych"]).out == "Nothing is wrong.\n")
  }

  /// An import that goes on: what was missing comes, each at its place, and what the user did here
  /// in between stays.
  @Test func goingOn() throws {
    let place = try Place()
    let path = place.path + "/P.photoslibrary"
    let sample = try AppleSample(at: path)
    let assets = try (1...4).map { number in
      try sample.asset(
        AppleSample.uuid(number), number == 2 ? nil : "exif/no-exif.jpg", as: "\(number).jpg")
    }
    let folder = try sample.album(AppleSample.uuid(20), "Folder", kind: 4000)
    let album = try sample.album(AppleSample.uuid(21), "Album", parent: folder)
    try sample.fill(album, [assets[3], assets[1], assets[0]])
    let words = ["import", "P.photoslibrary", "--library", "A.diptych"]
    #expect(try place.run(words).status == 65)
    for line in ["user rename-album Album Mine", "user favorite 1.jpg", "user delete 4.jpg"] {
      let run = try place.run(
        line.split(separator: " ").map(String.init) + ["--library", "A.diptych"])
      #expect(run == Place.Run(status: 0, out: run.out), "\(line)")
    }
    try sample.put("exif/real-sony.jpg", at: "originals/A/\(AppleSample.uuid(2)).jpeg")
    try sample.run("DELETE FROM Z_30ASSETS")
    try sample.fill(album, [assets[3], assets[2], assets[1], assets[0]])
    let second = try sample.album(AppleSample.uuid(22), "Second", parent: folder, position: 2048)
    try sample.fill(second, [assets[0]])
    sample.close()
    let run = try place.run(words)
    #expect(run.status == 0 && run.err == "")
    #expect(
      try rows(
        place,
        """
        SELECT c.title, r.file_name, r.local, a.favorite, a.trashed_date IS NULL, p.title
        FROM memberships m JOIN collections c ON c.id = m.album JOIN assets a ON a.id = m.asset
        JOIN resources r ON r.asset = a.id JOIN collections p ON p.id = c.parent
        ORDER BY c.rank, m.rank
        """) == [
          ["Mine", "4.jpg", "1", "0", "0", "Folder"], ["Mine", "3.jpg", "1", "0", "1", "Folder"],
          ["Mine", "2.jpg", "1", "0", "1", "Folder"], ["Mine", "1.jpg", "1", "1", "1", "Folder"],
          ["Second", "1.jpg", "1", "1", "1", "Folder"],
        ])
    #expect(try place.run(["verify", "--library", "A.diptych"]).out == "Nothing is wrong.\n")
  }

  /// A version that was not looked at is refused with its number, or read with `--force`.
  @Test func unknownModel() throws {
    let place = try Place()
    let sample = try AppleSample(at: place.path + "/P.photoslibrary", model: 20000)
    try sample.asset(Self.a, "exif/no-exif.jpg", as: "a.jpg")
    sample.close()
    try place.walk([
      Expected(
        "import P.photoslibrary --library A.diptych", status: 65,
        err: "diptych: The library has model 20000, which Diptych does not know. Try it with "
          + "--force, which changes nothing in that library.\n")
    ])
    #expect(try place.files() == ["P.photoslibrary"])
    let run = try place.run(["import", "P.photoslibrary", "--force", "--library", "A.diptych"])
    #expect(run.status == 0)
    #expect(run.out.contains("version    unknown, model 20000\n"))
    #expect(try files(place) == [Self.a: ["photo a.jpg"]])
  }

  /// A client that may not add gets nothing, and what is imported is its own.
  @Test func access() throws {
    let place = try Place()
    let sample = try AppleSample(at: place.path + "/P.photoslibrary")
    try sample.asset(Self.a, "exif/no-exif.jpg", as: "a.jpg")
    sample.close()
    let words = ["import", "P.photoslibrary", "--library", "A.diptych"]
    #expect(try place.run(words, ["DIPTYCH_ACCESS": "denied"]).status == 77)
    #expect(try place.run(words, ["DIPTYCH_CLIENT": "Mover"]).status == 0)
    #expect(try rows(place, "SELECT creator FROM assets") == [["Mover"]])
  }

  /// Nothing that a package says leads out of it.
  @Test func namesThatLeadOut() throws {
    let place = try Place()
    let path = place.path + "/P.photoslibrary"
    let sample = try AppleSample(at: path)
    try place.copy("exif/real-canon.jpg", as: "secret.jpg")
    try sample.asset(
      Self.a, nil, as: "a.jpg",
      columns: ["ZDIRECTORY": "'..'", "ZFILENAME": "'../../secret.jpg'"])
    try sample.asset(Self.b, nil, as: "../../b.jpg")
    try FileManager.default.createDirectory(
      atPath: path + "/originals/A", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: path + "/originals/A/\(Self.b).jpeg", withDestinationPath: place.path + "/secret.jpg")
    try sample.asset(
      AppleSample.uuid(3), nil, as: "c.jpg", columns: ["ZDIRECTORY": "'\(place.path)'"])
    let linked = AppleSample.uuid(4, "B")
    try place.makeFolder("outside")
    try place.copy("exif/real-canon.jpg", as: "outside/\(linked).jpeg")
    try FileManager.default.createSymbolicLink(
      atPath: path + "/originals/B", withDestinationPath: place.path + "/outside")
    try sample.asset(linked, nil, as: "d.jpg")
    sample.close()
    let run = try place.run(["import", "P.photoslibrary", "--library", "A.diptych"])
    #expect(run.status == 65)
    #expect(
      try files(place) == [
        Self.a: ["photo a.jpg away"], Self.b: ["photo ../../b.jpg away"],
        AppleSample.uuid(3): ["photo c.jpg away"], linked: ["photo d.jpg away"],
      ])
  }
}
