/// Who makes an album.
public enum PHAssetCollectionType: Int, Sendable {
  /// The user or an application.
  case album = 1
  /// The system: a query that is always up to date.
  case smartAlbum = 2
  /// The system, by day (decision 32); deprecated by Apple since iOS 13.
  case moment = 3
}
