import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation

/// Every call of the modern API.
enum ModernOperations {
  static let all =
    access + assetFetches + collectionFetches + results + creations + properties + albums + folders
    + failures + history + pictures + files + editing + LegacyOperations.user

  private static let access: [StressOperation] = [
    StressOperation(name: "authorizationStatus(for:)") { worker in
      let statuses = [
        PHPhotoLibrary.authorizationStatus(), PHPhotoLibrary.authorizationStatus(for: .addOnly),
      ]
      let asked: PHAuthorizationStatus = try worker.wait(for: "requestAuthorization") { done in
        PHPhotoLibrary.requestAuthorization(for: .readWrite) { done($0) }
      }
      guard statuses == [.authorized, .authorized], asked == .authorized else {
        throw StressFailure("The status is not authorized.")
      }
    }
  ]

  private static let assetFetches: [StressOperation] = [
    StressOperation(name: "fetchAssets(with:)", weight: 2) { worker in
      let options = PHFetchOptions()
      if worker.chance(50) {
        options.predicate = NSPredicate(format: "mediaType == %d AND isFavorite == NO", 1)
      }
      if worker.chance(50) {
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
      }
      if worker.chance(30) { options.fetchLimit = 5 }
      let result = PHAsset.fetchAssets(with: options)
      guard options.fetchLimit == 0 || result.count <= 5 else {
        throw StressFailure("A limit of 5 gave \(result.count).")
      }
      worker.world.share(result)
    },
    StressOperation(name: "fetchAssets(with mediaType:)") { worker in
      let videos = PHAsset.fetchAssets(with: .video, options: nil)
      videos.enumerateObjects { [world = worker.world] asset, _, _ in
        if asset.mediaType != .video, asset.mediaType != .unknown {
          world.report("A fetch of videos gave another kind.")
        }
      }
    },
    StressOperation(name: "fetchAssets by name", weight: 2) { worker in
      let names = worker.world.fixed.identifiers
      let found = PHAsset.fetchAssets(withLocalIdentifiers: names + ["", "x"], options: nil)
      guard found.count == names.count else { throw StressFailure("A fixed asset is gone.") }
      let urls = PHAsset.fetchAssets(withALAssetURLs: worker.world.fixed.assets, options: nil)
      guard urls.count == names.count else { throw StressFailure("A URL finds nothing.") }
      worker.world.share(found)
      _ = PHAsset.fetchAssets(withBurstIdentifier: "none", options: nil).count
    },
    StressOperation(name: "fetchAssets(in:)", weight: 2) { worker in
      let album = try worker.fixedCollection()
      let result = PHAsset.fetchAssets(in: album, options: nil)
      let keys = PHAsset.fetchKeyAssets(in: album, options: nil)
      guard result.count == 3, keys?.firstObject == result.firstObject else {
        throw StressFailure("The fixed album has not its three assets.")
      }
    },
  ]

  private static let collectionFetches: [StressOperation] = [
    StressOperation(name: "collections", weight: 2) { worker in
      let top = PHCollection.fetchTopLevelUserCollections(with: nil)
      for index in 0..<top.count {
        _ = (top[index].localizedTitle, top[index].canPerform(.rename))
        if let list = top[index] as? PHCollectionList {
          _ = PHCollection.fetchCollections(in: list, options: nil).count
        }
      }
      for type in [PHAssetCollectionType.album, .smartAlbum] {
        let found = PHAssetCollection.fetchAssetCollections(with: type, subtype: .any, options: nil)
        found.enumerateObjects { album, _, _ in
          _ = (album.localizedTitle, album.estimatedAssetCount, album.startDate, album.endDate)
        }
      }
      _ = PHCollectionList.fetchCollectionLists(with: .folder, subtype: .any, options: nil).count
    },
    StressOperation(name: "containing and moments") { worker in
      let fixed = try worker.fixedAsset()
      let albums = PHAssetCollection.fetchAssetCollectionsContaining(
        fixed, with: .album, options: nil)
      guard albums.count >= 1 else { throw StressFailure("No album holds a fixed asset.") }
      let list = PHCollectionList.fetchCollectionListsContaining(albums[0], options: nil)
      let moments = PHAssetCollection.fetchMoments(with: nil)
      _ = (list.count, moments.firstObject.map { PHAsset.fetchAssets(in: $0, options: nil).count })
      _ = PHCollectionList.fetchMomentLists(with: .momentListYear, options: nil).count
    },
    StressOperation(name: "transient collections") { worker in
      let fixed = try worker.fixedAsset()
      let album = PHAssetCollection.transientAssetCollection(with: [fixed], title: "Picks")
      let list = PHCollectionList.transientCollectionList(with: [album], title: nil)
      guard PHAsset.fetchAssets(in: album, options: nil).count == 1,
        PHCollection.fetchCollections(in: list, options: nil).count == 1
      else { throw StressFailure("A transient collection is empty.") }
    },
  ]

  /// Results that other threads made and read at the same time.
  private static let results: [StressOperation] = [
    StressOperation(name: "a shared result", weight: 3) { worker in
      guard let result = worker.pick(worker.world.results), result.count > 0 else { return }
      let index = Int.random(in: 0..<result.count, using: &worker.random)
      let asset = result[index]
      guard asset.localIdentifier.hasSuffix("/L0/001"), result.index(of: asset) == index else {
        throw StressFailure("A result does not find its own object.")
      }
      _ = (asset.creationDate, asset.pixelWidth, asset.location, asset.isFavorite, asset.hash)
      _ = (asset.modificationDate, asset.hasAdjustments, asset.canPerform(.delete))
      _ = (result.countOfAssets(with: .image), result.firstObject, result.lastObject)
      var seen = 0
      result.enumerateObjects(options: worker.chance(50) ? .reverse : .concurrent) { _, _, stop in
        seen += 1
        if seen == 20 { stop.pointee = true }
      }
      guard seen == min(20, result.count) else { throw StressFailure("A walk saw \(seen).") }
    },
    StressOperation(name: "PHFetchResultChangeDetails") { worker in
      let results = worker.world.results
      guard let one = worker.pick(results), let other = worker.pick(results) else { return }
      let details = PHFetchResultChangeDetails(from: one, to: other, changedObjects: [])
      guard let removed = details.removedIndexes, let inserted = details.insertedIndexes,
        one.count - removed.count + inserted.count == other.count
      else { throw StressFailure("A difference does not add up.") }
    },
  ]
}

extension StressWorker {
  func fixedCollection() throws -> PHAssetCollection {
    let found = PHAssetCollection.fetchAssetCollections(
      withLocalIdentifiers: [world.fixed.albumIdentifier], options: nil
    ).firstObject
    guard let found else { throw StressFailure("The fixed album is gone.") }
    return found
  }

  func fixedAsset() throws -> PHAsset {
    let found = PHAsset.fetchAssets(
      withLocalIdentifiers: [pick(world.fixed.identifiers)].compactMap { $0 }, options: nil
    ).firstObject
    guard let found else { throw StressFailure("A fixed asset is gone.") }
    return found
  }

  /// One of the assets that threads share, if it is there still.
  func sharedAsset() -> PHAsset? {
    guard let uuid = Identifiers.uuid(of: pick(world.assetURLs)) else { return nil }
    return PHAsset.fetchAssets(withLocalIdentifiers: [Identifiers.asset(uuid)], options: nil)
      .firstObject
  }

  /// One of the albums that threads share, if it is there still.
  func sharedAlbum() -> PHAssetCollection? {
    guard let uuid = Identifiers.uuid(of: pick(world.groupURLs)) else { return nil }
    return PHAssetCollection.fetchAssetCollections(
      withLocalIdentifiers: [Identifiers.album(uuid)], options: nil
    ).firstObject
  }
}
