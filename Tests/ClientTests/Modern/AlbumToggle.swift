import Photos

/// Moves photos between albums of a review, in blocking changes.
extension PHAsset {
  public func reviewAlbums() -> [PHAssetCollection] {
    var result: [PHAssetCollection] = []
    PHAssetCollection
      .fetchAssetCollectionsContaining(self, with: .album, options: nil)
      .enumerateObjects({ (album, index, stop) in
        result.append(album)
      })
    return result
  }

  public func toggle(in album: PHAssetCollection) {
    let change = PHAssetCollectionChangeRequest(for: album)!
    let list = [self] as NSFastEnumeration
    if reviewAlbums().contains(album) {
      change.removeAssets(list)
    } else {
      change.addAssets(list)
    }
  }
}

public func review(_ photo: PHAsset, into album: PHAssetCollection) throws {
  try PHPhotoLibrary.shared().performChangesAndWait {
    for other in photo.reviewAlbums() where other != album {
      PHAssetCollectionChangeRequest(for: other)!.removeAssets([photo] as NSFastEnumeration)
    }
    photo.toggle(in: album)
    PHAssetChangeRequest(for: photo).isFavorite = !photo.isFavorite
  }
}
