import DiptychPlatform
import Foundation

// The forms that Swift makes of methods with a completion block (L14).
extension ALAssetsLibrary {
  /// Saves a bitmap to the Camera Roll with an orientation and returns its URL. Throws the error
  /// of the form with a completion block.
  @discardableResult
  nonisolated(nonsending) public func writeImage(
    toSavedPhotosAlbum imageRef: CGImage!, orientation: ALAssetOrientation
  ) async throws -> URL? {
    try await withWriteCompletion {
      writeImage(
        toSavedPhotosAlbum: imageRef, orientation: orientation, completionBlock: $0)
    }
  }

  /// Saves a bitmap to the Camera Roll with metadata and returns its URL. Throws the error of the
  /// form with a completion block.
  @discardableResult
  nonisolated(nonsending) public func writeImage(
    toSavedPhotosAlbum imageRef: CGImage!, metadata: [AnyHashable: Any]!
  ) async throws -> URL? {
    try await withWriteCompletion {
      writeImage(toSavedPhotosAlbum: imageRef, metadata: metadata, completionBlock: $0)
    }
  }

  /// Saves the bytes of an image file to the Camera Roll and returns its URL. Throws the error of
  /// the form with a completion block.
  @discardableResult
  nonisolated(nonsending) public func writeImageData(
    toSavedPhotosAlbum imageData: Data!, metadata: [AnyHashable: Any]!
  ) async throws -> URL? {
    try await withWriteCompletion {
      writeImageData(toSavedPhotosAlbum: imageData, metadata: metadata, completionBlock: $0)
    }
  }

  /// Copies a video file into the Camera Roll and returns its URL. Throws the error of the form
  /// with a completion block.
  @discardableResult
  nonisolated(nonsending) public func writeVideoAtPath(
    toSavedPhotosAlbum videoPathURL: URL!
  ) async throws -> URL? {
    try await withWriteCompletion {
      writeVideoAtPath(toSavedPhotosAlbum: videoPathURL, completionBlock: $0)
    }
  }
}

/// Waits for the completion of a write, without holding a thread.
nonisolated(nonsending) func withWriteCompletion(
  _ start: (@escaping (URL?, (any Error)?) -> Void) -> Void
) async throws -> URL? {
  try await withCheckedThrowingContinuation { continuation in
    start { url, error in
      if let error {
        continuation.resume(throwing: error)
      } else {
        continuation.resume(returning: url)
      }
    }
  }
}
