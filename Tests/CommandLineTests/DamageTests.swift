import DiptychCodecs
import DiptychEngine
import Foundation
import Testing

/// Every class of damage: it is made, told apart by its word, and mended, or left with the reason.
/// Whatever it is, no original is lost (design, "Originals follow the transaction").
@Suite struct DamageTests {
  struct Damage: Sendable, CustomTestStringConvertible {
    let name: String
    /// The words that `verify` finds.
    let found: Set<String>
    /// The words that stay after `--repair`.
    let remaining: Set<String>
    /// How many assets there are then; nil where it depends on the layout of pages.
    let assets: Int?
    /// Whether nothing can be saved, which is told once.
    let isEmptied: Bool
    let make: @Sendable (DamagedLibrary) throws -> Void

    init(
      _ name: String, found: Set<String>, remaining: Set<String> = [], assets: Int? = 150,
      isEmptied: Bool = false, make: @escaping @Sendable (DamagedLibrary) throws -> Void
    ) {
      self.name = name
      self.found = found
      self.remaining = remaining
      self.assets = isEmptied ? 0 : assets
      self.isEmptied = isEmptied
      self.make = make
    }

    var testDescription: String { name }
  }

  static let files: [Damage] = [
    Damage("missing original", found: ["missingOriginal"], remaining: ["missingOriginal"]) {
      try $0.remove($0.original(3))
    },
    Damage("changed original", found: ["changedOriginal"], remaining: ["changedOriginal"]) {
      library in
      try library.edit(library.original(3)) { $0[$0.count - 1] ^= 1 }
    },
    Damage(
      "shortened original", found: ["truncatedOriginal"], remaining: ["truncatedOriginal"]
    ) { library in
      try library.edit(library.original(3)) { $0.removeLast() }
    },
    Damage("empty original", found: ["truncatedOriginal"], remaining: ["truncatedOriginal"]) {
      library in
      try library.edit(library.original(3)) { $0 = Data() }
    },
    Damage("original that no row names", found: ["strayOriginal"]) { library in
      try library.write(Data("a lost photo".utf8), "originals/00/letter.txt")
    },
    Damage(
      "folder in the place of an original", found: ["unreadableOriginal"],
      remaining: ["unreadableOriginal"]
    ) { library in
      try library.remove(library.original(3))
      try FileManager.default.createDirectory(
        atPath: library.path + "/" + library.original(3), withIntermediateDirectories: false)
    },
    Damage("missing folders", found: []) { library in
      // Opening makes them anew (decision 225).
      for name in ["staging", "derivatives"] { try library.remove(name) }
    },
    Damage("missing derivative", found: []) { library in
      try library.open { opened in
        let file = try #require(try opened.read { try $0.resources(of: 3) }.first)
        _ = try opened.thumbnail(of: file, fitting: PixelSize(width: 1, height: 1))
      }
      for name in try FileManager.default.contentsOfDirectory(
        atPath: library.path + "/derivatives")
      {
        try library.remove("derivatives/" + name)
      }
    },
    Damage("file in staging", found: ["strayStaging"]) { library in
      try library.write(Data("half".utf8), "staging/letter.txt")
    },
    Damage("save that ended half-way", found: []) { library in
      // Opening finishes it.
      let owner = "staging/" + UUID().uuidString
      try FileManager.default.createDirectory(
        atPath: library.path + "/" + owner, withIntermediateDirectories: false)
      try library.write(Data("half".utf8), "\(owner)/\(UUID().uuidString).png")
    },
  ]

  static let rows: [Damage] = [
    Damage("two albums at one place", found: ["rank"]) {
      try $0.sql("UPDATE collections SET rank = 65536 WHERE parent IS NULL")
    },
    Damage("places out of order", found: []) {
      // An order is what the numbers say, whatever they are.
      try $0.sql("UPDATE collections SET rank = -rank WHERE parent IS NULL")
    },
    Damage(
      "membership of an asset that is not there", found: ["membership", "reference"], assets: 149
    ) {
      try $0.sql("DELETE FROM assets WHERE id = 3")
    },
    Damage("membership of an album that is not there", found: ["membership"]) {
      try $0.sql("DELETE FROM collections WHERE title = 'Trip'")
    },
    Damage("album of a folder that is not there", found: ["reference"]) {
      try $0.sql("DELETE FROM collections WHERE title = 'Folder'")
    },
    Damage("folder inside of itself", found: ["reference"]) {
      try $0.sql("UPDATE collections SET parent = id WHERE title = 'Folder'")
    },
    Damage("selection and copy of nothing", found: ["reference"]) {
      try $0.sql("UPDATE assets SET derived_from = 999 WHERE id = 4")
      try $0.sql("INSERT INTO access_selection (client, asset) VALUES ('App', 998)")
    },
    Damage(
      "asset without a file", found: ["missingOriginal", "strayOriginal"],
      remaining: ["missingOriginal"]
    ) {
      try $0.sql("DELETE FROM resources WHERE asset = 3")
    },
    Damage("photos in a folder", found: ["membership"]) {
      try $0.sql(
        "UPDATE memberships SET album = (SELECT id FROM collections WHERE title = 'Folder')")
    },
    Damage("gap in the change log", found: ["changeLog"]) {
      try $0.sql("DELETE FROM commits WHERE token = 2")
    },
    Damage("change log ahead of the library", found: ["changeLog", "lostCommits"]) {
      try $0.sql("UPDATE library SET token = token - 1")
    },
    Damage("asset that the change log does not know", found: ["changeLog"]) {
      try $0.sql("DELETE FROM changes WHERE object_kind = 0 AND object = 2")
    },
    Damage("number of a removed asset given again", found: ["reusedRow"]) {
      try $0.sql("INSERT INTO purged (kind, id, uuid) VALUES (0, 5, zeroblob(16))")
    },
  ]

  static let pages: [Damage] = [
    Damage("page of assets", found: ["database"], assets: nil) {
      try $0.damagePage(of: "assets", kind: 0x0D)
    },
    Damage("page of files", found: ["database"], remaining: ["missingOriginal"]) {
      try $0.damagePage(of: "resources", kind: 0x0D)
    },
    Damage("root page of the memberships", found: ["database"]) {
      try $0.damageRoot(of: "memberships")
    },
    Damage("page of an index", found: ["database"]) { try $0.damageRoot(of: "assets_by_creation") },
    Damage("list of free pages", found: ["database"]) { library in
      try library.edit("library.sqlite") { $0[39] = $0[39] &+ 7 }
    },
    Damage("shortened library.sqlite", found: ["database"], assets: nil) { library in
      try library.edit("library.sqlite") { $0 = $0.prefix($0.count / 4096 * 7 / 8 * 4096) }
    },
    Damage("header of library.sqlite", found: ["database"]) { library in
      try library.edit("library.sqlite") { $0.resetBytes(in: 0..<100) }
    },
    Damage("first page of library.sqlite", found: ["database"]) { library in
      try library.edit("library.sqlite") { $0.resetBytes(in: 0..<DamagedLibrary.pageSize) }
    },
    Damage("name of a table", found: ["database"]) { library in
      try library.edit("library.sqlite") { bytes in
        // Of the table and its mentions in others: the text parses, and the table is not there.
        while let place = bytes.range(of: Data("memberships".utf8)) {
          bytes.replaceSubrange(place, with: Data("numberships".utf8))
        }
      }
    },
    Damage("ledger of steps", found: ["database"]) {
      try $0.sql("UPDATE migrations SET name = '001-crfate' WHERE ordinal = 1")
    },
    Damage("number of pages", found: ["database"]) { library in
      try library.edit("library.sqlite") { $0[28] = 0xFF }
    },
    Damage("library.sqlite that is none", found: ["database"], isEmptied: true) { library in
      try library.edit("library.sqlite") { $0.resetBytes(in: 0..<$0.count) }
    },
    Damage("empty library.sqlite", found: ["database"], isEmptied: true) { library in
      try library.edit("library.sqlite") { $0 = Data() }
    },
    Damage("missing library.sqlite", found: ["database"], isEmptied: true) {
      try $0.remove("library.sqlite")
    },
    Damage("shortened log", found: ["lostCommits", "strayOriginal"]) { library in
      // One more save, whose commit is in the log only.
      try library.open { try $0.user.save(Data(DamagedLibrary.picture(999)), named: "late.png") }
      try library.edit("library.sqlite-wal") { $0 = $0.prefix($0.count / 2) }
    },
    Damage("header of a log with commits", found: ["database"], assets: 151) { library in
      try library.open { try $0.user.save(Data(DamagedLibrary.picture(999)), named: "late.png") }
      try library.edit("library.sqlite-wal") { $0.resetBytes(in: 0..<32) }
    },
  ]

  @Test("damage is found, told apart and mended", arguments: files + rows + pages)
  func damage(_ damage: Damage) throws {
    let library = try DamagedLibrary()
    try damage.make(library)
    let originals = try library.contents()
    let found = try library.verify()
    #expect(Set(found.found.map(\.kind)) == damage.found)
    #expect(found.status == (damage.found.isEmpty ? 0 : 65))
    #expect(try library.contents() == originals, "Looking changes nothing.")
    let mended = try library.verify("--repair")
    // That everything is lost is no success (decision 224).
    let told = damage.isEmptied ? ["database"] : damage.remaining
    #expect(Set(mended.remaining.map(\.kind)) == told, "\(mended)")
    #expect(mended.status == (told.isEmpty ? 0 : 65))
    // Whatever happened, each file's bytes are in originals/ or recovered/.
    let kept = try library.contents()
    for (bytes, count) in originals { #expect(kept[bytes, default: 0] >= count) }
    let again = try library.verify("--repair")
    #expect(Set(again.found.map(\.kind)) == damage.remaining && again.moved == [])
    #expect(again.mended == [])
    // The library works: it can be listed, written and copied out.
    try library.open { opened in
      let count = try opened.read { try $0.countAssets(AssetQuery(.library), as: nil) }
      if let assets = damage.assets { #expect(count == assets) }
      #expect(count > 0 || damage.assets == 0, "\(mended.mended)")
      try opened.user.save(Data(DamagedLibrary.picture(500)), named: "new.png")
    }
    for issue in found.found + mended.remaining { #expect(issue.description.hasSuffix(".")) }
  }

  @Test("what is no file in an original's place is listed like the rest")
  func pipe() throws {
    let library = try DamagedLibrary()
    for number in [3, 7] { try library.remove(library.original(number)) }
    #expect(mkfifo(library.path + "/" + library.original(3), 0o600) == 0)
    let report = try library.verify("--repair")
    #expect(report.found.map(\.kind) == ["missingOriginal", "missingOriginal"])
    #expect(report.remaining.map(\.kind) == ["missingOriginal", "missingOriginal"])
    #expect(report.status == 65)
  }

  @Test("each class of damage has a word, and each word is found by a test")
  func words() {
    let found = (Self.files + Self.rows + Self.pages).reduce(into: Set<String>()) {
      $0.formUnion($1.found)
    }
    #expect(found == Set(VerifyIssue.Kind.allCases.map(\.rawValue)))
  }

  @Test("the numbers of albums that had one place follow the order in which they were listed")
  func order() throws {
    let library = try DamagedLibrary()
    let before = try library.titles()
    try library.sql("UPDATE collections SET rank = 65536 WHERE parent IS NULL")
    _ = try library.verify("--repair")
    #expect(try library.titles() == before)
  }

  @Test("photos that are members of a folder go into an album of its name, in their order")
  func folderMembers() throws {
    let library = try DamagedLibrary()
    let before = try library.members(of: "Trip")
    let albums = try library.titles().count
    try library.sql(
      "UPDATE memberships SET album = (SELECT id FROM collections WHERE title = 'Folder')")
    _ = try library.verify("--repair")
    try library.open { opened in
      let named = try opened.user.collections(titled: "Folder")
      #expect(Set(named.map(\.kind)) == [.folder, .album] && named.count == 2)
      let album = try #require(named.first { $0.kind == .album })
      let members = try opened.read { transaction in
        try transaction.fetchAssets(AssetQuery(.album(album.uuid)), as: nil).compactMap {
          try transaction.asset(row: $0)?.uuid
        }
      }
      #expect(members == before && before.count == 150)
    }
    #expect(try library.titles().count == albums + 1)
  }

  @Test("a damaged page loses its own rows only, and albums keep their members and order")
  func salvage() throws {
    let library = try DamagedLibrary()
    let before = try library.members(of: "Trip")
    try library.damagePage(of: "assets", kind: 0x0D)
    let report = try library.verify("--repair")
    let after = try library.members(of: "Trip")
    #expect(after == before.filter(Set(after).contains) && after.count > 50)
    // A page has some dozens of rows.
    try library.open { opened in
      let count = try opened.read { try $0.countAssets(AssetQuery(.library), as: nil) }
      #expect((100..<150).contains(count))
      #expect(report.moved.count { $0.hasSuffix(".png") } == 150 - count)
    }
    #expect(report.moved.contains("recovered/library.sqlite"))
    // No token is given twice.
    try library.open { opened in
      let token = try opened.read { try $0.token() }
      #expect(token >= library.token)
    }
  }

  @Test(
    "of a database that was cut off, every row is saved whose page is there",
    arguments: [(1, 8), (1, 4), (1, 2), (3, 4)])
  func cut(_ lost: Int, of parts: Int) throws {
    let library = try DamagedLibrary()
    let kept = try library.pages() * (parts - lost) / parts
    let expected = try ["assets", "resources", "collections"].map {
      try library.rows(of: $0, onPages: 1...kept)
    }
    let uncut = try library.contents()
    try library.edit("library.sqlite") { $0 = $0.prefix(kept * DamagedLibrary.pageSize) }
    let report = try library.verify("--repair")
    try library.open { opened in
      let assets = try opened.read { try $0.countAssets(AssetQuery(.library), as: nil) }
      #expect(assets == expected[0], "\(report.mended)")
      let albums = try opened.read { try $0.collectionTree().count }
      #expect(albums == expected[2])
    }
    // A photo whose own row, or whose file's, is gone is in `recovered/`.
    for (bytes, count) in uncut { #expect(try library.contents()[bytes, default: 0] >= count) }
    #expect(expected[0] > 0 || lost * 2 >= parts, "The test says nothing.")
  }

  @Test("nothing is lost where only an index, the list of tables or the free list is damaged")
  func exactSalvage() throws {
    let names = [
      "page of an index", "list of free pages", "header of library.sqlite",
      "first page of library.sqlite", "name of a table", "ledger of steps", "number of pages",
    ]
    for damage in Self.pages where names.contains(damage.name) {
      let library = try DamagedLibrary()
      let before = try library.dump()
      try damage.make(library)
      _ = try library.verify("--repair")
      #expect(try library.dump() == before, "\(damage.name)")
    }
  }

  @Test("a process that has the library open keeps a new database from being made")
  func busy() throws {
    let library = try DamagedLibrary()
    try library.damageRoot(of: "assets_by_creation")
    try library.open { _ in
      let run = try library.place.run(
        ["verify", "--repair", "--library", "A.diptych", "--wait", "0"])
      #expect(run.status == 69)
    }
    #expect(try library.verify().found.map(\.kind).contains("database"))
  }
}
