import Foundation
import Photos

/// Lists the photos of the user's library, newest first, and counts its videos.
public final class ModernPhotoList {
  /// Makes the list.
  public init() {}

  // MARK: Find the Camera Roll

  /// Gives the file names of the photos, newest first, and the number of videos.
  public func load() -> ([String], Int) {
    let albums = PHAssetCollection.fetchAssetCollections(
      with: .smartAlbum, subtype: .smartAlbumUserLibrary, options: nil)
    guard let album = albums.firstObject else { return ([], 0) }
    return (names(album), videos(album))
  }

  // MARK: Photos, newest first

  /// The filter is part of the fetch. Walking backwards keeps the order of arrival; sorting by
  /// `creationDate` would put an old photo that was saved today at the end.
  private func names(_ album: PHAssetCollection) -> [String] {
    let options = PHFetchOptions()
    options.predicate = NSPredicate(
      format: "mediaType == %d", PHAssetMediaType.image.rawValue)
    var names: [String] = []
    PHAsset.fetchAssets(in: album, options: options)
      .enumerateObjects(options: .reverse) { asset, _, _ in
        names.append(PHAssetResource.assetResources(for: asset).first?.originalFilename ?? "")
      }
    return names
  }

  // MARK: Count the videos

  /// Another question is another fetch.
  private func videos(_ album: PHAssetCollection) -> Int {
    let options = PHFetchOptions()
    options.predicate = NSPredicate(
      format: "mediaType == %d", PHAssetMediaType.video.rawValue)
    return PHAsset.fetchAssets(in: album, options: options).count
  }
}
