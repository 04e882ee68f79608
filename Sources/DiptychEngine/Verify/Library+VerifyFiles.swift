import Foundation

/// Originals that are not as their rows say.
extension Library {
  /// What is wrong with the file of a resource; nil when nothing is, or when its row is gone.
  func issue(_ resource: ResourceRecord) throws -> VerifyIssue? {
    guard resource.isLocal else { return nil }
    let system = configuration.systemCalls
    let path = resource.path
    guard let descriptor = try openIfPresent(folder.path + "/" + path) else {
      // It may have been purged since the rows were read.
      guard try read({ try $0.resource(resource.uuid) }) != nil else { return nil }
      return VerifyIssue(
        .missingOriginal,
        "The original of \(DumpText.quoted(resource.fileName)) is missing. Put it back at \(path), "
          + "or delete the asset.", path: path)
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
    let hash = ContentHash()
    let count = try configuration.systemCalls.forEachPiece(of: descriptor) { hash.update($0) }
    return (count, hash.finish())
  }
}

extension ResourceRecord {
  /// The issue of a file with this length and hash; nil when it is as it was saved.
  func changed(_ count: Int64, _ digest: [UInt8]) -> VerifyIssue? {
    guard count != byteCount || digest != sha256 else { return nil }
    if count < byteCount {
      return VerifyIssue(
        .truncatedOriginal,
        "The original of \(DumpText.quoted(fileName)) has \(count) of \(byteCount) bytes. Restore "
          + "\(path) from a backup.", path: path)
    }
    return VerifyIssue(
      .changedOriginal,
      "The original of \(DumpText.quoted(fileName)) is not as it was saved. Restore \(path) from a "
        + "backup.", path: path)
  }
}
