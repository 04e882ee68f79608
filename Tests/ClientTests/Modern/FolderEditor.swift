import Foundation
import Photos

/// The verbs of the three kinds of change requests, one call each.
package enum FolderEditor {
  package static func shuffle(_ album: PHAssetCollection, _ extra: [PHAsset]) throws {
    let members = PHAsset.fetchAssets(in: album, options: nil)
    try PHPhotoLibrary.shared().performChangesAndWait {
      let request = PHAssetCollectionChangeRequest(for: album, assets: members)
      request?.insertAssets(extra as NSArray, at: IndexSet(integersIn: 0..<extra.count))
      request?.title = (album.localizedTitle ?? "") + "!"
    }
    let now = PHAsset.fetchAssets(in: album, options: nil)
    try PHPhotoLibrary.shared().performChangesAndWait {
      PHAssetCollectionChangeRequest(for: album, assets: now)?
        .moveAssets(at: IndexSet(integer: 0), to: now.count - 1)
    }
    try PHPhotoLibrary.shared().performChangesAndWait {
      let request = PHAssetCollectionChangeRequest(for: album)
      request?.removeAssets(at: IndexSet(integer: 0))
    }
  }

  package static func shelve(_ albums: [PHAssetCollection], in title: String) throws -> String {
    var identifier = ""
    try PHPhotoLibrary.shared().performChangesAndWait {
      let request = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: title)
      request.addChildCollections(albums as NSArray)
      identifier = request.placeholderForCreatedCollectionList.localIdentifier
    }
    return identifier
  }

  package static func clear(_ folder: PHCollectionList) throws {
    let children = PHCollection.fetchCollections(in: folder, options: nil)
    try PHPhotoLibrary.shared().performChangesAndWait {
      PHCollectionListChangeRequest(for: folder, childCollections: children)?
        .removeChildCollections(at: IndexSet(integersIn: 0..<children.count))
      PHCollectionListChangeRequest.deleteCollectionLists([folder] as NSArray)
    }
  }
}
