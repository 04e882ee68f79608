/// Kinds of library objects, for asking a persistent change about one of them.
public enum PHObjectType: Int, Sendable {
  /// Photos and videos.
  case asset = 1
  /// Albums.
  case assetCollection = 2
  /// Folders.
  case collectionList = 3
}
