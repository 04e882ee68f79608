import DiptychPhotos
import DiptychPlatform
import Foundation

/// Hears of changes as an application does that shows all photos and the albums at the top.
final class PhotosListener: NSObject, PHPhotoLibraryChangeObserver, Sendable {
  private struct Results: @unchecked Sendable {
    // Sendable because fetch results never change.
    var assets: PHFetchResult<PHAsset>
    var collections: PHFetchResult<PHCollection>
  }

  private let results: Lock<Results>
  private let tell: @Sendable ([String: [Int]]) -> Void

  /// Fetches and registers, in the scope in force.
  /// - Parameter tell: Gets the indexes of each change, by what happened to what.
  init(_ tell: @escaping @Sendable ([String: [Int]]) -> Void) {
    self.tell = tell
    results = Lock(
      Results(
        assets: PHAsset.fetchAssets(with: nil),
        collections: PHCollectionList.fetchTopLevelUserCollections(with: nil)))
    super.init()
    PHPhotoLibrary.shared().register(self)
  }

  func photoLibraryDidChange(_ changeInstance: PHChange) {
    var told: [String: [Int]] = [:]
    let current = results.withLock { $0 }
    var next = current
    if let details = changeInstance.changeDetails(for: current.assets) {
      next.assets = details.fetchResultAfterChanges
      told["assetsRemoved"] = details.removedIndexes.map(Array.init)
      told["assetsInserted"] = details.insertedIndexes.map(Array.init)
      told["assetsChanged"] = details.changedIndexes.map(Array.init)
    }
    if let details = changeInstance.changeDetails(for: current.collections) {
      next.collections = details.fetchResultAfterChanges
      told["collectionsRemoved"] = details.removedIndexes.map(Array.init)
      told["collectionsInserted"] = details.insertedIndexes.map(Array.init)
      told["collectionsChanged"] = details.changedIndexes.map(Array.init)
    }
    results.withLock { [next] in $0 = next }
    tell(told.filter { !$0.value.isEmpty })
  }
}
