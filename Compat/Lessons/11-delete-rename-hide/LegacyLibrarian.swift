import AssetsLibrary
import Foundation
import Photos

/// Deletes a photo, hides one, renames an album. AssetsLibrary has no call for any of it, so the
/// old code hands its URLs to Photos. This is how a port begins: old handles, new writes.
public final class LegacyLibrarian {
  let library = ALAssetsLibrary()

  /// Makes a librarian, with a library object that lives as long as it does.
  public init() {}

  // MARK: Delete a photo

  /// The user is asked. Afterwards the photo is in Recently Deleted.
  public func delete(_ url: URL, completion: @escaping @Sendable (Bool) -> Void) {
    let assets = PHAsset.fetchAssets(withALAssetURLs: [url], options: nil)
    PHPhotoLibrary.shared().performChanges(
      { PHAssetChangeRequest.deleteAssets(assets) },
      completionHandler: { success, _ in completion(success) })
  }

  // MARK: Hide a photo

  /// A hidden photo leaves every list, also those of AssetsLibrary; its URL still finds it.
  public func hide(_ url: URL, completion: @escaping @Sendable (Bool) -> Void) {
    let assets = PHAsset.fetchAssets(withALAssetURLs: [url], options: nil)
    PHPhotoLibrary.shared().performChanges(
      {
        assets.enumerateObjects { asset, _, _ in PHAssetChangeRequest(for: asset).isHidden = true }
      },
      completionHandler: { success, _ in completion(success) })
  }

  // MARK: Rename an album

  /// Old group objects show the new name from then on: they are live.
  public func rename(_ url: URL, to title: String, completion: @escaping @Sendable (Bool) -> Void) {
    let albums = PHAssetCollection.fetchAssetCollections(
      withALAssetGroupURLs: [url], options: nil)
    PHPhotoLibrary.shared().performChanges(
      {
        albums.enumerateObjects { album, _, _ in
          PHAssetCollectionChangeRequest(for: album)?.title = title
        }
      },
      completionHandler: { success, _ in completion(success) })
  }
}
