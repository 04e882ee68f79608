import Foundation

// Symbols of the newest SDK that nothing public uses yet (decision 43), and others without a
// meaning here.

extension PHAsset {
  /// How a Live Photo is played.
  @available(
    *, unavailable,
    message: "What a Live Photo is played as is not kept here; read playbackStyle."
  )
  public enum PlaybackVariation: Int, Sendable {
    /// As it is.
    case none = 0
    /// In a loop.
    case autoloop = 1
    /// Back and forth.
    case mirror = 2
    /// As one long exposure.
    case longExposure = 3
  }

  /// How much the user likes an asset.
  @available(
    *, unavailable,
    message: "No public code uses this symbol of the newest SDK, so its behavior is not known here."
  )
  public enum Rating: Int, Sendable {
    /// Not rated.
    case unset = 0
    /// One star.
    case one = 1
    /// Two stars.
    case two = 2
    /// Three stars.
    case three = 3
    /// Four stars.
    case four = 4
    /// Five stars.
    case five = 5
  }

  /// Which file of a RAW pair is the original.
  @available(
    *, unavailable,
    message: "No public code uses this symbol of the newest SDK, so its behavior is not known here."
  )
  public enum OriginalResourceChoice: Int, Sendable {
    /// The JPEG or HEIC file.
    case compressed = 0
    /// The RAW file.
    case raw = 1
  }

  /// How a Live Photo is played.
  @available(
    *, unavailable,
    message: "What a Live Photo is played as is not kept here; read playbackStyle."
  )
  public var playbackVariation: Int { 0 }

  /// Whether the asset is hidden because it could not be synced.
  @available(*, unavailable, message: "Always false where it exists; leave the check out.")
  public var isSyncFailureHidden: Bool { false }

  /// How much the user likes the asset.
  @available(
    *, unavailable,
    message: "No public code uses this symbol of the newest SDK, so its behavior is not known here."
  )
  public var rating: Int { 0 }

  /// Which file of a RAW pair is the original.
  @available(
    *, unavailable,
    message: "No public code uses this symbol of the newest SDK, so its behavior is not known here."
  )
  public var originalResourceChoice: Int { 0 }

  /// Title, caption and keywords.
  @available(
    *, unavailable,
    message: "No public code uses this symbol of the newest SDK, so its behavior is not known here."
  )
  public var extendedMetadata: Any { self }
}

/// Title, caption and keywords of an asset.
@available(
  *, unavailable,
  message: "No public code uses this symbol of the newest SDK, so its behavior is not known here."
)
open class PHAssetExtendedMetadata: NSObject {}

extension PHAssetChangeRequest {
  /// The caption.
  @available(
    *, unavailable,
    message: "No public code uses this symbol of the newest SDK, so its behavior is not known here."
  )
  public var caption: String? {
    get { nil }
    set {}
  }

  /// Adds a keyword.
  @available(
    *, unavailable,
    message: "No public code uses this symbol of the newest SDK, so its behavior is not known here."
  )
  public func addKeyword(_ keyword: String) {}

  /// Removes a keyword.
  @available(
    *, unavailable,
    message: "No public code uses this symbol of the newest SDK, so its behavior is not known here."
  )
  public func removeKeyword(_ keyword: String) {}

  /// Turns the video of a Live Photo on or off.
  @available(
    *, unavailable,
    message: "No public code uses this symbol of the newest SDK, so its behavior is not known here."
  )
  public func setLivePhotoVideoPlaybackEnabled(_ enabled: Bool) {}
}

extension PHFetchOptions {
  /// Whether title, caption and keywords are read with the assets.
  @available(
    *, unavailable,
    message: "No public code uses this symbol of the newest SDK, so its behavior is not known here."
  )
  public var prefetchAssetExtendedMetadata: Bool {
    get { false }
    set {}
  }
}

extension PHAssetResource {
  /// The name of the file.
  @available(*, unavailable, message: "Its type is not known; use originalFilename.")
  public var filename: String { originalFilename }
}
