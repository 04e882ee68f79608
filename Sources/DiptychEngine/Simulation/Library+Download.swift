import DiptychCodecs
import Foundation

/// Originals that are not on this machine.
///
/// Their files stay in the library's folder and play the copy in the cloud: nothing reads them as
/// originals until a download has made them local again.
extension Library {
  /// How many times a download reports, after the report at its start.
  static let downloadSteps = 4

  /// Makes a resource local, as by downloading it.
  ///
  /// Nothing to do for one that is local. The asset's change is posted when the bytes are there
  /// (C86); its modification date stays.
  /// - Parameters:
  ///   - resource: The row as it was read; what counts is how it is now.
  ///   - progress: Gets how much is there, from 0 to 1 (P211); false stops the download.
  /// - Returns: The row as it is now.
  /// - Throws: `networkUnavailable` while the network is down or when no whole copy is there, `objectGone`
  ///   for a resource that is gone, `userCancelled` when `progress` stops it.
  package func download(
    _ resource: ResourceRecord, progress: (Double) -> Bool = { _ in true }
  ) throws -> ResourceRecord {
    guard let current = try read({ try $0.resource(resource.uuid) }) else { throw Self.fileGone }
    guard !current.isLocal else { return current }
    for step in 0...Self.downloadSteps {
      try checkNetwork(current)
      // The bytes that have come are told with the last report, so they are looked at before it.
      if step == Self.downloadSteps { try checkCopy(current) }
      guard progress(Double(step) / Double(Self.downloadSteps)) else {
        throw LibraryError(
          .userCancelled, "The download was cancelled. Ask again to start it anew.")
      }
    }
    var changes = ChangeSet(origin: .upkeep)
    changes.operations = [.noteDownload(current.uuid)]
    try commit(changes)
    guard let downloaded = try read({ try $0.resource(resource.uuid) }) else { throw Self.fileGone }
    return downloaded
  }

  /// The error for a file whose asset was removed, or that an edit or a revert has replaced.
  package static var fileGone: LibraryError {
    LibraryError(.objectGone, "The file is gone from the library. Fetch its asset again.")
  }

  private func checkNetwork(_ resource: ResourceRecord) throws {
    guard !simulation.isNetworkDown else {
      throw LibraryError(
        .networkUnavailable, "The network is down. Try again when it is up.")
    }
    do {
      _ = try configuration.systemCalls.status(filePath(of: resource))
    } catch {
      throw Self.noCopy(error.description)
    }
  }

  /// Looks at the bytes of the file that plays the copy in the cloud (decision 223).
  private func checkCopy(_ resource: ResourceRecord) throws {
    guard resource.hasFile else { throw Self.noCopy(nil) }
    if let issue = try issue(resource) { throw Self.noCopy(issue.description) }
  }

  private static func noCopy(_ cause: String?) -> LibraryError {
    LibraryError(
      .networkUnavailable, "The cloud has no whole copy of this file. Import the original again.",
      cause: cause)
  }

  /// Refuses to bring back originals whose files are not as they were saved (decision 223).
  func checkCopies(of assets: [UUID]) throws {
    let away = try read { transaction in
      try assets.flatMap { uuid in
        try transaction.asset(uuid).map { try transaction.resources(of: $0.row) } ?? []
      }
    }.filter { !$0.isLocal }
    for resource in away {
      if let issue = try issue(resource) {
        throw LibraryError(.originalMissing, issue.description)
      }
    }
  }

  /// A small upright picture, as `thumbnail(of:fitting:)`, that the machine also has of a file that
  /// is not local.
  package func smallVersion(of resource: ResourceRecord, fitting: PixelSize) throws -> Bitmap {
    var resource = resource
    resource.isLocal = true
    return try thumbnail(of: resource, fitting: fitting)
  }
}
