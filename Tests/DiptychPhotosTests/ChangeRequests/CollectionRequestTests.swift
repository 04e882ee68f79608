import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import Testing

@Suite struct CollectionRequestTests {
  // P119: the title reads as the present one and can be set.
  @Test func renaming() async throws {
    try await Scene.run { scene in
      let album = try scene.album("Trip")
      let folder = try scene.folder("Trips")
      let seen = try scene.change {
        let request = PHAssetCollectionChangeRequest(for: album)
        let list = PHCollectionListChangeRequest(for: folder)
        let seen = [request?.title, list?.title]
        request?.title = "Trip 2"
        list?.title = "Trips 2"
        return seen + [request?.title, list?.title]
      }
      #expect(seen == ["Trip", "Trips", "Trip 2", "Trips 2"])
      #expect(scene.topTitles == ["Trip 2", "Trips 2"])
      #expect(album.localizedTitle == "Trip")  // P62
    }
  }

  // P119: the title of a request that creates can still be changed.
  @Test func renamingWhatIsBeingCreated() async throws {
    try await Scene.run { scene in
      try scene.change {
        let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
          withTitle: "Draft")
        #expect(request.title == "Draft")
        request.title = "Final"
      }
      #expect(scene.topTitles == ["Final"])
    }
  }

  // C3, P75, P76, decisions 7 to 9: every title goes but the too long one and the one with a NUL.
  @Test func titles() async throws {
    try await Scene.run { scene in
      let good = ["", "🏔️", "Camera Roll", "Recents", "é", "e\u{301}", " Trip ", "Trip", "Trip"]
      for title in good { try scene.album(title) }
      #expect(scene.topTitles.map { Array($0.utf8) } == good.map { Array($0.utf8) })
      for title in [String(repeating: "x", count: 10_000), "a\u{0}b"] {
        let creation = scene.failure {
          PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
        }
        #expect(creation == .changeNotSupported)
        let folder = scene.failure {
          PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: title)
        }
        #expect(folder == .changeNotSupported)
        let album = try #require(
          PHCollection.fetchTopLevelUserCollections(with: nil).firstObject as? PHAssetCollection)
        let rename = scene.failure { PHAssetCollectionChangeRequest(for: album)?.title = title }
        #expect(rename == .changeNotSupported)
      }
      #expect(scene.topTitles.count == good.count)
    }
  }

  // C15, P107: the album goes, its photos stay; its own prompt.
  @Test func deletingAnAlbum() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(3)
      let album = try scene.album("Trip", assets)
      scene.engine.access.script([.refuse])
      let code = scene.failure {
        PHAssetCollectionChangeRequest.deleteAssetCollections([album] as NSArray)
      }
      #expect(code == .userCancelled)
      #expect(scene.topTitles == ["Trip"])
      try scene.change { PHAssetCollectionChangeRequest.deleteAssetCollections([album] as NSArray) }
      #expect(scene.engine.access.prompts == [.deleteCollections(1), .deleteCollections(1)])
      #expect(scene.topTitles == [])
      #expect(scene.assets.count == 3)
      #expect(scene.members(of: album) == [])
    }
  }

  // P53: a fetch result goes straight into the deletion.
  @Test func deletingAResult() async throws {
    try await Scene.run { scene in
      try scene.album("A")
      try scene.album("B")
      let albums = PHAssetCollection.fetchAssetCollections(
        with: .album, subtype: .any, options: nil)
      try scene.change { PHAssetCollectionChangeRequest.deleteAssetCollections(albums) }
      #expect(scene.engine.access.prompts == [.deleteCollections(2)])
      #expect(scene.topTitles == [])
    }
  }

  // P108: a folder takes along what is below it; the assets stay.
  @Test func deletingAFolder() async throws {
    try await Scene.run { scene in
      let album = try scene.album("Trip", try scene.saveAssets(1))
      let inner = try scene.folder("Inner", [album])
      let outer = try scene.folder("Outer", [inner])
      try scene.change { PHCollectionListChangeRequest.deleteCollectionLists([outer] as NSArray) }
      #expect(
        PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil).count
          == 0)
      #expect(scene.assets.count == 1)
    }
  }

  // The kinds do not mix.
  @Test func deletingTheWrongKind() async throws {
    try await Scene.run { scene in
      let album = try scene.album("Trip")
      let folder = try scene.folder("Trips")
      #expect(
        scene.failure {
          PHAssetCollectionChangeRequest.deleteAssetCollections([folder] as NSArray)
        } == .changeNotSupported)
      #expect(
        scene.failure { PHCollectionListChangeRequest.deleteCollectionLists([album] as NSArray) }
          == .changeNotSupported)
      #expect(scene.topTitles == ["Trip", "Trips"])
    }
  }

  // P81, P118, P91: new collections go into a folder by their placeholders.
  @Test func puttingNewCollectionsIntoANewFolder() async throws {
    try await Scene.run { scene in
      let identifier = try scene.change {
        let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
          withTitle: "Trip")
        let folder = PHCollectionListChangeRequest.creationRequestForCollectionList(
          withTitle: "Trips")
        folder.addChildCollections([album.placeholderForCreatedAssetCollection] as NSArray)
        return folder.placeholderForCreatedCollectionList.localIdentifier
      }
      #expect(identifier.hasSuffix("/L0/020"))  // P59
      #expect(scene.topTitles == ["Trips"])
      let folder = try #require(
        PHCollectionList.fetchCollectionLists(withLocalIdentifiers: [identifier], options: nil)
          .firstObject)
      let children = PHCollection.fetchCollections(in: folder, options: nil)
      #expect(children.count == 1)
      #expect(children[0].localizedTitle == "Trip")
      let parents = PHCollectionList.fetchCollectionListsContaining(children[0], options: nil)
      #expect(parents.identifiers == [identifier])  // P79
      #expect(PHCollectionList.fetchCollectionListsContaining(folder, options: nil).count == 0)
    }
  }

  // P29, P120: the five verbs inside a folder, whose fetch is in its own order.
  @Test func arrangingAFolder() async throws {
    try await Scene.run { scene in
      let albums = try ["a", "b", "c", "d"].map { try scene.album($0) }
      let folder = try scene.folder("Trips", Array(albums[0...2]))
      func children() -> [String] {
        let result = PHCollection.fetchCollections(in: folder, options: nil)
        return (0..<result.count).map { result[$0].localizedTitle ?? "" }
      }
      func edit(_ body: @escaping (PHCollectionListChangeRequest) -> Void) throws {
        let result = PHCollection.fetchCollections(in: folder, options: nil)
        try scene.change {
          PHCollectionListChangeRequest(for: folder, childCollections: result).map(body)
        }
      }
      try edit { $0.insertChildCollections([albums[3]] as NSArray, at: IndexSet(integer: 0)) }
      #expect(children() == ["d", "a", "b", "c"])
      try edit { $0.moveChildCollections(at: IndexSet(integer: 0), to: 3) }
      #expect(children() == ["a", "b", "c", "d"])
      try edit { $0.removeChildCollections(at: IndexSet(integer: 3)) }
      #expect(children() == ["a", "b", "c"])
      #expect(scene.topTitles == ["Trips", "d"])
      try edit {
        $0.replaceChildCollections(
          at: IndexSet(integer: 0), withChildCollections: [albums[3]] as NSArray)
      }
      #expect(children() == ["d", "b", "c"])
      try edit { $0.removeChildCollections([albums[1]] as NSArray) }
      #expect(children() == ["d", "c"])
    }
  }

  // P110: removals count in the result that the request was made with, though the folder changed.
  @Test func removalsCountInThePassedResult() async throws {
    try await Scene.run { scene in
      let albums = try ["a", "b", "c"].map { try scene.album($0) }
      let folder = try scene.folder("Trips", albums)
      let before = PHCollection.fetchCollections(in: folder, options: nil)
      try scene.change {
        PHCollectionListChangeRequest(for: folder)?
          .moveChildCollections(at: IndexSet(integer: 0), to: 2)
      }
      try scene.change {
        PHCollectionListChangeRequest(for: folder, childCollections: before)?
          .removeChildCollections(at: IndexSet(integer: 0))
      }
      let after = PHCollection.fetchCollections(in: folder, options: nil)
      #expect(after.identifiers == [albums[1], albums[2]].map(\.localIdentifier))
      let code = scene.failure {
        PHCollectionListChangeRequest(for: folder, childCollections: before)?
          .removeChildCollections(at: IndexSet(integer: 3))
      }
      #expect(code == .operationInterrupted)
    }
  }

  // P90, decision 240: each method counts in what those before it have made of the passed result.
  @Test func removalsOfOneRequest() async throws {
    try await Scene.run { scene in
      let albums = try ["a", "b", "c", "d"].map { try scene.album($0) }
      let folder = try scene.folder("Trips", albums)
      let children = PHCollection.fetchCollections(in: folder, options: nil)
      try scene.change {
        let request = PHCollectionListChangeRequest(for: folder, childCollections: children)
        request?.removeChildCollections(at: [0])
        request?.moveChildCollections(at: [0], to: 2)
        request?.removeChildCollections(at: [0])
      }
      let after = PHCollection.fetchCollections(in: folder, options: nil)
      #expect(after.identifiers == [albums[3], albums[1]].map(\.localIdentifier))
      let top = PHCollection.fetchTopLevelUserCollections(with: nil)
      #expect(top.identifiers == ([folder] + [albums[0], albums[2]]).map(\.localIdentifier))
      try scene.change {
        let request = PHCollectionListChangeRequest(forTopLevelCollectionListUserCollections: top)
        request?.removeChildCollections(at: [0])
        request?.removeChildCollections(at: [0])
      }
      #expect(scene.topTitles == ["c", "Trips", "a"])
    }
  }

  // P120: the root is arranged through its own initializer.
  @Test func arrangingTheRoot() async throws {
    try await Scene.run { scene in
      for title in ["a", "b", "c"] { try scene.album(title) }
      let top = PHCollection.fetchTopLevelUserCollections(with: nil)
      try scene.change {
        PHCollectionListChangeRequest(forTopLevelCollectionListUserCollections: top)?
          .moveChildCollections(at: IndexSet(integer: 2), to: 0)
      }
      #expect(scene.topTitles == ["c", "a", "b"])
      let code = scene.failure {
        PHCollectionListChangeRequest(forTopLevelCollectionListUserCollections: top)?.title = "x"
      }
      #expect(code == .changeNotSupported)
    }
  }

  // P80: no cycles, no endless nesting.
  @Test func aFolderCannotHoldItself() async throws {
    try await Scene.run { scene in
      let inner = try scene.folder("Inner")
      let outer = try scene.folder("Outer", [inner])
      for (folder, child) in [(inner, outer), (inner, inner)] {
        let code = scene.failure {
          PHCollectionListChangeRequest(for: folder)?.addChildCollections([child] as NSArray)
        }
        #expect(code == .changeNotSupported)
      }
      let code = scene.failure {
        var parent = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: "0")
        for depth in 1..<70 {
          let child = PHCollectionListChangeRequest.creationRequestForCollectionList(
            withTitle: "\(depth)")
          parent.addChildCollections([child.placeholderForCreatedCollectionList] as NSArray)
          parent = child
        }
      }
      #expect(code == .changeNotSupported)
      #expect(scene.topTitles == ["Outer"])
    }
  }
}
