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
  ///   library; `noSpace`, `system`.
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
    guard (try? system.status(folder.originals))?.kind == .folder else {
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
    for ending in ["", "-wal", "-shm"] {
      try? system.unlink(fresh + ending)
      try? system.unlink(lengthened + ending)
    }
    defer {
      for ending in ["", "-wal", "-shm"] { try? system.unlink(lengthened + ending) }
    }
    // SQLite gives its log the mode of the database, so the file is made here, as 0600.
    system.close(try system.open(fresh, .create))
    var report = try fill(fresh)
    for ending in ["-wal", "-shm"] { try? system.unlink(fresh + ending) }
    try place(fresh, &report)
    return report
  }

  private func options(_ path: String, isReadOnly: Bool) -> Connection.Options {
    Connection.Options(
      path: path, isReadOnly: isReadOnly, isDurable: configuration.isDurable,
      vfs: configuration.vfs)
  }

  private func fill(_ path: String) throws -> SalvageReport {
    let target = try Connection(options(path, isReadOnly: false))
    let source = damagedDatabase()
    let uuid = source.flatMap { source in
      try? source.first("SELECT uuid FROM library", [], { $0.uuid(0) })
    }
    try Migrator.migrate(target, now: configuration.clock.now()) {
      uuid ?? configuration.identifiers.next(.library)
    }
    // Rows come in no order in which each finds what it names.
    try target.execute("PRAGMA foreign_keys = OFF")
    var report = SalvageReport()
    if let source {
      var tables = TableSalvage(source: source, target: target)
      try tables.run()
      if tables.isBroken { try readStranded(&tables) }
      report.saved = tables.saved
      report.lost = tables.lost
    }
    try finish(target)
    return report
  }

  /// The old database, if it can be opened at all.
  private func damagedDatabase() -> Connection? {
    guard let status = try? system.status(folder.database), status.size > 0 else { return nil }
    let isShort = (try? lengthen(status.size)) ?? false
    return try? Connection(options(isShort ? lengthened : folder.database, isReadOnly: true))
  }

  /// Reads what the trees of the damaged database do not lead to.
  private func readStranded(_ tables: inout TableSalvage) throws {
    guard let path = wholeFile() else { return }
    let status = try system.status(path)
    let descriptor = try system.open(path, .read)
    defer { system.close(descriptor) }
    let rows = StrandedRows(byteCount: status.size) { offset, count in
      var bytes = [UInt8](repeating: 0, count: count)
      let filled = try? bytes.withUnsafeMutableBytes { bytes throws(SystemCallError) in
        try system.fill(bytes, from: descriptor, at: offset)
      }
      return filled == count ? bytes : nil
    }
    if let rows { try tables.run(rows) }
  }

  /// A file in which each page is as the last commit left it: the database where it has no log, else
  /// a copy that has taken its log in. Nil when the copy does not take it.
  private func wholeFile() -> String? {
    let hasLog = ((try? system.status(folder.database + "-wal"))?.size ?? 0) > 0
    guard hasLog else { return folder.database }
    do {
      if (try? system.status(lengthened)) == nil {
        try copy(folder.database, to: lengthened, length: 0)
        try copy(folder.database + "-wal", to: lengthened + "-wal", length: 0)
      }
      try Connection(options(lengthened, isReadOnly: false)).checkpoint()
      return lengthened
    } catch {
      return nil
    }
  }

  private var lengthened: String { folder.database + ".salvage" }

  /// SQLite refuses a file that is shorter than its first page says. A copy with empty pages behind
  /// can be read up to where the file ends.
  /// - Returns: Whether the file is shorter, and the copy was made.
  private func lengthen(_ size: Int64) throws -> Bool {
    let descriptor = try system.open(folder.database, .read)
    defer { system.close(descriptor) }
    var header = [UInt8](repeating: 0, count: 32)
    guard try header.withUnsafeMutableBytes({ try system.fill($0, from: descriptor, at: 0) }) == 32
    else { return false }
    func number(_ bytes: ArraySlice<UInt8>) -> Int64 { bytes.reduce(0) { $0 << 8 | Int64($1) } }
    // The size of a page and their number stand in the file's header; 1 means 65,536.
    let pageSize = number(header[16..<18]) == 1 ? 65_536 : number(header[16..<18])
    let wanted = number(header[28..<32]) * pageSize
    guard size < wanted else { return false }
    try copy(folder.database, to: lengthened, length: wanted)
    if (try? system.status(folder.database + "-wal")) != nil {
      try copy(folder.database + "-wal", to: lengthened + "-wal", length: 0)
    }
    return true
  }

  /// Copies a file, and zeros behind it up to a length.
  private func copy(_ source: String, to target: String, length: Int64) throws {
    let from = try system.open(source, .read)
    defer { system.close(from) }
    let to = try system.open(target, .create)
    defer { system.close(to) }
    var offset = try system.forEachPiece(of: from) { piece throws(SystemCallError) in
      try system.writeAll(to, piece)
    }
    let zeros = [UInt8](repeating: 0, count: 1 << 20)
    while offset < length {
      let count = Int(min(length - offset, Int64(zeros.count)))
      try zeros[..<count].withUnsafeBytes { try system.writeAll(to, $0) }
      offset += Int64(count)
    }
  }

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
  private func place(_ fresh: String, _ report: inout SalvageReport) throws {
    try sync(fresh, .readWrite)
    for ending in ["", "-wal"] {
      let old = folder.database + ending
      guard let status = try? system.status(old), status.size > 0 else { continue }
      let kept = try folder.freePlace(for: "library.sqlite" + ending)
      try keep(old, folder.path + "/" + kept)
      report.kept.append(kept)
    }
    if !report.kept.isEmpty { try sync(folder.recovered, .folder) }
    // The old log must not meet the new database.
    for ending in ["-wal", "-shm"] { try? system.unlink(folder.database + ending) }
    try system.rename(fresh, folder.database)
    try sync(folder.path, .folder)
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
