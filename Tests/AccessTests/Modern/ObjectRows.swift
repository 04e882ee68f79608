import DiptychEngine
import DiptychPhotos
import Foundation

/// What objects and results of Photos say of themselves.
enum ObjectRows {
  static let all: [AccessRow] = objects + results

  /// Properties of assets, each read from an object that is made after the access has changed.
  static let properties: [AssetProperty] = [
    AssetProperty("PHAsset.addedDate") { $0.addedDate },
    AssetProperty("PHAsset.adjustmentFormatIdentifier") { $0.adjustmentFormatIdentifier },
    AssetProperty("PHAsset.adjustmentTimestamp") { $0.adjustmentTimestamp },
    AssetProperty("PHAsset.adjustmentsState") { $0.adjustmentsState.rawValue },
    AssetProperty("PHAsset.burstIdentifier") { $0.burstIdentifier },
    AssetProperty("PHAsset.burstSelectionTypes") { $0.burstSelectionTypes.rawValue },
    AssetProperty("PHAsset.canPerform(_:)") { asset in
      [PHAssetEditOperation.delete, .content, .properties].map { asset.canPerform($0) }
    },
    AssetProperty("PHAsset.contentType") { $0.contentType },
    AssetProperty("PHAsset.creationDate") { $0.creationDate },
    AssetProperty("PHAsset.duration") { $0.duration },
    AssetProperty("PHAsset.hasAdjustments") { $0.hasAdjustments },
    AssetProperty("PHAsset.isFavorite") { $0.isFavorite },
    AssetProperty("PHAsset.isHidden") { $0.isHidden },
    AssetProperty("PHAsset.location") { $0.location },
    AssetProperty("PHAsset.mediaSubtypes") { $0.mediaSubtypes.rawValue },
    AssetProperty("PHAsset.mediaType") { $0.mediaType.rawValue },
    AssetProperty("PHAsset.modificationDate") { $0.modificationDate },
    AssetProperty("PHAsset.pixelHeight") { $0.pixelHeight },
    AssetProperty("PHAsset.pixelWidth") { $0.pixelWidth },
    AssetProperty("PHAsset.playbackStyle") { $0.playbackStyle.rawValue },
    AssetProperty("PHAsset.representsBurst") { $0.representsBurst },
    AssetProperty("PHAsset.sourceType") { $0.sourceType.rawValue },
    AssetProperty("PHAsset.value(forKey:)") { asset in
      ["filename", "creationDate", "pixelWidth"].map { asset.value(forKey: $0) as Any }
    },
  ]

  private static let objects: [AccessRow] = [
    AccessRow(
      "PHObject.localIdentifier", "PHObject.description", "PHObject.hash", "PHObject.isEqual(_:)",
      "PHObject.copy(with:)", kind: .fetch
    ) { scene, out in
      let result = PHAsset.fetchAssets(with: nil)
      for index in 0..<result.count {
        out.note(result[index].localIdentifier)
        out.note(result[index].description)
        out.note(result[index].copy())
        let isSelected =
          result[index].isEqual(scene.held.selected)
          && result[index].hash == scene.held.selected.hash
        out.note(isSelected ? "visible" : nil)
      }
    },
    // Constants of their class.
    AccessRow(
      "PHAssetCollection.canContainAssets", "PHAssetCollection.assetCollectionType",
      "PHAssetCollection.assetCollectionSubtype", "PHAssetCollection.localizedLocationNames",
      "PHCollection.canContainAssets", "PHCollection.canContainCollections",
      "PHCollection.canPerform(_:)", "PHCollectionList.canContainCollections",
      "PHCollectionList.collectionListType", "PHCollectionList.collectionListSubtype",
      "PHCollectionList.localizedLocationNames", kind: .quiet
    ) { scene, out in
      for album in [scene.held.theirAlbum, scene.held.ownAlbum, scene.held.secretDay] {
        out.note(album.canContainAssets)
        out.note(album.canContainCollections)
        out.note(album.assetCollectionType.rawValue)
        out.note(album.assetCollectionSubtype.rawValue)
        out.note(album.localizedLocationNames)
        out.note(album.canPerform(.rename))
      }
      for list in [scene.held.theirFolder, scene.held.secretYear] {
        out.note(list.canContainCollections)
        out.note(list.collectionListType.rawValue)
        out.note(list.collectionListSubtype.rawValue)
        out.note(list.localizedLocationNames)
      }
    },
  ]

  /// Results that were fetched before the access changed, and are read after it (decision 160).
  private static let results: [AccessRow] = [
    AccessRow("PHFetchResult.count", kind: .fetch) { _, out in
      let count = PHAsset.fetchAssets(with: nil).count
      // Of the selection, two are listed.
      out.note(count == 2 ? "2 visible" : count)
    },
    AccessRow("PHFetchResult.countOfAssets(with:)", kind: .look) { scene, out in
      let videos = scene.held.unreadResult.countOfAssets(with: .video)
      let photos = scene.held.unreadResult.countOfAssets(with: .image)
      out.note(videos > 0 ? "secret video" : nil)
      out.note(photos == 2 ? "2 visible" : photos)
    },
    AccessRow(
      "PHFetchResult.object(at:)", "PHFetchResult.subscript(_:)", kind: .look,
      knowsIdentifiers: true
    ) { scene, out in
      let result = scene.held.unreadResult
      for index in 0..<result.count {
        out.note(result.object(at: index))
        out.note(result[index])
      }
    },
    AccessRow(
      "PHFetchResult.firstObject", "PHFetchResult.lastObject", kind: .look, knowsIdentifiers: true
    ) { scene, out in
      out.note(scene.held.unreadResult.firstObject)
      out.note(scene.held.unreadResult.lastObject)
    },
    AccessRow("PHFetchResult.objects(at:)", kind: .look, knowsIdentifiers: true) { scene, out in
      let result = scene.held.unreadResult
      out.note(result.objects(at: IndexSet(0..<result.count)))
    },
    AccessRow(
      "PHFetchResult.enumerateObjects(_:)", "PHFetchResult.enumerateObjects(options:using:)",
      "PHFetchResult.enumerateObjects(at:options:using:)",
      "PHFetchResult.makeFastEnumerationIterator()", "PHFetchResult.copy(with:)", kind: .look,
      knowsIdentifiers: true
    ) { scene, out in
      let result = scene.held.unreadResult
      result.enumerateObjects { asset, _, _ in out.note(asset) }
      result.enumerateObjects(options: .reverse) { asset, _, _ in out.note(asset) }
      result.enumerateObjects(at: IndexSet(integer: 0), options: []) { asset, _, _ in
        out.note(asset)
      }
      for asset in result.makeFastEnumerationIterator() { out.note(asset) }
      let copy = result.copy() as? PHFetchResult<PHAsset>
      copy?.enumerateObjects { asset, _, _ in out.note(asset) }
    },
    // Where an object stands was known when the result was fetched.
    AccessRow(
      "PHFetchResult.contains(_:)", "PHFetchResult.index(of:)", "PHFetchResult.index(of:in:)",
      "PHFetchResult.init()", kind: .quiet
    ) { scene, out in
      let result = scene.held.unreadResult
      out.note(result.contains(scene.held.selected))
      out.note(result.index(of: scene.held.photo))
      out.note(result.index(of: scene.held.photo, in: NSRange(location: 0, length: 1)))
      out.note(PHFetchResult<PHAsset>())
    },
  ]
}
