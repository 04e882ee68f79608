import DiptychEngine
import Foundation

/// What a request says about originals that are not on this machine.
struct ImageDownload: Sendable {
  let request: ImageRequest
  let isAllowed: Bool
  let progressHandler: Handover<PHAssetImageProgressHandler?>

  /// The file, downloaded if it has to be and may be (P193, P203).
  /// - Throws: `notLocal` without the network, `networkUnavailable` when the download fails,
  ///   `userCancelled` when it is stopped; then the request is cancelled.
  func local(_ file: ResourceRecord, _ library: Library) throws -> ResourceRecord {
    guard !file.isLocal else { return file }
    guard isAllowed else {
      throw LibraryError(
        .notLocal, "The original is not on this machine. Allow network access in the options.")
    }
    var reached = 0.0
    do {
      return try library.download(file) { fraction in
        reached = fraction
        report(fraction, nil)
        return !request.isCancelled
      }
    } catch {
      if !request.isCancelled { report(reached, NSError(PHPhotosError(wrapping: error))) }
      throw error
    }
  }

  private func report(_ fraction: Double, _ error: NSError?) {
    guard !request.isCancelled, let handler = progressHandler.value else { return }
    var stop = ObjCBool(false)
    handler(fraction, error, &stop, [PHImageResultRequestIDKey: NSNumber(value: request.id)])
    if stop.boolValue { request.cancel() }
  }
}
