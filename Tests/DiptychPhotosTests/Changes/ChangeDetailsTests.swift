import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import Testing

/// What a change says of objects and results (P150–P160).
@Suite struct ChangeDetailsTests {
  // C73, P154, P155: removed in the old state, changed in the new one.
  @Test func states() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(5)
      let result = PHAsset.fetchAssets(with: nil)
      let recorder = Recorder()
      PHPhotoLibrary.shared().register(recorder)
      try scene.change {
        PHAssetChangeRequest.deleteAssets([assets[0]] as NSArray)
        PHAssetChangeRequest(for: assets[3]).isFavorite = true
        PHAssetCreationRequest.forAsset().addResource(
          with: .photo, data: Pictures.data(), options: nil)
      }
      let change = try #require(await scene.told(recorder).first)
      let details = try #require(change.changeDetails(for: result))
      #expect(details.hasIncrementalChanges)
      #expect(details.removedIndexes == [0])
      #expect(details.insertedIndexes == [4])
      #expect(details.changedIndexes == [2])
      #expect(!details.hasMoves)
      #expect(details.changedObjects.map(\.isFavorite) == [true])
      #expect(details.fetchResultBeforeChanges === result)
      #expect(details.fetchResultAfterChanges.identifiers == scene.assets)
      #expect(details.replayed == scene.assets)
      // Asked again, the same.
      let again = try #require(change.changeDetails(for: result))
      #expect(again.insertedIndexes == [4])
      // The next base says that nothing is left (P158, P150).
      #expect(change.changeDetails(for: details.fetchResultAfterChanges) == nil)
      // As results of any object.
      let untyped: PHFetchResultChangeDetails<PHObject>? =
        change.changeDetails(for: PHFetchResult<AnyObject>())
      #expect(untyped == nil)
    }
  }

  // C74, P62, P152
  @Test func objects() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(3)
      let result = PHAsset.fetchAssets(with: nil)
      let recorder = Recorder()
      PHPhotoLibrary.shared().register(recorder)
      try scene.change { PHAssetChangeRequest(for: assets[1]).isFavorite = true }
      var change = try #require(await scene.told(recorder).first)
      let details = try #require(change.changeDetails(for: assets[1]))
      #expect(details.objectBeforeChanges === assets[1])
      #expect(!assets[1].isFavorite && details.objectAfterChanges?.isFavorite == true)
      #expect(!details.objectWasDeleted && !details.assetContentChanged)
      #expect(change.changeDetails(for: assets[0]) == nil)
      #expect(result.count == 3)

      try scene.change { PHAssetChangeRequest(for: assets[1]).isHidden = true }
      change = try #require(await scene.told(recorder).first)
      #expect(change.changeDetails(for: assets[1])?.objectAfterChanges?.isHidden == true)
      #expect(change.changeDetails(for: result)?.removedIndexes == [1])

      try scene.change { PHAssetChangeRequest.deleteAssets([assets[2]] as NSArray) }
      change = try #require(await scene.told(recorder).first)
      let deleted = try #require(change.changeDetails(for: assets[2]))
      #expect(deleted.objectWasDeleted && deleted.objectAfterChanges == nil)
      #expect(change.changeDetails(for: PHAsset()) == nil)
    }
  }

  // P152: only pixels count as content.
  @Test func content() async throws {
    try await Scene.run { scene in
      let asset = try scene.saveAssets(1)[0]
      let uuid = try #require(UUID(uuidString: String(asset.localIdentifier.prefix(36))))
      let recorder = Recorder()
      PHPhotoLibrary.shared().register(recorder)
      var changes = ChangeSet(client: "App")
      changes.operations = [
        .replaceOriginal(uuid, ResourceDraft(role: .photo, content: .data(Pictures.data(16))))
      ]
      try scene.engine.commit(changes)
      let change = try #require(await scene.told(recorder).first)
      let details = try #require(change.changeDetails(for: asset))
      #expect(details.assetContentChanged)
      #expect(details.objectAfterChanges?.pixelWidth == 16)
    }
  }

  // P151
  @Test func collections() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(2)
      let album = try scene.album("Trip", [assets[0]])
      let folder = try scene.folder("Year")
      let albums = PHAssetCollection.fetchAssetCollections(
        with: .album, subtype: .any, options: nil)
      let top = PHCollection.fetchTopLevelUserCollections(with: nil)
      let members = PHAsset.fetchAssets(in: album, options: nil)
      let recorder = Recorder()
      PHPhotoLibrary.shared().register(recorder)

      try scene.change {
        PHAssetCollectionChangeRequest(for: album)?.addAssets([assets[1]] as NSArray)
      }
      var change = try #require(await scene.told(recorder).first)
      #expect(change.changeDetails(for: album) == nil)
      #expect(change.changeDetails(for: albums) == nil)
      #expect(change.changeDetails(for: members)?.insertedIndexes == [1])

      try scene.change { PHAssetCollectionChangeRequest(for: album)?.title = "Journey" }
      change = try #require(await scene.told(recorder).first)
      #expect(change.changeDetails(for: album)?.objectAfterChanges?.localizedTitle == "Journey")
      #expect(change.changeDetails(for: albums)?.changedIndexes == [0])
      #expect(change.changeDetails(for: top)?.changedIndexes == [0])
      #expect(change.changeDetails(for: folder) == nil)

      try scene.change {
        PHCollectionListChangeRequest(for: folder)?.addChildCollections([album] as NSArray)
      }
      change = try #require(await scene.told(recorder).first)
      #expect(change.changeDetails(for: top)?.removedIndexes == [0])
      #expect(change.changeDetails(for: albums)?.fetchResultAfterChanges.count ?? 1 == 1)

      try scene.change { PHCollectionListChangeRequest.deleteCollectionLists([folder] as NSArray) }
      change = try #require(await scene.told(recorder).first)
      #expect(change.changeDetails(for: album)?.objectWasDeleted == true)
      #expect(change.changeDetails(for: folder)?.objectWasDeleted == true)
      #expect(change.changeDetails(for: albums)?.removedObjects.count == 1)
      #expect(change.changeDetails(for: members)?.removedIndexes == [0])
    }
  }

  // P153: places in an album.
  @Test func moves() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(5)
      let album = try scene.album("Trip", assets)
      let members = PHAsset.fetchAssets(in: album, options: nil)
      let recorder = Recorder()
      PHPhotoLibrary.shared().register(recorder)
      try scene.change {
        PHAssetCollectionChangeRequest(for: album)?.moveAssets(at: [4], to: 0)
      }
      let change = try #require(await scene.told(recorder).first)
      let details = try #require(change.changeDetails(for: members))
      #expect(details.hasMoves && details.moves == [[4, 0]])
      #expect(details.removedIndexes == [] && details.insertedIndexes == [])
      #expect(details.changedIndexes == [])
      #expect(details.replayed == scene.members(of: album))
    }
  }

  // P44, P156, P157
  @Test func withoutIncrementalChanges() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(2)
      let options = PHFetchOptions()
      options.wantsIncrementalChangeDetails = false
      let result = PHAsset.fetchAssets(with: options)
      let album = try scene.album("Trip", [assets[0]])
      let members = PHAsset.fetchAssets(in: album, options: options)
      let recorder = Recorder()
      PHPhotoLibrary.shared().register(recorder)
      try scene.change { PHAssetChangeRequest(for: assets[1]).isFavorite = true }
      let change = try #require(await scene.told(recorder).first)
      let details = try #require(change.changeDetails(for: result))
      #expect(!details.hasIncrementalChanges && !details.hasMoves)
      #expect(details.removedIndexes == nil && details.insertedIndexes == nil)
      #expect(details.changedIndexes == nil)
      #expect(details.removedObjects.isEmpty && details.changedObjects.isEmpty)
      #expect(details.moves.isEmpty)
      #expect(details.fetchResultAfterChanges[1].isFavorite)
      #expect(change.changeDetails(for: members) == nil)
    }
  }

  // P160
  @Test func comparingResults() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(3)
      let before = PHAsset.fetchAssets(with: nil)
      try scene.change { PHAssetChangeRequest.deleteAssets([assets[1]] as NSArray) }
      try scene.save()
      let after = PHAsset.fetchAssets(with: nil)
      let details = PHFetchResultChangeDetails(
        from: before, to: after, changedObjects: [assets[0], assets[1]])
      #expect(details.removedIndexes == [1])
      #expect(details.insertedIndexes == [2])
      #expect(details.changedIndexes == [0])
      #expect(details.replayed == after.identifiers)
      let old = PHFetchResultChangeDetails(
        fromFetchResult: PHFetchResult<PHAsset>(), toFetchResult: after, changedObjects: [])
      #expect(old.insertedIndexes == [0, 1, 2])
    }
  }

  // P158, P159: notifications that pile up lead step by step to what a fetch gives.
  @Test func pilingUp() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(4)
      var result = PHAsset.fetchAssets(with: nil)
      let recorder = Recorder()
      PHPhotoLibrary.shared().register(recorder)
      for asset in assets {
        try scene.change { PHAssetChangeRequest.deleteAssets([asset] as NSArray) }
        try scene.save()
      }
      let changes = await scene.told(recorder)
      #expect(changes.count == 8)
      for change in changes {
        guard let details = change.changeDetails(for: result) else { continue }
        #expect(details.replayed == details.fetchResultAfterChanges.identifiers)
        result = details.fetchResultAfterChanges
      }
      #expect(result.identifiers == scene.assets)
    }
  }
}
