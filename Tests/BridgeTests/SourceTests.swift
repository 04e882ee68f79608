import AssetsLibrary
import DiptychBridge
import DiptychTesting
import Foundation
import Photos
import Testing

/// P42, decision 72: what a sync or a stream brought is found by whoever names it.
@Suite struct SourceTests {
  private func makeLibrary() throws -> TestPhotoLibrary {
    try TestPhotoLibrary(delivery: .private) {
      Album("Synced") { Photo(.png(seed: 1), named: "synced.png") }.synced()
      Album("Friends") { Photo(.png(seed: 2), named: "shared.png") }.sharedStream()
      Photo(.png(seed: 3), named: "member.png").inBurst("X", as: .member)
      Photo(.png(seed: 4), named: "hidden.png").hidden()
      Photo(.png(seed: 5), named: "own.png")
      Photo(.png(seed: 6), named: "deleted.png")
    }
  }

  private func album(_ title: String) throws -> PHAssetCollection {
    let albums = PHAssetCollection.fetchAssetCollections(
      with: .album, subtype: .any, options: nil)
    return try #require((0..<albums.count).map { albums[$0] }.first { $0.localizedTitle == title })
  }

  @Test func byName() async throws {
    let photos = try makeLibrary()
    try await photos.run {
      let deleted = try #require(photos.asset("deleted.png"))
      try photos.user.delete("deleted.png")
      let names = ["synced.png", "shared.png", "member.png", "hidden.png", "own.png"]
      for (name, count) in zip(names, [1, 1, 0, 1, 1]) {
        let asset = try #require(photos.asset(name))
        let url = try #require(asset.assetURL)
        let found = PHAsset.fetchAssets(
          withLocalIdentifiers: [asset.localIdentifier], options: nil)
        #expect(found.count == count, "\(name)")
        #expect(PHAsset.fetchAssets(withALAssetURLs: [url], options: nil).count == count, "\(name)")
        #expect(
          (try? PhotoBridge.localIdentifier(forStoredURL: url)) != nil || count == 0, "\(name)")
        // Sources that are asked for are those that count.
        let options = PHFetchOptions()
        options.includeAssetSourceTypes = [.typeUserLibrary]
        let own = PHAsset.fetchAssets(
          withLocalIdentifiers: [asset.localIdentifier], options: options)
        #expect(own.count == (["hidden.png", "own.png"].contains(name) ? 1 : 0), "\(name)")
      }
      #expect(
        PHAsset.fetchAssets(withLocalIdentifiers: [deleted.localIdentifier], options: nil).count
          == 0)
      // The library itself shows the user's own, as before.
      #expect(PHAsset.fetchAssets(with: nil).count == 1)
      // With limited access, what the user selected.
      photos.access = .limited(["own.png"])
      let synced = try #require(photos.asset("synced.png")?.localIdentifier)
      #expect(PHAsset.fetchAssets(withLocalIdentifiers: [synced], options: nil).count == 0)
      photos.access = .denied
      #expect(PHAsset.fetchAssets(withLocalIdentifiers: [synced], options: nil).count == 0)
    }
  }

  // Both ways between the APIs.
  @Test func bridge() async throws {
    let photos = try makeLibrary()
    try await photos.run {
      let library = ALAssetsLibrary()
      for title in ["Synced", "Friends"] {
        let fetched = try #require(
          PHAsset.fetchAssets(in: try album(title), options: nil).firstObject)
        let legacy = try #require(PhotoBridge.asset(for: fetched, from: library))
        #expect(PhotoBridge.asset(for: legacy) == fetched)
      }
      withExtendedLifetime(library) {}
    }
  }

  // P77: a collection in memory shows what it was made of.
  @Test func transient() async throws {
    let photos = try makeLibrary()
    try await photos.run {
      for title in ["Synced", "Friends"] {
        let members = PHAsset.fetchAssets(in: try album(title), options: nil)
        for picks in [
          PHAssetCollection.transientAssetCollection(with: [members[0]], title: nil),
          .transientAssetCollection(withAssetFetchResult: members, title: nil),
        ] {
          #expect(picks.estimatedAssetCount == 1 && picks.startDate == members[0].creationDate)
          #expect(PHAsset.fetchAssets(in: picks, options: nil).firstObject == members[0])
          #expect(PHAsset.fetchKeyAssets(in: picks, options: nil)?.count == 1)
        }
      }
    }
  }
}
