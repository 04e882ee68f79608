import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import Testing

/// What an application with limited access can find out by fetching (P177, P178).
@Suite struct LimitedFetchTests {
  // P77, P178: a list from before tells nothing of what happens to albums that are not seen.
  @Test func transientLists() async throws {
    try await Scene.run { scene in
      let theirs = try scene.engine.user.make(titled: "Theirs")
      let album = try scene.album("Mine")
      let mine = try #require(Identifiers.albumUUID(album.localIdentifier))
      let list = PHCollectionList.transientCollectionList(
        withCollectionsFetchResult: PHCollection.fetchTopLevelUserCollections(with: nil),
        title: nil)
      func titles() -> [String] {
        let found = PHCollection.fetchCollections(in: list, options: nil)
        return (0..<found.count).map { found[$0].localizedTitle ?? "" }
      }
      #expect(titles() == ["Theirs", "Mine"])
      try scene.engine.access.set(.limited([]), "App")
      #expect(titles() == ["Mine"])
      try scene.engine.user.deleteCollection(theirs)
      #expect(titles() == ["Mine"])
      // One of its own that is gone stays in the list, as for everybody.
      try scene.engine.user.deleteCollection(mine)
      #expect(titles() == ["Mine"])
      try scene.engine.access.set(.authorized, "App")
      #expect(titles() == ["Theirs", "Mine"])
    }
  }

  // P35, P178: a folder that is not seen is as good as none.
  @Test func foldersByIdentifier() async throws {
    try await Scene.run { scene in
      let selected = try #require(
        Identifiers.assetUUID(try scene.saveAssets(1)[0].localIdentifier))
      let theirs = try scene.engine.user.make(.folder, titled: "Theirs")
      try scene.engine.access.set(.limited([selected]), "App")
      let year = try #require(
        PHCollectionList.fetchMomentLists(with: .momentListYear, options: nil).firstObject)
      func found() -> [String] {
        PHCollectionList.fetchCollectionLists(
          withLocalIdentifiers: [Identifiers.folder(theirs), year.localIdentifier], options: nil
        ).identifiers
      }
      #expect(found() == [year.localIdentifier])
      try scene.engine.user.deleteCollection(theirs)
      #expect(found() == [year.localIdentifier])
    }
  }

  // P35, P158, P162: a folder that is seen only later comes into the result.
  @Test func aFolderThatIsSeenLater() async throws {
    try await Scene.run { scene in
      let theirs = Identifiers.folder(try scene.engine.user.make(.folder, titled: "Theirs"))
      for _ in 0..<2 {
        try scene.engine.access.set(.limited([]), "App")
        let held = PHCollectionList.fetchCollectionLists(
          withLocalIdentifiers: [theirs], options: nil)
        #expect(held.count == 0)
        let recorder = Recorder()
        PHPhotoLibrary.shared().register(recorder)
        try scene.engine.access.set(.authorized, "App")
        let details = await scene.told(recorder).last?.changeDetails(for: held)
        #expect(details?.insertedIndexes == [0])
        #expect(details?.fetchResultAfterChanges.identifiers == [theirs])
      }
    }
  }

  // P35: a filter that leaves nothing of a list of moments does not make folders of it.
  @Test func filteredMomentLists() async throws {
    try await Scene.run { scene in
      try scene.save()
      let year = try #require(
        PHCollectionList.fetchMomentLists(with: .momentListYear, options: nil).firstObject)
      let options = PHFetchOptions()
      options.predicate = NSPredicate(format: "startDate > %@", Date.distantFuture as NSDate)
      let held = PHCollectionList.fetchCollectionLists(
        withLocalIdentifiers: [year.localIdentifier], options: options)
      #expect(held.count == 0)
    }
  }
}
