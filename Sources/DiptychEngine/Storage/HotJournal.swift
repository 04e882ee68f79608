import Foundation

/// The rollback journal that a process left which died while it made the database.
///
/// SQLite's journals of several databases end with the path of a file that ties them together, and who
/// rolls such a journal back removes that file, wherever it is. Ours never end so; one that does was
/// put there by somebody else (decision 151).
struct HotJournal {
  /// What stands at the end of a journal that names another file.
  private static let mark: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

  private let folder: LibraryFolder

  init(_ folder: LibraryFolder) { self.folder = folder }

  /// - Throws: `libraryUnusable` for a journal that names another file.
  func check() throws {
    guard try end() == Self.mark else { return }
    throw LibraryError(
      .libraryUnusable,
      "The file library.sqlite-journal was not written by Diptych and would have another file removed. "
        + "Delete it, and do not trust the library.")
  }

  /// The journal's last bytes; nil where it has gone, because its process lives and is done.
  private func end() throws -> [UInt8]? {
    let system = folder.system
    do {
      let descriptor = try system.open(folder.database + "-journal", .readHere)
      defer { system.close(descriptor) }
      let size = try system.status(of: descriptor).size
      guard size >= Int64(Self.mark.count) else { return nil }
      var end = [UInt8](repeating: 0, count: Self.mark.count)
      _ = try end.withUnsafeMutableBytes { bytes throws(SystemCallError) in
        try system.fill(bytes, from: descriptor, at: size - Int64(bytes.count))
      }
      return end
    } catch let error as SystemCallError where error.number == ENOENT {
      return nil
    }
  }
}
