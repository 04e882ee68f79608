import AppleSamples
import DiptychEngine
import Foundation
import TestMedia
import Testing

/// Names that were made to lead out of a folder, to look like options, or to write on a terminal.
@Suite struct HostileNameTests {
  /// What applications may call a file. No export may write anywhere but into its folder.
  private static let names = [
    "../outside.jpg", "../../../../../../tmp/outside.jpg", "/outside.jpg", "a/b.jpg", "..", ".", "",
    "...", "..jpg", ".hidden.jpg", "-rf.jpg", "--library=x.jpg", "a\0b.jpg", "new\nline.jpg",
    "\u{1B}[31mred.jpg", "\u{202E}gpj.exe", "a\\..\\b.jpg", "~root.jpg", "$HOME.jpg", "`id`.jpg",
    "%2e%2e%2foutside.jpg", "CON.jpg", " .jpg", "a.jpg/", "a.jpg/..", "é/../x.jpg",
    long("x", 251), long("x", 5_000), long("é", 125), long("x.", 100),
  ]

  private static func long(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count) + ".jpg"
  }

  private func library(_ place: Place, _ names: [String]) throws {
    _ = try place.run(["library", "create", "A.diptych"])
    try place.open { library in
      for (number, name) in names.enumerated() {
        let data = try TestMedia.data("exif/no-exif.jpg")
        let comment = [0xFF, 0xFE, 0, 4, UInt8(number >> 8), UInt8(number & 255)]
        let photo = Data(data.prefix(2) + comment + data.dropFirst(2))
        try library.user.save(photo, named: name)
      }
    }
  }

  @Test func exportStaysInItsFolder() throws {
    let place = try Place()
    try library(place, Self.names)
    let run = try place.run(["export", "Out", "--library", "A.diptych"])
    #expect(run.status == 0, "\(run.err)")
    #expect(try place.files() == ["A.diptych", "Out"])
    let files = try place.files("Out")
    #expect(files.count == Self.names.count)
    let attributes = try files.map {
      try FileManager.default.attributesOfItem(atPath: place.path + "/Out/" + $0)[.type]
        as? FileAttributeType
    }
    #expect(attributes.allSatisfy { $0 == .typeRegular })
    #expect(files.allSatisfy { !$0.hasPrefix(".") && $0.utf8.count <= 255 })
    // Nothing that moves a cursor reaches a terminal, neither here nor in the lists.
    let list = try place.run(["asset", "list", "--library", "A.diptych"])
    for text in [run.out, run.err, list.out, list.err] {
      #expect(!text.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
    }
    #expect(list.out.split(separator: "\n").count == Self.names.count)
  }

  /// What is no text is refused by what it is; read as other text it would name another file.
  @Test func argumentsThatAreNoText() throws {
    let place = try Place()
    _ = try place.run(["library", "create", "A.diptych"])
    try place.copy("exif/no-exif.jpg", as: "a\u{FFFD}.jpg")
    let started = try place.start(
      ["import", "--library", "A.diptych"],
      shell: #"set -- "$@" "$(printf 'a\377.jpg')""#)
    let run = try place.finish(started)
    #expect(run.status == 64 && run.out == "")
    #expect(
      run.err
        == "diptych: The argument a\u{FFFD}.jpg is not UTF-8. Rename the file, or give the path of "
        + "the folder that it is in.\n")
    #expect(try place.run(["asset", "list", "--library", "A.diptych", "--json"]).out == "[\n\n]\n")
  }

  /// Paths of one letter are paths; found by the fuzzer.
  @Test func pathsOfOneLetter() throws {
    let place = try Place()
    #expect(try place.run(["library", "create", "a"]).status == 0)
    try place.copy("exif/no-exif.jpg", as: "b")
    #expect(try place.run(["import", "b", "--library", "a/"]).status == 0)
    for words in [["export", "c"], ["backup", "d"], ["verify"], ["doctor"], ["asset", "list"]] {
      #expect(try place.run(words + ["--library", "a"]).status == 0, "\(words)")
    }
    #expect(try place.files() == ["a", "b", "c", "d"])
  }

  /// Names in rows that are no UTF-8, or that hold a NUL, come out as plain names (decision 151).
  @Test func exportOfNamesThatAreNoText() throws {
    let place = try Place()
    try library(place, ["a.jpg", "b.jpg", "c.jpg"])
    for (row, name) in [
      (1, "x'ff2f2e2e2f2e2e2f6f7574ff2e6a7067'"), (2, "x'eda0802f2e2e2f61'"), (3, "x'2e2e002f61'"),
    ] {
      _ = try PlainRows.of(
        place.path + "/A.diptych/library.sqlite",
        "UPDATE resources SET file_name = CAST(\(name) AS TEXT) WHERE id = \(row)")
    }
    let run = try place.run(["export", "Out", "--sidecar", "xmp", "--library", "A.diptych"])
    #expect(run.status == 0, "\(run.err)")
    #expect(try place.files() == ["A.diptych", "Out"])
    let files = try place.files("Out")
    #expect(files.count == 6)
    #expect(files.allSatisfy { !$0.hasPrefix(".") && !$0.contains("/") && !$0.contains("\0") })
  }

  /// A name in the export's folder that is a link to something else is taken, not followed.
  @Test func exportFollowsNoLink() throws {
    let place = try Place()
    try library(place, ["a.jpg", "b.jpg"])
    try place.makeFolder("Out")
    try place.write("mine", to: "mine.txt")
    let manager = FileManager.default
    for (name, target) in [("a.jpg", "../mine.txt"), ("b.jpg", "../not-there.txt")] {
      try manager.createSymbolicLink(
        atPath: "\(place.path)/Out/\(name)", withDestinationPath: target)
    }
    let run = try place.run(["export", "Out", "--library", "A.diptych"])
    #expect(run == Place.Run(status: 0, out: "Out/a (2).jpg\nOut/b (2).jpg\n"))
    #expect(try place.files() == ["A.diptych", "Out", "mine.txt"])
    let mine = try String(contentsOf: place.url.appendingPathComponent("mine.txt"), encoding: .utf8)
    #expect(mine == "mine")
  }

  /// What an import finds under such names comes in under them, and goes out again as a plain file.
  @Test func importedNamesComeAndGo() throws {
    let place = try Place()
    try place.makeFolder("P")
    let names = [
      "-rf.jpg", "--library=x.jpg", "..jpg", "a\\..\\b.jpg", "new\nline.jpg", "\u{1B}[31mred.jpg",
      "%2e%2e%2fx.jpg", "\u{202E}gpj.jpg",
    ].filter { !$0.hasPrefix(".") }
    for (number, name) in names.enumerated() {
      try place.copy("exif/no-exif.jpg", as: "P/\(name)", comment: "\(number)")
    }
    let run = try place.run(["import", "P", "--library", "A.diptych"])
    #expect(run.status == 0, "\(run.err)")
    #expect(!run.out.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
    #expect(try place.originals().allSatisfy { $0.hasSuffix(".jpg") && !$0.contains("..") })
    #expect(try place.run(["export", "Out", "--library", "A.diptych"]).status == 0)
    #expect(try place.files("Out").count == names.count)
    #expect(try place.files() == ["A.diptych", "Out", "P"])
  }

  /// A library whose rows name files outside exports none of them (decision 151).
  @Test func exportOfAForeignLibraryReadsNothingOutside() throws {
    let place = try Place()
    try library(place, ["a.jpg"])
    try place.write("secret", to: "secret.txt")
    let original = place.path + "/A.diptych/" + (try place.originals()[0])
    try FileManager.default.removeItem(atPath: original)
    try FileManager.default.createSymbolicLink(
      atPath: original, withDestinationPath: place.path + "/secret.txt")
    let run = try place.run(["export", "Out", "--library", "A.diptych"])
    #expect(run.status == 65)
    #expect(run.err.contains("missing"))
    #expect(try place.files("Out") == [])
    #expect(try place.run(["backup", "B.diptych", "--library", "A.diptych"]).status == 65)
    #expect(try place.originals("B.diptych") == [])
  }
}
