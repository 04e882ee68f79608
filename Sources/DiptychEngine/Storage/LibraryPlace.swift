import Foundation

/// Which file a library's database is, so that it can be told whether its path still leads there.
///
/// An open file stays what it is when its folder is moved or removed, and takes writes that nobody will
/// ever read; a connection that is made later finds by its path what is there then (decision 211).
struct LibraryPlace: Sendable {
  private let path: String
  private let system: any SystemCalls
  private let device: UInt64
  private let inode: UInt64

  init(of folder: LibraryFolder) throws(SystemCallError) {
    path = folder.database
    system = folder.system
    let status = try system.status(path)
    device = status.device
    inode = status.inode
  }

  /// Whether the path leads to the database that is open. One system call.
  ///
  /// The number of the open file cannot be another's: a file keeps its number while it is open.
  func isCurrent() throws(SystemCallError) -> Bool {
    do {
      let status = try system.status(path)
      return status.device == device && status.inode == inode
    } catch {
      if error.leadsNowhere { return false }
      throw error
    }
  }

  /// - Throws: `libraryUnusable` when the path leads elsewhere or nowhere.
  func check() throws {
    guard try isCurrent() else {
      throw LibraryError(
        .libraryUnusable,
        "The library's folder was moved, removed or replaced while it was open. Open the library "
          + "again, or start the program again.")
    }
  }
}

extension Library {
  /// Runs what works on the library's files. Where the folder is not there any more, that is what its
  /// failure says.
  func inPlace<Answer>(_ body: () throws -> Answer) throws -> Answer {
    do {
      return try body()
    } catch {
      if (try? place.isCurrent()) == false { try place.check() }
      throw error
    }
  }
}
