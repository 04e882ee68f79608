import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import Testing

/// The history that outlives the process (P164–P169).
@Suite struct PersistentHistoryTests {
  private func sets(
    _ change: PHPersistentChange, _ type: PHObjectType
  ) throws -> [Set<String>] {
    let details = try change.changeDetails(for: type)
    #expect(details.objectType == type)
    return [
      details.insertedLocalIdentifiers, details.updatedLocalIdentifiers,
      details.deletedLocalIdentifiers,
    ]
  }

  private func code(_ body: () throws -> Void) -> PHPhotosError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? PHPhotosError)?.code
    }
  }

  private func archived(_ token: PHPersistentChangeToken) throws -> PHPersistentChangeToken {
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: token, requiringSecureCoding: true)
    return try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: PHPersistentChangeToken.self, from: data))
  }

  // P166, P168, P169
  @Test func everyKind() async throws {
    try await Scene.run { scene in
      let library = PHPhotoLibrary.shared()
      let start = library.currentChangeToken
      #expect(Array(try library.fetchPersistentChanges(since: start)).isEmpty)
      let asset = try scene.saveAssets(1)[0]
      let album = try scene.album("Trip", [asset])
      let folder = try scene.folder("Year")
      try scene.engine.otherApp("Camera").update(
        try #require(UUID(uuidString: String(asset.localIdentifier.prefix(36)))), Self.favorite)
      try scene.change { PHAssetChangeRequest.deleteAssets([asset] as NSArray) }
      try scene.change { PHAssetCollectionChangeRequest.deleteAssetCollections([album] as NSArray) }
      let changes = Array(try library.fetchPersistentChanges(since: try archived(start)))
      let id = asset.localIdentifier
      #expect(changes.count == 6)
      #expect(try sets(changes[0], .asset) == [[id], [], []])
      #expect(try sets(changes[0], .assetCollection) == [[], [], []])
      #expect(try sets(changes[1], .assetCollection) == [[album.localIdentifier], [], []])
      #expect(try sets(changes[2], .collectionList) == [[folder.localIdentifier], [], []])
      #expect(try sets(changes[3], .asset) == [[], [id], []])
      #expect(try sets(changes[4], .asset) == [[], [], [id]])
      #expect(try sets(changes[5], .assetCollection) == [[], [], [album.localIdentifier]])
      #expect(changes.last?.changeToken == library.currentChangeToken)
      let rest = try library.fetchPersistentChanges(since: changes[3].changeToken)
      #expect(rest.map(\.changeToken) == changes[4...].map(\.changeToken))
    }
  }

  private static var favorite: AssetUpdate {
    var update = AssetUpdate()
    update.isFavorite = true
    return update
  }

  // P164, P237
  @Test func tokens() async throws {
    try await Scene.run { scene in
      let token = PHPhotoLibrary.shared().currentChangeToken
      #expect(PHPersistentChangeToken.supportsSecureCoding)
      #expect(try archived(token) == token)
      #expect((token.copy() as? PHPersistentChangeToken) == token)
      try scene.save()
      #expect(PHPhotoLibrary.shared().currentChangeToken != token)
      // Something else in an archive is no token.
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: NSString(string: "x"), requiringSecureCoding: true)
      let other = try? NSKeyedUnarchiver.unarchivedObject(
        ofClass: PHPersistentChangeToken.self, from: data)
      #expect(other == nil)
      let coder = NSKeyedUnarchiver(forReadingWith: data)
      #expect(PHPersistentChangeToken(coder: coder) == nil)
    }
  }

  // P165: expired after 30 days and 100,000 entries; a token of another library never holds.
  @Test func expiry() async throws {
    let foreign = Lock<PHPersistentChangeToken?>(nil)
    try await Scene.run { _ in
      foreign.withLock { $0 = PHPhotoLibrary.shared().currentChangeToken }
    }
    try await Scene.run { scene in
      let library = PHPhotoLibrary.shared()
      let start = library.currentChangeToken
      try scene.save()
      let last = library.currentChangeToken
      let other = try #require(foreign.withLock { $0 })
      #expect(
        code { _ = try library.fetchPersistentChanges(since: other) }
          == .persistentChangeTokenExpired)
      let walk = try library.fetchPersistentChanges(since: start)
      let held = try #require(walk.first { _ in true })
      scene.clock.advance(by: 31 * 86_400)
      try scene.save()
      // A small library keeps its history, however old.
      try scene.engine.forgetHistory()
      #expect(code { _ = try library.fetchPersistentChanges(since: start) } == nil)
      try scene.engine.forgetHistory(keeping: 1)
      #expect(
        code { _ = try library.fetchPersistentChanges(since: start) }
          == .persistentChangeTokenExpired)
      #expect(PHPhotosError.persistentChangeTokenExpired.rawValue == 3105)
      #expect(Array(try library.fetchPersistentChanges(since: last)).count == 1)
      // What was read before is still known; what the walk did not reach is not (P167).
      #expect(try sets(held, .asset)[0].count == 1)
      let lost = try #require(walk.first { _ in true })
      #expect(
        code { _ = try lost.changeDetails(for: .asset) } == .persistentChangeDetailsUnavailable)
      #expect(PHPhotosError.persistentChangeDetailsUnavailable.rawValue == 3210)
    }
  }

  // P169, P173
  @Test func access() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(2)
      let uuids = try assets.map {
        try #require(UUID(uuidString: String($0.localIdentifier.prefix(36))))
      }
      let reader = Scene.reader(of: scene)
      try scene.engine.access.set(.limited([uuids[0]]), "Reader")
      try await reader.runInTask {
        let library = PHPhotoLibrary.shared()
        let start = library.currentChangeToken
        for uuid in uuids { try scene.engine.user.update(uuid, Self.favorite) }
        try scene.engine.user.make(titled: "Secret")
        try scene.engine.access.set(.limited([uuids[1]]), "Reader")
        let changes = Array(try library.fetchPersistentChanges(since: start))
        let ids = assets.map(\.localIdentifier)
        // What is selected now is what may be told of.
        #expect(changes.count == 2)
        #expect(try sets(changes[0], .asset) == [[], [ids[1]], []])
        #expect(try sets(changes[1], .asset) == [[ids[1]], [], [ids[0]]])
        #expect(try sets(changes[1], .assetCollection) == [[], [], []])
        try scene.engine.access.set(.denied, "Reader")
        #expect(
          code { _ = try library.fetchPersistentChanges(since: start) } == .accessUserDenied)
      }
    }
  }
}
