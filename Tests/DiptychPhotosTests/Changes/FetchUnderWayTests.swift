import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import Testing

/// Decision 263: what is committed while a fetch reads.
@Suite struct FetchUnderWayTests {
  private static func uuid(_ object: PHObject) throws -> UUID {
    try #require(UUID(uuidString: String(object.localIdentifier.prefix(36))))
  }

  private static func favorite(_ isFavorite: Bool) -> AssetUpdate {
    var update = AssetUpdate()
    update.isFavorite = isFavorite
    return update
  }

  private static let assets = "assets a"
  private static let collections = "collections"

  // P149: what comes while the first fetch of anything reads.
  @Test func aNewAsset() async throws {
    try await Scene.run { scene in
      let recorder = Recorder()
      PHPhotoLibrary.shared().register(recorder)
      let user = scene.engine.user
      try user.save(Pictures.data(), named: "a.jpg")
      #expect(await scene.told(recorder).isEmpty)
      let result = try scene.reading(
        at: Self.assets, { try user.save(Pictures.data(), named: "b.jpg") }
      ) {
        PHAsset.fetchAssets(with: nil)
      }
      #expect(result.count == 1)
      let changes = await scene.told(recorder)
      #expect(changes.count == 1)
      #expect(changes.last?.changeDetails(for: result)?.insertedIndexes == [1])
    }
  }

  // P149: what leaves a result before anybody knows that it is in it.
  @Test func anAssetThatLeaves() async throws {
    try await Scene.run { scene in
      let user = scene.engine.user
      let uuid = try user.save(Pictures.data(), named: "a.jpg")
      try user.update(uuid, Self.favorite(true))
      let recorder = Recorder()
      PHPhotoLibrary.shared().register(recorder)
      let options = PHFetchOptions()
      options.predicate = NSPredicate(format: "isFavorite == YES")
      let result = try scene.reading(
        at: Self.assets, { try user.update(uuid, Self.favorite(false)) }
      ) {
        PHAsset.fetchAssets(with: options)
      }
      #expect(result.count == 1)
      let changes = await scene.told(recorder)
      #expect(changes.count == 1)
      #expect(changes.last?.changeDetails(for: result)?.removedIndexes == [0])
    }
  }

  // P149: a fetch by identifiers can find nothing but what it names.
  @Test func anotherAssetThanTheNamedOne() async throws {
    try await Scene.run { scene in
      let user = scene.engine.user
      let uuids = try (0..<2).map { try user.save(Pictures.data(), named: "\($0).jpg") }
      let recorder = Recorder()
      PHPhotoLibrary.shared().register(recorder)
      let other = try scene.reading(
        at: Self.assets, { try user.update(uuids[1], Self.favorite(true)) }
      ) {
        try scene.asset(Identifiers.asset(uuids[0]))
      }
      #expect(await scene.told(recorder).isEmpty)
      let asset = try scene.reading(
        at: Self.assets, { try user.update(uuids[1], Self.favorite(false)) }
      ) {
        try scene.asset(Identifiers.asset(uuids[1]))
      }
      let changes = await scene.told(recorder)
      #expect(changes.count == 1)
      #expect(
        changes.last?.changeDetails(for: asset)?.objectAfterChanges?.isFavorite == false)
      #expect(changes.last?.changeDetails(for: other) == nil)
    }
  }

  // P149: albums and folders.
  @Test func aNewAlbum() async throws {
    try await Scene.run { scene in
      let recorder = Recorder()
      PHPhotoLibrary.shared().register(recorder)
      let user = scene.engine.user
      let result = try scene.reading(at: Self.collections, { try user.make(titled: "A") }) {
        PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil)
      }
      #expect(result.count == 0)
      let changes = await scene.told(recorder)
      #expect(changes.count == 1)
      #expect(changes.last?.changeDetails(for: result)?.insertedIndexes == [0])
    }
  }

  // P149, P158: what comes while the result after a change is read, which finds an album that nobody
  // has found before.
  @Test func whileDetailsAreRead() async throws {
    try await Scene.run { scene in
      let user = scene.engine.user
      let result = PHAssetCollection.fetchAssetCollections(
        with: .album, subtype: .any, options: nil)
      let all = PHAsset.fetchAssets(with: nil)
      let recorder = Recorder()
      PHPhotoLibrary.shared().register(recorder)
      let uuid = try user.save(Pictures.data(), named: "a.jpg")
      let saved = try #require(await scene.told(recorder).last)
      let details = try scene.reading(at: Self.assets, { try user.delete([uuid]) }) {
        saved.changeDetails(for: all)
      }
      #expect(details?.insertedIndexes == [0])
      var changes = await scene.told(recorder)
      #expect(changes.count == 1)
      let after = try #require(details?.fetchResultAfterChanges)
      #expect(changes.last?.changeDetails(for: after)?.removedIndexes == [0])
      let album = try user.make(titled: "A")
      let made = try #require(await scene.told(recorder).last)
      let albums = try scene.reading(at: Self.collections, { try user.rename(album, to: "B") }) {
        made.changeDetails(for: result)
      }
      #expect(albums?.insertedIndexes == [0])
      changes = await scene.told(recorder)
      #expect(changes.count == 1)
      let object = try #require(albums?.insertedObjects.first)
      #expect(object.localizedTitle == "A")
      #expect(
        changes.last?.changeDetails(for: object)?.objectAfterChanges?.localizedTitle == "B")
    }
  }
}
