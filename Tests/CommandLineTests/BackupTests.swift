import DiptychEngine
import Foundation
import Testing

/// `backup` and `export`.
@Suite struct BackupTests {
  private func scene(_ place: Place) throws {
    _ = try place.run([
      "import", "$MEDIA/exif/real-canon.jpg", "$MEDIA/exif/real-sony.jpg", "--album", "Trip",
      "--library", "A.diptych",
    ])
  }

  @Test func backups() throws {
    let place = try Place()
    try scene(place)
    try place.walk([
      Expected(
        "backup B.diptych --library A.diptych",
        out: "Made the backup B.diptych: 2 assets, 2 originals, 62381 bytes.\n"),
      Expected(
        "backup C.diptych --hard-link --json --library A.diptych",
        out: """
          {
            "assets" : 2,
            "bytes" : 62381,
            "damaged" : [

            ],
            "files" : 2,
            "linked" : 2,
            "path" : "C.diptych"
          }

          """),
      Expected("verify --library B.diptych", out: "Nothing is wrong.\n"),
      Expected("diff A.diptych C.diptych"),
      Expected(
        "backup B.diptych --library A.diptych", status: 69,
        err: "diptych: There is something at B.diptych already. Give the path of a new folder.\n"),
    ])
    let lost = try place.originals()[0]
    try FileManager.default.removeItem(at: place.url.appendingPathComponent("A.diptych/" + lost))
    let run = try place.run(["backup", "D.diptych", "--library", "A.diptych"])
    #expect(
      run.status == 65 && run.out.hasPrefix("Made the backup D.diptych: 2 assets, 1 original,"))
    #expect(run.err.hasPrefix("The original of ") && run.err.contains("is missing."))
  }

  /// Names that are taken get numbers, dates are those of the pictures, and nothing leads outside.
  @Test func exports() throws {
    let place = try Place()
    try scene(place)
    try place.write("mine", to: "real-sony.jpg")
    try place.open { library in
      for name in ["../outside.jpg", ".hidden.jpg"] {
        let photo = try Data(
          contentsOf: place.url.appendingPathComponent("A.diptych/" + place.originals()[0]))
        try library.user.save(photo, named: name)
      }
    }
    let run = try place.run(["export", ".", "--library", "A.diptych"])
    #expect(run.status == 0 && run.err == "")
    let names = run.out.split(separator: "\n").map(String.init)
    #expect(
      names.prefix(3) == ["./real-canon.jpg", "./real-sony (2).jpg", "./.._outside.jpg"]
        || names.prefix(2) == ["./real-canon.jpg", "./real-sony (2).jpg"])
    // A name that would be hidden, or lead outside, becomes the file's own identifier.
    #expect(names.count == 4 && names.dropFirst(2).allSatisfy { $0.hasSuffix(".jpg") })
    #expect(
      try FileManager.default.contentsOfDirectory(
        atPath: place.url.deletingLastPathComponent().path
      ).contains("outside.jpg") == false)
    let attributes = try FileManager.default.attributesOfItem(
      atPath: place.path + "/real-sony (2).jpg")
    #expect(
      attributes[.modificationDate] as? Date == Date(timeIntervalSince1970: 1_365_848_538))
    try place.walk([
      Expected(
        "export Out real-canon.jpg --library A.diptych", out: "Out/real-canon.jpg\n"),
      Expected(
        "export Trip --album Trip --library A.diptych",
        out: "Trip/real-canon.jpg\nTrip/real-sony.jpg\n"),
      Expected(
        "export Trip real-canon.jpg --album Trip --library A.diptych", status: 64,
        err: "diptych: --album and names of assets exclude each other. Give one of them.\n"),
    ])
  }
}
