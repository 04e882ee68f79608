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
      for file in files {
        try recover(file, in: owner)
      }
      try? system.removeFolder(owner)
    }
    try removePending()
  }

  private func recover(_ name: String, in owner: String) throws {
    let system = configuration.systemCalls
    let isIntent = name.hasSuffix(OriginalStore.intentEnding)
    let fileName = isIntent ? String(name.dropLast(OriginalStore.intentEnding.count)) : name
    let parts = fileName.split(separator: ".", maxSplits: 1)
    let uuid = parts.first.flatMap { UUID(uuidString: String($0)) }
    let isCommitted = try uuid.map { uuid in
      try read { try $0.resource(uuid) != nil }
    }
    // An intent file is written before the rename, so the bytes may still have their staging name;
    // that name has its own turn here.
    if isCommitted == false, let uuid, parts.count == 2 {
      let path = folder.path + "/" + OriginalStore.path(uuid, String(parts[1]))
      try ignoringMissing { () throws(SystemCallError) in try system.unlink(path) }
    }
    try ignoringMissing { () throws(SystemCallError) in try system.unlink(owner + "/" + name) }
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
    let gone = paths.filter { !kept.contains($0) }.compactMap { path in
      UUID(uuidString: String((path as NSString).lastPathComponent.prefix { $0 != "." }))
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
