import Foundation
import Photos

/// Asks for access and says why not.
package struct AccessClient {
  package var status: (PHAccessLevel) -> PHAuthorizationStatus = {
    PHPhotoLibrary.authorizationStatus(for: $0)
  }

  package init() {}

  package func require(_ level: PHAccessLevel) async throws {
    if [.authorized, .limited].contains(status(level)) { return }
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      PHPhotoLibrary.requestAuthorization(for: level) { status in
        switch status {
        case .authorized, .limited: done.resume(returning: ())
        case .denied, .restricted, .notDetermined:
          done.resume(
            throwing: NSError(
              domain: "Access", code: status.rawValue,
              userInfo: [NSLocalizedDescriptionKey: "No access: \(status)"]))
        @unknown default: done.resume(throwing: PHPhotosError(.accessRestricted))
        }
      }
    }
  }
}

/// What a failed change was, by every spelling that clients use.
package func spellings(of error: any Error) -> [String] {
  var found: [String] = []
  let plain = error as NSError
  if plain.domain == PHPhotosErrorDomain { found.append("domain") }
  if plain.code == PHPhotosError.userCancelled.rawValue { found.append("code") }
  do { throw error } catch PHPhotosError.userCancelled { found.append("pattern") } catch {}
  if (error as? PHPhotosError)?.code == .userCancelled { found.append("type") }
  return found
}
