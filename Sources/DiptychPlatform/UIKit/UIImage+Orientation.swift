import DiptychCodecs

extension UIImage {
  /// How stored pixels are turned for display, numbered as in UIKit.
  public enum Orientation: Int, Sendable {
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
}

extension UIImage.Orientation {
  /// The same orientation in the codecs' type, numbered as in EXIF.
  package var imageOrientation: ImageOrientation {
    switch self {
    case .up: .up
    case .down: .down
    case .left: .left
    case .right: .right
    case .upMirrored: .upMirrored
    case .downMirrored: .downMirrored
    case .leftMirrored: .leftMirrored
    case .rightMirrored: .rightMirrored
    }
  }

  /// The codecs' orientation as UIKit's.
  package init(_ orientation: ImageOrientation) {
    switch orientation {
    case .up: self = .up
    case .down: self = .down
    case .left: self = .left
    case .right: self = .right
    case .upMirrored: self = .upMirrored
    case .downMirrored: self = .downMirrored
    case .leftMirrored: self = .leftMirrored
    case .rightMirrored: self = .rightMirrored
    }
  }

  /// The same orientation, numbered as in EXIF.
  package var propertyOrientation: CGImagePropertyOrientation {
    CGImagePropertyOrientation(imageOrientation)
  }
}
