import Foundation

// Editing a Live Photo needs Core Image and Core Media, which there are no stand-ins for.

/// Edits the frames of a Live Photo.
@available(
  *, unavailable,
  message:
    "Live Photos cannot be edited frame by frame here: edit the still through PHContentEditingInput."
)
open class PHLivePhotoEditingContext: NSObject {}

/// One frame of a Live Photo that is edited.
@available(
  *, unavailable,
  message:
    "Live Photos cannot be edited frame by frame here: edit the still through PHContentEditingInput."
)
public protocol PHLivePhotoFrame {}

/// What a frame belongs to.
@available(
  *, unavailable,
  message:
    "Live Photos cannot be edited frame by frame here: edit the still through PHContentEditingInput."
)
public enum PHLivePhotoFrameType: Int, Sendable {
  /// The still.
  case photo = 0
  /// The video.
  case video = 1
}

/// An option of rendering.
@available(
  *, unavailable,
  message:
    "Live Photos cannot be edited frame by frame here: edit the still through PHContentEditingInput."
)
public struct PHLivePhotoEditingOption: RawRepresentable, Hashable, Sendable {
  /// The text of the key.
  public let rawValue: String

  /// Makes a key.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}
