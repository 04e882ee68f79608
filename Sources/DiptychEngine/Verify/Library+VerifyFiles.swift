import Foundation

/// Originals that are not as their rows say.
extension Library {
  /// What is wrong with the file of a resource; nil when nothing is, when its row is gone, and when
  /// the file never came to this machine. A file that cannot be read is an issue like any other, and no
  /// reason not to look at the next one.
  func issue(_ resource: ResourceRecord) throws -> VerifyIssue? {
    guard resource.hasFile else { return nil }
    let system = configuration.systemCalls
    do {
      let descriptor = try system.open(folder.path + "/" + resource.path, .readInside)
      defer { system.close(descriptor) }
      let status = try system.status(of: descriptor)
      guard status.kind != .other else { throw SystemCallError("read", ENODEV) }
      // A length says enough: what has none of its own is not read to its end.
      if status.kind == .file, status.size != resource.byteCount {
        return resource.changed(status.size, [])
      }
      let (count, digest) = try contentHash(descriptor)
      return resource.changed(count, digest)
    } catch let error as SystemCallError where error.isAboutFile {
      // It may have been purged since the rows were read.
      guard try read({ try $0.resource(resource.uuid) }) != nil else { return nil }
      if error.isOfSpecialFile { return resource.missing(", and what has its name is no file") }
      return error.leadsNowhere ? resource.missing() : resource.unreadable(error)
    }
  }

  private func contentHash(_ descriptor: Int32) throws -> (count: Int64, digest: [UInt8]) {
    let hash = ContentHash()
    let count = try configuration.systemCalls.forEachPiece(of: descriptor) { hash.update($0) }
    return (count, hash.finish())
  }
}

extension ResourceRecord {
  fileprivate func missing(_ detail: String = "") -> VerifyIssue {
    VerifyIssue(
      .missingOriginal,
      "The original of \(DumpText.quoted(fileName)) is missing\(detail). Put it back at \(path), or give the "
        + "photo up with `diptych user delete` and `diptych user purge`.", path: path)
  }

  fileprivate func unreadable(_ error: SystemCallError) -> VerifyIssue {
    let remedy =
      switch error.number {
      case EACCES, EPERM: "Check its permissions."
      case EISDIR: "Move the folder at its place away, and restore \(path) from a backup."
      default: "Check the disk, and restore \(path) from a backup."
      }
    return VerifyIssue(
      .unreadableOriginal,
      "The original of \(DumpText.quoted(fileName)) at \(path) cannot be read (\(error)). \(remedy)",
      path: path)
  }

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
