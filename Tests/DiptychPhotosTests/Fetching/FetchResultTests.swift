import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import Testing

@Suite struct FetchResultTests {
  // P46: the count and the positions of a result never change.
  @Test func aResultIsASnapshot() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(3)
      let result = PHAsset.fetchAssets(with: nil)
      let identifiers = result.identifiers
      try scene.save()
      try scene.change { PHAssetChangeRequest.deleteAssets([assets[1]] as NSArray) }
      #expect(result.count == 3)
      #expect(result.identifiers == identifiers)
      #expect(PHAsset.fetchAssets(with: nil).count == 3)
    }
  }

  // An object whose row is gone still answers its identifier, also when it was never read before.
  @Test func aPurgedAssetKeepsItsIdentifier() async throws {
    try await Scene.run { scene in
      let asset = try #require(try scene.saveAssets(1).first)
      let unread = PHAsset.fetchAssets(with: nil)
      try scene.engine.user.purge([try #require(Identifiers.assetUUID(asset.localIdentifier))])
      #expect(unread.count == 1)
      let ghost = unread[0]
      #expect(ghost.localIdentifier == asset.localIdentifier)
      #expect(ghost == asset)
      #expect(ghost.mediaType == .unknown)
      #expect(!ghost.canPerform(.delete))
      #expect(PHAssetResource.assetResources(for: ghost).isEmpty)
      #expect(unread.contains(asset))
    }
  }

  // P49, P50.
  @Test func lookingUp() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(3)
      let stranger = try #require(try scene.saveAssets(1).first)
      let result = PHAsset.fetchAssets(
        withLocalIdentifiers: assets.map(\.localIdentifier), options: nil)
      #expect(result.firstObject == assets[0])
      #expect(result.lastObject == assets[2])
      #expect(result[1] == assets[1] && result.object(at: 1) == assets[1])
      #expect(result.index(of: assets[1]) == 1)
      #expect(result.contains(assets[2]))
      #expect(result.index(of: stranger) == NSNotFound)
      #expect(!result.contains(stranger))
      #expect(!result.contains(PHAsset()))
      #expect(result.index(of: assets[0], in: NSRange(location: 1, length: 2)) == NSNotFound)
      #expect(result.index(of: assets[2], in: NSRange(location: 1, length: 2)) == 2)
      #expect(result.objects(at: IndexSet([2, 0])) == [assets[0], assets[2]])
      #expect(result.copy() as? PHFetchResult<PHAsset> === result)
    }
  }

  // P51.
  @Test func enumerating() async throws {
    try await Scene.run { scene in
      _ = try scene.saveAssets(4)
      let result = PHAsset.fetchAssets(with: nil)
      var seen: [Int] = []
      result.enumerateObjects { asset, index, stop in
        #expect(asset == result[index])
        seen.append(index)
        if index == 1 { stop.pointee = true }
      }
      #expect(seen == [0, 1])
      seen = []
      result.enumerateObjects(options: .reverse) { _, index, _ in seen.append(index) }
      #expect(seen == [3, 2, 1, 0])
      seen = []
      result.enumerateObjects(options: [.concurrent]) { _, index, _ in seen.append(index) }
      #expect(Set(seen) == [0, 1, 2, 3])
      seen = []
      result.enumerateObjects(at: IndexSet([1, 3]), options: .reverse) { _, index, stop in
        seen.append(index)
        stop.pointee = true
      }
      #expect(seen == [3])
    }
  }

  // P53, P232: fast enumeration gives the objects in order.
  @Test func fastEnumeration() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(3)
      let seen = NSFastEnumerationIterator(PHAsset.fetchAssets(with: nil)).map { $0 as? PHAsset }
      #expect(seen == assets)
    }
  }

  // P54.
  @Test func counting() async throws {
    try await Scene.run { scene in
      _ = try scene.saveAssets(2)
      let video = try scene.save("video/h264-high-faststart.mp4")
      let result = PHAsset.fetchAssets(with: nil)
      try scene.save()
      let asset = try scene.asset(video)
      try scene.change { PHAssetChangeRequest(for: asset).isHidden = true }
      #expect(result.countOfAssets(with: .image) == 2)
      #expect(result.countOfAssets(with: .video) == 1)
      #expect(result.countOfAssets(with: .audio) == 0)
      #expect(PHCollection.fetchTopLevelUserCollections(with: nil).countOfAssets(with: .image) == 0)
    }
  }

  // P55.
  @Test func anEmptyResult() {
    let result = PHFetchResult<PHAsset>()
    #expect(result.count == 0)
    #expect(result.firstObject == nil && result.lastObject == nil)
    #expect(!result.contains(PHAsset()))
    #expect(result.countOfAssets(with: .image) == 0)
    result.enumerateObjects { _, _, _ in Issue.record("An empty result has no objects.") }
  }

  // P47, P48: batches, from several threads at once.
  @Test func readingFromManyThreads() async throws {
    try await Scene.run { scene in
      _ = try scene.saveAssets(300)
      let result = PHAsset.fetchAssets(with: nil)
      let expected = try scene.engine.assets(
        scene.engine.fetchAssets(AssetQuery(.library), as: nil)
      ).map { Identifiers.asset($0.uuid) }
      #expect(expected.count == 300)
      await withTaskGroup(of: Bool.self) { group in
        for start in 0..<8 {
          group.addTask {
            (0..<300).allSatisfy { offset in
              let index = (offset * 37 + start * 41) % 300
              return result[index].localIdentifier == expected[index]
            }
          }
        }
        for await isRight in group { #expect(isRight) }
      }
    }
  }

  // Rows that lie far apart are read by a list, close ones by a range.
  @Test func readingRowsFarApart() async throws {
    try await Scene.run { scene in
      let all = try scene.saveAssets(40).map(\.localIdentifier)
      for wanted in [[all[0], all[39]], [all[39]], Array(all[5...9]), [all[0], all[1], all[20]]] {
        let result = PHAsset.fetchAssets(withLocalIdentifiers: wanted, options: nil)
        #expect(result.identifiers == wanted)
        #expect(result.objects(at: IndexSet(0..<wanted.count)).allSatisfy { $0.pixelWidth == 50 })
      }
    }
  }

  // P173: a library that cannot be read any more finds nothing.
  @Test func fetchingFromAClosedLibrary() async throws {
    let engine = try EphemeralLibrary.open()
    let scope = LibraryScope(library: engine, client: "App", delivery: .private)
    engine.close()
    await scope.runInTask {
      #expect(PHAsset.fetchAssets(with: nil).count == 0)
      #expect(PHCollection.fetchTopLevelUserCollections(with: nil).count == 0)
    }
  }

  // Hand-written stand-ins, as public code writes them.
  private final class MockAsset: PHAsset, @unchecked Sendable {
    // Sendable because nothing is stored.
    override var localIdentifier: String { "mock" }
    override var mediaType: PHAssetMediaType { .video }
  }

  private final class MockResult: PHFetchResult<PHAsset>, @unchecked Sendable {
    // Sendable because the asset is a constant.
    let asset = MockAsset()
    override var count: Int { 2 }
    override func object(at index: Int) -> PHAsset { asset }
  }

  @Test func mocks() async throws {
    let result = MockResult()
    #expect(result.firstObject === result.asset && result[1] === result.asset)
    #expect(result.index(of: result.asset) == 0)
    #expect(result.countOfAssets(with: .video) == 2)
    #expect(NSFastEnumerationIterator(result).map { $0 }.count == 2)
    #expect(MockAsset() != MockAsset())
    let asset: PHAsset = MockAsset()
    #expect(asset.localIdentifier == "mock")
    // A stand-in in a change is an asset that is not there (decision 41).
    try await Scene.run { scene in
      #expect(
        scene.failure { PHAssetChangeRequest(for: asset).isHidden = true }
          == .requestNotSupportedForAsset)
    }
  }
}
