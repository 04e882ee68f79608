import Foundation

extension Library {
  /// Copies one state of the library into a new folder, while it is in use.
  ///
  /// No lock is held and no writer waits: SQLite writes the rows of one snapshot into a new file,
  /// and originals never change once they are there. Each is read once and checked against its
  /// hash. The folder appears under its name only when everything in it is durable; a failure
  /// leaves nothing behind. The backup is an ordinary library, with the same identifiers.
  /// - Parameters:
  ///   - path: The new folder. It must not be there.
  ///   - links: Whether originals are hard links where the volume allows it: no space is used, and
  ///     damage to a file of one damages the other.
  ///   - progress: Gets the number of originals done and of all.
  /// - Throws: `libraryUnusable` for a path that is taken or inside of the library, `noSpace`,
  ///   `busy` when photos are purged faster than they are copied, `system`.
  /// - Complexity: Reads every original once.
  package func backup(
    to path: String, links: Bool = false, progress: (Int, Int) -> Void = { _, _ in }
  ) throws -> BackupReport {
    let system = configuration.systemCalls
    try refuseInside(path)
    guard (try? system.status(path)) == nil else {
      throw LibraryError(
        .libraryUnusable, "There is something at \(path) already. Give the path of a new folder.")
    }
    let target = LibraryFolder(
      path: "\(path).\(configuration.identifiers.next(.owner).uuidString)", system: system)
    var isPlaced = false
    var reserve: [Int32] = []
    defer { reserve.forEach(system.close) }
    do {
      for _ in 0..<Self.reserved { reserve.append(try system.open("/", .folder)) }
      try target.prepare(createsIfMissing: true)
      // Again, now that all of the path is there.
      try refuseInside(target.path)
      let report = try fill(target, links, progress)
      try finish(target, path, &isPlaced)
      return report
    } catch {
      reserve.forEach(system.close)
      reserve = []
      try? FileManager.default.removeItem(atPath: isPlaced ? path : target.path)
      throw LibraryError.wrapping(error)
    }
  }

  /// How many files are kept open, so that what was made can be removed when no more can be opened.
  private static let reserved = 4

  /// Refuses a path that leads into the library, however it is written.
  private func refuseInside(_ path: String) throws {
    var present = path
    while present.realPath == nil, !["", ".", "/"].contains(present) {
      present = present.parentPath
    }
    let place = present.isEmpty ? "." : present
    guard let real = place.realPath, let own = self.path.realPath,
      (real + "/").hasPrefix(own + "/")
    else { return }
    throw LibraryError(
      .libraryUnusable, "A backup cannot be inside of its library. Choose another folder.")
  }

  /// Copies an ephemeral library that nobody writes into a new folder, without checks and syncs.
  func copy(to path: String) throws {
    let system = RealSystemCalls(durable: false)
    let target = LibraryFolder(path: path, system: system, makesFoldersLate: true)
    try target.prepare(createsIfMissing: true)
    var made: Set<UInt8> = []
    for resource in try copyRows(target).0 {
      let place = path + "/" + resource.path
      if made.insert(resource.uuid.uuid.0).inserted {
        try target.makeFolder(place.parentPath)
      }
      try system.link(filePath(of: resource), place)
    }
  }

  /// How often the rows are copied again because photos were purged meanwhile.
  private static let rounds = 8

  /// What became of one original.
  private struct Outcome {
    /// Nil when there is no file.
    var isLinked: Bool?
    var issue: VerifyIssue?
  }

  private func fill(
    _ target: LibraryFolder, _ links: Bool, _ progress: (Int, Int) -> Void
  ) throws -> BackupReport {
    var outcomes: [UUID: Outcome] = [:]
    for _ in 0..<Self.rounds {
      let (resources, assets) = try copyRows(target)
      var isWhole = true
      for (index, resource) in resources.enumerated() where outcomes[resource.uuid] == nil {
        progress(index + 1, resources.count)
        outcomes[resource.uuid] = try copy(resource, target, links)
        isWhole = outcomes[resource.uuid] != nil
        guard isWhole else { break }
      }
      guard isWhole else { continue }
      try removeOthers(target, than: Set(resources.map(\.path)))
      var report = BackupReport(assets: assets)
      for resource in resources {
        guard let outcome = outcomes[resource.uuid] else { continue }
        if let issue = outcome.issue { report.damaged.append(issue) }
        guard let isLinked = outcome.isLinked else { continue }
        report.files += 1
        report.bytes += resource.byteCount
        report.linked += isLinked ? 1 : 0
      }
      return report
    }
    throw LibraryError(
      .busy, "Photos were purged while they were copied. Try again when the library is quieter.")
  }

  /// Writes the rows of one snapshot into the target and gives those whose files are in the folder,
  /// also of originals that were taken off this machine (decision 223), and the number of assets.
  private func copyRows(_ target: LibraryFolder) throws -> ([ResourceRecord], Int) {
    let system = configuration.systemCalls
    try system.unlink(target.database)
    // The new file gets the mode of the one that is there.
    system.close(try system.open(target.database, .create))
    var options = Connection.Options(
      path: folder.database, isReadOnly: true, isDurable: false, vfs: configuration.vfs)
    do {
      // A connection of its own: this cannot run inside of a transaction, which readers are in.
      let rows = try Connection(options)
      try place.check()
      try rows.execute("VACUUM INTO ?", target.database)
    }
    options.path = target.database
    let rows = try Connection(options)
    let resources = try rows.all(
      "SELECT \(ResourceRecord.columns) FROM resources r ORDER BY r.id", [], ResourceRecord.init)
    return (
      resources.filter(\.hasFile), try rows.first("SELECT count(*) FROM assets") { $0.int(0) } ?? 0
    )
  }

  /// Copies or links one original and checks it.
  /// - Returns: Nil when it was purged since the rows were copied.
  private func copy(
    _ resource: ResourceRecord, _ target: LibraryFolder, _ links: Bool
  ) throws -> Outcome? {
    let system = configuration.systemCalls
    let place = target.path + "/" + resource.path
    do {
      if links, try link(filePath(of: resource), place) {
        let issue = try issue(resource)
        guard issue?.kind == .missingOriginal else { return Outcome(isLinked: true, issue: issue) }
        // It was a symbolic link, which does not belong into a backup either.
        try? system.unlink(place)
        return Outcome(isLinked: nil, issue: issue)
      }
      let (count, digest) = try originals.write(
        .original(filePath(of: resource)), to: place, syncs: false)
      return Outcome(isLinked: false, issue: resource.changed(count, digest))
    } catch let error as SystemCallError where error.isOfSpecialFile {
      // What is in the original's place is no file.
      try? system.unlink(place)
      return try issue(resource).map { Outcome(isLinked: nil, issue: $0) }
    } catch let error as LibraryError where error.code == .sourceUnreadable {
      try? system.unlink(place)
      // Lost or unreadable before the backup began, or purged during it: the library's own row tells.
      return try issue(resource).map { Outcome(isLinked: nil, issue: $0) }
    }
  }

  /// Makes a hard link; false where there can be none, and where the source is not there.
  private func link(_ source: String, _ place: String) throws -> Bool {
    do {
      try configuration.systemCalls.link(source, place)
      return true
    } catch  where [EXDEV, EPERM, EMLINK, EOPNOTSUPP, ENOSYS, ENOENT].contains(error.number) {
      return false
    }
  }

  /// Removes originals that an earlier round copied and that are gone from the rows since.
  private func removeOthers(_ target: LibraryFolder, than known: Set<String>) throws {
    let system = configuration.systemCalls
    for part in try system.list(target.originals) {
      for name in try system.list("\(target.originals)/\(part)")
      where !known.contains("originals/\(part)/\(name)") {
        try system.unlink("\(target.originals)/\(part)/\(name)")
      }
    }
  }

  /// Makes everything durable, then gives the folder its name.
  private func finish(
    _ target: LibraryFolder, _ path: String, _ isPlaced: inout Bool
  ) throws {
    let system = configuration.systemCalls
    func sync(_ folder: String, wholeVolume: Bool) throws {
      let descriptor = try system.open(folder, .folder)
      defer { system.close(descriptor) }
      if wholeVolume {
        try system.syncVolume(descriptor)
      } else {
        try system.sync(descriptor)
      }
    }
    try sync(target.path, wholeVolume: true)
    try system.rename(target.path, path)
    isPlaced = true
    let parent = path.parentPath
    try sync(parent.isEmpty ? "." : parent, wholeVolume: false)
  }
}
