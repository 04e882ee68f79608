import DiptychCodecs
import DiptychPlatform

/// How the pixels of a full-resolution image are turned for display. Raw values are those of
/// `UIImage.Orientation` (L133).
public enum ALAssetOrientation: Int, Sendable {
  /// As stored.
  case up = 0
  /// Turned by half a turn.
  case down = 1
  /// Turned by a quarter turn counterclockwise.
  case left = 2
  /// Turned by a quarter turn clockwise.
  case right = 3
  /// Mirrored left to right.
  case upMirrored = 4
  /// Mirrored top to bottom.
  case downMirrored = 5
  /// Mirrored left to right, then turned by a quarter turn counterclockwise.
  case leftMirrored = 6
  /// Mirrored left to right, then turned by a quarter turn clockwise.
  case rightMirrored = 7
}

extension ALAssetOrientation {
  /// The same orientation in the codecs' type, numbered as in EXIF.
  var imageOrientation: ImageOrientation {
    UIImage.Orientation(rawValue: rawValue)?.imageOrientation ?? .up
  }

  /// The codecs' orientation as AssetsLibrary's.
  init(_ orientation: ImageOrientation) {
    self = ALAssetOrientation(rawValue: UIImage.Orientation(orientation).rawValue) ?? .up
  }
}
