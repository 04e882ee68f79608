import DiptychEngine

/// What a photo is to its burst.
public enum BurstRole: String, Sendable, CaseIterable {
  /// One that nobody picked; lists leave it out.
  case member
  /// One that the camera thinks is among the best; lists leave it out all the same.
  case autoPick
  /// One that the user picked.
  case userPick
  /// The one that stands for the burst.
  case representative

  var mark: BurstMark {
    switch self {
    case .member: BurstMark()
    case .autoPick: BurstMark(isAutoPick: true)
    case .userPick: BurstMark(isUserPick: true)
    case .representative: BurstMark(isRepresentative: true)
    }
  }
}

/// What is special about a photo or a video, for smart albums and `mediaSubtypes`.
public enum MediaMark: String, Sendable, CaseIterable {
  /// A panorama.
  case panorama
  /// A picture of high dynamic range.
  case highDynamicRange
  /// A screenshot.
  case screenshot
  /// A picture with depth data.
  case depthEffect
  /// A picture by the front camera.
  case selfPortrait
  /// A Live Photo that is shown as a long exposure.
  case longExposure
  /// A spatial picture or video.
  case spatial
  /// A slow-motion video.
  case slowMotion
  /// A time-lapse video.
  case timelapse
  /// A recording of the screen.
  case screenRecording
  /// A video in cinematic mode.
  case cinematic

  var bit: Int {
    switch self {
    case .panorama: 1
    case .highDynamicRange: 2
    case .screenshot: 4
    case .depthEffect: 16
    case .selfPortrait: AssetTraits.selfPortrait
    case .longExposure: AssetTraits.longExposure
    case .spatial: 1024
    case .slowMotion: 131_072
    case .timelapse: 262_144
    case .screenRecording: 524_288
    case .cinematic: 2_097_152
    }
  }
}
