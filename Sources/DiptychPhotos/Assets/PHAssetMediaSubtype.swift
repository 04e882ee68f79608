/// What is special about an asset. The set is empty for an ordinary one.
public struct PHAssetMediaSubtype: OptionSet, Sendable {
  /// The bits, numbered as by Apple.
  public let rawValue: UInt

  /// Makes a set of bits.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// A panorama.
  public static let photoPanorama = PHAssetMediaSubtype(rawValue: 1)
  /// A picture of high dynamic range.
  public static let photoHDR = PHAssetMediaSubtype(rawValue: 2)
  /// A screenshot.
  public static let photoScreenshot = PHAssetMediaSubtype(rawValue: 4)
  /// A Live Photo.
  public static let photoLive = PHAssetMediaSubtype(rawValue: 8)
  /// A picture with depth data.
  public static let photoDepthEffect = PHAssetMediaSubtype(rawValue: 16)
  /// An animated picture.
  public static let photoAnimation = PHAssetMediaSubtype(rawValue: 64)
  /// A spatial picture or video.
  public static let spatialMedia = PHAssetMediaSubtype(rawValue: 1024)
  /// A video that is streamed and never stored.
  public static let videoStreamed = PHAssetMediaSubtype(rawValue: 65_536)
  /// A slow-motion video.
  public static let videoHighFrameRate = PHAssetMediaSubtype(rawValue: 131_072)
  /// A time-lapse video.
  public static let videoTimelapse = PHAssetMediaSubtype(rawValue: 262_144)
  /// A recording of the screen.
  public static let videoScreenRecording = PHAssetMediaSubtype(rawValue: 524_288)
  /// A video in cinematic mode.
  public static let videoCinematic = PHAssetMediaSubtype(rawValue: 2_097_152)
}
