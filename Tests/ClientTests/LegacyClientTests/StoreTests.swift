import AssetsLibrary
import DiptychEngine
import DiptychTesting
import Foundation
import TestMedia
import Testing
import UIKit

@testable import LegacyClients

/// O9 of the client files, on libraries with stated results.
@Suite struct StoreTests {
  private func library(
    access: TestPhotoLibrary.Access = .authorized
  ) throws -> TestPhotoLibrary {
    let first = Photo(.jpeg(seed: 1), named: "a.jpg")
    return try TestPhotoLibrary(access: access, delivery: .private) {
      first
      Video(file: TestMedia.url("video/h264-high-faststart.mp4"), named: "v.mp4")
      Photo(.jpeg(seed: 2), named: "b.jpg")
      Album("Trip") { first }
    }
  }

  private func name(_ group: ALAssetsGroup?) -> String? {
    group?.value(forProperty: ALAssetsGroupPropertyName) as? String
  }

  private func urls(_ assets: [ALAsset]?) -> [URL?]? {
    assets?.map { $0.value(forProperty: ALAssetPropertyAssetURL) as? URL }
  }

  // O9, L34–L38: each kind of group is asked for on its own.
  @Test func groups() async throws {
    let photos = try library()
    try await photos.run {
      let store = AssetStore()
      #expect(!store.isDenied && !store.isRestricted)
      #expect(name(await answer { store.cameraRoll($0) }.0) == "Camera Roll")
      #expect(await answer { store.photoStream($0) }.0 == nil)
      #expect(await answer { store.photoLibrary($0) }.0 == nil)
      let albums = await answer { store.albums($0) }
      #expect(albums.0?.map(name) == ["Camera Roll", "Trip"])
      #expect(albums.1 == nil)
      _ = try TestPhotoLibrary.engine.user.make(.ownStream, titled: "Mine")
      _ = try TestPhotoLibrary.engine.user.make(.shared, titled: "Ours")
      #expect(name(await answer { store.photoStream($0) }.0) == "Ours")
      let url = photos.album("Trip")?.groupURL
      #expect(name(await answer { store.group(at: url, $0) }.0) == "Trip")
      #expect(await answer { store.group(at: nil, $0) }.0 == nil)
      #expect(name(await answer { store.group(named: "Trip", $0) }.0) == "Trip")
      #expect(await answer { store.group(named: "trip", $0) }.0 == nil)
    }
  }

  // O9, L47: a name that is taken is the client's own error.
  @Test func makingAlbums() async throws {
    let photos = try library()
    await photos.run {
      let store = AssetStore()
      let made = await answer { store.makeAlbum("New", $0) }
      #expect(name(made.0) == "New")
      #expect(made.1 == nil)
      let again = await answer { store.makeAlbum("New", $0) }
      #expect(again.0 == nil)
      #expect((again.1 as NSError?)?.domain == AssetStore.errorDomain)
      #expect((again.1 as NSError?)?.code == AssetStore.albumExists)
      store.makeAlbum("Quiet", nil)
      #expect(await photos.settle() == [])
      #expect(photos.albums.map(\.title) == ["Trip", "New", "Quiet"])
    }
  }

  // O9, L72, L81, L83, C94: counts by filter; assets in parts, at places, backwards.
  @Test func assetsOfAGroup() async throws {
    let photos = try library()
    try await photos.run {
      let store = AssetStore()
      let roll = try #require(await answer { store.cameraRoll($0) }.0)
      #expect(store.counts(of: roll) == [3, 2, 1])
      let all = photos.assets.map(\.assetURL)
      var calls: [([URL?]?, Bool)] = []
      store.assets(of: roll, nil, part: 2) { calls.append((urls($0), $1)) }
      #expect(calls.map(\.0) == [Array(all[0..<2]), all])
      #expect(calls.map(\.1) == [false, true])
      calls = []
      store.assets(of: roll, .allPhotos(), at: [1], reverse: true) { calls.append((urls($0), $1)) }
      #expect(calls.map(\.0) == [[all[2]]])
      calls = []
      store.assets(of: roll, nil, at: [0, 2], reverse: true) { calls.append((urls($0), $1)) }
      #expect(calls.map(\.0) == [[all[2], all[0]]])
      // The album has no video, so nothing is walked.
      let trip = try #require(await answer { store.group(named: "Trip", $0) }.0)
      calls = []
      store.assets(of: trip, .allVideos()) { calls.append((urls($0), $1)) }
      #expect(calls.map(\.0) == [[]])
    }
  }

  // O9, L35: the assets of the Camera Roll and of the synced library; without one the original
  // never calls back.
  @Test func allAssets() async throws {
    let empty = try library()
    await empty.run {
      let store = AssetStore()
      let calls = Calls<Int>()
      store.allAssets(nil) { assets, _ in calls.note(assets?.count ?? -1) }
      #expect(await empty.settle() == [])
      #expect(calls.all == [])
    }
    let photos = try TestPhotoLibrary(delivery: .private) {
      Photo(.jpeg(seed: 1), named: "s.jpg").synced()
      Video(file: TestMedia.url("video/h264-high-faststart.mp4"), named: "v.mp4")
      Photo(.jpeg(seed: 2), named: "b.jpg")
    }
    await photos.run {
      let store = AssetStore()
      let all = photos.assets.map(\.assetURL)
      let found = await answer { done in store.allAssets(nil) { done($0, $1) } }
      #expect(urls(found.0) == [all[1], all[2], all[0]])
      let videos = await answer { done in store.allAssets(.allVideos()) { done($0, $1) } }
      #expect(urls(videos.0) == [all[1]])
    }
  }

  // O9, L164, L166: look-ups, one and several.
  @Test func lookUps() async throws {
    let photos = try library()
    try await photos.run {
      let store = AssetStore()
      let all = photos.assets.compactMap(\.assetURL)
      let one = await answer { store.asset(at: all[1], $0) }
      #expect(one.0?.value(forProperty: ALAssetPropertyType) as? String == ALAssetTypeVideo)
      let several = await answer { done in store.assets(at: all) { done($0, $1) } }
      #expect(urls(several.0) == all)
      #expect(several.1 == nil)
      try photos.user.delete("a.jpg")
      let rest = await answer { done in store.assets(at: all) { done($0, $1) } }
      #expect(urls(rest.0) == Array(all[1...]))
      #expect(rest.1 == nil)
    }
  }

  // O9, L140, L64: saved with metadata, told, then added to a group that is found or made.
  @Test func saving() async throws {
    let photos = try library()
    try await photos.run {
      let store = AssetStore()
      let picture = try #require(UIImage(data: TestPicture.jpeg(seed: 7).data))
      for name in ["Trip", "New", nil] {
        let saved = await answer { done in
          store.save(picture, metadata: ["Orientation": 3], toGroupNamed: name) { done($0, $1) }
        }
        #expect(saved.0 != nil && saved.1 == nil)
        #expect(await photos.settle() == [])
        if let name { #expect(photos.album(name)?.assets.last?.assetURL == saved.0) }
      }
      #expect(photos.albums.map { $0.assets.count } == [2, 1])
      #expect(photos.assets.map(\.orientation) == [1, 1, 1, 3, 3, 3])
    }
  }

  // O9, L191–L194: every error as it arrives.
  @Test(
    arguments: [
      (TestPhotoLibrary.Access.denied, ALAssetsLibraryAccessUserDeniedError),
      (.restricted, ALAssetsLibraryAccessGloballyDeniedError),
    ])
  func refused(_ access: TestPhotoLibrary.Access, _ code: Int) async throws {
    let photos = try library(access: access)
    try await photos.run {
      let store = AssetStore()
      #expect(store.isDenied == (access == .denied))
      #expect(store.isRestricted == (access == .restricted))
      let urls = photos.assets.compactMap(\.assetURL)
      let codes = [
        await answer { store.cameraRoll($0) }.1, await answer { store.albums($0) }.1,
        await answer { store.group(named: "Trip", $0) }.1,
        await answer { store.makeAlbum("New", $0) }.1,
        await answer { store.asset(at: urls[0], $0) }.1,
        await answer { done in store.allAssets(nil) { done($1) } },
      ].map { ($0 as NSError?)?.code }
      #expect(codes == Array(repeating: code, count: 6))
      let several = await answer { done in store.assets(at: urls) { done($0.count, $1) } }
      #expect(several.0 == 0)
      #expect((several.1 as NSError?)?.code == AssetStore.someAssetsMissing)
      let picture = try #require(UIImage(data: TestPicture.jpeg(seed: 7).data))
      let saved = await answer { done in
        store.save(picture, metadata: nil, toGroupNamed: "Trip") { done($0, $1) }
      }
      #expect(saved.0 == nil)
      #expect((saved.1 as NSError?)?.code == ALAssetsLibraryDataUnavailableError)
      #expect(photos.assets.count == 3)
    }
  }

  // O9, L175–L179: what the observer gets, of its own writes and of the user's. In a process of its
  // own, since it listens to every library.
  @Test func payloads() async {
    await #expect(processExitsWith: .success) {
      let photos = try TestPhotoLibrary(delivery: .private) {
        Album("Trip") { Photo(.jpeg(seed: 1), named: "a.jpg") }
      }
      try await photos.run {
        let store = AssetStore()
        let roll = try #require(
          await answer { store.cameraRoll($0) }.0?.value(forProperty: ALAssetsGroupPropertyURL)
            as? URL)
        let picture = try #require(UIImage(data: TestPicture.jpeg(seed: 7).data))
        _ = await answer { done in store.save(picture, metadata: nil) { done($0, $1) } }
        try photos.user.favorite("a.jpg")
        let album = try photos.user.makeAlbum("New")
        // A group that is gone before it is told is not told.
        #expect(await photos.settle() == [])
        try photos.user.add("a.jpg", to: album)
        #expect(await photos.settle() == [])
        let new = try #require(photos.album("New")?.groupURL)
        try photos.user.deleteAlbum("New")
        #expect(await photos.settle() == [])
        let asset = try #require(photos.asset("a.jpg")?.assetURL)
        let payloads = store.changes.map { $0.userInfo as? [String: Set<URL>] }
        #expect(
          payloads == [
            [ALAssetLibraryUpdatedAssetGroupsKey: [roll]],
            [ALAssetLibraryUpdatedAssetsKey: [asset]],
            [ALAssetLibraryInsertedAssetGroupsKey: [new]],
            [ALAssetLibraryUpdatedAssetGroupsKey: [new]],
            [ALAssetLibraryDeletedAssetGroupsKey: [new]],
          ])
        // L172: the object is the library that posts.
        #expect(store.changes.allSatisfy { $0.object as? ALAssetsLibrary === store.library })
      }
    }
  }
}
