import DiptychPhotos
import DiptychPlatform
import Foundation

extension ModernOperations {
  static let history: [StressOperation] = [
    StressOperation(name: "PHPhotoLibraryChangeObserver", weight: 2) { worker in
      // An observer comes and goes while others are told.
      let observer = StressObserver(worker.world, PHAsset.fetchAssets(with: nil))
      PHPhotoLibrary.shared().register(observer)
      try worker.create {
        PHAssetChangeRequest.creationRequestForAsset(
          from: UIImage(cgImage: StressMedia.image(4)))
      }
      if worker.chance(50) { PHPhotoLibrary.shared().unregisterChangeObserver(observer) }
    },
    StressOperation(name: "a lasting observer") { worker in
      let observer = worker.world.observer
      PHPhotoLibrary.shared().register(observer)
      try worker.create {
        PHAssetChangeRequest.creationRequestForAsset(
          from: UIImage(cgImage: StressMedia.image(2)))
      }
    },
    StressOperation(name: "fetchPersistentChanges") { worker in
      let library = PHPhotoLibrary.shared()
      let token = library.currentChangeToken
      try worker.create {
        PHAssetChangeRequest.creationRequestForAsset(
          from: UIImage(cgImage: StressMedia.image(6)))
      }
      let archive = try NSKeyedArchiver.archivedData(
        withRootObject: token, requiringSecureCoding: true)
      let again = try NSKeyedUnarchiver.unarchivedObject(
        ofClass: PHPersistentChangeToken.self, from: archive)
      var inserted = 0
      for change in try library.fetchPersistentChanges(since: again ?? token) {
        for type in [PHObjectType.asset, .assetCollection, .collectionList] {
          let details = try change.changeDetails(for: type)
          if type == .asset { inserted += details.insertedLocalIdentifiers.count }
        }
      }
      guard inserted > 0 else { throw StressFailure("The history lacks a new asset.") }
    },
  ]
}

/// An observer that replays what it is told on its result.
final class StressObserver: NSObject, PHPhotoLibraryChangeObserver, Sendable {
  private let report: @Sendable (String) -> Void
  private let note: @Sendable () -> Void
  private let result: Lock<PHFetchResult<PHAsset>>

  init(_ world: StressWorld, _ result: PHFetchResult<PHAsset>) {
    report = { [weak world] in world?.report($0) }
    note = { [weak world] in world?.count { $0.notifications += 1 } }
    self.result = Lock(result)
    super.init()
  }

  func photoLibraryDidChange(_ changeInstance: PHChange) {
    note()
    let old = result.withLock { $0 }
    guard let details = changeInstance.changeDetails(for: old) else { return }
    let new = details.fetchResultAfterChanges
    if let removed = details.removedIndexes, let inserted = details.insertedIndexes,
      old.count - removed.count + inserted.count != new.count
    {
      report("What an observer was told does not add up.")
    }
    result.withLock { $0 = new }
  }
}
