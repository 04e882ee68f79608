import DiptychEngine
import Foundation

/// What a library of Apple's Photos holds, read from one state of its database.
package struct AppleLibrary: Sendable {
  /// Something that has no place in a library of ours, or a row that cannot be used.
  package struct Remark: Hashable, Sendable {
    /// The title or the identifier.
    package let subject: String
    /// A sentence.
    package let reason: String
  }

  package let package: ApplePackage
  package let model: AppleModel
  /// In the order in which they came into that library.
  package let assets: [AppleAsset]
  /// Folders before what is in them, siblings in the user's order.
  package let collections: [AppleCollection]
  /// What is left out.
  package let leftOut: [Remark]
  /// What was taken with a change.
  package let notes: [Remark]

  package var albums: [AppleCollection] { collections.filter { $0.kind == .album } }
  package var folders: [AppleCollection] { collections.filter { $0.kind == .folder } }

  /// Reads a library. Its files stay as they are, to the byte.
  /// - Parameters:
  ///   - package: The library's folder.
  ///   - force: Whether a model that was not looked at is read, too.
  /// - Throws: `sourceUnreadable` for a folder that is no such library or may not be read,
  ///   `schemaUnknown` for a model that is not known, `libraryDamaged` for a damaged database.
  /// - Complexity: Memory for every asset.
  package static func read(_ package: ApplePackage, force: Bool = false) throws -> AppleLibrary {
    try checkFormat(package)
    let copy = try DatabaseCopy(of: package.database)
    let log = LogIndex(of: copy.path)
    do {
      let database = try AppleDatabase(copy.path, force: force)
      return try database.snapshot {
        let (assets, assetRemarks) = try database.assets()
        let tree = try database.collections(of: assets)
        let isCut = log?.exceeds(LogIndex(of: copy.path)) ?? false
        return AppleLibrary(
          package: package, model: database.model, assets: assets, collections: tree.collections,
          leftOut: assetRemarks + tree.leftOut, notes: (isCut ? [cutLog] : []) + tree.notes)
      }
    } catch {
      throw translated(error)
    }
  }

  private static let cutLog = Remark(
    subject: "database/Photos.sqlite-wal",
    reason: "The log of the database is missing or damaged, so what was changed last is not known. "
      + "Copy the library once more, with every file in its folder `database`.")

  /// Refuses what is no library, or one of the format before Photos 5.
  private static func checkFormat(_ package: ApplePackage) throws {
    let system = RealSystemCalls()
    let hasDatabase = (try? system.status(package.database)) != nil
    if (try? system.status(package.legacyDatabase)) != nil {
      let version = try legacyVersion(package)
      if let version, version <= 4025 {
        throw LibraryError(
          .schemaUnknown,
          "The library was written by Photos 4 or older (format \(version)). Open it in a newer "
            + "Photos once, or import its folder of originals.")
      }
    }
    guard hasDatabase else {
      throw LibraryError(
        .sourceUnreadable,
        "The folder has no database/Photos.sqlite and so is no library of Photos 5 or later. Give "
          + "the path of such a library, or import a folder of photos inside of it.")
    }
  }

  /// The format that the small database states; nil when it states none.
  private static func legacyVersion(_ package: ApplePackage) throws -> Int? {
    let copy = try DatabaseCopy(of: package.legacyDatabase)
    // A file that is no database says nothing about the library, whose own database is looked at.
    guard let connection = try? Connection.toForeignDatabase(at: copy.path) else { return nil }
    return try? connection.first(
      "SELECT value FROM LiGlobals WHERE keyPath = 'libraryVersion'"
    ) { row in Int(row.text(0)) ?? 0 }
  }

  /// Errors of SQLite speak of our own library; here the other one is meant.
  private static func translated(_ error: any Error) -> LibraryError {
    let error = LibraryError.wrapping(error)
    guard let cause = error.cause, cause.hasPrefix("SQLite ") else { return error }
    if error.code == .noSpace {
      return LibraryError(
        .noSpace, "The temporary folder is full. Free some space there, or set TMPDIR to another.",
        cause: cause)
    }
    return LibraryError(
      .libraryDamaged,
      "The database of the Photos library is damaged. Repair it: hold Option and Command while "
        + "Photos opens it; or restore the library from a backup.", cause: cause)
  }
}
