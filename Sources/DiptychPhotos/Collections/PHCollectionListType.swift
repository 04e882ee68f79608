/// Who makes a list of collections.
public enum PHCollectionListType: Int, Sendable {
  /// The system, of moments; deprecated by Apple since iOS 13.
  case momentList = 1
  /// The user or an application.
  case folder = 2
  /// The system, of synced events and faces. This library has none, so a fetch finds nothing.
  case smartFolder = 3
}

/// What a list of collections is.
public enum PHCollectionListSubtype: Int, Sendable {
  /// The moments of a month.
  case momentListCluster = 1
  /// The moments of a year.
  case momentListYear = 2
  /// Made by the user or an application.
  case regularFolder = 100
  /// The folder that holds everything.
  @available(*, unavailable, message: "Use fetchTopLevelUserCollections(with:) for the root.")
  case rootFolder = 101
  /// Synced events.
  @available(*, unavailable, message: "There are no smart folders here; fetch folders.")
  case smartFolderEvents = 200
  /// Synced faces.
  @available(*, unavailable, message: "There are no smart folders here; fetch folders.")
  case smartFolderFaces = 201
  /// Every subtype, for fetching only.
  case any = 9_223_372_036_854_775_807
}
