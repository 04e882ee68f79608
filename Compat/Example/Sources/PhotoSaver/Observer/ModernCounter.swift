import Photos

/// Follows the number of photos in the library as an observer of Photos.
final class ModernCounter: NSObject, PHPhotoLibraryChangeObserver {
  /// Called with the new number after each change, on a background queue.
  var changed: ((Int) -> Void)?
  private var photos: PHFetchResult<PHAsset>?

  deinit {
    PHPhotoLibrary.shared().unregisterChangeObserver(self)
  }

  /// Starts. Only what was fetched is told about.
  func start() -> Int {
    let photos = PHAsset.fetchAssets(with: nil)
    self.photos = photos
    PHPhotoLibrary.shared().register(self)
    return photos.count
  }

  func photoLibraryDidChange(_ changeInstance: PHChange) {
    guard let photos = photos, let details = changeInstance.changeDetails(for: photos) else {
      return
    }
    // The old result never changes; the new one comes with the details.
    self.photos = details.fetchResultAfterChanges
    changed?(details.fetchResultAfterChanges.count)
  }
}
