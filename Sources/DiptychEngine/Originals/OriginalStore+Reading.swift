import Foundation

extension Library {
  /// Reads bytes of a stored resource.
  /// - Parameters:
  ///   - resource: The file.
  ///   - offset: Bytes from the start.
  ///   - count: Bytes wanted, or nil for all that follow. Fewer come past the end (L118).
  /// - Throws: `originalMissing` when the file is not there although its row is, `notLocal` for an
  ///   original that is not on this machine.
  package func data(of resource: ResourceRecord, offset: Int64 = 0, count: Int? = nil) throws
    -> Data
  {
    guard resource.isLocal else {
      throw LibraryError(
        .notLocal,
        "The original is not on this machine. Allow network access, or download it first.")
    }
    let system = configuration.systemCalls
    do {
      let descriptor = try system.open(folder.path + "/" + resource.path, .readInside)
      defer { system.close(descriptor) }
      // The file may be shorter than its row says, and memory is reserved for what is there only.
      let size = max(
        0, min(resource.byteCount, try system.status(filePath(of: resource)).size))
      let available = max(0, size - max(0, offset))
      let wanted = min(Int(available), max(0, count ?? Int(available)))
      guard wanted > 0, offset >= 0 else { return Data() }
      var data = Data(count: wanted)
      let filled = try data.withUnsafeMutableBytes { buffer in
        try system.fill(buffer, from: descriptor, at: offset)
      }
      return data.prefix(filled)
    } catch let error as SystemCallError where error.leadsNowhere {
      // A purge may have removed the row and then the file while the caller held the record.
      let isGone = try read { transaction in
        try transaction.resource(resource.uuid) == nil
      }
      throw LibraryError(
        isGone ? .objectGone : .originalMissing,
        isGone
          ? "The asset was removed from the library. Fetch again."
          : "An original is missing from the library's folder. Run `diptych verify`.",
        cause: error.description)
    } catch {
      throw LibraryError.wrapping(error)
    }
  }

  /// The path of a stored resource on this machine.
  package func filePath(of resource: ResourceRecord) -> String {
    folder.path + "/" + resource.path
  }
}

extension LibraryError {
  /// The error for a file that the caller named and that cannot be read.
  package static func unreadable(_ path: String, _ cause: SystemCallError) -> LibraryError {
    let name = path.lastPathName
    let sentence =
      switch cause.number {
      case ENOENT, ENOTDIR: "There is no file \(name). Check its path."
      case EACCES, EPERM: "The file \(name) may not be read. Check its permissions."
      case EIO: "The file \(name) cannot be read. Check the disk that it is on."
      default: "The file \(name) cannot be read. Check that it is a regular file."
      }
    return LibraryError(.sourceUnreadable, sentence, cause: cause.description)
  }
}
