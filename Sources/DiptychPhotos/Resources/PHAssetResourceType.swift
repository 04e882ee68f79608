/// What a stored file is to its asset.
public enum PHAssetResourceType: Int, Sendable {
  /// The original picture.
  case photo = 1
  /// The original video.
  case video = 2
  /// A sound.
  case audio = 3
  /// The other original of a pair, such as a RAW file beside a JPEG.
  case alternatePhoto = 4
  /// The edited picture.
  case fullSizePhoto = 5
  /// The edited video.
  case fullSizeVideo = 6
  /// How the edit was made.
  case adjustmentData = 7
  /// The picture that an edit starts from.
  case adjustmentBasePhoto = 8
  /// The video of a Live Photo.
  case pairedVideo = 9
  /// The edited video of a Live Photo.
  case fullSizePairedVideo = 10
  /// The video of a Live Photo that an edit starts from.
  case adjustmentBasePairedVideo = 11
  /// The video that an edit starts from.
  case adjustmentBaseVideo = 12
  /// A stand-in for a picture that is still being processed.
  case photoProxy = 19
}
