import Foundation
import Photos

/// Hands changes of the library to a closure.
package final class ChangeForwarder: NSObject, PHPhotoLibraryChangeObserver {
  package var onChange: ((PHChange) -> Void)?

  package func photoLibraryDidChange(_ changeInstance: PHChange) {
    onChange?(changeInstance)
  }
}

/// What an application shows: all photos, newest first, and the members of one album, kept up to
/// date by what observers are told.
package final class LibraryModel: NSObject, PHPhotoLibraryChangeObserver {
  package var photos: PHFetchResult<PHAsset> = PHFetchResult()
  package var members: PHFetchResult<PHAsset> = PHFetchResult()
  package private(set) var names: [String] = []
  package private(set) var memberNames: Set<String> = []
  package private(set) var reloads = 0
  private let album: PHAssetCollection
  private let queue = DispatchQueue(label: "model")

  package init(album: PHAssetCollection) {
    self.album = album
    super.init()
    PHPhotoLibrary.shared().register(self)
    let options = PHFetchOptions()
    options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
    photos = PHAsset.fetchAssets(with: .image, options: options)
    members = PHAsset.fetchAssets(in: album, options: nil)
    photos.enumerateObjects { asset, _, _ in self.names.append(asset.localIdentifier) }
    members.enumerateObjects { asset, _, _ in self.memberNames.insert(asset.localIdentifier) }
  }

  deinit {
    PHPhotoLibrary.shared().unregisterChangeObserver(self)
  }

  package func photoLibraryDidChange(_ changeInstance: PHChange) {
    queue.sync {
      if let details = changeInstance.changeDetails(for: photos) {
        photos = details.fetchResultAfterChanges
        if details.hasIncrementalChanges, !details.hasMoves {
          for index in (details.removedIndexes ?? []).reversed() { names.remove(at: index) }
          for index in details.insertedIndexes ?? [] {
            names.insert(photos.object(at: index).localIdentifier, at: index)
          }
        } else {
          names = photos.objects(at: IndexSet(0..<photos.count)).map(\.localIdentifier)
          reloads += 1
        }
      }
      if let details = changeInstance.changeDetails(for: members) {
        members = details.fetchResultAfterChanges
        details.insertedObjects.forEach { memberNames.insert($0.localIdentifier) }
        details.removedObjects.forEach { memberNames.remove($0.localIdentifier) }
      }
    }
  }
}
