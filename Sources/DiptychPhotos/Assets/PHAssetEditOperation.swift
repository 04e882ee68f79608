/// What can be done to an asset.
public enum PHAssetEditOperation: Int, Sendable {
  /// Deleting it.
  case delete = 1
  /// Editing its picture or video.
  case content = 2
  /// Changing its date, place and flags.
  case properties = 3
}
