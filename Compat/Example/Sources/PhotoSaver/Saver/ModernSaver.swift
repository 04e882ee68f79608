import Photos

/// Saves pictures into an album, as applications do since iOS 9.
final class ModernSaver {
  init() {}

  func save(_ picture: Data, to title: String) throws {
    let options = PHFetchOptions()
    options.predicate = NSPredicate(format: "title = %@", title)
    let albums = PHAssetCollection.fetchAssetCollections(
      with: .album, subtype: .albumRegular, options: options)
    try PHPhotoLibrary.shared().performChangesAndWait {
      let asset = PHAssetCreationRequest.forAsset()
      asset.addResource(with: .photo, data: picture, options: nil)
      let album =
        albums.firstObject.flatMap { PHAssetCollectionChangeRequest(for: $0) }
        ?? PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
      if let photo = asset.placeholderForCreatedAsset {
        album.addAssets([photo] as NSArray)
      }
    }
  }
}
