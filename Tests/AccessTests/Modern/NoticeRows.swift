import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation

/// What observers are told of changes that others make (P149, P162, P169, decision 162).
enum NoticeRows {
  static let all: [AccessRow] = [
    AccessRow(
      "PHPhotoLibrary.register(_:)", "PHPhotoLibrary.unregisterChangeObserver(_:)",
      "PHPhotoLibraryChangeObserver.photoLibraryDidChange(_:)",
      "PHObjectChangeDetails.objectBeforeChanges", "PHObjectChangeDetails.objectAfterChanges",
      "PHObjectChangeDetails.assetContentChanged", "PHObjectChangeDetails.objectWasDeleted",
      "PHChange.changeDetails(for:)", "PHChange.changeDetails(for:)",
      "PHChange.changeDetails(for:)", "PHFetchResultChangeDetails.fetchResultBeforeChanges",
      "PHFetchResultChangeDetails.fetchResultAfterChanges",
      "PHFetchResultChangeDetails.hasIncrementalChanges",
      "PHFetchResultChangeDetails.removedIndexes", "PHFetchResultChangeDetails.removedObjects",
      "PHFetchResultChangeDetails.insertedIndexes", "PHFetchResultChangeDetails.insertedObjects",
      "PHFetchResultChangeDetails.changedIndexes", "PHFetchResultChangeDetails.changedObjects",
      "PHFetchResultChangeDetails.hasMoves", "PHFetchResultChangeDetails.enumerateMoves(_:)",
      kind: .noticeOfFetch, knowsIdentifiers: true
    ) { scene, out in
      let watcher = Watcher(scene, out)
      PHPhotoLibrary.shared().register(watcher)
      try await scene.library.changeSecrets(of: scene, told: { watcher.told }, out)
      try await scene.library.changeSelection()
      PHPhotoLibrary.shared().unregisterChangeObserver(watcher)
    },
    AccessRow(
      "PHFetchResultChangeDetails.init(from:to:changedObjects:)",
      "PHFetchResultChangeDetails.init(fromFetchResult:toFetchResult:changedObjects:)",
      kind: .look, knowsIdentifiers: true
    ) { scene, out in
      let empty = PHFetchResult<PHAsset>()
      for details in [
        PHFetchResultChangeDetails(
          from: empty, to: scene.held.unreadResult, changedObjects: []),
        PHFetchResultChangeDetails(
          fromFetchResult: scene.held.unreadResult, toFetchResult: empty, changedObjects: []),
      ] {
        out.note(details.insertedObjects)
        out.note(details.removedObjects)
      }
    },
  ]
}

/// Asks everything that a change tells.
private final class Watcher: NSObject, PHPhotoLibraryChangeObserver, Sendable {
  private let scene: AccessScene
  private let out: Witness
  private let fresh = PHAsset.fetchAssets(with: nil)
  private let albums = PHAssetCollection.fetchAssetCollections(
    with: .album, subtype: .any, options: nil)
  private let count = Lock(0)

  init(_ scene: AccessScene, _ out: Witness) {
    self.scene = scene
    self.out = out
    super.init()
  }

  var told: Int { count.withLock { $0 } }

  func photoLibraryDidChange(_ change: PHChange) {
    count.withLock { $0 += 1 }
    let held = scene.held
    for asset in [held.photo, held.video] where change.changeDetails(for: asset) != nil {
      out.note("secret asset told")
    }
    for object in [held.theirAlbum, held.theirFolder] as [PHObject]
    where change.changeDetails(for: object) != nil {
      out.note("secret collection told")
    }
    if let details = change.changeDetails(for: held.selected) {
      out.note(details.objectBeforeChanges)
      out.note(details.objectAfterChanges)
      out.note([details.assetContentChanged, details.objectWasDeleted])
    }
    note(change.changeDetails(for: fresh))
    note(change.changeDetails(for: held.unreadResult))
    note(change.changeDetails(for: albums))
    out.note(change.changeDetails(for: PHFetchResult<AnyObject>())?.insertedObjects)
  }

  private func note<Kind: PHObject>(_ details: PHFetchResultChangeDetails<Kind>?) {
    guard let details else { return }
    out.note(details.fetchResultBeforeChanges.firstObject)
    out.note(details.fetchResultAfterChanges)
    out.note([details.hasIncrementalChanges, details.hasMoves])
    out.note(details.insertedObjects)
    out.note(details.changedObjects)
    out.note(details.removedObjects.map(\.localIdentifier).count)
    for indexes in [details.removedIndexes, details.insertedIndexes, details.changedIndexes] {
      out.note(indexes?.isEmpty)
    }
    details.enumerateMoves { [out] from, to in out.note([from, to]) }
  }
}
