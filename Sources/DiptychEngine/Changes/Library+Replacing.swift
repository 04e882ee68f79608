import DiptychCodecs
import Foundation

/// The file in whose place another comes.
struct ReplacedFile: Sendable {
  let uuid: UUID
  /// What the URL of its asset ends with.
  let fileExtension: String
  /// What it says of itself; nil when it is not here or cannot be read.
  let probe: MediaProbe?
}

extension Library {
  /// What an operation finds in the place of the file that it brings; nil when it brings a new
  /// asset, or one that the transaction will find to be gone.
  /// - Parameters:
  ///   - uuid: The asset.
  ///   - operation: What brings the file.
  ///   - latest: What the operations before leave in that place, if they touch it.
  func replacedFile(
    of uuid: UUID, by operation: ChangeOperation, _ latest: ReplacedFile?
  ) throws -> ReplacedFile? {
    guard case .replaceOriginal = operation else { return nil }
    if let latest { return latest }
    let found = try read { transaction in
      try transaction.asset(uuid).flatMap { asset -> (file: ResourceRecord, ending: String)? in
        guard let file = try transaction.original(of: asset.row) else { return nil }
        let shown = try transaction.representations(of: asset).first ?? file
        return (file, shown.fileExtension)
      }
    }
    return try found.map { found in
      ReplacedFile(
        uuid: found.file.uuid, fileExtension: found.ending, probe: try probe(stored: found.file))
    }
  }

  /// What a stored file says of itself; nil when it is not here or is damaged, which is no reason
  /// not to replace it.
  func probe(stored file: ResourceRecord) throws -> MediaProbe? {
    guard file.isLocal else { return nil }
    let system = configuration.systemCalls
    do {
      // Fails for a file that is missing or not the library's own.
      system.close(try system.open(filePath(of: file), .readInside))
    } catch {
      guard !error.leadsNowhere else { return nil }
      throw LibraryError.wrapping(error)
    }
    do {
      return try MediaCodecs.probe(
        .file(filePath(of: file)), nameExtension: nil, limits: configuration.limits)
    } catch {
      // What was not read, for want of memory, must not count as not said (decision 191).
      guard error.code != .unreadable else { throw LibraryError(error) }
      return nil
    }
  }
}
