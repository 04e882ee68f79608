import DiptychEngine
import Foundation

/// Tells folders whose files belong to a library, and are not to be imported one by one.
enum LibraryOfFiles {
  /// Why a folder is not searched; nil for a plain one.
  static func reason(_ path: String) -> String? {
    if LibraryPath.isLibrary(path) {
      return "The folder is a Diptych library. Copy it with `diptych backup`, or write its photos "
        + "elsewhere with `diptych export` first."
    }
    if isApples(path) {
      return "The folder is a library of Apple's Photos. Import it by itself: give its path to "
        + "`diptych import`."
    }
    return nil
  }

  /// Why what an argument names is not taken: it is a library or inside of one. From within a library
  /// of Apple's Photos files may be copied, but not moved.
  /// - Parameters:
  ///   - path: A file or folder.
  ///   - isFolder: Which of the two it is.
  ///   - moves: Whether files are removed from where they are.
  static func refusal(_ path: String, isFolder: Bool, moves: Bool) -> String? {
    if isFolder, let reason = reason(path) { return reason }
    guard var around = path.realPath?.parentPath else { return nil }
    while around.count > 1 {
      if LibraryPath.isLibrary(around) {
        return "It is inside of a Diptych library, whose files belong together. Write its photos "
          + "elsewhere with `diptych export` first."
      }
      if moves, isApples(around) {
        return "It is inside of a library of Apple's Photos, which must not change. Leave --move "
          + "out, or import the library by itself."
      }
      around = around.parentPath
    }
    return nil
  }

  private static func isApples(_ path: String) -> Bool {
    path.nameExtension.lowercased() == "photoslibrary"
  }
}
