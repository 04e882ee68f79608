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

  // Decisions 7, 246: a list in memory filters and sorts as the same list in the library does.
  @Test func listsAnswerAsTheLibraryDoes() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(2)
      try scene.album("z", assets)
      for title in ["\u{e9}", "e\u{301}", "a", "f"] { try scene.album(title) }
      try scene.folder("F")
      let top = PHCollection.fetchTopLevelUserCollections(with: nil)
      let list = PHCollectionList.transientCollectionList(
        withCollectionsFetchResult: top, title: nil)
      let (album, folder) = (top[0], top[5])
      let lower = album.localIdentifier.prefix(36).lowercased() + "/L0/040"
      let predicates: [(String, Any, Int)] = [
        ("estimatedAssetCount > %d", 0, 1), ("estimatedAssetCount == %@", "0", 5),
        ("startDate == %@", assets[0].creationDate as Any, 1), ("endDate != %@", NSNull(), 1),
        ("localIdentifier == %@", album, 1), ("SELF == %@", album.localIdentifier, 1),
        ("localIdentifier == %@", lower, 0), ("SELF IN %@", [album, folder], 2),
        ("localIdentifier == %@", album.localIdentifier.prefix(36) + "/L0/020", 0),
        ("NOT (SELF == %@)", folder, 5), ("title == %@", "e\u{301}", 2),
      ]
      let keys = ["localizedTitle", "estimatedAssetCount", "startDate", "title"]
      func expect(_ options: PHFetchOptions, _ count: Int, _ what: String) {
        let found = PHCollection.fetchCollections(in: list, options: options).identifiers
        let stored = PHCollection.fetchTopLevelUserCollections(with: options).identifiers
        #expect(found == stored && found.count == count, "\(what): \(found) \(stored)")
      }
      for (format, argument, count) in predicates {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: format, argument)
        expect(options, count, format)
        #expect(options.predicate != nil)
      }
      for key in keys {
        for ascending in [true, false] {
          let options = PHFetchOptions()
          options.sortDescriptors = [NSSortDescriptor(key: key, ascending: ascending)]
          expect(options, 6, "\(key) \(ascending)")
          options.fetchLimit = 2
          expect(options, 2, "\(key) \(ascending)")
        }
      }
    }
  }

  // Decision 246: what the objects of a list say of themselves counts, a client's own included.
  @Test func listsOfMocks() async throws {
    try await Scene.run { _ in
      final class Mock: PHAssetCollection, @unchecked Sendable {
        // Sendable because it stores nothing.
        override var localizedTitle: String? { "Mock" }
        override var localIdentifier: String { "mock-1" }
        override var estimatedAssetCount: Int { 7 }
      }
      let picks = PHAssetCollection.transientAssetCollection(with: [], title: "Picks")
      let list = PHCollectionList.transientCollectionList(with: [picks, Mock()], title: nil)
      func titles(_ format: String) -> [String?] {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: format)
        let result = PHCollection.fetchCollections(in: list, options: options)
        return (0..<result.count).map { result[$0].localizedTitle }
      }
      #expect(titles("estimatedAssetCount > 0") == ["Mock"])
      #expect(titles("localIdentifier == 'mock-1'") == ["Mock"])
      #expect(titles("title BEGINSWITH 'P'") == ["Picks"])
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
