import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import Testing

/// What an application with limited access is told of: what it sees before or after a change, and
/// nothing else (P169, P177, P178, decision 162).
@Suite struct LimitedNoticeTests {
  private static func uuid(_ object: PHObject) throws -> UUID {
    try #require(UUID(uuidString: String(object.localIdentifier.prefix(36))))
  }

  /// What a step of somebody else tells the application: the number of notices, and what the history
  /// names.
  private func told(
    _ recorder: Recorder, _ scene: Scene, _ step: () throws -> Void
  ) async throws -> (notices: Int, history: Set<String>) {
    let library = PHPhotoLibrary.shared()
    let start = library.currentChangeToken
    scene.clock.advance(by: 60)
    try step()
    let notices = await scene.told(recorder).count
    var history: Set<String> = []
    for change in try library.fetchPersistentChanges(since: start) {
      for type in [PHObjectType.asset, .assetCollection, .collectionList] {
        let details = try change.changeDetails(for: type)
        history.formUnion(details.insertedLocalIdentifiers)
        history.formUnion(details.updatedLocalIdentifiers)
        history.formUnion(details.deletedLocalIdentifiers)
      }
    }
    return (notices, history)
  }

  private func fetched(_ album: PHAssetCollection) throws -> PHAssetCollection {
    try #require(
      PHAssetCollection.fetchAssetCollections(
        withLocalIdentifiers: [album.localIdentifier], options: nil
      ).firstObject)
  }

  private func fetched(_ folder: PHCollectionList) throws -> PHCollectionList {
    try #require(
      PHCollectionList.fetchCollectionLists(
        withLocalIdentifiers: [folder.localIdentifier], options: nil
      ).firstObject)
  }

  // Decisions 162 and 229: members that are not selected come and go unnoticed, and without a date.
  @Test func unseenMembers() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(3)
      let uuids = try assets.map(Self.uuid)
      let album = try scene.album("Own", [assets[0]])
      let own = try Self.uuid(album)
      try scene.engine.access.set(.limited([uuids[0]]), "App")
      let made = try fetched(album).modificationDate
      #expect(scene.members(of: album) == [assets[0].localIdentifier])
      let recorder = Recorder()
      PHPhotoLibrary.shared().register(recorder)
      let user = scene.engine.user
      for step in [
        { try user.add([uuids[1]], to: own) }, { try user.remove([uuids[1]], from: own) },
      ] {
        let told = try await told(recorder, scene, step)
        #expect(told.notices == 0 && told.history == [])
        #expect(try fetched(album).modificationDate == made)
      }
      let mixed = try await told(recorder, scene) {
        try user.remove([uuids[0]], from: own)
        try user.add([uuids[2], uuids[0]], to: own)
      }
      #expect(mixed.notices == 2 && mixed.history == [album.localIdentifier])
      let changed = try fetched(album).modificationDate
      #expect(changed == scene.clock.now())
      // Who sees everything has the date of the last change.
      scene.clock.advance(by: 60)
      try user.remove([uuids[2]], from: own)
      #expect(try fetched(album).modificationDate == changed)
      try scene.engine.access.set(.authorized, "App")
      #expect(try fetched(album).modificationDate == scene.clock.now())
    }
  }

  // Decisions 162 and 229: what others put into a folder of the application.
  @Test func unseenChildren() async throws {
    try await Scene.run { scene in
      let folder = try scene.folder("Own")
      let album = try scene.album("Mine")
      let (inside, mine) = (try Self.uuid(folder), try Self.uuid(album))
      let user = scene.engine.user
      let theirs = try user.make(titled: "Theirs")
      try scene.engine.access.set(.limited([]), "App")
      let made = try fetched(folder).modificationDate
      let recorder = Recorder()
      PHPhotoLibrary.shared().register(recorder)
      let unseen = try await told(recorder, scene) { try user.move(theirs, into: inside) }
      #expect(unseen.notices == 0 && unseen.history == [])
      #expect(try fetched(folder).modificationDate == made)
      let seen = try await told(recorder, scene) { try user.move(mine, into: inside) }
      #expect(seen.history == [folder.localIdentifier, album.localIdentifier])
      #expect(try fetched(folder).modificationDate == scene.clock.now())
      let renamed = try await told(recorder, scene) { try user.rename(inside, to: "Other") }
      #expect(renamed.notices == 1 && renamed.history == [folder.localIdentifier])
    }
  }

  // Decision 162: an own album that passes others', and one that passes an own one.
  @Test func placesAmongUnseen() async throws {
    try await Scene.run { scene in
      let first = try scene.album("A")
      let user = scene.engine.user
      for number in 1...2 { try user.make(titled: "Theirs \(number)") }
      let last = try scene.album("B")
      try scene.engine.access.set(.limited([]), "App")
      #expect(scene.topTitles == ["A", "B"])
      let recorder = Recorder()
      PHPhotoLibrary.shared().register(recorder)
      let (one, other) = (try Self.uuid(first), try Self.uuid(last))
      let past = try await told(recorder, scene) { try user.place(one, at: 2) }
      #expect(past.notices == 0 && past.history == [])
      #expect(scene.topTitles == ["A", "B"])
      let swapped = try await told(recorder, scene) { try user.place(other, at: 0) }
      #expect(swapped.notices == 1 && swapped.history == [last.localIdentifier])
      #expect(scene.topTitles == ["B", "A"])
    }
  }

  // L160, decision 162: a copy whose original the application did not see loses nothing.
  @Test(arguments: [false, true]) func originalsOfCopies(isSeen: Bool) async throws {
    try await Scene.run { scene in
      let original = try Self.uuid(try scene.saveAssets(1)[0])
      var draft = AssetDraft(uuid: UUID())
      draft.resources = [ResourceDraft(role: .photo, content: .data(Pictures.data()))]
      draft.derivedFrom = original
      var changes = ChangeSet()
      changes.operations = [.createAsset(draft)]
      try scene.engine.commit(changes)
      try scene.engine.access.set(
        .limited(isSeen ? [original, draft.uuid] : [draft.uuid]), "App")
      #expect(scene.assets.count == (isSeen ? 2 : 1))
      let recorder = Recorder()
      PHPhotoLibrary.shared().register(recorder)
      let told = try await told(recorder, scene) { try scene.engine.user.purge([original]) }
      #expect(told.notices == (isSeen ? 1 : 0))
      let names = [original, draft.uuid].map(Identifiers.asset)
      #expect(told.history == (isSeen ? Set(names) : []))
    }
  }

  // P149, P162, decision 231: whose access is decided about is told, and nobody else.
  @Test func decisionsAboutOthers() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(1)
      #expect(PHAsset.fetchAssets(with: nil).count == 1)
      let recorder = Recorder()
      PHPhotoLibrary.shared().register(recorder)
      let access = scene.engine.access
      for preset in [
        AccessPreset.denied, .authorized, .limited([try Self.uuid(assets[0])]), .addOnly,
      ] {
        try access.set(preset, "Somebody")
        #expect(await scene.told(recorder).isEmpty)
      }
      try access.set(.notDetermined, "Somebody")
      _ = access.request(.readWrite, "Somebody")
      #expect(await scene.told(recorder).isEmpty)
      try access.set(.limited([]), "App")
      #expect(await scene.told(recorder).count == 1)
      #expect(PHAsset.fetchAssets(with: nil).count == 0)
    }
  }
}
