import Foundation
import Photos

/// Deletes a photo, hides one, renames an album.
public final class ModernLibrarian {
  /// Makes a librarian.
  public init() {}

  // MARK: Delete a photo

  /// The user is asked, once for all photos of one block. Refusing gives error 3072, and nothing
  /// of the block happens.
  public func delete(_ identifier: String, completion: @escaping @Sendable (Bool) -> Void) {
    let assets = PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil)
    PHPhotoLibrary.shared().performChanges(
      { PHAssetChangeRequest.deleteAssets(assets) },
      completionHandler: { success, _ in completion(success) })
  }

  // MARK: Hide a photo

  /// The fetched object is a snapshot: it says "not hidden" until it is fetched again.
  public func hide(_ identifier: String, completion: @escaping @Sendable (Bool) -> Void) {
    let assets = PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil)
    PHPhotoLibrary.shared().performChanges(
      {
        assets.enumerateObjects { asset, _, _ in PHAssetChangeRequest(for: asset).isHidden = true }
      },
      completionHandler: { success, _ in completion(success) })
  }

  // MARK: Rename an album

  /// Titles need not be unique, so a title that is in use is no error.
  public func rename(
    _ identifier: String, to title: String, completion: @escaping @Sendable (Bool) -> Void
  ) {
    let albums = PHAssetCollection.fetchAssetCollections(
      withLocalIdentifiers: [identifier], options: nil)
    PHPhotoLibrary.shared().performChanges(
      {
        albums.enumerateObjects { album, _, _ in
          PHAssetCollectionChangeRequest(for: album)?.title = title
        }
      },
      completionHandler: { success, _ in completion(success) })
  }
}
