import Foundation

extension Library {
  /// Finishes what a process that died left behind. It looks only into staging folders whose lock
  /// it can take, so never into a live process's. Its cost is the number of staged files.
  ///
  /// - Parameter waits: Whether another process's write is waited for. If not, files of purged photos
  ///   that it keeps from being removed are left for the next time.
  func recover(waits: Bool = true) throws {
    let system = configuration.systemCalls
    for name in try system.list(folder.staging) {
      let owner = folder.staging + "/" + name
      guard let descriptor = try? system.open(owner, .folder) else { continue }
      defer { system.close(descriptor) }
      guard try system.tryLock(descriptor) else { continue }
      // Another process's recovery may have taken the folder just before.
      guard let names = try? system.list(owner) else { continue }
      // What is no file was not made by this engine; verify tells of it.
      let files = names.filter { (try? system.status(owner + "/" + $0))?.kind == .file }
      if !files.isEmpty { try recover(files, in: owner) }
      try? system.removeFolder(owner)
    }
    guard try read({ try $0.hasPendingRemovals() }), try waits || lock.isWriterFree() else {
      return
    }
    // As below.
    try originals.syncVolume()
    try removePending()
  }

  /// Settles the staged files of a process that died.
  ///
  /// What is read here may be in the log and not on the disk yet, when that process died between the
  /// two. Whatever is removed because of it must not go before it is.
  private func recover(_ names: [String], in owner: String) throws {
    let system = configuration.systemCalls
    let unwanted = try names.compactMap { name in
      try unwantedPath(name).map { (staged: owner + "/" + name, path: $0) }
    }
    try originals.syncVolume()
    for file in unwanted where try isName(file.path, of: file.staged) {
      try ignoringMissing { () throws(SystemCallError) in try system.unlink(file.path) }
    }
    // Also when a recovery before this one has removed them: it may have died before its sync.
    try syncFolders(of: unwanted.map(\.path))
    for name in names {
      try ignoringMissing { () throws(SystemCallError) in try system.unlink(owner + "/" + name) }
    }
  }

  /// The final name of a staged file whose row was not committed; nil when it was.
  private func unwantedPath(_ name: String) throws -> String? {
    // An intent file is written before the rename, so the bytes may still have their staging name;
    // that name has its own turn.
    let parts = OriginalStore.fileName(ofStaged: name).split(separator: ".", maxSplits: 1)
    guard parts.count == 2, let uuid = UUID(written: parts[0]),
      try read({ try $0.resource(uuid) }) == nil
    else { return nil }
    return folder.path + "/" + OriginalStore.path(uuid, String(parts[1]))
  }

  /// Whether a final name is that of the staged file. A process that lives may have given it to a file
  /// of its own meanwhile, which is not for this one to remove: who saves the same thing again chooses
  /// the same name.
  private func isName(_ path: String, of staged: String) throws -> Bool {
    let system = configuration.systemCalls
    do {
      let final = try system.status(path)
      let file = OriginalStore.fileName(ofStaged: staged)
      // Of an intent only the renamed file is left, which then has the final name.
      guard file == staged else { return try !isThere(file) }
      return final.isSameFile(as: try system.status(staged))
    } catch let error as SystemCallError where error.leadsNowhere {
      return false
    }
  }

  /// Makes removals durable. Where the folder is missing, too, there is nothing to sync.
  func syncFolders(of removed: [String]) throws {
    let present = try removed.filter { path in
      try isThere(path.parentPath)
    }
    if !present.isEmpty { try originals.syncFolders(of: present) }
  }

  func isThere(_ path: String) throws -> Bool {
    do {
      _ = try configuration.systemCalls.status(path)
      return true
    } catch let error where error.leadsNowhere {
      return false
    }
  }

  func ignoringMissing(_ body: () throws(SystemCallError) -> Void) throws {
    do {
      try body()
    } catch let error where error.number == ENOENT {
      return
    }
  }
}
