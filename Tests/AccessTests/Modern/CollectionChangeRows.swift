import DiptychEngine
import DiptychPhotos
import Foundation

/// Requests about albums and folders. To an application that may only add, naming an album is
/// refused (P180); with limited access the own ones can be changed (P178).
enum CollectionChangeRows {
  static let all: [AccessRow] = albums + folders

  private static let albums: [AccessRow] = [
    AccessRow(
      "PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle:)",
      "PHAssetCollectionChangeRequest.placeholderForCreatedAssetCollection", kind: .change
    ) { scene, out in
      scene.change(out) {
        // The title of another application's album says nothing.
        let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
          withTitle: "Trip")
        _ = request.placeholderForCreatedAssetCollection.localIdentifier
      }
    },
    AccessRow(
      "PHAssetCollectionChangeRequest.init(for:)", "PHAssetCollectionChangeRequest.title",
      kind: .changeOfUnseen
    ) { scene, out in
      scene.change(out) {
        PHAssetCollectionChangeRequest(for: scene.held.theirAlbum)?.title = "Renamed"
      }
    },
    AccessRow("PHAssetCollectionChangeRequest.deleteAssetCollections(_:)", kind: .passingOver) {
      scene, out in
      let albums = [scene.held.theirAlbum] as NSArray
      scene.change(out) { PHAssetCollectionChangeRequest.deleteAssetCollections(albums) }
    },
    AccessRow("PHAssetCollectionChangeRequest.addAssets(_:)", kind: .changeOfUnseen) {
      scene, out in
      let assets = [scene.held.selected] as NSArray
      scene.change(out) {
        PHAssetCollectionChangeRequest(for: scene.held.theirAlbum)?.addAssets(assets)
      }
    },
    AccessRow("PHAssetCollectionChangeRequest.insertAssets(_:at:)", kind: .passingOver) {
      scene, out in
      // An unseen asset is dropped (decision 41).
      let assets = [scene.held.photo] as NSArray
      scene.change(out) {
        PHAssetCollectionChangeRequest(for: scene.held.ownAlbum)?.insertAssets(assets, at: [0])
      }
    },
    AccessRow("PHAssetCollectionChangeRequest.removeAssets(_:)", kind: .passingOver) {
      scene, out in
      let assets = [scene.held.video, scene.held.own] as NSArray
      scene.change(out) {
        PHAssetCollectionChangeRequest(for: scene.held.ownAlbum)?.removeAssets(assets)
      }
    },
    AccessRow(
      "PHAssetCollectionChangeRequest.removeAssets(at:)",
      "PHAssetCollectionChangeRequest.init(for:assets:)", kind: .passingOver
    ) { scene, out in
      scene.change(out) {
        let members = PHAsset.fetchAssets(in: scene.held.ownAlbum, options: nil)
        PHAssetCollectionChangeRequest(for: scene.held.ownAlbum, assets: members)?
          .removeAssets(at: [0])
      }
    },
    AccessRow("PHAssetCollectionChangeRequest.replaceAssets(at:withAssets:)", kind: .passingOver) {
      scene, out in
      let assets = [scene.held.photo] as NSArray
      scene.change(out) {
        PHAssetCollectionChangeRequest(for: scene.held.ownAlbum)?
          .replaceAssets(at: [0], withAssets: assets)
      }
    },
    AccessRow("PHAssetCollectionChangeRequest.moveAssets(at:to:)", kind: .passingOver) {
      scene, out in
      scene.change(out) {
        PHAssetCollectionChangeRequest(for: scene.held.ownAlbum)?.moveAssets(at: [1], to: 0)
      }
    },
  ]

  private static let folders: [AccessRow] = [
    AccessRow(
      "PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle:)",
      "PHCollectionListChangeRequest.placeholderForCreatedCollectionList", kind: .change
    ) { scene, out in
      scene.change(out) {
        let request = PHCollectionListChangeRequest.creationRequestForCollectionList(
          withTitle: "Folder")
        _ = request.placeholderForCreatedCollectionList.localIdentifier
      }
    },
    AccessRow(
      "PHCollectionListChangeRequest.init(for:)", "PHCollectionListChangeRequest.title",
      kind: .changeOfUnseen
    ) { scene, out in
      scene.change(out) {
        PHCollectionListChangeRequest(for: scene.held.theirFolder)?.title = "Renamed"
      }
    },
    AccessRow("PHCollectionListChangeRequest.deleteCollectionLists(_:)", kind: .passingOver) {
      scene, out in
      let folders = [scene.held.theirFolder] as NSArray
      scene.change(out) { PHCollectionListChangeRequest.deleteCollectionLists(folders) }
    },
    AccessRow("PHCollectionListChangeRequest.addChildCollections(_:)", kind: .changeOfUnseen) {
      scene, out in
      let albums = [scene.held.ownAlbum] as NSArray
      scene.change(out) {
        PHCollectionListChangeRequest(for: scene.held.theirFolder)?.addChildCollections(albums)
      }
    },
    AccessRow("PHCollectionListChangeRequest.insertChildCollections(_:at:)", kind: .change) {
      scene, out in
      let albums = [scene.held.ownAlbum] as NSArray
      scene.change(out) {
        PHCollectionListChangeRequest(for: scene.held.ownFolder)?
          .insertChildCollections(albums, at: [0])
      }
    },
    AccessRow("PHCollectionListChangeRequest.removeChildCollections(_:)", kind: .passingOver) {
      scene, out in
      let albums = [scene.held.theirAlbum] as NSArray
      scene.change(out) {
        PHCollectionListChangeRequest(for: scene.held.ownFolder)?.removeChildCollections(albums)
      }
    },
    AccessRow(
      "PHCollectionListChangeRequest.removeChildCollections(at:)",
      "PHCollectionListChangeRequest.init(for:childCollections:)", kind: .change
    ) { scene, out in
      scene.change(out) {
        let children = PHCollection.fetchCollections(in: scene.held.ownFolder, options: nil)
        PHCollectionListChangeRequest(for: scene.held.ownFolder, childCollections: children)?
          .removeChildCollections(at: IndexSet(0..<children.count))
      }
    },
    AccessRow(
      "PHCollectionListChangeRequest.replaceChildCollections(at:withChildCollections:)",
      kind: .change
    ) { scene, out in
      let albums = [scene.held.ownAlbum] as NSArray
      scene.change(out) {
        PHCollectionListChangeRequest(for: scene.held.ownFolder)?
          .replaceChildCollections(at: [0], withChildCollections: albums)
      }
    },
    AccessRow(
      "PHCollectionListChangeRequest.moveChildCollections(at:to:)",
      "PHCollectionListChangeRequest.init(forTopLevelCollectionListUserCollections:)",
      kind: .change
    ) { scene, out in
      scene.change(out) {
        let top = PHCollection.fetchTopLevelUserCollections(with: nil)
        let root = PHCollectionListChangeRequest(forTopLevelCollectionListUserCollections: top)
        root?.moveChildCollections(at: [1], to: 0)
      }
    },
  ]
}
