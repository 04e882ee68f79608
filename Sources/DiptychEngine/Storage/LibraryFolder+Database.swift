import Foundation

/// Which databases are opened, and what the refusal of one says.
extension LibraryFolder {
  /// Refuses a database that is not ours to open. In a folder that holds originals it is one of ours
  /// that was damaged, which `verify --repair` mends (decisions 166 and 224).
  func accept(_ state: Migrator.State) throws {
    switch state {
    case .current, .behind: return
    case .empty:
      if try hasOriginals() { throw Self.databaseMissing }
    case .newer: throw LibraryError.newerVersion
    case .foreign:
      guard isOurs else {
        throw LibraryError(
          .schemaUnknown,
          "The file library.sqlite was not written by Diptych. Choose another library folder.")
      }
      throw Self.damaged("its tables are not those that Diptych makes")
    }
  }

  /// Refuses a database whose log SQLite would pass over and then write over, though commits are in it
  /// that are nowhere else (decision 261).
  func checkLog(_ lock: LibraryLock) throws {
    guard try !hasBrokenOffRepair else { throw Self.damaged("a repair of it was broken off") }
    guard try isLogUnsound() else { return }
    // Another process may have been about to write it.
    try lock.lockWriter()
    defer { lock.unlockWriter() }
    guard try isLogUnsound(), DatabasePages(of: database, system)?.hasUnfoundCommits == true else {
      return
    }
    throw Self.damaged("the first bytes of its log, library.sqlite-wal, are not those of a log")
  }

  /// Where a repair keeps a new database that is whole and not in its place yet.
  var mendedDatabase: String { database + ".mended" }

  /// Whether a repair ended between the two. The library is closed to all but another repair meanwhile.
  var hasBrokenOffRepair: Bool { get throws { try isFile(mendedDatabase) } }

  private func isLogUnsound() throws -> Bool {
    do {
      let log = try system.open(database + "-wal", .readHere)
      defer { system.close(log) }
      return LogHeader(in: log, system)?.isSound == false
    } catch  where error.number == ENOENT {
      return false
    }
  }

  private static func damaged(_ how: String, cause: String? = nil) -> LibraryError {
    LibraryError(
      .libraryDamaged,
      "The library's database is damaged: \(how). Run `diptych verify --repair` to make a new one of "
        + "what can be read, or restore the library from a backup.", cause: cause)
  }

  /// The failure to open the database as it is to be told: SQLite takes some damage to the first bytes
  /// of a file for a file that may not be written, or for one of a later SQLite.
  func judged(_ error: LibraryError) -> LibraryError {
    guard error.code == .libraryUnusable || error.code == .system, isOurs,
      let pages = DatabasePages(of: database, system), pages.page(1) != nil, !pages.isHeaderSound
    else { return error }
    return Self.damaged("its first bytes are not those of a library", cause: error.description)
  }

  /// Whether the folder is a library, whatever its database is.
  var isOurs: Bool { (try? system.status(originals))?.kind == .folder }
}
