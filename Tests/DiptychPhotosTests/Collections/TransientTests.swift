import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import Testing

/// P77: collections in memory.
@Suite struct TransientTests {
  // P77
  @Test func assets() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(4)
      let order = [assets[2], assets[0], assets[2], assets[3]]
      let album = PHAssetCollection.transientAssetCollection(with: order, title: "Picks")
      #expect(album.localizedTitle == "Picks" && album.estimatedAssetCount == 3)
      #expect(album.assetCollectionType == .album && album.canContainAssets)
      #expect(album.startDate == assets[0].creationDate)
      #expect(scene.members(of: album) == [2, 0, 3].map { assets[$0].localIdentifier })
      #expect(
        PHAsset.fetchKeyAssets(in: album, options: nil)?.identifiers
          == [assets[2].localIdentifier])
      let options = PHFetchOptions()
      options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
      options.fetchLimit = 2
      #expect(
        PHAsset.fetchAssets(in: album, options: options).identifiers
          == [0, 2].map { assets[$0].localIdentifier })
      // Found by no fetch.
      #expect(
        PHAssetCollection.fetchAssetCollections(
          withLocalIdentifiers: [album.localIdentifier], options: nil
        ).count == 0)
      #expect(
        PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil).count
          == 0)
      // What is deleted or hidden is not shown.
      try scene.change { PHAssetChangeRequest.deleteAssets([assets[0]] as NSArray) }
      try scene.change { PHAssetChangeRequest(for: assets[3]).isHidden = true }
      #expect(scene.members(of: album) == [assets[2].localIdentifier])

      let all = PHAsset.fetchAssets(with: nil)
      let fromResult = PHAssetCollection.transientAssetCollection(
        withAssetFetchResult: all, title: nil)
      #expect(fromResult.localizedTitle == nil)
      #expect(scene.members(of: fromResult) == all.identifiers)
      let none = PHAssetCollection.transientAssetCollection(with: [PHAsset()], title: nil)
      #expect(scene.members(of: none) == [] && none.startDate == nil)
      #expect(none != album && fromResult != album)
    }
  }

  // P117: it cannot be changed, by any verb.
  @Test func changing() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(2)
      let album = PHAssetCollection.transientAssetCollection(with: [assets[0]], title: "Picks")
      let operations = (1...7).compactMap { PHCollectionEditOperation(rawValue: $0) }
      #expect(operations.allSatisfy { !album.canPerform($0) })
      let list = PHCollectionList.transientCollectionList(with: [album], title: nil)
      #expect(operations.allSatisfy { !list.canPerform($0) })
      let changes: [() -> Void] = [
        { PHAssetCollectionChangeRequest(for: album)?.addAssets([assets[1]] as NSArray) },
        { PHAssetCollectionChangeRequest(for: album)?.removeAssets(at: IndexSet(integer: 0)) },
        { PHAssetCollectionChangeRequest(for: album)?.title = "x" },
        { PHAssetCollectionChangeRequest.deleteAssetCollections([album] as NSArray) },
        { PHCollectionListChangeRequest(for: list)?.addChildCollections([album] as NSArray) },
        { PHCollectionListChangeRequest.deleteCollectionLists([list] as NSArray) },
      ]
      for (index, change) in changes.enumerated() {
        #expect(scene.failure(change) == .changeNotSupported, "\(index)")
      }
      #expect(scene.engine.access.prompts == [])
    }
  }

  @Test func lists() async throws {
    try await Scene.run { scene in
      let albums = [try scene.album("b"), try scene.album("a")]
      let folder = try scene.folder("c")
      let picks = PHAssetCollection.transientAssetCollection(with: [], title: "d")
      let recents = try scene.userLibrary()
      let all: [PHCollection] = [picks, albums[0], folder, albums[1], recents, albums[0]]
      let list = PHCollectionList.transientCollectionList(with: all, title: "Shelf")
      #expect(list.localizedTitle == "Shelf" && list.canContainCollections)
      #expect(list.collectionListType == .folder && list.startDate == nil)
      func titles(_ options: PHFetchOptions?) -> [String?] {
        let result = PHCollection.fetchCollections(in: list, options: options)
        return (0..<result.count).map { result[$0].localizedTitle }
      }
      #expect(titles(nil) == ["d", "b", "c", "a", "Recents"])
      let options = PHFetchOptions()
      options.predicate = NSPredicate(
        format: "title < %@ AND NOT (title == %@)", "d", "Recents")
      options.sortDescriptors = [NSSortDescriptor(key: "localizedTitle", ascending: true)]
      #expect(titles(options) == ["a", "b", "c"])
      options.fetchLimit = 2
      #expect(titles(options) == ["a", "b"])
      let top = PHCollection.fetchTopLevelUserCollections(with: nil)
      let fromResult = PHCollectionList.transientCollectionList(
        withCollectionsFetchResult: top, title: nil)
      #expect(
        PHCollection.fetchCollections(in: fromResult, options: nil).identifiers == top.identifiers)
      #expect(
        PHCollectionList.fetchCollectionLists(
          withLocalIdentifiers: [list.localIdentifier], options: nil
        ).count == 0)
      #expect(PHCollectionList.fetchCollectionListsContaining(picks, options: nil).count == 0)
    }
  }

  // P7: what a fetch of the library refuses, a fetch in memory refuses too.
  @Test func unsupportedOptions() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try await Scene.run { scene in
        let list = PHCollectionList.transientCollectionList(
          with: [try scene.album("a")], title: nil)
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "mediaType == 1")
        _ = PHCollection.fetchCollections(in: list, options: options)
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Unsupported predicate in fetch options: mediaType == 1"))
  }
}
