import Foundation
import Testing

@testable import DiptychEngine

/// A database that somebody prepared in the place of ours is refused, or opened without harm.
struct ForeignFileTests {
  private let folder: TemporaryFolder
  private let configuration: LibraryConfiguration

  init() throws {
    folder = try TemporaryFolder()
    configuration = Fixtures.configuration(in: folder)
  }

  private var database: String { configuration.folder + "/library.sqlite" }

  /// Makes a library of two pictures and closes it, with everything in its file.
  private func prepare() throws {
    try? FileManager.default.removeItem(atPath: configuration.folder)
    let library = try Library.open(configuration)
    _ = try library.seedPictures(2)
    library.close()
    try alter("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  private func alter(_ sql: String) throws {
    let plain = PlainDatabase(path: database, sql: sql)
    try #require(plain != nil, "\(sql)")
    plain?.close()
  }

  /// Whatever would run code of the file's own, or make a table mean something else, is refused.
  @Test func foreignSchemaIsRefused() throws {
    let edit = "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET "
    for sql in [
      "CREATE TRIGGER t AFTER UPDATE ON assets BEGIN DELETE FROM resources; END",
      "CREATE TRIGGER t BEFORE DELETE ON pending_removals BEGIN SELECT raise(IGNORE); END",
      "CREATE VIEW v AS SELECT load_extension('x')",
      "CREATE TABLE extra (a, b GENERATED ALWAYS AS (hex(zeroblob(100000000))))",
      "CREATE INDEX extra ON assets (hex(creator))", "CREATE INDEX extra ON assets (kind) WHERE 1",
      "CREATE VIRTUAL TABLE extra USING fts5(a)", "CREATE TABLE sqlite_stat2 (a)",
      "\(edit) sql = replace(sql, 'STRICT', '') WHERE name = 'assets'",
      "\(edit) sql = replace(sql, 'NOT NULL', '') WHERE name = 'resources'",
      "\(edit) sql = replace(sql, 'BLOB', 'TEXT') WHERE name = 'library'",
      "\(edit) name = 'assets2', tbl_name = 'assets2' WHERE name = 'assets'",
      "\(edit) type = 'view' WHERE name = 'purged'",
      "\(edit) sql = 'CREATE VIEW assets AS SELECT 1', type = 'view', rootpage = 0 "
        + "WHERE name = 'assets'",
      "DROP TABLE purged; CREATE VIEW purged AS SELECT 0 AS kind, 0 AS id, x'' AS uuid",
      "DELETE FROM migrations", "INSERT INTO migrations VALUES ('002-other', 2)",
    ] {
      try prepare()
      // SQLite itself refuses some of it, which is as good.
      guard let plain = PlainDatabase(path: database, sql: sql) else { continue }
      plain.close()
      let code = errorCode { try Library.open(configuration) }
      #expect(
        code == .schemaUnknown || code == .libraryDamaged, "\(sql): \(String(describing: code))")
    }
  }

  /// What only looks odd is opened and stays right: pages of any size, other encodings of time.
  @Test func oddButSoundFilesOpen() throws {
    for sql in [
      "PRAGMA journal_mode = DELETE; PRAGMA page_size = 65536; VACUUM",
      "PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM",
      "PRAGMA journal_mode = DELETE", "PRAGMA auto_vacuum = FULL; VACUUM",
      "PRAGMA user_version = 2147483647; PRAGMA application_id = -1", "ANALYZE",
    ] {
      try prepare()
      try alter(sql)
      let library = try Library.open(configuration)
      #expect(try library.fetchAssets(AssetQuery(.library), as: nil).count == 2, "\(sql)")
      #expect(try library.verify() == [], "\(sql)")
      library.close()
    }
  }

  /// A log or an index of it that holds anything: what is no frame of this file is not read.
  @Test func garbageInTheLogIsNotRead() throws {
    let frame: [UInt8] = [0x37, 0x7F, 6, 0x82, 0, 0x2D, 0xE2, 0x18, 0, 0, 0x10, 0, 0, 0, 0, 1]
    for (name, bytes) in [
      ("-wal", [UInt8](repeating: 0xFF, count: 5_000)), ("-wal", frame),
      ("-wal", frame + [UInt8](repeating: 0, count: 16 + 24 + 4_096)), ("-wal", [0]),
      ("-shm", [UInt8](repeating: 0xFF, count: 32_768)), ("-shm", frame),
      ("-journal", [0xD9, 0xD5, 5, 0xF9, 0x20, 0xA1, 0x63, 0xD7] + frame),
    ] {
      try prepare()
      try Data(bytes).write(to: URL(fileURLWithPath: database + name))
      let library = try Library.open(configuration)
      #expect(try library.fetchAssets(AssetQuery(.library), as: nil).count == 2, "\(name)")
      #expect(try library.verify() == [], "\(name)")
      library.close()
    }
  }

  /// Of a file that breaks off or is damaged in any place, an opening or a use fails with a sentence.
  @Test func damagedPagesNeverTrap() throws {
    try prepare()
    let whole = try Data(contentsOf: URL(fileURLWithPath: database))
    for part in 1..<40 {
      for damage in 0..<3 {
        var bytes = whole
        let place = whole.count * part / 40
        switch damage {
        case 0: bytes = whole.prefix(place)
        case 1: bytes.replaceSubrange(place..<min(place + 64, whole.count), with: Data(count: 64))
        default:
          bytes.replaceSubrange(
            place..<min(place + 4, whole.count), with: Data(repeating: 0xFF, count: 4))
        }
        for name in ["-wal", "-shm"] {
          try? FileManager.default.removeItem(atPath: database + name)
        }
        try bytes.write(to: URL(fileURLWithPath: database))
        do {
          let library = try Library.open(configuration)
          defer { library.close() }
          _ = try library.rawDump()
          _ = try library.verify()
        } catch let error as LibraryError {
          #expect(error.message.hasSuffix("."), "\(part) \(damage): \(error)")
        }
      }
    }
  }
}
