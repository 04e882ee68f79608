import Foundation

extension Library {
  /// Files that no row names and no live process is working on.
  ///
  /// The order matters beside a process that saves: a file that is there has its staging name until
  /// its row is committed, so files are listed first, staging names then, and rows are asked last.
  func strayIssues() throws -> [VerifyIssue] {
    var (files, issues) = try originalPaths()
    var claimed: Set<String> = []
    for owner in try configuration.systemCalls.list(folder.staging) {
      guard let (names, isAbandoned) = try stagedNames(owner) else {
        issues.append(
          VerifyIssue(
            .strayStaging,
            "No save can have left staging/\(owner). Run `diptych verify --repair` to move it to "
              + "recovered/.", path: "staging/\(owner)"))
        continue
      }
      claimed.formUnion(names.map(OriginalStore.fileName(ofStaged:)))
      guard isAbandoned else { continue }
      issues += names.map { strayStaging("staging/\(owner)/\($0)") }
    }
    if !claimed.isEmpty { files.removeAll { claimed.contains($0.lastPathName) } }
    for path in try unknown(files) {
      issues.append(
        VerifyIssue(
          .strayOriginal,
          "No asset names \(path). Run `diptych verify --repair` to move it to recovered/.",
          path: path))
    }
    return issues
  }

  private func strayStaging(_ path: String) -> VerifyIssue {
    VerifyIssue(
      .strayStaging,
      "A save that ended half-way left \(path). Open the library again to finish it.",
      path: path)
  }

  /// The names in one staging folder, and whether the process that made it is gone; nil for what
  /// is no folder.
  private func stagedNames(_ owner: String) throws -> (names: [String], isAbandoned: Bool)? {
    let system = configuration.systemCalls
    let path = folder.staging + "/" + owner
    let descriptor: Int32
    do {
      descriptor = try system.open(path, .folder)
    } catch let error where error.number == ENOTDIR {
      return nil
    } catch let error where error.number == ENOENT {
      return owner.isPerhapsNoText ? nil : ([], false)
    }
    defer { system.close(descriptor) }
    let names = try system.list(path)
    return (names, try system.tryLock(descriptor))
  }

  /// Every file below `originals/`, by its path below the library's folder, and the folders there that
  /// cannot be read.
  private func originalPaths() throws -> ([String], [VerifyIssue]) {
    let system = configuration.systemCalls
    var paths: [String] = []
    var issues: [VerifyIssue] = []
    for part in try system.list(folder.originals) {
      let place = "originals/" + part
      do {
        if let names = try names(in: folder.path + "/" + place) {
          paths += names.map { place + "/" + $0 }
        } else {
          paths.append(place)
        }
      } catch let error as SystemCallError where error.isAboutFile {
        issues.append(
          VerifyIssue(
            .unreadableOriginal,
            "The folder \(place) cannot be read (\(error)). Check its permissions and the disk.",
            path: place))
      }
    }
    return (paths, issues)
  }

  /// The names in a folder; nil for what is no folder.
  private func names(in path: String) throws -> [String]? {
    do {
      return try configuration.systemCalls.list(path)
    } catch let error where error.leadsNowhere {
      return nil
    }
  }

  /// Those of these paths that no row names.
  private func unknown(_ paths: [String]) throws -> [String] {
    try read { transaction in
      try paths.filter { path in
        if try transaction.isOriginal(path) { return false }
        let isPending =
          try transaction.connection.first(
            "SELECT 1 FROM pending_removals WHERE path = ?", [path]
          ) { _ in true } ?? false
        // A folder there cannot be removed as a file is.
        return !isPending
          || (try? configuration.systemCalls.status(folder.path + "/" + path))?.kind == .folder
      }
    }
  }
}
