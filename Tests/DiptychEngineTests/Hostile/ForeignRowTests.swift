import DiptychCodecs
import Foundation
import Testing

@testable import DiptychEngine

/// Rows that no Diptych writes, in a file whose schema is ours: whoever prepared it gains nothing, and
/// nothing traps (decision 151).
struct ForeignRowTests {
  private let folder: TemporaryFolder
  private let configuration: LibraryConfiguration
  private let outside: OutsideFolder

  init() throws {
    folder = try TemporaryFolder()
    configuration = Fixtures.configuration(in: folder)
    outside = try OutsideFolder(in: folder)
  }

  /// Makes a library of two pictures, of which one is in an album, and runs statements on it with
  /// SQLite's checks off.
  private func prepare(_ statements: [String]) throws {
    try? FileManager.default.removeItem(atPath: configuration.folder)
    let library = try Library.open(configuration)
    let uuids = try library.seedPictures(2)
    let parent = try library.user.make(.folder, titled: "Folder")
    let album = try library.user.make(.album, titled: "Trip", in: parent)
    try library.user.add([uuids[0]], to: album)
    library.close()
    let sql =
      ["PRAGMA foreign_keys = OFF", "PRAGMA ignore_check_constraints = ON"] + statements
    let plain = PlainDatabase(
      path: configuration.folder + "/library.sqlite", sql: sql.joined(separator: ";"))
    try #require(plain != nil, "\(statements)")
    plain?.close()
  }

  /// Found by the fuzzer: opening a library removed what such a row named.
  @Test func pendingRemovalsStayInside() throws {
    let inside = configuration.folder + "/library.sqlite"
    for path in [
      "../outside/private.jpg", "originals/../../outside/private.jpg",
      "originals/00/../../../outside/private.jpg", outside.file, "library.sqlite",
      "./library.sqlite",
      "originals//../library.sqlite", "../outside", "", ".", "lock",
      "originals/00/00000000-0000-0000-0000-000000000000.jpg/../../../library.sqlite",
    ] {
      try prepare(["INSERT INTO pending_removals (path) VALUES ('\(path)')"])
      let library = try Library.open(configuration)
      #expect(try library.number("SELECT count(*) FROM pending_removals") == 0, "\(path)")
      library.close()
      try outside.expectUntouched("\(path)")
      #expect(FileManager.default.fileExists(atPath: inside), "\(path)")
    }
  }

  @Test func extensionsStayInside() throws {
    for ending in [
      "jpg/../../../../outside/private.jpg", "/../../../outside/private.jpg", "", "..", "a/b",
      "a.b",
      String(repeating: "x", count: 300), "j\u{301}pg",
    ] {
      try prepare(["UPDATE resources SET extension = '\(ending)'"])
      // The folder through which such a path would lead out.
      let library = try Library.open(configuration)
      let rows = try library.fetchAssets(AssetQuery(.library), as: nil)
      let uuids = try library.assets(rows).map(\.uuid)
      for uuid in uuids {
        let resource = try library.onlyResource(of: uuid)
        #expect(OriginalStore.isPath(resource.path), "\(resource.path)")
        let through = "\(configuration.folder)/originals/\(uuid.uuidString.prefix(2).lowercased())"
        try FileManager.default.createDirectory(
          atPath: "\(through)/\(resource.uuid.uuidString).jpg.d", withIntermediateDirectories: true)
        #expect(errorCode { try library.data(of: resource) } == .originalMissing, "\(ending)")
      }
      try library.user.delete(uuids)
      try library.user.purge(uuids)
      library.close()
      try outside.expectUntouched("\(ending)")
    }
  }

  /// Every number of every column in turn, from one end of the range to the other.
  @Test func numbersOutOfRange() throws {
    let columns = [
      "library.created", "library.token", "assets.kind", "assets.subtypes", "assets.playback_style",
      "assets.pixel_width", "assets.pixel_height", "assets.orientation", "assets.duration",
      "assets.creation_date", "assets.utc_offset", "assets.modification_date",
      "assets.added_date", "assets.latitude", "assets.longitude", "assets.altitude",
      "assets.favorite", "assets.hidden", "assets.burst_pick", "assets.source",
      "assets.trashed_date", "assets.derived_from", "assets.own", "resources.asset",
      "resources.role", "resources.bytes", "resources.pixel_width", "resources.pixel_height",
      "resources.orientation", "resources.encoded", "resources.local", "collections.kind",
      "collections.parent", "collections.rank", "collections.created", "collections.modified",
      "memberships.rank", "commits.date", "commits.origin", "changes.object_kind",
      "changes.object", "changes.change", "sqlite_sequence.seq",
    ]
    for column in columns {
      let parts = column.split(separator: ".")
      for number in [Int64.max, .min, -1, 1 << 53, 253_402_300_800_000_000] {
        try prepare(["UPDATE OR IGNORE \(parts[0]) SET \(parts[1]) = \(number)"])
        use("\(column) = \(number)")
      }
    }
    try outside.expectUntouched()
  }

  /// Texts and bytes of every length, cycles, and names of nothing.
  @Test func textsAndBytes() throws {
    for statement in [
      "UPDATE assets SET uuid = x'01' WHERE id = 1", "UPDATE library SET uuid = x''",
      "UPDATE resources SET uuid = zeroblob(1000) WHERE id = 1",
      "UPDATE resources SET sha256 = x''", "UPDATE assets SET burst = x'00'",
      "UPDATE collections SET parent = id", "UPDATE collections SET parent = 3 - id",
      "UPDATE collections SET kind = 1", "UPDATE collections SET kind = 0",
      "UPDATE changes SET fields = '{', old_values = '[[[['",
      "UPDATE changes SET old_values = '{\"favorite\":\"x\",\"creation_date\":1e999}'",
      "UPDATE changes SET uuid = x''", "UPDATE resources SET type = ''",
      "UPDATE resources SET file_name = char(0) || '/../..'",
      "UPDATE collections SET title = CAST(x'ff00fe' AS TEXT)",
      "UPDATE assets SET creator = CAST(zeroblob(5000) AS TEXT)",
      "UPDATE collections SET title = CAST(zeroblob(33554432) AS TEXT)",
      "INSERT INTO answers (client, answer) VALUES ('App', 'select x'), ('App', '')",
      "INSERT INTO access (client, level, status) VALUES ('App', 99, 99), ('App', 0, -1)",
      "DELETE FROM commits", "DELETE FROM resources", "DELETE FROM sqlite_sequence",
      "DELETE FROM assets", "DELETE FROM library",
    ] {
      try prepare([statement])
      use(statement)
    }
    try outside.expectUntouched()
  }

  /// An identifier of megabytes costs what 16 bytes cost, in each row that is read.
  @Test func identifiersOfMegabytes() {
    var taken = 0
    let endless = AnyIterator<UInt8> {
      taken += 1
      return 7
    }
    #expect(UUID(bytes: endless) == UUID(bytes: [UInt8](repeating: 7, count: 16)))
    #expect(taken == 16)
  }

  /// Numbers of rows that no library reaches: what is kept by number takes no room for those between.
  @Test(arguments: [Int64(1) << 40, 1 << 62, .max])
  func greatRowNumbers(_ number: Int64) throws {
    try prepare([
      "UPDATE assets SET id = \(number) WHERE id = 2",
      "UPDATE resources SET asset = \(number) WHERE asset = 2",
      "UPDATE changes SET object = \(number) WHERE object_kind = 0 AND object = 2",
    ])
    let library = try Library.open(configuration)
    defer { library.close() }
    let rows = try library.fetchAssets(AssetQuery(.library), as: "App")
    #expect(Array(rows) == [1, number])
    let uuid = try #require(try library.assets(rows).last).uuid
    var update = AssetUpdate()
    update.isFavorite = true
    try library.user.update(uuid, update)
    let fetched = FetchedObjects()
    fetched.note([1, number])
    for row in [1, number] { #expect(fetched.contains(anyOf: [row])) }
    for row in [2, number - 1] { #expect(!fetched.contains(anyOf: [row])) }
    #expect(try library.fetchAssets(AssetQuery(.smartAlbum(.favorites)), as: "App") == [number])
    #expect(try library.verify() == [])
    use("row \(number)")
  }

  @Test func fetchedRows() {
    let fetched = FetchedObjects()
    #expect(fetched.isEmpty)
    let far: [Int64] = [.max, 1 << 62, (1 << 26) + 1]
    let near: [Int64] = [1, 63, 64, 1 << 26]
    for row in far + near {
      #expect(!fetched.contains(anyOf: [row]))
      fetched.note([row])
      #expect(!fetched.isEmpty)
      #expect(fetched.contains(anyOf: [row]))
    }
    for row in far + near {
      #expect(fetched.contains(anyOf: [row]))
      #expect(!fetched.contains(anyOf: [row - 7]))
    }
    #expect(!fetched.contains(anyOf: [0, -1, .min, 2]))
  }

  /// Uses a library in every way. To fail is fine, with a sentence.
  private func use(_ note: String) {
    attempt(note) {
      let library = try Library.open(configuration)
      defer { library.close() }
      attempt(note) { _ = try library.dump(.exact) }
      attempt(note) { _ = try library.rawDump() }
      attempt(note) { _ = try library.verify() }
      attempt(note) { _ = try library.read { try $0.changes(after: 0, as: "App") } }
      attempt(note) { _ = try library.read { try $0.moments(as: nil) } }
      for album in SmartAlbum.allCases {
        attempt(note) { _ = try library.fetchAssets(AssetQuery(.smartAlbum(album)), as: "App") }
      }
      let collections = (try? library.read { try $0.collectionTree() }) ?? []
      let rows = (try? library.fetchAssets(AssetQuery(.library), as: nil)) ?? []
      let records = (try? library.assets(rows)) ?? []
      for record in records {
        attempt(note) {
          let resource = try library.onlyResource(of: record.uuid)
          _ = try library.data(of: resource, offset: 1, count: 8)
          _ = try library.thumbnail(of: resource, fitting: PixelSize(width: 8, height: 8))
        }
      }
      for collection in collections {
        attempt(note) { try library.user.add(records.map(\.uuid), to: collection.uuid) }
        attempt(note) { try library.user.move(collection.uuid, into: collections.last?.uuid) }
        attempt(note) { try library.user.place(collection.uuid, at: 0) }
      }
      attempt(note) { _ = try library.seedPictures(1, from: 50) }
      attempt(note) { try library.user.delete(records.map(\.uuid)) }
      attempt(note) { try library.user.purge(records.map(\.uuid)) }
      attempt(note) { _ = try library.repair() }
    }
  }

  private func attempt(_ note: String, _ body: () throws -> Void) {
    do {
      try body()
    } catch let error as LibraryError {
      #expect(error.message.hasSuffix("."), "\(note): \(error)")
    } catch {
      // What the test itself asks for is not there.
    }
  }
}
