import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import Testing

/// Who is told of what, where and when (facts, section I).
@Suite struct ChangeObserverTests {
  private func favorite(_ asset: PHAsset, _ scene: Scene) throws {
    try scene.change { PHAssetChangeRequest(for: asset).isFavorite = true }
  }

  // P149
  @Test func nothingFetchedNothingTold() async throws {
    try await Scene.run { scene in
      let recorder = Recorder()
      PHPhotoLibrary.shared().register(recorder)
      try scene.engine.user.save(Pictures.data(), named: "a.jpg")
      try scene.engine.user.make(titled: "Trip")
      #expect(await scene.told(recorder).isEmpty)
      _ = PHAsset.fetchAssets(with: nil).count
      try scene.engine.user.save(Pictures.data(), named: "b.jpg")
      #expect(await scene.told(recorder).count == 1)
    }
  }

  // P149: what was fetched before the registration counts; what was not is not told.
  @Test func onlyWhatWasFetched() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(3)
      let album = try scene.album("Trip", [assets[0]])
      try scene.album("Other", [assets[1]])
      await scene.settle()
      try await Scene.reader(of: scene).runInTask {
        let result = PHAsset.fetchAssets(in: album, options: nil)
        let reader = LibraryScope.resolve()
        let members = try #require(Self.fetchMembers("Trip"))
        #expect(result.count == 1)
        let recorder = Recorder()
        PHPhotoLibrary.shared().register(recorder)
        try scene.engine.user.update(Self.uuid(assets[2]), Self.favorite)
        #expect(await scene.told(recorder).isEmpty)
        try scene.engine.user.update(Self.uuid(assets[0]), Self.favorite)
        #expect(await scene.told(recorder).count == 1)
        try scene.engine.user.add([Self.uuid(assets[2])], to: Self.uuid(album))
        let changes = await scene.told(recorder)
        #expect(changes.count == 1)
        #expect(changes.first?.changeDetails(for: members)?.insertedIndexes == [1])
        withExtendedLifetime(reader) {}
      }
    }
  }

  // P149: a result that is still held counts, although a newer one of the same fetch came and went.
  @Test func heldResultsOfOldFetches() async throws {
    func fetch(_ format: String) -> PHFetchResult<PHAsset> {
      let options = PHFetchOptions()
      options.predicate = NSPredicate(format: format)
      return PHAsset.fetchAssets(with: options)
    }
    try await Scene.run { scene in
      let held = fetch("mediaType == 1")
      #expect(held.count == 0)
      try scene.engine.user.save(Pictures.data(), named: "a.jpg")
      #expect(fetch("mediaType == 1").count == 1)
      for seconds in 1...40 { #expect(fetch("duration > \(seconds)").count == 0) }
      let recorder = Recorder()
      PHPhotoLibrary.shared().register(recorder)
      try scene.engine.user.save(Pictures.data(), named: "b.jpg")
      let changes = await scene.told(recorder)
      #expect(changes.count == 1)
      let details = changes.first?.changeDetails(for: held)
      #expect(details?.insertedIndexes == [0, 1])
    }
  }

  private static var favorite: AssetUpdate {
    var update = AssetUpdate()
    update.isFavorite = true
    return update
  }

  private static func uuid(_ object: PHObject) throws -> UUID {
    try #require(UUID(uuidString: String(object.localIdentifier.prefix(36))))
  }

  private static func fetchMembers(_ title: String) -> PHFetchResult<PHAsset>? {
    let options = PHFetchOptions()
    options.predicate = NSPredicate(format: "title = %@", title)
    return PHAssetCollection.fetchAssetCollections(
      with: .album, subtype: .any, options: options
    ).firstObject.map { PHAsset.fetchAssets(in: $0, options: nil) }
  }

  // P148, C87: a serial queue that is not the main one, in the order of the commits.
  @Test func queueAndOrder() async throws {
    try await Scene.run { scene in
      let result = PHAsset.fetchAssets(with: nil)
      let depth = Lock(0)
      let deepest = Lock(0)
      let counts = Lock<[Int]>([])
      let recorder = Recorder { change in
        dispatchPrecondition(condition: .notOnQueue(.main))
        let now = depth.withLock { depth in
          depth += 1
          return depth
        }
        deepest.withLock { $0 = max($0, now) }
        counts.withLock {
          $0.append(change.changeDetails(for: result)?.fetchResultAfterChanges.count ?? 0)
        }
        depth.withLock { $0 -= 1 }
      }
      PHPhotoLibrary.shared().register(recorder)
      for _ in 0..<20 {
        submitSave()
      }
      let changes = await scene.told(recorder)
      #expect(changes.count == 20)
      #expect(deepest.withLock { $0 } == 1)
      let seen = counts.withLock { $0 }
      #expect(seen == seen.sorted() && seen.last == 20)
    }
  }

  private func submitSave() {
    PHPhotoLibrary.shared().performChanges {
      PHAssetCreationRequest.forAsset().addResource(
        with: .photo, data: Pictures.data(), options: nil)
    }
  }

  // C95: one call, details for both results.
  @Test func anyAlbum() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(3)
      let album = try scene.album("Mena", assets)
      let members = PHAsset.fetchAssets(in: album, options: nil)
      let everything = PHAsset.fetchAssets(in: try scene.userLibrary(), options: nil)
      let recorder = Recorder()
      PHPhotoLibrary.shared().register(recorder)
      try scene.change { PHAssetChangeRequest.deleteAssets([assets[1]] as NSArray) }
      let changes = await scene.told(recorder)
      #expect(changes.count == 1)
      #expect(changes.first?.changeDetails(for: members)?.removedIndexes == [1])
      #expect(changes.first?.changeDetails(for: everything)?.removedIndexes == [1])
      #expect(
        changes.first?.changeDetails(for: everything)?.removedObjects.map(\.localIdentifier)
          == [assets[1].localIdentifier])
    }
  }

  // P163: weak; unregistering and registering twice.
  @Test func lifetime() async throws {
    try await Scene.run { scene in
      let result = PHAsset.fetchAssets(with: nil)
      var recorder: Recorder? = Recorder()
      let other = Recorder()
      weak let gone = recorder
      if let recorder {
        PHPhotoLibrary.shared().register(recorder)
        PHPhotoLibrary.shared().register(recorder)
      }
      PHPhotoLibrary.shared().register(other)
      try scene.save()
      await scene.settle()
      #expect(recorder?.empty().count == 1)
      #expect(other.empty().count == 1)
      recorder = nil
      #expect(gone == nil)
      try scene.save()
      #expect(await scene.told(other).count == 1)
      PHPhotoLibrary.shared().unregisterChangeObserver(other)
      try scene.save()
      #expect(await scene.told(other).isEmpty)
      #expect(scene.engine.feed.count == 0)
      withExtendedLifetime(result) {}
    }
  }

  /// An observer that unregisters itself when it goes, as applications write it (P163).
  private final class Controller: NSObject, PHPhotoLibraryChangeObserver, Sendable {
    override init() {
      super.init()
      PHPhotoLibrary.shared().register(self)
    }

    deinit { PHPhotoLibrary.shared().unregisterChangeObserver(self) }

    func photoLibraryDidChange(_ changeInstance: PHChange) {}
  }

  @Test func unregisteringInDeinit() async throws {
    try await Scene.run { scene in
      var controller: Controller? = Controller()
      #expect(scene.engine.feed.count == 1)
      withExtendedLifetime(controller) {}
      controller = nil
      #expect(controller == nil && scene.engine.feed.count == 0)
    }
  }

  // P163: also while somebody else registers, unregisters and looks who is there.
  @Test func unregisteringInDeinitMeanwhile() async {
    await #expect(processExitsWith: .success) {
      // A deadlock ends the process.
      alarm(60)
      try await Scene.run { scene in
        let others = (0..<50).map { _ in Recorder() }
        for _ in 0..<2_000 {
          let controllers = (0..<8).map { _ in Lock<Controller?>(Controller()) }
          DispatchQueue.concurrentPerform(iterations: 16) { number in
            LibraryScope.$current.withValue(scene.scope) {
              if number % 2 == 0 {
                _ = controllers[number / 2].withLock { controller in
                  defer { controller = nil }
                  return controller
                }
              } else {
                PHPhotoLibrary.shared().register(others[number])
                PHPhotoLibrary.shared().unregisterChangeObserver(others[number])
              }
            }
          }
        }
        #expect(scene.engine.feed.count == 0)
      }
    }
  }

  // Decision 39: a waiting change and a fetch work inside an observer.
  @Test func changingInsideAnObserver() async throws {
    try await Scene.run { scene in
      let result = PHAsset.fetchAssets(with: nil)
      let failures = Lock<[String]>([])
      let recorder = Recorder { change in
        guard let details = change.changeDetails(for: result),
          let asset = details.insertedObjects.first, !asset.isFavorite
        else { return }
        do {
          try PHPhotoLibrary.shared().performChangesAndWait {
            PHAssetChangeRequest(for: asset).isFavorite = true
          }
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
      PHPhotoLibrary.shared().register(recorder)
      try scene.save()
      let changes = await scene.told(recorder)
      #expect(failures.withLock { $0 } == [])
      #expect(changes.count == 2)
      #expect(PHAsset.fetchAssets(with: nil).firstObject?.isFavorite == true)
    }
  }

  // P162, P177: a changed selection is a change; what is not selected is not told.
  @Test func limitedSelection() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(4)
      let uuids = try assets.map(Self.uuid)
      let reader = LibraryScope(library: scene.engine, client: "Reader", delivery: .private)
      try scene.engine.access.set(.limited([uuids[0], uuids[2]]), "Reader")
      try await reader.runInTask {
        var result = PHAsset.fetchAssets(with: nil)
        #expect(result.count == 2)
        let recorder = Recorder()
        PHPhotoLibrary.shared().register(recorder)
        try scene.engine.user.update(uuids[1], Self.favorite)
        #expect(await scene.told(recorder).isEmpty)
        try scene.engine.access.set(.limited([uuids[2], uuids[3]]), "Reader")
        var changes = await scene.told(recorder)
        #expect(changes.count == 1)
        var details = try #require(changes.first?.changeDetails(for: result))
        #expect(details.removedIndexes == [0])
        #expect(details.insertedIndexes == [1])
        #expect(details.changedIndexes == [])
        let gone = try #require(changes.first?.changeDetails(for: result[0]))
        #expect(gone.objectWasDeleted)
        result = details.fetchResultAfterChanges
        try scene.engine.access.set(.authorized, "Reader")
        changes = await scene.told(recorder)
        details = try #require(changes.last?.changeDetails(for: result))
        #expect(details.insertedIndexes == [0, 1])
        try scene.engine.access.set(.denied, "Reader")
        try scene.engine.user.update(uuids[0], Self.favorite)
        #expect(await scene.told(recorder).isEmpty)
      }
    }
  }
}

extension Scene {
  /// Another application in the same library.
  static func reader(of scene: Scene, _ client: String = "Reader") -> LibraryScope {
    LibraryScope(library: scene.engine, client: client, delivery: .private)
  }
}
