import Foundation

extension Library {
  /// Moves originals that no row names into `recovered/`, and nothing else: an original is never
  /// deleted here.
  /// - Returns: What was moved, by its new path below the library's folder.
  package func repair() throws -> [String] {
    let strays = try strayIssues().filter { $0.kind == .strayOriginal }.compactMap(\.path)
    guard !strays.isEmpty else { return [] }
    let system = configuration.systemCalls
    let target = "recovered"
    if (try? system.status(folder.path + "/" + target)) == nil {
      try system.makeFolder(folder.path + "/" + target)
    }
    var moved: [String] = []
    for path in strays {
      let place = target + "/" + (path as NSString).lastPathComponent
      try system.rename(folder.path + "/" + path, folder.path + "/" + place)
      moved.append(place)
    }
    return moved
  }

  /// Files that no row names and no live process is working on.
  func strayIssues() throws -> [VerifyIssue] {
    var claimed: Set<String> = []
    var issues: [VerifyIssue] = []
    for owner in try configuration.systemCalls.list(folder.staging) {
      let (names, isAbandoned) = try stagedNames(owner)
      claimed.formUnion(names)
      guard isAbandoned else { continue }
      for name in names {
        issues.append(
          VerifyIssue(
            kind: .strayStaging,
            description: "A save that ended half-way left \(name). Open the library again to "
              + "finish it.", path: "staging/\(owner)/\(name)"))
      }
    }
    for path in try unknownOriginals(claimed) {
      issues.append(
        VerifyIssue(
          kind: .strayOriginal,
          description: "No asset names \(path). Run `diptych verify --repair` to move it to "
            + "recovered/.", path: path))
    }
    return issues
  }

  /// The names in one staging folder, and whether the process that made it is gone.
  private func stagedNames(_ owner: String) throws -> (names: [String], isAbandoned: Bool) {
    let system = configuration.systemCalls
    let path = folder.staging + "/" + owner
    let descriptor = try system.open(path, .folder)
    defer { system.close(descriptor) }
    let names = try system.list(path)
    return (names, try system.tryLock(descriptor))
  }

  private func unknownOriginals(_ claimed: Set<String>) throws -> [String] {
    let system = configuration.systemCalls
    var unknown: [String] = []
    for part in try system.list(folder.originals) {
      for name in try system.list(folder.originals + "/" + part) where !claimed.contains(name) {
        let path = "originals/\(part)/\(name)"
        if try !isKnown(path, name) { unknown.append(path) }
      }
    }
    return unknown
  }

  private func isKnown(_ path: String, _ name: String) throws -> Bool {
    let uuid = UUID(uuidString: String(name.prefix { $0 != "." }))
    return try read { transaction in
      if let uuid, let resource = try transaction.resource(uuid), resource.path == path {
        return true
      }
      let pending = try transaction.connection.first(
        "SELECT count(*) FROM pending_removals WHERE path = ?", [path]
      ) { $0.int(0) }
      return (pending ?? 0) > 0
    }
  }
}
