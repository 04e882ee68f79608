import DiptychEngine
import DiptychPlatform

/// What an asset is.
public enum PHAssetMediaType: Int, Sendable {
  /// Something else.
  case unknown = 0
  /// A still picture.
  case image = 1
  /// A video.
  case video = 2
  /// A sound.
  case audio = 3
}

extension PHAssetMediaType {
  init(_ kind: AssetKind) {
    self =
      switch kind {
      case .unknown: .unknown
      case .image: .image
      case .video: .video
      case .audio: .audio
      }
  }

  /// The condition that an asset is of this kind.
  var condition: PredicateNode {
    .comparison(
      PredicateComparison(
        left: .keyPath("mediaType"), op: .equal, right: .value(.integer(Int64(rawValue)))))
  }
}
