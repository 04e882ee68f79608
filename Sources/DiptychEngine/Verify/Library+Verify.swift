import Foundation

/// Something in a library that is not as it must be.
package struct VerifyIssue: Hashable, Sendable, CustomStringConvertible {
  package enum Kind: String, Sendable {
    case database, missingOriginal, changedOriginal, strayOriginal, strayStaging, changeLog
    case membership
  }

  package let kind: Kind
  /// The sentence for the user.
  package let description: String
  /// The path below the library's folder, for what concerns a file.
  package let path: String?
}

extension Library {
  /// Checks rows against files, files against their hashes, and rows against the change log.
  /// Nothing is changed.
  /// - Complexity: Reads every original once.
  package func verify(progress: (Int, Int) -> Void = { _, _ in }) throws -> [VerifyIssue] {
    var issues = try read { transaction in
      try databaseIssues(transaction) + logIssues(transaction) + memberIssues(transaction)
    }
    let resources = try read { transaction in
      try transaction.connection.all(
        "SELECT \(ResourceRecord.columns) FROM resources r ORDER BY r.id", [],
        ResourceRecord.init)
    }
    for (index, resource) in resources.enumerated() {
      progress(index + 1, resources.count)
      if let issue = try issue(resource) { issues.append(issue) }
    }
    return try issues + strayIssues()
  }

  private func databaseIssues(_ transaction: ReadTransaction) throws -> [VerifyIssue] {
    let texts = try transaction.connection.all("PRAGMA integrity_check") { $0.text(0) }
    let keys = try transaction.connection.all("PRAGMA foreign_key_check") { $0.text(0) }
    return texts.filter { $0 != "ok" }.map {
      VerifyIssue(
        kind: .database,
        description: "The database is damaged: \($0). Restore the library from a backup.",
        path: nil)
    }
      + keys.map {
        VerifyIssue(
          kind: .database,
          description: "A row of \($0) names an object that is not there. Restore the library "
            + "from a backup.", path: nil)
      }
  }

  private func logIssues(_ transaction: ReadTransaction) throws -> [VerifyIssue] {
    let token = try transaction.token()
    let last =
      try transaction.connection.first("SELECT max(token) FROM commits", []) { $0.integer(0) } ?? 0
    let unlogged = try transaction.connection.all(
      """
      SELECT a.uuid FROM assets a WHERE a.id NOT IN (
        SELECT c.object FROM changes c WHERE c.object_kind = 0 AND c.change = 0)
      AND (SELECT min(token) FROM commits) = 1
      """
    ) { $0.uuid(0) }
    var issues: [VerifyIssue] = []
    if token != last {
      issues.append(
        VerifyIssue(
          kind: .changeLog,
          description: "The change log ends at \(last), the library at \(token). Restore the "
            + "library from a backup.", path: nil))
    }
    issues += unlogged.map {
      VerifyIssue(
        kind: .changeLog,
        description: "The asset \(Identifiers.asset($0)) has no entry in the change log. Restore "
          + "the library from a backup.", path: nil)
    }
    return issues
  }

  private func memberIssues(_ transaction: ReadTransaction) throws -> [VerifyIssue] {
    let folders = try transaction.connection.first(
      """
      SELECT count(*) FROM memberships m JOIN collections c ON c.id = m.album WHERE c.kind = ?
      """, [CollectionKind.folder.rawValue]
    ) { $0.int(0) }
    let bare = try transaction.connection.all(
      "SELECT a.uuid FROM assets a WHERE NOT EXISTS (SELECT 1 FROM resources r WHERE r.asset = a.id)"
    ) { $0.uuid(0) }
    var issues = bare.map {
      VerifyIssue(
        kind: .missingOriginal,
        description: "The asset \(Identifiers.asset($0)) has no file. Delete it, or restore the "
          + "library from a backup.", path: nil)
    }
    if let folders, folders > 0 {
      issues.append(
        VerifyIssue(
          kind: .membership,
          description: "\(folders) photos are members of a folder. Restore the library from a "
            + "backup.", path: nil))
    }
    return issues
  }

  /// What is wrong with the file of a resource; nil when nothing is, or when its row is gone.
  func issue(_ resource: ResourceRecord) throws -> VerifyIssue? {
    guard resource.isLocal else { return nil }
    let system = configuration.systemCalls
    let path = resource.path
    guard let descriptor = try openIfPresent(folder.path + "/" + path) else {
      // It may have been purged since the rows were read.
      guard try read({ try $0.resource(resource.uuid) }) != nil else { return nil }
      return VerifyIssue(
        kind: .missingOriginal,
        description: "The original of \(DumpText.quoted(resource.fileName)) is missing. Put it "
          + "back at \(path), or delete the asset.", path: path)
    }
    defer { system.close(descriptor) }
    let (count, digest) = try contentHash(descriptor)
    return resource.changed(count, digest)
  }

  private func openIfPresent(_ path: String) throws -> Int32? {
    do {
      return try configuration.systemCalls.open(path, .readInside)
    } catch let error where error.leadsNowhere {
      return nil
    }
  }

  private func contentHash(_ descriptor: Int32) throws -> (count: Int64, digest: [UInt8]) {
    let system = configuration.systemCalls
    let hash = ContentHash()
    var count: Int64 = 0
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let read = try system.read(descriptor, into: buffer, at: count)
      if read == 0 { break }
      hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<read]))
      count += Int64(read)
    }
    return (count, hash.finish())
  }
}

extension ResourceRecord {
  /// The issue of a file with this length and hash; nil when it is as it was saved.
  func changed(_ count: Int64, _ digest: [UInt8]) -> VerifyIssue? {
    guard count != byteCount || digest != sha256 else { return nil }
    return VerifyIssue(
      kind: .changedOriginal,
      description: "The original of \(DumpText.quoted(fileName)) is not as it was saved. "
        + "Restore \(path) from a backup.", path: path)
  }
}
