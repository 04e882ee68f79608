import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import Testing

/// Who is told of albums and folders, and of which lists of them.
@Suite struct CollectionNoticeTests {
  private static func albums(_ format: String? = nil) -> PHFetchResult<PHAssetCollection> {
    let options = PHFetchOptions()
    options.predicate = format.map { NSPredicate(format: $0) }
    return PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: options)
  }

  private static func uuid(_ object: PHObject) throws -> UUID {
    try #require(UUID(uuidString: String(object.localIdentifier.prefix(36))))
  }

  // P148, P149, P158, decision 244: who fetches again before it is told is told all the same.
  @Test func fetchedAgainBeforeTheNotice() async throws {
    try await Scene.run { scene in
      let folder = try scene.folder("F")
      let held = Self.albums()
      let top = PHCollection.fetchTopLevelUserCollections(with: nil)
      let children = PHCollection.fetchCollections(in: folder, options: nil)
      let rounds = Lock(0)
      let recorder = Recorder { _ in
        // Each notice comes on one queue, so that of this change comes after the new fetches.
        let round = rounds.withLock { rounds in
          rounds += 1
          return rounds
        }
        #expect(throws: Never.self) {
          if round == 1 { try scene.engine.user.make(titled: "B") }
          if round == 2 { try scene.engine.user.make(titled: "C", in: Self.uuid(folder)) }
        }
        _ = Self.albums().count
        _ = PHCollection.fetchTopLevelUserCollections(with: nil).count
        _ = PHCollection.fetchCollections(in: folder, options: nil).count
      }
      PHPhotoLibrary.shared().register(recorder)
      try scene.engine.user.make(titled: "A")
      let changes = await scene.told(recorder)
      #expect(rounds.withLock { $0 } >= 3)
      #expect(changes.last?.changeDetails(for: held)?.insertedIndexes == [0, 1, 2])
      #expect(changes.last?.changeDetails(for: top)?.insertedIndexes == [1, 2])
      #expect(changes.last?.changeDetails(for: children)?.insertedIndexes == [0])
    }
  }

  // P149: a list that is held and not fetched again is told of each change once.
  @Test func aListThatStaysIsToldOnce() async throws {
    try await Scene.run { scene in
      let asset = try scene.saveAssets(1)[0]
      let held = Self.albums()
      let recorder = Recorder()
      PHPhotoLibrary.shared().register(recorder)
      let album = try scene.engine.user.make(titled: "A")
      #expect(await scene.told(recorder).count == 1)
      // The members of an album are no matter of the list (decision 91).
      try scene.engine.user.add([Self.uuid(asset)], to: album)
      #expect(await scene.told(recorder).isEmpty)
      try scene.engine.user.make(titled: "B")
      #expect(await scene.told(recorder).count == 1)
      withExtendedLifetime(held) {}
    }
  }

  // P149, decision 244: however many other lists were fetched before.
  @Test func manyLists() async throws {
    try await Scene.run { scene in
      for number in 0..<300 { #expect(Self.albums("title = 'name \(number)'").count == 0) }
      let held = Self.albums()
      let recorder = Recorder()
      PHPhotoLibrary.shared().register(recorder)
      try scene.engine.user.make(titled: "A")
      let changes = await scene.told(recorder)
      #expect(changes.first?.changeDetails(for: held)?.insertedIndexes == [0])
    }
  }

  // P149, decision 244: more lists held than are told apart.
  @Test func manyHeldLists() async throws {
    try await Scene.run { scene in
      let held = (0..<300).map { Self.albums("title = 'name \($0)'") }
      let recorder = Recorder()
      PHPhotoLibrary.shared().register(recorder)
      try scene.engine.user.make(titled: "name 7")
      try scene.engine.user.make(titled: "name 299")
      let changes = await scene.told(recorder)
      let told = [7, 299].map { changes.last?.changeDetails(for: held[$0])?.insertedIndexes }
      #expect(told == [[0], [0]])
      #expect(changes.last?.changeDetails(for: held[8]) == nil)
    }
  }

  // P79, P150, P158: the folder of an album is another one, or none.
  @Test func theFolderOfAnAlbum() async throws {
    try await Scene.run { scene in
      let album = try scene.album("A")
      let folder = try scene.folder("F", [album])
      let other = try scene.folder("G")
      let held = PHCollectionList.fetchCollectionListsContaining(album, options: nil)
      #expect(held.identifiers == [folder.localIdentifier])
      let recorder = Recorder()
      PHPhotoLibrary.shared().register(recorder)
      try scene.change {
        PHCollectionListChangeRequest(for: other)?.addChildCollections([album] as NSArray)
      }
      var details = try #require(
        await scene.told(recorder).last?.changeDetails(for: held))
      #expect(details.fetchResultAfterChanges.identifiers == [other.localIdentifier])
      try scene.change {
        PHCollectionListChangeRequest(for: other)?.removeChildCollections([album] as NSArray)
      }
      details = try #require(
        await scene.told(recorder).last?.changeDetails(for: details.fetchResultAfterChanges))
      #expect(details.removedIndexes == [0])
      #expect(details.fetchResultAfterChanges.count == 0)
    }
  }

  // P79, P150: the year and the month of a day that has no photo any more.
  @Test func theListsOfAMoment() async throws {
    try await Scene.run { scene in
      let asset = try scene.saveAssets(1)[0]
      let moment = try #require(PHAssetCollection.fetchMoments(with: nil).firstObject)
      let held = PHCollectionList.fetchCollectionListsContaining(moment, options: nil)
      #expect(held.count == 2)
      let recorder = Recorder()
      PHPhotoLibrary.shared().register(recorder)
      try scene.engine.user.delete([Self.uuid(asset)])
      let changes = await scene.told(recorder)
      #expect(changes.last?.changeDetails(for: held)?.removedIndexes == [0, 1])
    }
  }

  // P149, decisions 244 and 264: a list that was told of together with an asset is told of once.
  @Test func aListThatIsToldWithAnAsset() async throws {
    try await Scene.run { scene in
      let asset = try scene.saveAssets(1)[0]
      let album = try scene.album("A")
      let titled = Self.albums("title = 'B'")
      let full = Self.albums("estimatedAssetCount > 0")
      #expect(titled.count == 0 && full.count == 0)
      let recorder = Recorder()
      PHPhotoLibrary.shared().register(recorder)
      try scene.change {
        PHAssetChangeRequest(for: asset).isFavorite = true
        PHAssetCollectionChangeRequest(for: album)?.addAssets([asset] as NSArray)
        PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "B")
      }
      let changes = await scene.told(recorder)
      #expect(changes.count == 1)
      let details = changes.last?.changeDetails(for: full)
      #expect(details?.insertedIndexes == [0])
      let other = try scene.engine.user.make(titled: "C")
      #expect(await scene.told(recorder).isEmpty)
      // The list of titles is another one later on, without anybody having asked for details.
      try scene.engine.user.rename(other, to: "B")
      #expect(
        await scene.told(recorder).last?.changeDetails(for: titled)?.insertedIndexes == [0, 1])
      withExtendedLifetime((titled, full, details)) {}
    }
  }

  // P149, decision 264: the same for days, and what happens to them afterwards is told.
  @Test func daysThatAreToldWithAnAsset() async throws {
    try await Scene.run { scene in
      let asset = try scene.saveAssets(1)[0]
      // Nobody fetches this one.
      let other = try scene.engine.user.save(Pictures.data(), named: "b.jpg")
      func update(_ uuid: UUID, day: Double? = nil, isFavorite: Bool? = nil) throws {
        var update = AssetUpdate()
        if let day {
          update.creationDate = .some(Date(timeIntervalSince1970: 1_300_000_000 + day * 86_400))
        }
        update.isFavorite = isFavorite
        try scene.engine.user.update(uuid, update)
      }
      try update(Self.uuid(asset), day: 0)
      try update(other, day: 0)
      let days = PHAssetCollection.fetchMoments(with: nil)
      #expect(days.count == 1)
      let recorder = Recorder()
      PHPhotoLibrary.shared().register(recorder)
      try update(Self.uuid(asset), day: 1)
      let details = await scene.told(recorder).last?.changeDetails(for: days)
      #expect(details?.insertedIndexes == [1])
      try update(other, isFavorite: true)
      #expect(await scene.told(recorder).isEmpty)
      try scene.engine.user.make(titled: "A")
      #expect(await scene.told(recorder).isEmpty)
      try update(other, day: 2)
      var after = try #require(details?.fetchResultAfterChanges)
      let changes = await scene.told(recorder)
      #expect(changes.count == 1)
      after = try #require(changes.last?.changeDetails(for: after)?.fetchResultAfterChanges)
      #expect(after.count == 2)
      // Nobody asks for the days after this one. What then makes them what they were before is told.
      try update(Self.uuid(asset), day: 2)
      #expect(await scene.told(recorder).count == 1)
      try update(other, day: 1)
      #expect(await scene.told(recorder).count == 1)
      withExtendedLifetime((days, after)) {}
    }
  }

  // P61, P152: a placeholder stands for its object, which is there or is not.
  @Test func placeholders() async throws {
    try await Scene.run { scene in
      let (asset, album) = try scene.change {
        let request = PHAssetCreationRequest.forAsset()
        request.addResource(with: .photo, data: Pictures.data(), options: nil)
        return (
          request.placeholderForCreatedAsset,
          PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "A")
            .placeholderForCreatedAssetCollection
        )
      }
      let placeholder = try #require(asset)
      let real = try scene.asset(placeholder.localIdentifier)
      #expect(Self.albums().count == 1)
      let recorder = Recorder()
      PHPhotoLibrary.shared().register(recorder)
      try scene.change {
        PHAssetChangeRequest(for: real).isFavorite = true
        PHAssetCollectionChangeRequest(for: Self.albums()[0])?.title = "B"
      }
      var change = try #require(await scene.told(recorder).last)
      for object in [placeholder, album] {
        let details = try #require(change.changeDetails(for: object))
        #expect(!details.objectWasDeleted)
        #expect(details.objectAfterChanges === object)
      }
      try scene.engine.user.delete([Self.uuid(placeholder)])
      change = try #require(await scene.told(recorder).last)
      let details = try #require(change.changeDetails(for: placeholder))
      #expect(details.objectWasDeleted && details.objectAfterChanges == nil)
    }
  }

  // P149, P150, decision 242: what leaves everything as it was is told to nobody.
  @Test func nothingHasChanged() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(2)
      let album = try scene.album("A", [assets[0]])
      let pair = try scene.album("B", assets)
      let held = [album, pair].map { PHAsset.fetchAssets(in: $0, options: nil) }
      let recorder = Recorder()
      PHPhotoLibrary.shared().register(recorder)
      let token = PHPhotoLibrary.shared().currentChangeToken
      let first = [assets[0]] as NSArray
      let edits: [(PHAssetCollectionChangeRequest) -> Void] = [
        { $0.replaceAssets(at: [0], withAssets: first) }, { $0.moveAssets(at: [0], to: 0) },
        { $0.addAssets(first) },
        {
          $0.removeAssets(first)
          $0.insertAssets(first, at: [0])
        },
      ]
      for collection in [album, pair] {
        for edit in edits {
          try scene.change {
            if let request = PHAssetCollectionChangeRequest(for: collection) { edit(request) }
          }
        }
      }
      #expect(await scene.told(recorder).isEmpty)
      #expect(PHPhotoLibrary.shared().currentChangeToken == token)
      try scene.change {
        let request = PHAssetCollectionChangeRequest(for: pair)
        request?.removeAssets(first)
        request?.addAssets(first)
      }
      #expect(await scene.told(recorder).last?.changeDetails(for: held[1])?.hasMoves == true)
    }
  }

  // P149, P169, decision 242: what is in the trash is gone already.
  @Test func whatIsInTheTrashIsNotToldAgain() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(2)
      let uuids = try assets.map(Self.uuid)
      try scene.engine.access.set(.limited(uuids), "Reader")
      try await LibraryScope(library: scene.engine, client: "Reader", delivery: .private).runInTask
      {
        let held = PHAsset.fetchAssets(with: nil)
        let objects = held.objects(at: [0, 1])
        let recorder = Recorder()
        PHPhotoLibrary.shared().register(recorder)
        try scene.engine.user.delete([uuids[0]])
        let change = try #require(await scene.told(recorder).last)
        #expect(change.changeDetails(for: objects[0])?.objectWasDeleted == true)
        let token = PHPhotoLibrary.shared().currentChangeToken
        try scene.engine.access.set(.limited([uuids[1]]), "Reader")
        for change in await scene.told(recorder) {
          #expect(change.changeDetails(for: objects[0]) == nil)
        }
        try scene.engine.user.purge([uuids[0]])
        #expect(await scene.told(recorder).isEmpty)
        let told = try PHPhotoLibrary.shared().fetchPersistentChanges(since: token).map {
          try $0.changeDetails(for: .asset).deletedLocalIdentifiers
        }
        #expect(told == [])
      }
    }
  }
}
