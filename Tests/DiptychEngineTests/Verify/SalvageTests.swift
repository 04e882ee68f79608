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

  // MARK: The first page and the list of tables

  /// Makes a library of three photos and an album, closes it and gives its rows.
  private func makeSmall(hasLog: Bool) throws -> [String: [[Value]]] {
    try? FileManager.default.removeItem(atPath: configuration.folder)
    let library = try Library.open(configuration)
    let assets = try library.seedPictures(3)
    try library.user.add(assets, to: try library.user.make(titled: "Trip"))
    library.close()
    if !hasLog { try checkpoint() }
    return try rows()
  }

  private func checkpoint() throws {
    _ = try connection(isReadOnly: false).first("PRAGMA wal_checkpoint(TRUNCATE)", []) {
      $0.int(0)
    }
  }

  private func edit(_ ending: String = "", _ change: (inout Data) -> Void) throws {
    let url = URL(fileURLWithPath: database + ending)
    var data = try Data(contentsOf: url)
    change(&data)
    try data.write(to: url)
  }

  /// Whether the library opens and is found to be as it must be; its database alone is looked at.
  private func isWhole() throws -> Bool {
    do {
      let library = try Library(opening: configuration)
      defer { library.close() }
      return try !library.verify().contains { $0.kind == .database }
    } catch let error as LibraryError {
      #expect(error.code == .libraryDamaged, "\(error)")
      return false
    }
  }

  // Decision 224.
  @Test(
    "a page of the list of tables that is overwritten loses no row, in an old file and in a copy",
    arguments: [false, true])
  func listOfTables(_ isCopy: Bool) throws {
    _ = try makeSmall(hasLog: false)
    if isCopy { try connection(isReadOnly: false).execute("VACUUM") }
    try checkpoint()
    let before = try rows()
    let whole = try Data(contentsOf: URL(fileURLWithPath: database))
    let pages = try connection().all(
      "SELECT pageno FROM dbstat WHERE name = 'sqlite_schema' ORDER BY pageno"
    ) { $0.int(0) }
    #expect(pages.count > 2)
    for damaged in pages.map({ [$0] }) + [pages] {
      try edit { bytes in
        bytes = whole
        for page in damaged {
          bytes.replaceSubrange(
            (page - 1) * 4_096..<page * 4_096, with: Data(repeating: 0xA5, count: 4_096))
        }
      }
      #expect(try !isWhole())
      #expect(try !Salvage.run(configuration).isEmptied)
      #expect(try rows() == before, "\(damaged)")
      #expect(try isWhole())
    }
  }

  // Decision 224.
  @Test("one bit of the header or of the list of tables loses no row")
  func bits() throws {
    let before = try makeSmall(hasLog: false)
    let whole = try Data(contentsOf: URL(fileURLWithPath: database))
    let pages = try connection().all(
      "SELECT pageno FROM dbstat WHERE name IN ('sqlite_schema', 'migrations') ORDER BY pageno"
    ) { $0.int(0) }
    // Each byte of the header, and some all over each page.
    let places =
      Array(0..<100)
      + pages.flatMap { page in
        stride(from: page == 1 ? 100 : 0, to: 4_096, by: page == 1 ? 61 : 173).map {
          (page - 1) * 4_096 + $0
        }
      }
    var refused = 0
    for place in places {
      for name in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database + name) }
      try edit { bytes in
        bytes = whole
        bytes[place] ^= 1 << (place % 8)
      }
      if try !isWhole() {
        refused += 1
        _ = try Salvage.run(configuration)
        #expect(try isWhole())
      }
      #expect(try rows() == before, "byte \(place)")
      #expect(try leftovers() == [])
    }
    #expect(refused > 40)
  }

  // Decision 224: what was saved last is in the log.
  @Test("a log whose header is damaged, and one that is all that is left, are taken in")
  func logBehindDamage() throws {
    // A bit of the log's header, after which SQLite finds nothing in it.
    for place in [3, 9, 17, 21, 24] {
      let before = try makeSmall(hasLog: true)
      let log = try Data(contentsOf: URL(fileURLWithPath: database + "-wal"))
      #expect(log.count > 20 * 4_096)
      try? FileManager.default.removeItem(atPath: database + "-shm")
      try edit("-wal") { $0[place] ^= 2 }
      #expect(try !isWhole(), "\(place)")
      _ = try Salvage.run(configuration)
      #expect(try rows() == before, "\(place)")
    }
    // The database is gone but for its log.
    let before = try makeSmall(hasLog: true)
    try FileManager.default.removeItem(atPath: database)
    #expect(try !isWhole())
    _ = try Salvage.run(configuration)
    #expect(try rows() == before)
  }

  // Decision 224.
  @Test("a header that claims more pages than there are makes no file of that length")
  func claimedPages() throws {
    let before = try makeSmall(hasLog: false)
    try edit { $0[28] = 0xFF }
    #expect(try !isWhole())
    let system = FaultySystemCalls()
    var configuration = configuration
    configuration.systemCalls = system.calls
    _ = try Salvage.run(configuration)
    #expect(try rows() == before)
    #expect(try leftovers() == [] && system.openCount == 0)
  }

  @Test("a failure leaves the old database and nothing beside it")
  func failure() throws {
    _ = try makeSmall(hasLog: false)
    try edit { $0.resetBytes(in: 0..<100) }
    let before = try Data(contentsOf: URL(fileURLWithPath: database))
    let system = FaultySystemCalls()
    var configuration = configuration
    configuration.systemCalls = system.calls
    system.fail("write", ENOSPC)
    #expect(errorCode { try Salvage.run(configuration) } == .noSpace)
    #expect(try Data(contentsOf: URL(fileURLWithPath: database)) == before)
    #expect(try leftovers() == [] && system.openCount == 0)
  }

  // Decision 224.
  @Test("a newer version's database and another program's are refused, and stay as they are")
  func others() throws {
    for sql in [
      "INSERT INTO migrations (name, ordinal) VALUES ('999-later', 999)",
      "PRAGMA journal_mode = DELETE",
    ] {
      _ = try makeSmall(hasLog: false)
      if sql.hasPrefix("INSERT") {
        try connection(isReadOnly: false).execute(sql)
        try checkpoint()
      } else {
        for name in ["", "-wal", "-shm"] {
          try? FileManager.default.removeItem(atPath: database + name)
        }
        let plain = try #require(
          PlainDatabase(path: database, sql: "CREATE TABLE notes (text TEXT)"))
        plain.close()
      }
      let before = try Data(contentsOf: URL(fileURLWithPath: database))
      #expect(errorCode { try Salvage.run(configuration) } == .schemaUnknown)
      #expect(try Data(contentsOf: URL(fileURLWithPath: database)) == before)
      #expect(try leftovers() == [])
    }
  }

  // Decision 224, when only the log is damaged.
  @Test func aNewerVersionBehindADamagedLog() throws {
    _ = try makeSmall(hasLog: true)
    try connection(isReadOnly: false).execute(
      "INSERT INTO migrations (name, ordinal) VALUES ('999-later', 999)")
    try edit("-wal") { $0.resetBytes(in: 0..<32) }
    try? FileManager.default.removeItem(atPath: database + "-shm")
    let before = try Data(contentsOf: URL(fileURLWithPath: database + "-wal"))
    #expect(errorCode { try Salvage.run(configuration) } == .schemaUnknown)
    #expect(try Data(contentsOf: URL(fileURLWithPath: database + "-wal")) == before)
    #expect(try leftovers() == [])
  }

  /// Between the removal of the old log and the new database's own name nothing may be opened.
  @Test func aRepairThatIsBrokenOff() throws {
    let before = try makeSmall(hasLog: true)
    try? FileManager.default.removeItem(atPath: database + "-shm")
    try edit("-wal") { $0.resetBytes(in: 0..<32) }
    let files = try ["", "-wal"].map {
      ($0, try Data(contentsOf: URL(fileURLWithPath: database + $0)))
    }
    var count = 0
    // Each call of a repair fails in turn, until none is left.
    while true {
      count += 1
      for path in [database + "-shm", configuration.folder + "/recovered"] {
        try? FileManager.default.removeItem(atPath: path)
      }
      for (ending, bytes) in files { try bytes.write(to: URL(fileURLWithPath: database + ending)) }
      let system = FaultySystemCalls()
      var failing = configuration
      failing.systemCalls = system.calls
      system.failCall(count, EIO)
      let code = errorCode { try Salvage.run(failing) }
      guard system.disarm() else { break }
      #expect(system.openCount == 0)
      // What cannot be read counts as damaged, and the old files are in recovered/.
      if ["open", "read"].contains(system.failedCall) { continue }
      // Closed, or whole: never the old rows alone.
      let opened = errorCode { try Library(opening: configuration).close() }
      let isWhole = try opened == .libraryDamaged || rows() == before
      #expect(isWhole, "call \(count): \(String(describing: code))")
      // Run again, it goes on.
      _ = try Salvage.run(configuration)
      #expect(try rows() == before, "call \(count)")
    }
    #expect(count > 100)
    #expect(try rows() == before)
    #expect(try isWhole() && leftovers() == [])
    #expect(!FileManager.default.fileExists(atPath: database + ".mended"))
  }

  /// Decision 166, 224: an empty list of tables is no new library where originals are.
  @Test func emptyListIsNotFilled() throws {
    let before = try makeSmall(hasLog: false)
    // The first page of a database without tables, and the file's other pages.
    try edit { bytes in
      bytes.replaceSubrange(100..<108, with: [0x0D, 0, 0, 0, 0, 0x10, 0, 0])
    }
    #expect(errorCode { try Library.open(configuration) } == .libraryDamaged)
    _ = try Salvage.run(configuration)
    #expect(try rows() == before)
  }

  @Test func nothingToSave() throws {
    _ = try makeSmall(hasLog: false)
    try edit { $0 = Data(repeating: 0xA5, count: 8_192) }
    let report = try Salvage.run(configuration)
    #expect(report.isEmptied && report.saved["assets"] ?? 0 == 0)
  }

  /// What was made on the way and is still there.
  private func leftovers() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: configuration.folder)
      .filter { $0.contains(".new") || $0.contains(".salvage") }
  }

  // Decision 212
  @Test("around a damaged page everything is read, whatever the numbers of the rows are")
  func sparseRows() throws {
    try make { library in
      try library.seedRows(2_000)
      try library.write {
        for sql in [
          "UPDATE assets SET id = -id WHERE id > 1000",
          "UPDATE assets SET id = 1000 - (id + 1000) * 1000000000000 WHERE id < 0",
          "UPDATE assets SET id = \(Int64.max) WHERE id = 1000 + 1000 * 1000000000000",
        ] { try $0.connection.execute(sql) }
      }
    }
    let before = try assets()
    #expect(before.count == 2_000 && before.last?.first == .integer(.max))
    let leaves = try connection().all(
      "SELECT pageno, ncell FROM dbstat WHERE name = 'assets' AND pagetype = 'leaf' ORDER BY path"
    ) { (page: $0.int(0), rows: $0.int(1)) }
    // One of close numbers, two of far ones with a sound one between them, and the last.
    let damaged = [5, leaves.count - 8, leaves.count - 6, leaves.count - 1]
    for leaf in damaged { try overwrite(leaves[leaf].page) }
    let report = try Salvage.run(configuration)
    var kept: [[Value]] = []
    var rest = before[...]
    for (index, leaf) in leaves.enumerated() {
      if !damaged.contains(index) { kept += rest.prefix(leaf.rows) }
      rest = rest.dropFirst(leaf.rows)
    }
    #expect(try assets() == kept)
    #expect(report.saved["assets"] == kept.count)
    // Each of the close ones, and one for each gap that is too wide to be asked number by number.
    #expect(report.lost == leaves[5].rows + 3)
    let names = try FileManager.default.contentsOfDirectory(atPath: configuration.folder)
    #expect(names.filter { $0.hasPrefix("library.sqlite.") } == [])
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
    try overwrite(page)
  }

  private func overwrite(_ page: Int) throws {
    let file = try #require(FileHandle(forUpdatingAtPath: database))
    try file.seek(toOffset: UInt64(page - 1) * 4_096)
    file.write(Data(repeating: 0xA5, count: 4_096))
    try file.close()
  }
}
