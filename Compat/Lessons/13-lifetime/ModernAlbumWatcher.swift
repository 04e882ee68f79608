import Foundation
import Photos

/// Holds an album for a while. The object is a snapshot, and so is what was fetched from it.
public final class ModernAlbumWatcher {
  var album: PHAssetCollection?
  var assets: PHFetchResult<PHAsset>?

  /// Makes a watcher that holds nothing yet.
  public init() {}

  // MARK: Take the album

  /// Takes the first album and fetches its assets.
  public func take() {
    let albums = PHAssetCollection.fetchAssetCollections(
      with: .album, subtype: .albumRegular, options: nil)
    album = albums.firstObject
    assets = album.map { PHAsset.fetchAssets(in: $0, options: nil) }
  }

  // MARK: Look again

  /// The title and the count as they were when they were fetched, whatever has happened since.
  public var now: (title: String?, count: Int) {
    (album?.localizedTitle, assets?.count ?? 0)
  }

  /// To see what is there now, fetch again, by the identifier. An album that is gone is not found.
  public func fetchAgain() {
    guard let identifier = album?.localIdentifier else { return }
    album =
      PHAssetCollection.fetchAssetCollections(
        withLocalIdentifiers: [identifier], options: nil
      ).firstObject
    assets = album.map { PHAsset.fetchAssets(in: $0, options: nil) }
  }
}
