import Photos

/// Moves photos between albums of a review, in blocking changes.
extension PHAsset {
  package func reviewAlbums() -> [PHAssetCollection] {
    var result: [PHAssetCollection] = []
    PHAssetCollection
      .fetchAssetCollectionsContaining(self, with: .album, options: nil)
      .enumerateObjects({ (album, index, stop) in
        result.append(album)
      })
    return result
  }

  package func toggle(in album: PHAssetCollection) {
    guard let change = PHAssetCollectionChangeRequest(for: album) else { return }
    let list = [self] as NSFastEnumeration
    if reviewAlbums().contains(album) {
      change.removeAssets(list)
    } else {
      change.addAssets(list)
    }
  }
}

package func review(_ photo: PHAsset, into album: PHAssetCollection) throws {
  try PHPhotoLibrary.shared().performChangesAndWait {
    for other in photo.reviewAlbums() where other != album {
      PHAssetCollectionChangeRequest(for: other)?.removeAssets([photo] as NSFastEnumeration)
    }
    photo.toggle(in: album)
    PHAssetChangeRequest(for: photo).isFavorite = !photo.isFavorite
  }
}
