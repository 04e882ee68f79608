import Foundation

extension Library {
  /// Finishes what a process that died left behind. It looks only into staging folders whose lock
  /// it can take, so never into a live process's. Its cost is the number of staged files.
  func recover() throws {
    let system = configuration.systemCalls
    for name in try system.list(folder.staging) {
      let owner = folder.staging + "/" + name
      guard let descriptor = try? system.open(owner, .folder) else { continue }
      defer { system.close(descriptor) }
      guard try system.tryLock(descriptor) else { continue }
      // Another process's recovery may have taken the folder just before.
      guard let files = try? system.list(owner) else { continue }
      if !files.isEmpty { try recover(files, in: owner) }
      try? system.removeFolder(owner)
    }
    let isPending = try read { transaction in
      try transaction.connection.first("SELECT 1 FROM pending_removals", [], { _ in true }) ?? false
    }
    guard isPending else { return }
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
    let unwanted = try names.compactMap { try unwantedPath($0) }
    try originals.syncVolume()
    for path in unwanted {
      try ignoringMissing { () throws(SystemCallError) in try system.unlink(path) }
    }
    // Also when a recovery before this one has removed them: it may have died before its sync.
    try syncFolders(of: unwanted)
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

  /// Makes removals durable. Where the folder is missing, too, there is nothing to sync.
  private func syncFolders(of removed: [String]) throws {
    let present = try removed.filter { path in
      try isThere(path.parentPath)
    }
    if !present.isEmpty { try originals.syncFolders(of: present) }
  }

  private func isThere(_ path: String) throws -> Bool {
    do {
      _ = try configuration.systemCalls.status(path)
      return true
    } catch let error where error.leadsNowhere {
      return false
    }
  }

  /// Removes files whose rows a committed transaction has removed.
  func removePending() throws {
    let system = configuration.systemCalls
    let (paths, kept) = try read { transaction in
      let paths = try transaction.connection.all("SELECT path FROM pending_removals") {
        $0.text(0)
      }
      // A path that a row names again holds a newer original, and one that is no original's was not
      // written by this engine.
      return (
        paths, try paths.filter { try !OriginalStore.isPath($0) || transaction.isOriginal($0) }
      )
    }
    guard !paths.isEmpty else { return }
    for path in paths where !kept.contains(path) {
      try ignoringMissing { () throws(SystemCallError) in
        try system.unlink(folder.path + "/" + path)
      }
    }
    let unneeded = paths.filter { !kept.contains($0) }
    // The rows say what is still to do, so they stay until it is done for good.
    try syncFolders(of: unneeded.map { folder.path + "/" + $0 })
    let gone = unneeded.compactMap { path in
      UUID(written: String(path.lastPathName.prefix { $0 != "." }))
    }
    derivatives.remove(madeOf: Set(gone))
    try write(origin: .upkeep) { transaction in
      for path in paths {
        try transaction.connection.execute("DELETE FROM pending_removals WHERE path = ?", path)
      }
    }
  }

  private func ignoringMissing(_ body: () throws(SystemCallError) -> Void) throws {
    do {
      try body()
    } catch let error where error.number == ENOENT {
      return
    }
  }
}
