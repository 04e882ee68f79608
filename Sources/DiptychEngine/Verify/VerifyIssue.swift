/// Something in a library that is not as it must be.
package struct VerifyIssue: Hashable, Sendable, CustomStringConvertible {
  /// What is wrong. The words stand in the program's output.
  package enum Kind: String, Sendable, CaseIterable {
    /// A page of the database, of an index or of its free list is damaged.
    case database
    /// The database is older than its last commit: its log was cut short.
    case lostCommits
    /// An original is not where its row says, or what is there is no file, or an asset has no file.
    case missingOriginal
    /// An original is there and cannot be read, or a folder of originals.
    case unreadableOriginal
    /// An original is shorter than it was saved.
    case truncatedOriginal
    /// An original has other bytes than it was saved with.
    case changedOriginal
    /// A file below `originals/` that no row names.
    case strayOriginal
    /// A file that a save which ended half-way left.
    case strayStaging
    /// The change log has a gap, or does not fit the library.
    case changeLog
    /// A member of an album that is not there, or of a folder.
    case membership
    /// Two albums or folders at one place.
    case rank
    /// A row that names a row which is not there, or folders that contain one another.
    case reference
    /// A row id that a purged object had.
    case reusedRow
  }

  package let kind: Kind
  /// The sentence for the user.
  package let description: String
  /// The path below the library's folder, for what concerns a file.
  package let path: String?

  init(_ kind: Kind, _ description: String, path: String? = nil) {
    self.kind = kind
    self.description = description
    self.path = path
  }
}

extension VerifyIssue {
  /// What `diptych verify` says of a library that cannot be opened because its database is damaged.
  package init(_ error: LibraryError) {
    self.init(.database, error.message)
  }

  /// Nothing of a damaged database could be read, so the new one is empty.
  package static var emptied: VerifyIssue {
    VerifyIssue(
      .database,
      "No photo could be read from the old database, so the library is empty now; its originals are "
        + "in recovered/. Restore the library from a backup; without one, move recovered/ out of the "
        + "library's folder and run `diptych import` on it.")
  }

  static func damaged(_ what: String) -> VerifyIssue {
    VerifyIssue(
      .database,
      "The database is damaged: \(what). Run `diptych verify --repair` to make a new one of what "
        + "can be read, or restore the library from a backup.")
  }
}
