import Foundation

extension EphemeralLibrary {
  /// Removes the libraries of processes that ended without closing them, such as tests that trapped:
  /// memory-backed storage would fill up with them.
  ///
  /// A folder goes only if its name is one that `open` gives, no process has the number in it, and
  /// nobody has its library open. The last holds across containers, too, which share the storage but
  /// not the numbers. What cannot be removed stays.
  static func removeLeftovers(in base: String, _ system: any SystemCalls) {
    for name in (try? system.list(base)) ?? [] {
      guard let owner = owner(ofFolder: name), isGone(owner) else { continue }
      let folder = "\(base)/\(name)"
      let path = LibraryFolder(path: "\(folder)/Library.diptych", system: system).lock
      // Links are not followed: this asks about the name itself.
      let attributes = try? FileManager.default.attributesOfItem(atPath: folder)
      guard attributes?[.type] as? FileAttributeType == .typeDirectory,
        (try? system.status(path).kind) == .file,
        let lock = try? LibraryLock(path: path, system: system, timeout: 0)
      else { continue }
      defer { lock.close() }
      guard (try? lock.lockOpen(exclusive: true)) != nil else { continue }
      try? FileManager.default.removeItem(atPath: folder)
    }
  }

  /// The number of the process that made a folder of this name, `diptych-<number>-<UUID>`.
  private static func owner(ofFolder name: String) -> pid_t? {
    let parts = name.split(separator: "-", maxSplits: 2)
    guard parts.count == 3, parts[0] == "diptych", UUID(written: parts[2]) != nil else {
      return nil
    }
    return pid_t(parts[1])
  }

  private static func isGone(_ process: pid_t) -> Bool {
    process > 0 && kill(process, 0) != 0 && errno == ESRCH
  }
}
