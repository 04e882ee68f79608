import DiptychEngine
import Foundation
import TestMedia
import Testing

/// `convert-urls`: lists and CSV columns, what is dead, and who may ask.
@Suite struct ConvertURLsTests {
  private static let gone = "00000000-0000-4000-8000-000000000000"

  private struct Names {
    let photo: String
    let hidden: String
    let deleted: String
    let album: String
    let cameraRoll: String
    let folder: String
    let synced: String
  }

  /// A photo, a hidden one, one in Recently Deleted; an album in a folder.
  private func scene(_ place: Place) throws -> Names {
    var names: Names?
    try place.open { library in
      let photos = try ["exif/real-canon.jpg", "exif/date-plain.jpg", "png/rgba.png"].map {
        try library.user.save(TestMedia.url($0).path, as: .photo)
      }
      let folder = try library.user.make(.folder, titled: "Travel")
      let album = try library.user.make(titled: "Rome", in: folder)
      var hidden = AssetUpdate()
      hidden.isHidden = true
      try library.user.update(photos[1], hidden)
      try library.user.delete([photos[2]])
      names = Names(
        photo: photos[0].uuidString, hidden: photos[1].uuidString, deleted: photos[2].uuidString,
        album: album.uuidString,
        cameraRoll: SmartAlbum.userLibrary.uuid(library: library.uuid).uuidString,
        folder: folder.uuidString,
        synced: UUID(hashing: "\(library.uuid.uuidString) synced library").uuidString)
    }
    return try #require(names)
  }

  private func asset(_ id: String, _ type: String = "JPG") -> String {
    "assets-library://asset/asset.\(type)?id=\(id)&ext=\(type)"
  }

  private func group(_ id: String) -> String { "assets-library://group/?id=\(id)" }

  private let library = ["--library", "A.diptych"]

  /// L103, L104, L88: every spelling, with empty lines, spaces, a byte order mark and CRLF, from
  /// files and from standard input; the dead ones last, each with its reason; nothing changes.
  @Test func lists() throws {
    let place = try Place()
    let names = try scene(place)
    let dump = try place.run(["dump", "--exact"] + library)
    try place.write(
      "\u{FEFF}\(asset(names.photo))\r\n\n  \(asset(names.hidden, "PNG"))  \r\n"
        + "assets-library://asset.jpg?ext=jpg&id=\(names.photo.lowercased())\n",
      to: "living.txt")
    try place.write(
      [
        group(names.album), asset(Self.gone), asset(names.deleted), "", group(Self.gone),
        group(names.folder), "IMG_0001.JPG", group(names.cameraRoll), asset("x"),
        group(names.photo), "caf\u{E9}\u{1B}[31m", group(names.synced),
      ].joined(separator: "\n"), to: "mixed.txt")
    let living = """
      \(asset(names.photo)) \(names.photo)/L0/001
      \(asset(names.hidden, "PNG")) \(names.hidden)/L0/001
      assets-library://asset.jpg?ext=jpg&id=\(names.photo.lowercased()) \(names.photo)/L0/001
      """
    let whole = try place.run(["convert-urls", "living.txt"] + library)
    #expect(spaced(whole.out) == spaced(place.normalized(living)))
    #expect(whole.status == 0 && whole.err == "")
    #expect(try place.run(["convert-urls"] + library, input: "living.txt") == whole)
    #expect(try place.run(["convert-urls", "-"] + library, input: "living.txt") == whole)

    let noAsset =
      "The library shows no asset of this id. Forget the URL, or name the library that it is from "
      + "with --library."
    let noGroup = noAsset.replacingOccurrences(of: "asset of", with: "album of")
    let malformed =
      "This is no assets-library URL with an id. Give one URL a line, or name the column of a CSV "
      + "file with --column."
    let mixed = try place.run(["convert-urls", "mixed.txt"] + library)
    #expect(mixed.status == 65)
    let found = mixed.out.split(separator: "\n").map { $0.split(separator: " ").last ?? "" }
    let albums = [names.album, names.cameraRoll].map { place.normalized($0) + "/L0/040" }
    #expect(found.map(String.init) == albums)
    let reasons = mixed.err.split(separator: "\n").map { line in
      String(line.prefix { $0 != " " })
        + String(line[(line.range(of: "\": ")?.upperBound ?? line.startIndex)...])
    }
    #expect(
      reasons == [
        "mixed.txt:2:" + noAsset,
        "mixed.txt:3:The asset was deleted. Restore it in Recently Deleted, or forget the URL.",
        "mixed.txt:5:" + noGroup, "mixed.txt:6:" + noGroup, "mixed.txt:7:" + malformed,
        "mixed.txt:9:" + malformed, "mixed.txt:10:" + noGroup, "mixed.txt:11:" + malformed,
        "mixed.txt:12:The group of all synced assets has no collection in Photos. Fetch with "
          + "PHFetchOptions.includeAssetSourceTypes instead.",
      ])
    #expect(!mixed.err.contains("\u{1B}"))
    let allowed = try place.run(["convert-urls", "--allow-dead", "mixed.txt"] + library)
    #expect(allowed == Place.Run(status: 0, out: mixed.out, err: mixed.err))
    #expect(try place.run(["dump", "--exact"] + library) == dump)
  }

  /// Decision 72: what a sync brought has an identifier by which Photos finds it.
  @Test func syncedPhotos() throws {
    let place = try Place()
    let names = try scene(place)
    let photo = try #require(UUID(uuidString: names.photo))
    try place.open { library in
      try library.write { transaction in
        try transaction.connection.execute(
          "UPDATE assets SET source = 4, own = 0 WHERE uuid = ?", photo)
      }
    }
    try place.write(asset(names.photo), to: "synced.txt")
    let run = try place.run(["convert-urls", "synced.txt"] + library)
    #expect(run.status == 0 && run.err == "")
    #expect(run.out.hasSuffix("/L0/001\n"))
  }

  private func spaced(_ text: String) -> [[Substring]] {
    text.split(separator: "\n").map { $0.split(separator: " ") }
  }

  /// A column by name and by number: quotes, separators and line ends inside of cells, short rows,
  /// empty cells, semicolons and tabulators.
  @Test func columns() throws {
    let place = try Place()
    let names = try scene(place)
    let photo = asset(names.photo)
    let album = group(names.album)
    let tables: [(name: String, text: String, column: String, lines: [Int])] = [
      (
        "a.csv",
        "id,title,url\r\n1,\"Rome, \"\"old\"\"\nand new\",\"\(photo)\"\r\n2,x,\r\n3\r\n4,y, \(album) \r\n",
        "url", [2, 6]
      ),
      ("b.csv", "\(photo),1\n\(album),2\n", "1", [1, 2]),
      ("c.csv", "where;what\n\"a;b\";\(photo)\n;\(album)", "2", [2, 3]),
      ("d.tsv", "what\twhere, when\n\(photo)\tx\n\n\(album)\ty\n", "what", [2, 4]),
      ("e.csv", "\"the \"\"url\"\"\"\n\(photo)\n\(album)\n", "the \"url\"", [2, 3]),
    ]
    let identifiers = [names.photo + "/L0/001", names.album + "/L0/040"].map(place.normalized)
    for table in tables {
      try place.write(table.text, to: table.name)
      let run = try place.run(
        ["convert-urls", "--json", "--column", table.column, table.name] + library)
      #expect(run.status == 0 && run.err == "", "\(table.name)")
      let report = try JSONDecoder().decode(Report.self, from: Data(run.out.utf8))
      #expect(report.converted.map(\.line) == table.lines, "\(table.name)")
      #expect(report.converted.map(\.kind) == ["asset", "group"], "\(table.name)")
      #expect(report.converted.map(\.identifier) == identifiers, "\(table.name)")
      #expect(report.converted.allSatisfy { $0.file == table.name }, "\(table.name)")
      #expect(report.dead.isEmpty, "\(table.name)")
    }
  }

  private struct Report: Decodable {
    struct Converted: Decodable {
      let file, url, kind, identifier: String
      let line: Int
    }

    struct Dead: Decodable {
      let file, url, code, reason: String
      let line: Int
    }

    let converted: [Converted]
    let dead: [Dead]
  }

  /// The dead ones in JSON have a code; standard error lists them all the same.
  @Test func json() throws {
    let place = try Place()
    let names = try scene(place)
    try place.write(
      [asset(names.photo), asset(Self.gone), group(Self.gone), asset(names.deleted), "x"]
        .joined(separator: "\n"), to: "urls.txt")
    let run = try place.run(["convert-urls", "--json", "urls.txt"] + library)
    #expect(run.status == 65)
    let report = try JSONDecoder().decode(Report.self, from: Data(run.out.utf8))
    #expect(report.converted.map(\.url) == [place.normalized(asset(names.photo))])
    #expect(report.dead.map(\.code) == ["no-asset", "no-group", "recently-deleted", "malformed"])
    #expect(report.dead.map(\.line) == [2, 3, 4, 5])
    #expect(run.err.split(separator: "\n").count == 4)
  }

  /// What cannot be read is an error of its own, before anything is printed.
  @Test func mistakes() throws {
    let place = try Place()
    _ = try scene(place)
    try place.write("id,url\n1,x\n", to: "a.csv")
    try place.write("url\n\"x\n", to: "open.csv")
    try place.write("", to: "empty.txt")
    func row(_ line: String, _ status: Int32, _ error: String) -> Expected {
      Expected("convert-urls " + line, status: status, err: "diptych: \(error)\n")
    }
    try place.walk([
      row(
        "--column ulr a.csv --library A.diptych", 65,
        "\"a.csv\" has no column \"ulr\". Did you mean url? Its first row names \"id\", \"url\"."),
      row(
        "--column 3 a.csv --library A.diptych", 65,
        "\"a.csv\" has 2 columns in its first row. Give --column a number from 1 to 2."),
      row(
        "--column 0 a.csv --library A.diptych", 64,
        "Columns are counted from 1. Give --column a number from 1, or a name."),
      row(
        "--column= a.csv --library A.diptych", 64,
        "The value of --column is empty. Give a column's name or number."),
      row(
        "--column url open.csv --library A.diptych", 65,
        "A quote that begins in line 2 of \"open.csv\" is never closed. Close it, or double the "
          + "quotes that belong to the text."),
      row(
        "none.txt --library A.diptych", 65,
        "\"none.txt\" cannot be read. Give a file that is there."),
      row(
        "A.diptych --library A.diptych", 65,
        "\"A.diptych\" cannot be read. Give a file that is there."),
      Expected("convert-urls empty.txt --library A.diptych"),
      Expected("convert-urls --column url empty.txt --library A.diptych"),
    ])
    let missing = try place.run(["convert-urls", "empty.txt", "--library", "B.diptych"])
    #expect(missing.status != 0 && missing.out == "")
  }

  /// The program asks for access as `asset list` does; a limited client converts its selection, and
  /// learns nothing of the rest.
  @Test func access() throws {
    let place = try Place()
    let names = try scene(place)
    try place.write("\(asset(names.photo))\n\(asset(names.deleted))\n", to: "urls.txt")
    let words = ["convert-urls", "urls.txt"] + library
    for (access, status, count) in [
      ("denied", Int32(77), 0), ("restricted", 77, 0), ("add-only", 77, 0), ("authorized", 65, 1),
      ("limited:\(names.photo)/L0/001", 65, 1), ("limited:\(names.hidden)/L0/001", 65, 0),
    ] {
      let run = try place.run(words, ["DIPTYCH_ACCESS": access])
      #expect(run.status == status, "\(access)")
      #expect(run.out.split(separator: "\n").count == count, "\(access)")
      #expect(run.err.contains("deleted. Restore") == (access == "authorized"), "\(access)")
    }
  }

  /// Bytes that are no text, and lines that never end, do no harm.
  @Test func strangeBytes() throws {
    let place = try Place()
    let names = try scene(place)
    var bytes = Data((0..<4_096).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    bytes.append(contentsOf: [0x0A])
    bytes.append(Data(repeating: UInt8(ascii: "a"), count: 3_000_000))
    bytes.append(Data("\n\(asset(names.photo))\n".utf8))
    try bytes.write(to: place.url.appendingPathComponent("bytes"))
    for column in [[], ["--column", "1"]] {
      let run = try place.run(["convert-urls", "bytes"] + column + library)
      #expect(run.status == 65)
      #expect(run.err.utf8.count < 200_000)
      if column.isEmpty { #expect(run.out.hasSuffix(place.normalized(names.photo) + "/L0/001\n")) }
    }
  }
}
