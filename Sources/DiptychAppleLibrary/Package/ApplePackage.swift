import DiptychEngine
import Foundation

/// A library of Apple's Photos as a folder, `NAME.photoslibrary`. Nothing here writes into it.
package struct ApplePackage: Hashable, Sendable {
  /// The folder, as it was named, without a slash at its end.
  package let path: String

  /// - Parameter path: The folder; slashes at its end do not matter.
  package init(_ path: String) {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path
  }

  /// The name of the folder.
  package var name: String { path.folderName }

  /// Whether a folder is to be taken as such a library: by its name, or by the database in it.
  package static func isPackage(_ path: String) -> Bool {
    let package = ApplePackage(path)
    guard (try? RealSystemCalls().status(package.path))?.kind == .folder else { return false }
    return package.name.lowercased().hasSuffix(".photoslibrary")
      || (try? RealSystemCalls().status(package.database))?.kind == .file
  }

  var database: String { path + "/database/Photos.sqlite" }
  /// The small database that tells old libraries from new ones.
  var legacyDatabase: String { path + "/database/photos.db" }

  /// The folder of the originals whose identifiers begin with this digit, below the package.
  static func originals(_ digit: Character) -> String { "originals/\(digit)" }

  /// The folder of the edited versions, likewise.
  static func renders(_ digit: Character) -> String { "resources/renders/\(digit)" }

  /// Whether a text is the name of one file or folder, and so leads nowhere else.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty && !text.hasPrefix(".") && text.utf8.count <= 255
      && !text.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
  }

  /// The path of a plain file inside the package; nil where there is none. A symbolic link is none:
  /// it could lead to anything.
  func file(_ relativePath: String) -> String? {
    let place = path + "/" + relativePath
    var info = stat()
    guard lstat(place, &info) == 0, info.st_mode & S_IFMT == S_IFREG,
      let root = path.realPath, let real = place.realPath,
      real.hasPrefix(root == "/" ? root : root + "/")
    else { return nil }
    return place
  }
}
