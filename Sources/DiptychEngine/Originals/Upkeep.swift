import Foundation

/// What a library does for itself when it is opened and after writes.
extension Library {
  /// Days in the trash before an asset goes for ever (decision 14), and days that the change log
  /// goes back at least.
  static let keptDays: TimeInterval = 30
  /// Entries that the change log keeps at least, however old they are.
  package static let keptChanges = 100_000
  /// After this many commits the length of the change log is looked at again.
  static let commitsBetweenTrims: Int64 = 1_024

  /// The date before which the trash and the change log may forget.
  var forgettingDate: Date {
    configuration.clock.now().addingTimeInterval(-Self.keptDays * 86_400)
  }

  /// Removes assets that have been in the trash for 30 days (decision 14).
  func purgeExpired() throws {
    guard try read({ try $0.hasExpired(before: forgettingDate) }) else { return }
    // Chosen by the transaction that removes them: one may have been restored since.
    try write(origin: .upkeep) { try $0.purge($0.expired(before: forgettingDate)) }
    try removePending()
  }

  /// Forgets commits that are older than 30 days, as long as `count` entries stay. It happens by
  /// itself when the library is opened and now and then after a write.
  package func forgetHistory(keeping count: Int = Library.keptChanges) throws {
    try trimLog(keeping: count)
  }

  /// Forgets commits that are older than 30 days, as long as 100,000 entries stay.
  func trimLog(keeping count: Int = Library.keptChanges) throws {
    let limit = forgettingDate
    let first = try read { transaction -> Int64? in
      guard
        let oldest = try transaction.connection.first(
          "SELECT date FROM commits ORDER BY token LIMIT 1", [], { $0.date(0) }), oldest < limit
      else { return nil }
      let kept = try transaction.connection.first(
        "SELECT token FROM changes ORDER BY token DESC, ordinal DESC LIMIT 1 OFFSET ?",
        [max(0, count - 1)]
      ) { $0.integer(0) }
      let young = try transaction.connection.first(
        "SELECT min(token) FROM commits WHERE date >= ?", [limit]
      ) { $0.isNull(0) ? Int64.max : $0.integer(0) }
      // The last commit stays always: the library's token is its.
      guard let kept, let young else { return nil }
      return min(kept, young, try transaction.token())
    }
    guard let first else { return }
    try write(origin: .upkeep) {
      try $0.connection.execute("DELETE FROM commits WHERE token < ?", first)
    }
  }
}

extension WriteTransaction {
  /// Whether upkeep is due after this transaction: one look into an index.
  func needsPurge() throws -> Bool { try hasExpired(before: library.forgettingDate) }
}

extension ReadTransaction {
  /// Whether an asset went to the trash at `date` or before.
  func hasExpired(before date: Date) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM assets WHERE trashed_date IS NOT NULL AND trashed_date <= ? LIMIT 1", [date]
    ) { _ in true } ?? false
  }

  /// The assets that went to the trash at `date` or before.
  func expired(before date: Date) throws -> [UUID] {
    try connection.all(
      "SELECT uuid FROM assets WHERE trashed_date IS NOT NULL AND trashed_date <= ? ORDER BY id",
      [date]
    ) { $0.uuid(0) }
  }

  /// Whether a row names the original at `path`, which is below the library's folder.
  func isOriginal(_ path: String) throws -> Bool {
    let name = path.lastPathName
    guard let uuid = UUID(written: String(name.prefix { $0 != "." })) else { return false }
    let stored = try connection.first("SELECT extension FROM resources WHERE uuid = ?", [uuid]) {
      $0.text(0)
    }
    return stored.map { OriginalStore.path(uuid, $0) } == path
  }
}
