import Foundation
import Testing

@testable import DiptychEngine

/// What a new database takes over from a damaged one.
struct SalvageTests {
  private let folder: TemporaryFolder
  private let configuration: LibraryConfiguration
  private var database: String { configuration.folder + "/library.sqlite" }

  init() throws {
    folder = try TemporaryFolder()
    configuration = Fixtures.configuration(in: folder)
  }

  private func connection(isReadOnly: Bool = true) throws -> Connection {
    try Connection(
      .init(path: database, isReadOnly: isReadOnly, isDurable: false, vfs: nil))
  }

  /// Makes a library, closes it, and puts its log into the database.
  private func make(_ body: (Library) throws -> Void) throws {
    let library = try Library.open(configuration)
    try body(library)
    library.close()
    _ = try connection(isReadOnly: false).first("PRAGMA wal_checkpoint(TRUNCATE)", []) {
      $0.int(0)
    }
  }

  /// Every row of every table that holds what the user has.
  private func rows() throws -> [String: [[Value]]] {
    let connection = try connection()
    let tables = try connection.all(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'",
      []
    ) { $0.text(0) }
    var rows: [String: [[Value]]] = [:]
    for table in tables where table != "migrations" {
      let columns = try connection.all("SELECT name FROM pragma_table_info(?)", [table]) {
        $0.text(0)
      }
      let order = (1...columns.count).map(String.init).joined(separator: ", ")
      rows[table] = try connection.all("SELECT * FROM \(table) ORDER BY \(order)", []) { row in
        columns.indices.map { row.value(Int32($0)) }
      }
    }
    return rows
  }

  private func assets() throws -> [[Value]] {
    try connection().all("SELECT id, uuid, favorite, duration FROM assets ORDER BY id", []) { row in
      (0..<4).map { row.value($0) }
    }
  }

  @Test("every row of every table is taken over")
  func everyTable() throws {
    try make { library in
      let assets = try library.seedPictures(3)
      try library.user.add(assets, to: try library.user.make(titled: "Trip"))
      try library.user.delete([assets[2]])
      try library.user.purge([assets[2]])
      try library.write { transaction in
        for sql in [
          "INSERT INTO texts (asset, title, caption) VALUES (1, 'Title', 'Caption')",
          "INSERT INTO keywords (asset, keyword) VALUES (1, 'sea'), (2, 'sky')",
          "INSERT INTO reserved_titles (title) VALUES ('Gone')",
          "INSERT INTO pending_removals (path) VALUES ('originals/00/\(UUID().uuidString).png')",
          "INSERT INTO access (client, level, status) VALUES ('App', 1, 4)",
          "INSERT INTO access_selection (client, asset) VALUES ('App', 2)",
          "INSERT INTO answers (client, answer) VALUES ('App', 'limited')",
        ] { try transaction.connection.execute(sql) }
      }
    }
    let before = try rows()
    let known = TableSalvage.numbered.map(\.0) + TableSalvage.keyed.map(\.table)
    #expect(Set(known) == Set(before.keys))
    for (table, rows) in before { #expect(!rows.isEmpty, "\(table)") }
    let report = try Salvage.run(configuration)
    #expect(try rows() == before)
    #expect(report.lost == 0)
    #expect(report.saved == before.mapValues(\.count))
  }

  @Test("rows are taken over from pages that no tree leads to, with and without a log")
  func strandedRows() throws {
    for hasLog in [false, true] {
      try? FileManager.default.removeItem(atPath: configuration.folder)
      try make { try $0.seedRows(30_000) }
      if hasLog {
        let library = try Library.open(configuration)
        try library.write {
          try $0.connection.execute("UPDATE assets SET favorite = 1 WHERE id = 777")
        }
        library.close()
        let log = try FileManager.default.attributesOfItem(atPath: database + "-wal")
        #expect(log[.size] as? Int ?? 0 > 0)
      }
      let before = try assets()
      try overwriteInnerPage(of: "assets")
      let report = try Salvage.run(configuration)
      #expect(try assets() == before)
      #expect(report.saved["assets"] == 30_000)
    }
  }

  @Test("a row that was deleted for ever does not come back from a page that is free")
  func deletedRows() throws {
    try make { library in
      try library.seedRows(30_000)
      try library.write {
        try $0.connection.execute("DELETE FROM assets WHERE id BETWEEN 5000 AND 9000")
      }
    }
    let before = try assets()
    try overwriteInnerPage(of: "assets")
    _ = try Salvage.run(configuration)
    #expect(try assets() == before)
  }

  /// Overwrites a page in the middle of a tree, not its root.
  private func overwriteInnerPage(of table: String) throws {
    let connection = try connection()
    let root = try #require(
      try connection.first(
        "SELECT rootpage FROM sqlite_schema WHERE name = ?", [table], { $0.int(0) }))
    let page = try #require(
      try connection.first(
        """
        SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'internal' AND pageno <> ?
        ORDER BY ncell DESC LIMIT 1
        """, [table, root], { $0.int(0) }))
    let file = try #require(FileHandle(forUpdatingAtPath: database))
    try file.seek(toOffset: UInt64(page - 1) * 4_096)
    file.write(Data(repeating: 0xA5, count: 4_096))
    try file.close()
  }
}
