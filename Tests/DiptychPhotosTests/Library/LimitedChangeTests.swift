import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import Testing

/// Changes of a client with limited access reach what it can see, and nothing else (P177, P178,
/// decision 24).
@Suite struct LimitedChangeTests {
  private func uuid(_ asset: PHAsset) throws -> UUID {
    try #require(Identifiers.assetUUID(asset.localIdentifier))
  }

  private func record(_ asset: PHAsset, _ scene: Scene) throws -> AssetRecord {
    let uuid = try uuid(asset)
    let record = try scene.engine.read { transaction in try transaction.asset(uuid) }
    return try #require(record)
  }

  // Decisions 41 and 51, P105: what the client cannot see is as good as gone to it.
  @Test func assetsOutsideTheSelectionAreGone() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(3)
      let album = try scene.album("Own")
      let selected = try uuid(assets[1])
      try scene.engine.access.set(.limited([selected]), "App")
      let code = scene.failure { PHAssetChangeRequest(for: assets[0]).isFavorite = true }
      #expect(code == .requestNotSupportedForAsset)
      try scene.change { PHAssetChangeRequest.deleteAssets([assets[0]] as NSArray) }
      #expect(scene.engine.access.prompts == [])
      let untouched = try record(assets[0], scene)
      #expect(untouched.trashedDate == nil && !untouched.isFavorite)
      try scene.change {
        PHAssetCollectionChangeRequest(for: album)?.addAssets(assets as NSArray)
      }
      try scene.change { PHAssetChangeRequest.deleteAssets(assets as NSArray) }
      #expect(scene.engine.access.prompts == [.deleteAssets(1)])
      try scene.engine.access.set(.authorized, "App")
      #expect(scene.assets == [assets[0].localIdentifier, assets[2].localIdentifier])
      #expect(scene.members(of: album) == [])
    }
  }

  @Test func albumsOfOthersAreGone() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(1)
      let selected = try uuid(assets[0])
      let foreign = try scene.engine.user.make(titled: "Of the user")
      try scene.engine.user.add([selected], to: foreign)
      let album = try #require(
        PHAssetCollection.fetchAssetCollections(
          with: .album, subtype: .albumRegular, options: nil
        ).firstObject)
      try scene.engine.access.set(.limited([selected]), "App")
      // An object kept from before tells no more than a fetch would.
      #expect(scene.members(of: album) == [])
      let renamed = scene.failure { PHAssetCollectionChangeRequest(for: album)?.title = "Mine" }
      #expect(renamed == .requestNotSupportedForAsset)
      let emptied = scene.failure {
        PHAssetCollectionChangeRequest(for: album)?.removeAssets(assets as NSArray)
      }
      #expect(emptied == .requestNotSupportedForAsset)
      try scene.change {
        PHAssetCollectionChangeRequest.deleteAssetCollections([album] as NSArray)
      }
      #expect(scene.engine.access.prompts == [])
      try scene.engine.access.set(.authorized, "App")
      #expect(scene.topTitles == ["Of the user"])
      #expect(scene.members(of: album) == [assets[0].localIdentifier])
    }
  }

  // Decision 12: without a fetch result, indexes count in what the client's own fetch gives.
  @Test func indexesCountInWhatTheClientSees() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(4)
      let album = try scene.album("Own", assets)
      let selected = [try uuid(assets[1]), try uuid(assets[3])]
      try scene.engine.access.set(.limited(selected), "App")
      #expect(scene.members(of: album) == [assets[1], assets[3]].map(\.localIdentifier))
      try scene.change {
        PHAssetCollectionChangeRequest(for: album)?.removeAssets(at: [0])
      }
      #expect(scene.members(of: album) == [assets[3].localIdentifier])
      try scene.engine.access.set(.authorized, "App")
      #expect(
        scene.members(of: album) == [assets[0], assets[2], assets[3]].map(\.localIdentifier))
    }
  }

  // The same for the children of the root: what stands between them stays where it is.
  @Test func placesAmongAlbumsCountInWhatTheClientSees() async throws {
    try await Scene.run { scene in
      try scene.album("A")
      try scene.engine.user.make(titled: "Of the user")
      try scene.album("B")
      try scene.engine.access.set(.limited([]), "App")
      #expect(scene.topTitles == ["A", "B"])
      try scene.change {
        let top = PHCollection.fetchTopLevelUserCollections(with: nil)
        PHCollectionListChangeRequest(forTopLevelCollectionListUserCollections: top)?
          .moveChildCollections(at: [0], to: 1)
      }
      #expect(scene.topTitles == ["B", "A"])
      try scene.engine.access.set(.authorized, "App")
      #expect(scene.topTitles == ["B", "Of the user", "A"])
    }
  }

  // Decisions 51 and 228, P108: with a folder goes what the client sees in it; the rest moves to the
  // end of the root, from any depth.
  @Test func deletingAFolderKeepsWhatIsNotSeen() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(1)
      let mine = try scene.album("Mine")
      let inner = try scene.folder("Inner")
      let folder = try scene.folder("Outer", [inner, mine])
      func uuid(_ list: PHCollectionList) throws -> UUID {
        try #require(Identifiers.folderUUID(list.localIdentifier))
      }
      let user = scene.engine.user
      let theirs = try user.make(titled: "Theirs")
      try user.add([try self.uuid(assets[0])], to: theirs)
      try user.move(theirs, into: try uuid(folder))
      let theirFolder = try user.make(.folder, titled: "Their folder")
      try user.make(titled: "In their folder", in: theirFolder)
      try user.move(theirFolder, into: try uuid(inner))
      try scene.engine.access.set(.limited([]), "App")
      try scene.change {
        PHCollectionListChangeRequest.deleteCollectionLists([folder] as NSArray)
      }
      #expect(scene.topTitles == [])
      try scene.engine.access.set(.authorized, "App")
      #expect(scene.topTitles == ["Their folder", "Theirs"])
      let tree = try scene.engine.read { try $0.collectionTree() }
      #expect(tree.map(\.title) == ["Their folder", "In their folder", "Theirs"])
      #expect(tree.map(\.parent) == [nil, tree[0].row, nil])
      let members = try scene.engine.fetchAssets(AssetQuery(.album(theirs)), as: nil)
      #expect(members.count == 1)
    }
  }

  // Decisions 12 and 51: indexes may count in a result from before access was narrowed, and reach
  // nothing that is not seen.
  @Test func indexesOfAnOlderResult() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(4)
      let names = assets.map(\.localIdentifier)
      let album = try scene.album("Own", Array(assets[..<3]))
      let result = PHAsset.fetchAssets(in: album, options: nil)
      let selected = [try uuid(assets[0]), try uuid(assets[3])]
      try scene.engine.access.set(.limited(selected), "App")
      func edit(_ body: @escaping (PHAssetCollectionChangeRequest) -> Void) throws -> [String] {
        try scene.change {
          if let request = PHAssetCollectionChangeRequest(for: album, assets: result) {
            body(request)
          }
        }
        let rows = try scene.engine.fetchAssets(
          AssetQuery(.album(try #require(Identifiers.albumUUID(album.localIdentifier)))), as: nil)
        return try scene.engine.assets(rows).map { Identifiers.asset($0.uuid) }
      }
      #expect(try edit { $0.moveAssets(at: [2], to: 0) } == [names[0], names[1], names[2]])
      #expect(try edit { $0.removeAssets(at: [1]) } == [names[0], names[1], names[2]])
      // Its place is that behind the nearest before it.
      #expect(
        try edit { $0.replaceAssets(at: [2], withAssets: [assets[3]] as NSArray) }
          == [names[0], names[1], names[3], names[2]])
      // What is seen moves and goes as ever.
      #expect(
        try edit { $0.moveAssets(at: [0, 1], to: 1) }
          == [names[1], names[3], names[2], names[0]])
      #expect(try edit { $0.removeAssets(at: [0, 1]) } == [names[1], names[3], names[2]])
    }
  }

  // Access may have narrowed since the object was fetched.
  @Test func resourcesFollowTheAccessOfTheMoment() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(2)
      let resource = try #require(PHAssetResource.assetResources(for: assets[0]).first)
      let selected = try uuid(assets[1])
      try scene.engine.access.set(.limited([selected]), "App")
      #expect(PHAssetResource.assetResources(for: assets[0]).isEmpty)
      #expect(PHAssetResource.assetResources(for: assets[1]).count == 1)
      for (access, expected) in [
        (AccessPreset.limited([selected]), PHPhotosError.Code.requestNotSupportedForAsset),
        (.denied, .accessUserDenied), (.restricted, .accessRestricted),
      ] {
        try scene.engine.access.set(access, "App")
        let pieces = Lock(0)
        let code: PHPhotosError.Code? = await withCheckedContinuation { continuation in
          PHAssetResourceManager.default().requestData(
            for: resource, options: nil,
            dataReceivedHandler: { piece in pieces.withLock { $0 += piece.count } },
            completionHandler: { continuation.resume(returning: ($0 as? PHPhotosError)?.code) })
        }
        #expect(code == expected)
        #expect(pieces.withLock { $0 } == 0)
      }
    }
  }
}
