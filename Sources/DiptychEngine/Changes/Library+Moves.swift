import Foundation

/// A caller's file that is moved into the library, as it was when it was copied.
struct MovedFile: Sendable {
  let path: String
  let status: FileStatus
}

extension Library {
  /// Removes the files that were moved into the library. What has the name of one by now and is another
  /// file, or was written to since, stays; so does what belongs to a library, whose files nobody may take
  /// away (decision 206).
  func removeMoved(_ files: [MovedFile]) {
    let system = configuration.systemCalls
    for file in files {
      guard let now = try? system.status(file.path), now.isUnchanged(since: file.status),
        !isOfALibrary(file.path)
      else { continue }
      try? system.unlink(file.path)
    }
  }

  /// Whether a file is in the folder of a library, this or another.
  private func isOfALibrary(_ path: String) -> Bool {
    let system = configuration.systemCalls
    guard var folder = path.realPath?.parentPath else { return true }
    while !folder.isEmpty, folder != "/" {
      if (try? system.status(folder + "/library.sqlite"))?.kind == .file,
        (try? system.status(folder + "/originals"))?.kind == .folder
      {
        return true
      }
      folder = folder.parentPath
    }
    return false
  }
}
