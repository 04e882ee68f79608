import Foundation
import Photos

/// A list of the user's library that follows changes.
public final class ModernLiveList: NSObject, PHPhotoLibraryChangeObserver {
  /// Called with the number of photos after each change.
  public var changed: ((Int) -> Void)?
  private var assets: PHFetchResult<PHAsset>?

  /// Makes a list that follows nothing yet.
  public override init() {
    super.init()
  }

  deinit {
    PHPhotoLibrary.shared().unregisterChangeObserver(self)
  }

  // MARK: Take the list

  /// Fetches the photos and gives their number. Only what was fetched is told about.
  public func start() -> Int {
    PHPhotoLibrary.shared().register(self)
    let assets = PHAsset.fetchAssets(with: nil)
    self.assets = assets
    return assets.count
  }

  // MARK: Be told

  /// Comes on a background queue. The old result never changes; the new one comes with the details,
  /// and with the indexes at which a list inserts and removes rows.
  public func photoLibraryDidChange(_ changeInstance: PHChange) {
    guard let assets, let details = changeInstance.changeDetails(for: assets) else { return }
    self.assets = details.fetchResultAfterChanges
    changed?(details.fetchResultAfterChanges.count)
  }
}
