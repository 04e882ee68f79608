import Foundation

/// Why a stored URL or a local identifier could not be converted. The text is one sentence that
/// names what to do.
public enum StoredURLError: Error, Hashable, Sendable {
  /// The text is no `assets-library://` URL with an id, or no local identifier of an asset or album.
  case malformed
  /// The library in force has nothing of this identifier that the application may see: it was
  /// deleted, or belongs to another library, or was not selected by the user.
  case dead
  /// The application may not read the library, so nothing can be said.
  case accessDenied
}

extension StoredURLError: LocalizedError, CustomStringConvertible {
  /// The sentence.
  public var errorDescription: String? { description }

  /// The sentence.
  public var description: String {
    switch self {
    case .malformed:
      "This is no assets-library URL and no local identifier of an asset or album; store one of "
        + "the two."
    case .dead:
      "The library has nothing of this identifier; treat it as deleted and forget it."
    case .accessDenied:
      "The application may not read the photo library; ask for access with "
        + "PHPhotoLibrary.requestAuthorization(for:handler:) first."
    }
  }
}
