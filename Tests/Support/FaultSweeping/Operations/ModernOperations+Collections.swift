import DiptychEngine
import DiptychPhotos
import Foundation

extension SweptOperation {
  /// Every request of the modern facade about albums and folders.
  package static let collections: [SweptOperation] = albums + folders

  private static let albums: [SweptOperation] = [
    modern("creationRequestForAssetCollection") { _ in
      PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "New")
    },
    fetching("title") { stage in
      guard let album = stage.collection else { return false }
      guard let edit = PHAssetCollectionChangeRequest(for: album) else { return false }
      edit.title = "Renamed"
      return true
    },
    fetching("insertAssets") { stage in
      guard let album = stage.collection, let asset = stage.asset(2) else { return false }
      guard let edit = PHAssetCollectionChangeRequest(for: album) else { return false }
      edit.insertAssets([asset] as NSArray, at: [0])
      return true
    },
    fetching("moveAssets") { stage in
      guard let album = stage.collection else { return false }
      guard let edit = PHAssetCollectionChangeRequest(for: album) else { return false }
      edit.moveAssets(at: [1], to: 0)
      return true
    },
    fetching("removeAssets") { stage in
      guard let album = stage.collection, let asset = stage.asset(0) else { return false }
      guard let edit = PHAssetCollectionChangeRequest(for: album) else { return false }
      edit.removeAssets([asset] as NSArray)
      return true
    },
    fetching("deleteAssetCollections") { stage in
      guard let album = stage.collection else { return false }
      PHAssetCollectionChangeRequest.deleteAssetCollections([album] as NSArray)
      return true
    },
    fetching("addAssets") { stage in
      guard let album = stage.collection, let asset = stage.asset(2) else { return false }
      guard let edit = PHAssetCollectionChangeRequest(for: album) else { return false }
      edit.addAssets([asset] as NSArray)
      return true
    },
    fetching("removeAssets at places of a fetch") { stage in
      guard let album = stage.collection else { return false }
      let members = PHAsset.fetchAssets(in: album, options: nil)
      guard members.count == 2 else { return false }
      guard let edit = PHAssetCollectionChangeRequest(for: album, assets: members) else {
        return false
      }
      edit.removeAssets(at: [1])
      return true
    },
    fetching("replaceAssets") { stage in
      guard let album = stage.collection, let asset = stage.asset(2) else { return false }
      guard let edit = PHAssetCollectionChangeRequest(for: album) else { return false }
      edit.replaceAssets(at: [0], withAssets: [asset] as NSArray)
      return true
    },
  ]

  private static let folders: [SweptOperation] = [
    fetching("creationRequestForCollectionList with an album") { stage in
      guard let album = stage.collection else { return false }
      let request = PHCollectionListChangeRequest.creationRequestForCollectionList(
        withTitle: "New")
      request.addChildCollections([album] as NSArray)
      return true
    },
    fetching("deleteCollectionLists") { stage in
      guard let list = stage.list else { return false }
      PHCollectionListChangeRequest.deleteCollectionLists([list] as NSArray)
      return true
    },
    folder("title of a list") { request, _ in request.title = "Renamed" },
    folder("insertChildCollections") { request, album in
      request.insertChildCollections([album] as NSArray, at: [0])
    },
    folder("replaceChildCollections") { request, album in
      request.replaceChildCollections(at: [0], withChildCollections: [album] as NSArray)
    },
    fetching("removeChildCollections") { stage in
      guard let list = stage.list, let child = children(list).firstObject else { return false }
      guard let request = PHCollectionListChangeRequest(for: list) else { return false }
      request.removeChildCollections([child] as NSArray)
      return true
    },
    fetching("removeChildCollections at places of a fetch") { stage in
      guard let list = stage.list else { return false }
      let children = children(list)
      guard children.count == 1 else { return false }
      let request = PHCollectionListChangeRequest(for: list, childCollections: children)
      request?.removeChildCollections(at: [0])
      return request != nil
    },
    fetching("moveChildCollections of the root") { _ in
      let root = PHCollection.fetchTopLevelUserCollections(with: nil)
      guard root.count == 2 else { return false }
      let request = PHCollectionListChangeRequest(
        forTopLevelCollectionListUserCollections: root)
      request?.moveChildCollections(at: [1], to: 0)
      return request != nil
    },
  ]

  private static func children(_ list: PHCollectionList) -> PHFetchResult<PHCollection> {
    PHCollection.fetchCollections(in: list, options: nil)
  }

  /// A change of the folder, which gets the album at the root.
  private static func folder(
    _ name: String,
    _ change: @escaping @Sendable (PHCollectionListChangeRequest, PHAssetCollection) -> Void
  ) -> SweptOperation {
    fetching(name) { stage in
      guard let list = stage.list, let album = stage.collection else { return false }
      guard let request = PHCollectionListChangeRequest(for: list) else { return false }
      change(request, album)
      return true
    }
  }
}
