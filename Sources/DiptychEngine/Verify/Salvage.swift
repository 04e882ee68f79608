import Foundation

/// What was saved of a damaged database.
package struct SalvageReport: Sendable, Equatable {
  /// Rows of the new database, by table.
  package internal(set) var saved: [String: Int] = [:]
  /// Rows that were met and could not be read or did not fit. Of what a damaged page held nobody
  /// knows how much it was.
  package internal(set) var lost = 0
  /// Where the old files are, below the library's folder.
  package internal(set) var kept: [String] = []
  /// Whether originals are there and the new database has no asset.
  package internal(set) var isEmptied = false

  package init() {}
}

/// Makes a new database of what can be read of a damaged one.
///
/// The library must be closed in every process. Each table is read row by row, around what cannot be
/// read, into a new file; the damaged files are kept in `recovered/` and the new one takes their
/// place in one step. Originals are not touched. Rows that name what was lost, and originals that no
/// row names any more, are for `repair` then.
package struct Salvage {
  let configuration: LibraryConfiguration
  let folder: LibraryFolder

  /// Makes the new database.
  /// - Throws: `busy` while a process has the library open; `libraryUnusable` where there is no
  ///   library; `schemaUnknown` for a newer version's or another program's database; `noSpace`,
  ///   `system`.
  /// - Complexity: Reads the database once, and O(log *n*) times around each damaged page.
  package static func run(_ configuration: LibraryConfiguration) throws -> SalvageReport {
    let folder = LibraryFolder(path: configuration.folder, system: configuration.systemCalls)
    do {
      return try Salvage(configuration: configuration, folder: folder).run()
    } catch {
      throw LibraryError.wrapping(error)
    }
  }

  private var system: any SystemCalls { configuration.systemCalls }

  private func run() throws -> SalvageReport {
    guard folder.isOurs else {
      throw LibraryError(
        .libraryUnusable,
        "There is no library at \(folder.path). Give the path of a library folder.")
    }
    let lock = try LibraryLock(
      path: folder.lock, system: system, timeout: configuration.busyTimeout)
    defer { lock.close() }
    try lock.lockOpen(exclusive: true)
    try lock.lockWriter()
    let fresh = folder.database + ".new"
    removeScratch(fresh)
    if var report = try finished() {
      try place(&report)
      return report
    }
    do {
      // SQLite gives its log the mode of the database, so the file is made here, as 0600.
      system.close(try system.open(fresh, .create))
      var report = try fill(fresh)
      removeScratch(fresh, butDatabase: true)
      try sync(fresh, .readWrite)
      try system.rename(fresh, folder.mendedDatabase)
      try place(&report)
      return report
    } catch {
      removeScratch(fresh)
      throw error
    }
  }

  /// What a repair made that was broken off while it put the new database in its place; nil where there
  /// was none.
  private func finished() throws -> SalvageReport? {
    guard try folder.hasBrokenOffRepair else { return nil }
    guard let made = try? Connection(options(folder.mendedDatabase, isReadOnly: true)),
      case .current = try? Migrator.state(of: made)
    else {
      try system.unlink(folder.mendedDatabase)
      return nil
    }
    var report = SalvageReport()
    for table in ["assets", "resources", "collections"] {
      report.saved[table] = try made.first("SELECT count(*) FROM \(table)", []) { $0.int(0) }
    }
    report.isEmptied = try report.saved["assets", default: 0] == 0 && folder.hasOriginals()
    return report
  }

  /// Removes what was made on the way.
  private func removeScratch(_ fresh: String, butDatabase: Bool = false) {
    for ending in ["-wal", "-shm", "-journal"] + (butDatabase ? [] : [""]) {
      try? system.unlink(fresh + ending)
    }
    for ending in ["", "-wal", "-shm", "-journal"] { try? system.unlink(mended + ending) }
  }

  private func options(_ path: String, isReadOnly: Bool) -> Connection.Options {
    Connection.Options(
      path: path, isReadOnly: isReadOnly, isDurable: configuration.isDurable,
      vfs: configuration.vfs)
  }

  private func fill(_ path: String) throws -> SalvageReport {
    let target = try Connection(options(path, isReadOnly: false))
    let pages = DatabasePages(of: folder.database, system)
    let whole = try pages.flatMap { try wholeDatabase($0) }
    let source = try whole ?? pages.flatMap { try mendedDatabase($0) }
    let uuid = source.flatMap { source in
      try? source.first("SELECT uuid FROM library", [], { $0.uuid(0) })
    }
    try Migrator.migrate(target, now: configuration.clock.now()) {
      uuid ?? configuration.identifiers.next(.library)
    }
    // Rows come in no order in which each finds what it names.
    try target.execute("PRAGMA foreign_keys = OFF")
    var report = SalvageReport()
    if let pages, let source {
      var tables = TableSalvage(source: source, target: target)
      try tables.run()
      if tables.isBroken || whole == nil { try tables.run(StrandedRows(pages)) }
      report.saved = tables.saved
      report.lost = tables.lost
    }
    try finish(target)
    report.isEmptied = try report.saved["assets", default: 0] == 0 && folder.hasOriginals()
    return report
  }

  /// The old database as it is, where its header and its list of tables are whole.
  private func wholeDatabase(_ pages: DatabasePages) throws -> Connection? {
    guard pages.isHeaderSound, !pages.hasUnfoundCommits,
      (try? SchemaGraft(pages).isListSound) != false,
      let connection = try? Connection(options(folder.database, isReadOnly: true)),
      let state = try? Migrator.state(of: connection)
    else { return nil }
    switch state {
    case .current, .behind: return connection
    case .newer: throw LibraryError.newerVersion
    case .empty, .foreign: return nil
    }
  }

  /// A copy of the old database, its log taken in, with the known tables put back over it. Where not
  /// even that can be opened, an empty one: rows are then taken from pages alone.
  private func mendedDatabase(_ pages: DatabasePages) throws -> Connection {
    let list = try SchemaGraft(pages).list()
    try write(pages, list.first, list.behind)
    let connection = try? Connection(options(mended, isReadOnly: true))
    if let connection, case .newer = try? Migrator.state(of: connection) {
      throw LibraryError.newerVersion
    }
    if let connection, (try? connection.first("SELECT 1 FROM sqlite_schema") { _ in true }) != nil {
      return connection
    }
    return try Connection(options(":memory:", isReadOnly: false))
  }

  private func write(_ pages: DatabasePages, _ first: [UInt8], _ behind: [[UInt8]]) throws {
    let file = try system.open(mended, .create)
    defer { system.close(file) }
    let empty = [UInt8](repeating: 0, count: pages.size)
    for number in 1...pages.count {
      let page = number == 1 ? first : pages.page(number) ?? empty
      try page.withUnsafeBytes { try system.writeAll(file, $0) }
    }
    for page in behind { try page.withUnsafeBytes { try system.writeAll(file, $0) } }
  }

  private var mended: String { folder.database + ".salvage" }

  /// Counts on from where the old database and its last commit were, so that no token and no row id
  /// is given twice.
  private func finish(_ target: Connection) throws {
    try target.execute(
      """
      UPDATE library SET token = max(token, coalesce((SELECT max(token) FROM commits), 0),
        coalesce((SELECT max(token) FROM changes), 0))
      """)
    for (table, kinds) in [("assets", "kind = 0"), ("collections", "kind <> 0")] {
      let condition = kinds.replacingOccurrences(of: "kind", with: "object_kind")
      let last = try target.first(
        """
        SELECT max(coalesce((SELECT max(id) FROM purged WHERE \(kinds)), 0),
          coalesce((SELECT max(object) FROM changes WHERE \(condition)), 0),
          coalesce((SELECT max(id) FROM \(table)), 0))
        """, []
      ) { $0.integer(0) }
      guard let last, last > 0 else { continue }
      try target.execute("DELETE FROM sqlite_sequence WHERE name = ?", table)
      try target.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", table, last)
    }
    let state = try target.first("PRAGMA integrity_check", [], { $0.text(0) })
    guard state == "ok" else {
      throw LibraryError(
        .libraryDamaged, "The new database is damaged too. Check the disk.", cause: state)
    }
    _ = try target.first("PRAGMA wal_checkpoint(TRUNCATE)", [], { $0.int(0) })
  }

  /// Keeps the old files in `recovered/`, then gives the new one its name.
  ///
  /// The old database must not be opened without its log, nor the new one with it. So the new one has a
  /// name meanwhile with which the library is closed, until the repair is run again.
  private func place(_ report: inout SalvageReport) throws {
    do {
      for ending in ["", "-wal"] {
        let old = folder.database + ending
        guard try size(of: old) > 0 else { continue }
        let kept = try folder.freePlace(for: "library.sqlite" + ending)
        try keep(old, folder.path + "/" + kept)
        report.kept.append(kept)
      }
      if !report.kept.isEmpty { try sync(folder.recovered, .folder) }
      try sync(folder.path, .folder)
    } catch {
      // All is as it was, unless the old database had to be moved.
      if (try? system.status(folder.database)) != nil { try? system.unlink(folder.mendedDatabase) }
      throw error
    }
    for ending in ["-wal", "-shm"] {
      do {
        try system.unlink(folder.database + ending)
      } catch {
        guard error.number == ENOENT else { throw error }
      }
    }
    try sync(folder.path, .folder)
    try system.rename(folder.mendedDatabase, folder.database)
    try sync(folder.path, .folder)
  }

  /// In bytes; 0 where there is no file.
  private func size(of path: String) throws -> Int64 {
    do {
      return try system.status(path).size
    } catch  where error.number == ENOENT {
      return 0
    }
  }

  /// A second name, so that the library is never without a database; where there are no hard links,
  /// the file itself moves.
  private func keep(_ old: String, _ kept: String) throws {
    do {
      try system.link(old, kept)
    } catch  where [EPERM, EMLINK, EOPNOTSUPP, ENOSYS, EXDEV].contains(error.number) {
      try system.rename(old, kept)
    }
  }

  private func sync(_ path: String, _ mode: OpenMode) throws {
    let descriptor = try system.open(path, mode)
    defer { system.close(descriptor) }
    try system.sync(descriptor)
  }
}
