import AppleSamples
import DiptychEngine
import Foundation
import TestMedia
import Testing

/// `import` of a real library of Apple's Photos, judged by plain SQL on both databases.
@Suite struct ImportAppleTests {
  private static let name = "Test-15.4.1.photoslibrary"
  private static var sample: String { TestMedia.url("apple/\(name)").path }

  /// The identifier of a row of ours as text.
  private static func uuid(_ column: String) -> String {
    let digits = "hex(\(column))"
    return "substr(\(digits), 1, 8) || '-' || substr(\(digits), 9, 4) || '-' || substr(\(digits), "
      + "13, 4) || '-' || substr(\(digits), 17, 4) || '-' || substr(\(digits), 21)"
  }

  /// A date of theirs in microseconds since 1970, where ours can keep it.
  private static func date(_ column: String) -> String {
    "CASE WHEN abs(\(column)) < 8e12 THEN "
      + "CAST(round((\(column) + 978307200.0) * 1000000.0) AS INTEGER) END"
  }

  /// The sample library, imported into `A.diptych`.
  private struct Imported {
    let place: Place
    let theirs: String
    let ours: String
    let run: Place.Run

    init() throws {
      place = try Place()
      theirs = try PlainRows.copy(of: ImportAppleTests.sample, into: place.path)
      run = try place.run(["import", ImportAppleTests.sample, "--library", "A.diptych"])
      ours = place.path + "/A.diptych/library.sqlite"
    }

    /// Expects that both databases give the same rows.
    func expectSame(
      _ their: String, _ our: String, count: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let wanted = try PlainRows.of(theirs, their)
      #expect(wanted.count == count, sourceLocation: sourceLocation)
      #expect(try PlainRows.of(ours, our) == wanted, sourceLocation: sourceLocation)
    }
  }

  /// Every asset with its identifier, its dates, its place, its marks and its names.
  @Test func assets() throws {
    let imported = try Imported()
    try imported.expectSame(
      """
      SELECT a.ZUUID, a.ZKIND + 1, \(Self.date("a.ZDATECREATED")), \(Self.date("a.ZADDEDDATE")),
        \(Self.date("a.ZMODIFICATIONDATE")), x.ZTIMEZONEOFFSET, a.ZFAVORITE, a.ZHIDDEN,
        \(Self.date("a.ZTRASHEDDATE")), nullif(a.ZLATITUDE, -180.0), nullif(a.ZLONGITUDE, -180.0),
        x.ZORIGINALFILENAME, nullif(x.ZTITLE, ''), nullif(d.ZLONGDESCRIPTION, '')
      FROM ZASSET a JOIN ZADDITIONALASSETATTRIBUTES x ON x.ZASSET = a.Z_PK
      LEFT JOIN ZASSETDESCRIPTION d ON d.Z_PK = x.ZASSETDESCRIPTION ORDER BY a.Z_PK
      """,
      """
      SELECT \(Self.uuid("a.uuid")), a.kind, a.creation_date, a.added_date, a.modification_date,
        a.utc_offset, a.favorite, a.hidden, a.trashed_date, a.latitude, a.longitude, r.file_name,
        t.title, t.caption
      FROM assets a JOIN resources r ON r.asset = a.id AND r.role = 1
      LEFT JOIN texts t ON t.asset = a.id ORDER BY a.id
      """, count: 16)
    try imported.expectSame(
      """
      SELECT a.ZUUID, k.ZTITLE FROM Z_1KEYWORDS j JOIN ZKEYWORD k ON k.Z_PK = j.Z_47KEYWORDS
      JOIN ZADDITIONALASSETATTRIBUTES x ON x.Z_PK = j.Z_1ASSETATTRIBUTES
      JOIN ZASSET a ON a.Z_PK = x.ZASSET ORDER BY a.ZUUID, k.ZTITLE
      """,
      """
      SELECT \(Self.uuid("a.uuid")) AS u, k.keyword FROM keywords k JOIN assets a ON a.id = k.asset
      ORDER BY u, k.keyword
      """, count: 14)
  }

  /// Albums and folders with identifiers, titles and dates, in their order, with their members in
  /// theirs.
  @Test func albumsAndFolders() throws {
    let imported = try Imported()
    try imported.expectSame(
      """
      SELECT g.ZUUID, g.ZKIND = 4000, g.ZTITLE, CASE p.ZKIND WHEN 4000 THEN p.ZUUID END,
        \(Self.date("g.ZCREATIONDATE"))
      FROM ZGENERICALBUM g JOIN ZGENERICALBUM p ON p.Z_PK = g.ZPARENTFOLDER
      WHERE g.ZKIND IN (2, 4000) AND g.ZTRASHEDSTATE = 0
      ORDER BY p.ZUUID, g.Z_FOK_PARENTFOLDER
      """,
      """
      SELECT \(Self.uuid("c.uuid")), c.kind, c.title,
        CASE WHEN p.id IS NOT NULL THEN \(Self.uuid("p.uuid")) END, c.created
      FROM collections c LEFT JOIN collections p ON p.id = c.parent
      ORDER BY CASE WHEN p.id IS NULL THEN '92D68107-B6C7-453B-96D2-97B0F26D5B8B'
        ELSE \(Self.uuid("p.uuid")) END, c.rank
      """, count: 14)
    try imported.expectSame(
      """
      SELECT g.ZUUID, a.ZUUID FROM Z_30ASSETS j JOIN ZGENERICALBUM g ON g.Z_PK = j.Z_30ALBUMS
      JOIN ZASSET a ON a.Z_PK = j.Z_3ASSETS WHERE g.ZKIND = 2 AND g.ZTRASHEDSTATE = 0
      ORDER BY g.ZUUID, j.Z_FOK_3ASSETS
      """,
      """
      SELECT \(Self.uuid("c.uuid")) AS u, \(Self.uuid("a.uuid")) FROM memberships m
      JOIN collections c ON c.id = m.album JOIN assets a ON a.id = m.asset ORDER BY u, m.rank
      """, count: 14)
  }

  /// Originals and edited versions are there byte for byte; what is not in the package is named.
  @Test func files() throws {
    let imported = try Imported()
    #expect(imported.run.status == 65)
    let rows = try PlainRows.of(
      imported.ours,
      """
      SELECT \(Self.uuid("a.uuid")), \(Self.uuid("r.uuid")), r.role, r.extension, r.local
      FROM resources r JOIN assets a ON a.id = r.asset WHERE r.role IN (1, 5)
      """)
    var found: [String: Data] = [:]
    for row in rows where row[4] == "1" {
      let path = "A.diptych/originals/\(row[1].prefix(2).lowercased())/\(row[1]).\(row[3])"
      found["\(row[0]) \(row[2])"] = try Data(
        contentsOf: imported.place.url.appendingPathComponent(path))
    }
    var wanted: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: Self.sample) {
      guard ["jpeg", "heic"].contains((name as NSString).pathExtension) else { continue }
      let identifier = (name as NSString).lastPathComponent.prefix(36)
      let role = name.hasPrefix("originals/") ? 1 : 5
      wanted["\(identifier) \(role)"] = try Data(
        contentsOf: URL(fileURLWithPath: Self.sample + "/" + name))
    }
    #expect(wanted.count == 13)
    #expect(found == wanted)
    #expect(rows.count { $0[4] == "0" } == 5)
    #expect(
      imported.run.err.contains(
        "diptych: 10 files could not be brought:\n  \"/Volumes/MacBook Mojave/Users/Shared/"
          + "Pumpkins4.jpg\": The original lies outside of the Photos library."))
    // How the edits were made came, too.
    #expect(
      try PlainRows.of(
        imported.ours,
        """
        SELECT adjustment_format, adjustment_version, adjustment_date = modification_date
        FROM assets WHERE adjustment_format IS NOT NULL
        """) == [["com.apple.photo", "1.4", "1"], ["com.apple.photo", "1.4", "1"]])
    let verified = try imported.place.run(["verify", "--library", "A.diptych"])
    #expect(verified == Place.Run(status: 0, out: "Nothing is wrong.\n"))
    #expect(try imported.place.run(["backup", "B.diptych", "--library", "A.diptych"]).status == 0)
  }

  /// Not one byte, date or mode of the package changes, and nothing is left behind.
  @Test func packageStaysAsItIs() throws {
    let place = try Place()
    let before = try FolderState(Self.sample)
    try place.makeFolder("tmp")
    let temporary = ["TMPDIR": "$PLACE/tmp"]
    _ = try place.run(["import", Self.sample + "/", "--dry-run", "--json"], temporary)
    #expect(try place.files() == ["tmp"])
    _ = try place.run(["import", Self.sample, "--library", "A.diptych"], temporary)
    #expect(try FolderState(Self.sample) == before)
    #expect(try place.files("tmp") == [])
  }

  /// A second run finds everything there and changes nothing.
  @Test func again() throws {
    let imported = try Imported()
    let before = try imported.place.run(["dump", "--exact", "--library", "A.diptych"]).out
    let token = try PlainRows.of(imported.ours, "SELECT token FROM library")
    let run = try imported.place.run(["import", Self.sample, "--library", "A.diptych"])
    #expect(run.out.split(separator: "\n").count { $0.contains("  there already  ") } == 16)
    #expect(try imported.place.run(["dump", "--exact", "--library", "A.diptych"]).out == before)
    #expect(try PlainRows.of(imported.ours, "SELECT token FROM library") == token)
  }

  /// What an imported asset is like afterwards: its texts are shown, its original may be missing.
  @Test func afterwards() throws {
    let imported = try Imported()
    let shown = try imported.place.run(["asset", "show", "Pumkins1.jpg", "--library", "A.diptych"])
    #expect(shown.out.contains("title       \"Can we carry this?\"\n"))
    #expect(shown.out.contains("keywords    \"Kids\"\n"))
    let words = ["--library", "A.diptych"]
    for name in ["DSC03584.dng", "IMG_2000.JPG"] {
      let download = try imported.place.run(["user", "download", name] + words)
      #expect(
        download
          == Place.Run(
            status: 65,
            err:
              "diptych: The original of \"\(name)\" never came to this machine. Import the library "
              + "that has it once more.\n"))
      let absent = try imported.place.run(["asset", "show", name] + words)
      #expect(absent.out.contains("path        not on this machine\n"))
    }
    let export = try imported.place.run(["export", "Out"] + words)
    #expect(export.status == 65)
    #expect(try imported.place.files("Out").contains("Tulips.jpg"))
    // What was deleted in Photos can be put back here.
    #expect(try imported.place.run(["user", "restore", "IMG_1064.jpeg"] + words).status == 0)
    let state = try imported.place.run(["dump"] + words)
    #expect(state.out.contains("caption"))
  }

  /// `--dry-run` tells what is there, with the identifiers that it would have, and makes nothing.
  @Test func dryRun() throws {
    let place = try Place()
    let run = try place.run(["import", Self.sample, "--dry-run", "--library", "A.diptych"])
    #expect(run.status == 65)
    #expect(try place.files() == [])
    #expect(
      run.out.hasSuffix(
        """
        library    "\(Self.name)"
        version    Photos 10, model 18508
        assets     16: 1 favorite, 1 hidden, 2 deleted, 4 edited
        originals  11 in the library's folder
        albums     9
        folders    5

        """))
    let real = try place.run(["import", Self.sample, "--library", "A.diptych"])
    #expect(real.out == run.out)
    #expect(real.err == "Made the library A.diptych.\n" + run.err)
  }

  /// What cannot be read gets a sentence with a remedy, and changes nothing.
  @Test func whatIsNoLibrary() throws {
    let place = try Place()
    try place.makeFolder("Empty.photoslibrary")
    try place.makeFolder("Text.photoslibrary/database")
    try place.write(
      String(repeating: "no database\n", count: 200),
      to: "Text.photoslibrary/database/Photos.sqlite")
    try place.makeFolder("Old.photoslibrary/database")
    try place.write("plain", to: "File.photoslibrary")
    try place.write("plain", to: "a.jpg")
    let before = try FolderState(place.path)
    try place.walk([
      Expected(
        "import Empty.photoslibrary --library A.diptych", status: 65,
        err:
          "diptych: The folder has no database/Photos.sqlite and so is no library of Photos 5 or "
          + "later. Give the path of such a library, or import a folder of photos inside of it.\n"),
      Expected(
        "import Text.photoslibrary// --library A.diptych", status: 65,
        err: "diptych: The database of the Photos library is damaged. Repair it: hold Option and "
          + "Command while Photos opens it; or restore the library from a backup.\n"),
      Expected(
        "import Empty.photoslibrary a.jpg --library A.diptych", status: 64,
        err:
          "diptych: Libraries of Apple's Photos and other files are imported one after the other. "
          + "Run the command once for each kind.\n"),
      Expected(
        "import Empty.photoslibrary --move --library A.diptych", status: 64,
        err: "diptych: --move is for files, not for libraries of Apple's Photos. Leave it out.\n"),
      Expected(
        "import Empty.photoslibrary --album X --library A.diptych", status: 64,
        err: "diptych: --album is for files, not for libraries of Apple's Photos. Leave it out.\n"),
      Expected(
        "import a.jpg --force --library A.diptych", status: 64,
        err: "diptych: --force is for libraries of Apple's Photos. Leave it out.\n"),
    ])
    #expect(try FolderState(place.path) == before)
  }
}
