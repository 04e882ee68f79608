import DiptychEngine
import Foundation
import TestMedia
import Testing

/// `export`: originals or what stands for them, names, sidecars, and what cannot be written.
@Suite struct ExportTests {
  private func contents(_ place: Place, _ name: String) throws -> Data {
    try Data(contentsOf: place.url.appendingPathComponent(name))
  }

  @Test func originalsAndCurrent() throws {
    let place = try Place()
    let canon = try TestMedia.data("exif/real-canon.jpg")
    let sony = try TestMedia.data("exif/real-sony.jpg")
    _ = try place.run([
      "import", "$MEDIA/exif/real-canon.jpg", "$MEDIA/live/generated.jpg",
      "$MEDIA/live/generated.mov", "--library", "A.diptych",
    ])
    try place.walk([
      Expected(
        "user edit real-canon.jpg $MEDIA/exif/real-sony.jpg --library A.diptych",
        out: "Edited \"real-canon.jpg\".\n"),
      Expected(
        "export Was --library A.diptych",
        out: "Was/real-canon.jpg\nWas/generated.jpg\nWas/generated.mov\n"),
    ])
    #expect(try contents(place, "Was/real-canon.jpg") == canon)
    #expect(try contents(place, "Was/generated.mov") == TestMedia.data("live/generated.mov"))
    let run = try place.run(["export", "Is", "--current", "--library", "A.diptych"])
    #expect(run.status == 0)
    let files = try place.files("Is")
    #expect(files.count == 3)
    let pictures = try files.map { try contents(place, "Is/" + $0) }
    #expect(pictures.contains(sony) && !pictures.contains(canon))
  }

  /// P144: what belongs together is found by its name, so it keeps one.
  @Test(.enabled(if: TestMedia.hasAllMedia))
  func pairsKeepOneName() throws {
    let place = try Place()
    for folder in ["1", "2"] {
      try FileManager.default.createDirectory(
        at: place.url.appendingPathComponent(folder), withIntermediateDirectories: true)
    }
    try place.copy("exif/no-exif.jpg", as: "1/IMG_1.JPG")
    try place.copy("live/generated.jpg", as: "2/IMG_1.JPG")
    try place.copy("live/generated.mov", as: "2/IMG_1.MOV")
    _ = try place.run(["import", "1", "2", "--library", "A.diptych"])
    let run = try place.run(["export", "Out", "--sidecar", "xmp", "--library", "A.diptych"])
    #expect(run.out == "Out/IMG_1.JPG\nOut/IMG_1 (2).JPG\nOut/IMG_1 (2).MOV\n")
    #expect(try contents(place, "Out/IMG_1.JPG") == TestMedia.data("exif/no-exif.jpg"))
    #expect(try contents(place, "Out/IMG_1 (2).JPG") == TestMedia.data("live/generated.jpg"))
    _ = try place.run(["import", "Out", "--library", "B.diptych"])
    let listed = try place.run(["asset", "list", "--library", "B.diptych"])
    #expect(listed.out.split(separator: "\n").count == 2)
  }

  /// A rendering is always called the same; its photo has a name.
  @Test func renderingsAreNamedAfterTheirPhotos() throws {
    let place = try Place()
    try place.copy("exif/real-canon.jpg", as: "b.JPG")
    try place.copy("exif/no-exif.jpg", as: "a.JPG")
    _ = try place.run(["import", "b.JPG", "a.JPG", "--library", "A.diptych"])
    for name in ["a.JPG", "b.JPG"] {
      _ = try place.run([
        "user", "edit", name, "$MEDIA/exif/real-sony.jpg", "--library", "A.diptych",
      ])
    }
    let run = try place.run(["export", "Is", "--current", "--library", "A.diptych"])
    #expect(run.status == 0)
    #expect(try place.files("Is").map { $0.lowercased() } == ["a.jpg", "b.jpg"])
  }

  /// Names that a volume may take for one are numbered, and names that cannot be used give way to one that
  /// still says what belongs together.
  @Test func namesOfOnePhotosFiles() throws {
    let place = try Place()
    _ = try place.run(["library", "create", "A.diptych"])
    let samples = try ["exif/real-canon.jpg", "exif/no-exif.jpg"].map(TestMedia.data)
    for names in [["IMG_1.JPG", "img_1.jpg"], [".first.jpg", ".second.jpg"]] {
      try place.open { library in
        var draft = AssetDraft(uuid: library.configuration.identifiers.next(.asset))
        draft.resources = zip([ResourceRole.photo, .alternatePhoto], zip(names, samples)).map {
          ResourceDraft(role: $0, content: .data($1.1), fileName: $1.0)
        }
        var changes = ChangeSet(client: "Test", origin: .user)
        changes.operations = [.createAsset(draft)]
        try library.commit(changes)
      }
    }
    let run = try place.run(["export", "Out", "--library", "A.diptych"])
    #expect(run.status == 0, "\(run.err)")
    let files = try place.files("Out")
    #expect(Set(files).isSuperset(of: ["IMG_1.JPG", "img_1 (2).jpg"]) && files.count == 4)
    let rest = files.filter { !$0.lowercased().hasPrefix("img_1") }
      .map { $0.replacingOccurrences(of: " (2)", with: "") }
    #expect(rest.count == 2 && Set(rest).count == 1)
  }

  // Decision 111: what the library knows and the file does not say.
  @Test func sidecars() throws {
    let place = try Place()
    _ = try place.run([
      "import", "$MEDIA/exif/no-exif.jpg", "--album", "Trip & \"<more>\"", "--library", "A.diptych",
    ])
    try place.open { library in
      let asset = try #require(
        try library.read { try $0.fetchAssets(AssetQuery(.library), as: nil) }.first)
      let uuid = try #require(try library.read { try $0.asset(row: asset) }).uuid
      var update = AssetUpdate()
      update.isFavorite = true
      update.creationDate = .some(Date(timeIntervalSince1970: 1_000_000_000.25))
      update.location = .some(
        AssetLocation(latitude: -33.5, longitude: 70.252_5, altitude: -12.5))
      try library.user.update(uuid, update)
    }
    try place.write("mine", to: "no-exif.jpg.xmp")
    try place.walk([
      Expected(
        "export . --sidecar xmp --library A.diptych", out: "./no-exif (2).jpg\n"),
      Expected(
        "export . --sidecar text --library A.diptych", status: 64,
        err: "diptych: --sidecar knows no text. Give xmp.\n"),
    ])
    #expect(
      try place.files() == [
        "A.diptych", "no-exif (2).jpg", "no-exif (2).jpg.xmp", "no-exif.jpg.xmp",
      ])
    #expect(try contents(place, "no-exif.jpg.xmp") == Data("mine".utf8))
    #expect(
      String(decoding: try contents(place, "no-exif (2).jpg.xmp"), as: UTF8.self) == """
        <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/">
         <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
          <rdf:Description rdf:about=""
            xmlns:dc="http://purl.org/dc/elements/1.1/"
            xmlns:exif="http://ns.adobe.com/exif/1.0/"
            xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
            xmlns:xmp="http://ns.adobe.com/xap/1.0/">
           <exif:DateTimeOriginal>2001-09-09T01:46:40.250000Z</exif:DateTimeOriginal>
           <photoshop:DateCreated>2001-09-09T01:46:40.250000Z</photoshop:DateCreated>
           <xmp:CreateDate>2001-09-09T01:46:40.250000Z</xmp:CreateDate>
           <exif:GPSLatitude>33,30.000000S</exif:GPSLatitude>
           <exif:GPSLongitude>70,15.150000E</exif:GPSLongitude>
           <exif:GPSAltitudeRef>1</exif:GPSAltitudeRef>
           <exif:GPSAltitude>12500/1000</exif:GPSAltitude>
           <xmp:Rating>5</xmp:Rating>
           <dc:subject>
            <rdf:Bag>
             <rdf:li>Trip &amp; "&lt;more&gt;"</rdf:li>
            </rdf:Bag>
           </dc:subject>
          </rdf:Description>
         </rdf:RDF>
        </x:xmpmeta>
        <?xpacket end="w"?>

        """)
  }

  /// A damaged and a missing original do not stop the others; both are named at the end.
  @Test func whatCannotBeWritten() throws {
    let place = try Place()
    for number in 0..<4 {
      try place.copy("exif/no-exif.jpg", as: "\(number).jpg", comment: "\(number)")
    }
    _ = try place.run(
      ["import", "0.jpg", "1.jpg", "2.jpg", "3.jpg", "--library", "A.diptych"])
    var paths: [String: String] = [:]
    try place.open { library in
      try library.read { transaction in
        for row in try transaction.fetchAssets(AssetQuery(.library), as: nil) {
          for resource in try transaction.resources(of: row) {
            paths[resource.fileName] = library.filePath(of: resource)
          }
        }
      }
    }
    let missing = try #require(paths["1.jpg"])
    let damaged = try #require(paths["2.jpg"])
    try FileManager.default.removeItem(atPath: missing)
    chmod(damaged, 0o600)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: damaged))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(fileURLWithPath: damaged))
    let report = try place.run(["export", "Told", "--json", "--library", "A.diptych"])
    #expect(report.out.contains(#""name" : "1.jpg""#))
    let run = try place.run(["export", "Out", "--library", "A.diptych"])
    #expect(run.status == 65)
    #expect(run.out == "Out/0.jpg\nOut/3.jpg\n")
    let lines = run.err.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("  \"1.jpg\": ") == true)
    #expect(
      lines.last
        == "  \"2.jpg\": The original is not as it was saved. Restore it from a backup.")
    #expect(try place.files("Out") == ["0.jpg", "3.jpg"])
  }
}
