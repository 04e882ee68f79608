import DiptychEngine
import Foundation

/// Which objects of one kind a change inserted, updated and deleted, by local identifier (P168).
public final class PHPersistentObjectChangeDetails: NSObject, Sendable {
  /// The kind of the objects.
  public let objectType: PHObjectType
  /// What came.
  public let insertedLocalIdentifiers: Set<String>
  /// What has new values; an album or folder also when what it holds has changed: an album when a
  /// member came, went, moved, was hidden or was shown, a folder when a child came, went or moved.
  public let updatedLocalIdentifiers: Set<String>
  /// What went.
  public let deletedLocalIdentifiers: Set<String>

  init(_ objectType: PHObjectType, _ summary: ChangeSummary) {
    self.objectType = objectType
    let (objects, identifier): (ChangeSummary.Objects, (UUID) -> String) =
      switch objectType {
      case .asset: (summary.assets, Identifiers.asset)
      case .assetCollection: (summary.albums, Identifiers.album)
      case .collectionList: (summary.folders, Identifiers.folder)
      }
    // What an album holds has also changed when a member of it came, went, was hidden or was shown.
    let holders = objectType == .assetCollection ? summary.albumsWithChangedMembers : []
    insertedLocalIdentifiers = Set(objects.inserted.map(identifier))
    updatedLocalIdentifiers = Set(objects.updated.union(holders).map(identifier))
    deletedLocalIdentifiers = Set(objects.deleted.map(identifier))
    super.init()
  }
}
