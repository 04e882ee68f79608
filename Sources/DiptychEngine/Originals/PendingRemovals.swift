import Foundation

/// Files whose rows a committed transaction has removed. Their paths are kept in a table until they are
/// gone for good, so that a process that dies leaves them to the next one.
extension Library {
  /// So many go in one transaction, which keeps other writers waiting.
  private static let removalsAtOnce = 256

  /// Removes the files.
  ///
  /// Whoever does it has the writer, and so nobody commits an original of the same name meanwhile; and it
  /// leaves what somebody has staged under such a name, to be committed next.
  func removePending() throws {
    guard try read({ try $0.hasPendingRemovals() }) else { return }
    var last: String?
    var isDone = false
    while !isDone {
      let paths = try write(origin: .upkeep) { transaction in
        let paths = try transaction.pendingRemovals(after: last, limit: Self.removalsAtOnce)
        try removeFiles(at: paths, transaction)
        return paths
      }
      last = paths.last
      isDone = paths.count < Self.removalsAtOnce
    }
  }

  /// What cannot be removed, such as a folder in an original's place, stays for later, with its row, and
  /// keeps nothing else.
  private func removeFiles(at paths: [String], _ transaction: WriteTransaction) throws {
    // Another library in this one's place may hold the same originals, and need them.
    try place.check()
    // A path that a row names again holds a newer original, and one that is no original's was not
    // written by this engine.
    let unneeded = try paths.filter {
      try OriginalStore.isPath($0) && !transaction.isOriginal($0)
    }
    let system = configuration.systemCalls
    // In this order: a file that is there now had its staging name before.
    let present = try unneeded.filter { try isThere(folder.path + "/" + $0) }
    let staged = present.isEmpty ? [] : stagedNames()
    var kept = Set(present.filter { staged.contains($0.lastPathName) })
    for path in present where !kept.contains(path) {
      do {
        try system.unlink(folder.path + "/" + path)
      } catch {
        if !error.leadsNowhere { kept.insert(path) }
      }
    }
    let removed = unneeded.filter { !kept.contains($0) }
    // The rows say what is still to do, so they stay until it is done for good.
    try syncFolders(of: removed.map { folder.path + "/" + $0 })
    derivatives.remove(
      madeOf: Set(
        removed.compactMap { UUID(written: String($0.lastPathName.prefix { $0 != "." })) }))
    for path in paths where !kept.contains(path) {
      try transaction.connection.execute("DELETE FROM pending_removals WHERE path = ?", path)
    }
  }

  /// The names that staged files are to have, of every process.
  private func stagedNames() -> Set<String> {
    let system = configuration.systemCalls
    var names: Set<String> = []
    for owner in (try? system.list(folder.staging)) ?? [] {
      for name in (try? system.list(folder.staging + "/" + owner)) ?? [] {
        names.insert(OriginalStore.fileName(ofStaged: name))
      }
    }
    return names
  }
}

extension ReadTransaction {
  /// Whether a file is still to be removed.
  func hasPendingRemovals() throws -> Bool {
    try connection.first("SELECT 1 FROM pending_removals", [], { _ in true }) ?? false
  }

  /// Paths below the library's folder, in their order.
  fileprivate func pendingRemovals(after path: String?, limit: Int) throws -> [String] {
    guard let path else {
      return try connection.all(
        "SELECT path FROM pending_removals ORDER BY path LIMIT ?", [limit]
      ) { $0.text(0) }
    }
    return try connection.all(
      "SELECT path FROM pending_removals WHERE path > ? ORDER BY path LIMIT ?", [path, limit]
    ) { $0.text(0) }
  }
}
