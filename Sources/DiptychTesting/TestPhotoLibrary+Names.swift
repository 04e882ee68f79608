import DiptychEngine
import Foundation

/// How a test names photos, albums and folders.
extension TestPhotoLibrary {
  /// The asset of a local identifier, an old URL or a file name. Of equal file names, the one that
  /// arrived last counts, and one in Recently Deleted only when there is no other.
  func assetUUID(_ name: String) throws -> UUID {
    if let uuid = Identifiers.assetUUID(name) ?? Identifiers.uuid(of: URL(string: name)) {
      return uuid
    }
    let found = try library.read { transaction in
      try transaction.connection.first(
        """
        SELECT a.uuid FROM assets a JOIN resources r ON r.asset = a.id
        WHERE r.file_name = ? AND r.role IN (1, 2, 3, 4, 9) ORDER BY a.trashed_date IS NOT NULL, a.id DESC LIMIT 1
        """, [name]
      ) { $0.uuid(0) }
    }
    if let found { return found }
    throw LibraryError(
      .objectGone,
      "The library has no photo or video called \(name). Give a file name or a local identifier "
        + "that it has.")
  }

  /// The album or folder of a local identifier, an old URL or a title. Of equal titles the first in
  /// the user's order counts.
  func collectionUUID(_ name: String, folder: Bool) throws -> UUID {
    if let uuid = Identifiers.albumUUID(name) ?? Identifiers.folderUUID(name)
      ?? Identifiers.uuid(of: URL(string: name))
    {
      return uuid
    }
    let found = try library.read { try $0.collectionTree() }.first { record in
      record.kind.isFolder == folder && record.title == name
    }
    if let found { return found.uuid }
    throw LibraryError(
      .objectGone,
      "The library has no \(folder ? "folder" : "album") called \(name). Give a title that it has.")
  }
}
