import DiptychCodecs

/// Which sides of the displayed picture the first stored row and column are, numbered 1 to 8 as
/// in EXIF and TIFF.
public enum CGImagePropertyOrientation: UInt32, Sendable {
  /// The first row is the top, the first column the left: nothing to turn.
  case up = 1
  /// The first row is the top, the first column the right.
  case upMirrored = 2
  /// The first row is the bottom, the first column the right: half a turn.
  case down = 3
  /// The first row is the bottom, the first column the left.
  case downMirrored = 4
  /// The first row is the left, the first column the top.
  case leftMirrored = 5
  /// The first row is the right, the first column the top: a quarter turn clockwise shows it.
  case right = 6
  /// The first row is the right, the first column the bottom.
  case rightMirrored = 7
  /// The first row is the left, the first column the bottom: a quarter turn the other way.
  case left = 8
}

extension CGImagePropertyOrientation {
  /// The same orientation in the codecs' type.
  package var imageOrientation: ImageOrientation {
    ImageOrientation(rawValue: Int(rawValue)) ?? .up
  }

  /// The codecs' orientation as Apple's type.
  package init(_ orientation: ImageOrientation) {
    self = CGImagePropertyOrientation(rawValue: UInt32(orientation.rawValue)) ?? .up
  }
}
