import DiptychAssetsLibrary
import DiptychEngine
import DiptychPhotos
import Foundation

/// From one API to the other inside one process: while an application is ported call by call, an
/// object of either API may have to cross.
///
/// Objects cross within the library that they came from, whatever library is in force (decision
/// 42). Nothing is copied and nothing is written: both objects stand for the same photo or album.
/// Calls are synchronous, on any thread, one read transaction each.
public enum PhotoBridge {
  // MARK: Assets

  /// The asset of Photos that stands for an `ALAsset`.
  ///
  /// Nil for an object made by hand, once its `ALAssetsLibrary` was released (L19), when the asset
  /// was deleted, and when the application may no longer read it. The result is a snapshot that
  /// outlives the `ALAssetsLibrary` (D19).
  public static func asset(for asset: ALAsset) -> PHAsset? {
    guard let (uuid, scope) = asset.bridged else { return nil }
    return LibraryScope.$current.withValue(scope) {
      PHAsset.fetchAssets(withLocalIdentifiers: [Identifiers.asset(uuid)], options: nil).firstObject
    }
  }

  /// The `ALAsset` that stands for an asset of Photos, as if `library` had given it: it lives as
  /// long as `library` (L18), and reads at each call (D19).
  ///
  /// Nil for an asset that denotes nothing, such as a mock, when the asset was deleted since it was
  /// fetched, and when the application may not read it.
  public static func asset(for asset: PHAsset, from library: ALAssetsLibrary) -> ALAsset? {
    guard let (uuid, scope) = asset.bridged else { return nil }
    return library.bridgedAsset(uuid, in: scope)
  }

  // MARK: Groups

  /// The collection of Photos that stands for a group: a user's or synced album, or the smart album
  /// `smartAlbumUserLibrary` for the Camera Roll.
  ///
  /// Nil for the group of all synced assets, which has no collection, and as for assets.
  public static func collection(for group: ALAssetsGroup) -> PHAssetCollection? {
    guard let (uuid, scope) = group.bridged else { return nil }
    return LibraryScope.$current.withValue(scope) {
      PHAssetCollection.fetchAssetCollections(
        withLocalIdentifiers: [Identifiers.album(uuid)], options: nil
      ).firstObject
    }
  }

  /// The group that stands for a collection, as if `library` had given it.
  ///
  /// Nil for smart albums other than the user's library, which AssetsLibrary never showed (decision
  /// 5), and as for assets. The group has no filter; set one if the old code relies on it (D26).
  public static func group(
    for collection: PHAssetCollection, from library: ALAssetsLibrary
  ) -> ALAssetsGroup? {
    guard let (uuid, scope) = collection.bridged else { return nil }
    return library.bridgedGroup(uuid, in: scope)
  }
}
