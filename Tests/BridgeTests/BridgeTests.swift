import AssetsLibrary
import DiptychBridge
import DiptychTesting
import Foundation
import Photos
import Testing

/// The bridge as an application sees it: beside Apple's names.
@Suite struct BridgeTests {
  private func makeLibrary(seed: Int = 1) throws -> TestPhotoLibrary {
    try TestPhotoLibrary(seed: seed, delivery: .private) {
      Album("Trip") { Photo(.jpeg(seed: 1), named: "a.jpg") }
      Photo(.png(seed: 2), named: "b.png").hidden()
      Folder("Travel") { Album("Rome") }
    }
  }

  private func modern(_ asset: TestAsset?) throws -> PHAsset {
    let identifier = try #require(asset?.localIdentifier)
    return try #require(
      PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).firstObject)
  }

  private func collection(
    _ type: PHAssetCollectionType, _ subtype: PHAssetCollectionSubtype
  ) throws -> PHAssetCollection {
    try #require(
      PHAssetCollection.fetchAssetCollections(with: type, subtype: subtype, options: nil)
        .firstObject)
  }

  // D10: the id of the URL is the first part of the local identifier; both ways, hidden ones too
  // (decision 15).
  @Test func assets() async throws {
    let photos = try makeLibrary()
    try await photos.run {
      let library = ALAssetsLibrary()
      for name in ["a.jpg", "b.png"] {
        let known = try #require(photos.asset(name))
        let fetched = try modern(known)
        let legacy = try #require(PhotoBridge.asset(for: fetched, from: library))
        let url = legacy.value(forProperty: ALAssetPropertyAssetURL) as? URL
        #expect(url == known.assetURL)
        #expect(url?.query?.contains(known.localIdentifier.prefix(36)) == true)
        let urls = legacy.value(forProperty: ALAssetPropertyURLs) as? [String: URL]
        #expect(urls?.count == 1 && urls?.values.first == known.assetURL)
        let back = try #require(PhotoBridge.asset(for: legacy))
        // D20: equal by library object there, by identity here.
        #expect(back == fetched)
        #expect(PhotoBridge.asset(for: back, from: library)?.isEqual(legacy) == false)
      }
      withExtendedLifetime(library) {}
    }
  }

  // The persistent id is the first part of the local identifier; albums in folders are groups, too
  // (D25).
  @Test func groups() async throws {
    let photos = try makeLibrary()
    try await photos.run {
      let library = ALAssetsLibrary()
      for title in ["Trip", "Rome"] {
        let known = try #require(photos.album(title))
        let fetched = try #require(
          PHAssetCollection.fetchAssetCollections(
            withLocalIdentifiers: [known.localIdentifier], options: nil
          ).firstObject)
        let group = try #require(PhotoBridge.group(for: fetched, from: library))
        #expect(group.value(forProperty: ALAssetsGroupPropertyName) as? String == title)
        #expect(group.value(forProperty: ALAssetsGroupPropertyURL) as? URL == known.groupURL)
        #expect(
          group.value(forProperty: ALAssetsGroupPropertyPersistentID) as? String
            == String(known.localIdentifier.prefix(36)))
        #expect(group.numberOfAssets() == known.assets.count)
        #expect(PhotoBridge.collection(for: group) == fetched)
      }
      withExtendedLifetime(library) {}
    }
  }

  // Decision 5: the Camera Roll is the smart album of the user's library; others have no group.
  @Test func cameraRoll() async throws {
    let photos = try makeLibrary()
    try await photos.run {
      let library = ALAssetsLibrary()
      let recents = try collection(.smartAlbum, .smartAlbumUserLibrary)
      let roll = try #require(PhotoBridge.group(for: recents, from: library))
      #expect(
        roll.value(forProperty: ALAssetsGroupPropertyType) as? UInt32 == ALAssetsGroupSavedPhotos)
      // D27.
      #expect(roll.value(forProperty: ALAssetsGroupPropertyName) as? String == "Camera Roll")
      #expect(PhotoBridge.collection(for: roll)?.localizedTitle == "Recents")
      #expect(PhotoBridge.collection(for: roll) == recents)
      let videos = try collection(.smartAlbum, .smartAlbumVideos)
      #expect(PhotoBridge.group(for: videos, from: library) == nil)
      withExtendedLifetime(library) {}
    }
  }

  // L18, L19, D19: what goes to the old side lives as long as its library; what comes from it does
  // not. What stands for nothing crosses to nothing.
  @Test func lifetimes() async throws {
    let photos = try makeLibrary()
    try await photos.run {
      let fetched = try modern(photos.asset("a.jpg"))
      let trip = try collection(.album, .albumRegular)
      var library: ALAssetsLibrary? = ALAssetsLibrary()
      let (legacy, group) = try {
        let owner = try #require(library)
        return (
          try #require(PhotoBridge.asset(for: fetched, from: owner)),
          try #require(PhotoBridge.group(for: trip, from: owner))
        )
      }()
      let crossed = try #require(PhotoBridge.asset(for: legacy))
      library = nil
      #expect(PhotoBridge.asset(for: legacy) == nil)
      #expect(PhotoBridge.collection(for: group) == nil)
      #expect(crossed.pixelWidth == fetched.pixelWidth && crossed.pixelWidth > 0)
      let other = ALAssetsLibrary()
      #expect(PhotoBridge.asset(for: ALAsset()) == nil)
      #expect(PhotoBridge.collection(for: ALAssetsGroup()) == nil)
      #expect(PhotoBridge.asset(for: PHAsset(), from: other) == nil)
      #expect(PhotoBridge.group(for: PHAssetCollection(), from: other) == nil)
      // Deleted meanwhile (L108).
      try photos.user.delete("a.jpg")
      try photos.user.deleteAlbum("Trip")
      #expect(PhotoBridge.asset(for: fetched, from: other) == nil)
      #expect(PhotoBridge.group(for: trip, from: other) == nil)
      withExtendedLifetime(other) {}
    }
  }

  // Decision 42: objects cross within their own library; stored URLs mean the one in force.
  @Test func librariesDoNotMix() async throws {
    let first = try makeLibrary()
    let second = try makeLibrary()
    let twin = try #require(first.asset("a.jpg"))
    #expect(second.asset("a.jpg") == twin)
    try second.user.delete("a.jpg")
    try second.user.deleteAlbum("Trip")
    let (fetched, trip) = try await first.run {
      (try modern(twin), try collection(.album, .albumRegular))
    }
    try await second.run {
      let library = ALAssetsLibrary()
      let legacy = try #require(PhotoBridge.asset(for: fetched, from: library))
      #expect(legacy.defaultRepresentation().size() == Int64(twin.byteCount))
      #expect(PhotoBridge.asset(for: legacy) == fetched)
      let group = try #require(PhotoBridge.group(for: trip, from: library))
      #expect(group.value(forProperty: ALAssetsGroupPropertyName) as? String == "Trip")
      #expect(PhotoBridge.collection(for: group) == trip)
      let url = try #require(twin.assetURL)
      #expect(throws: StoredURLError.dead) { try PhotoBridge.localIdentifier(forStoredURL: url) }
      withExtendedLifetime(library) {}
    }
  }

  // L103, L104, L169, L170: every spelling of a stored asset URL; what is dead, what is none.
  @Test func storedAssetURLs() async throws {
    let photos = try makeLibrary()
    try await photos.run {
      let known = try #require(photos.asset("a.jpg"))
      let id = String(known.localIdentifier.prefix(36))
      let gone = "00000000-0000-0000-0000-000000000000"
      let rows: [(text: String, result: Result<String, StoredURLError>)] = [
        ("assets-library://asset/asset.JPG?id=\(id)&ext=JPG", .success(known.localIdentifier)),
        ("assets-library://asset/asset.PNG?id=\(id)&ext=PNG", .success(known.localIdentifier)),
        (
          "assets-library://asset.jpg?ext=jpg&id=\(id.lowercased())",
          .success(known.localIdentifier)
        ),
        ("ASSETS-LIBRARY://asset/asset.JPG?id=\(id)", .success(known.localIdentifier)),
        ("assets-library://asset/asset.JPG?id=\(gone)&ext=JPG", .failure(.dead)),
        // A group of this id is another thing.
        ("assets-library://group/?id=\(id)", .failure(.dead)),
        ("assets-library://asset/asset.JPG?id=x&ext=JPG", .failure(.malformed)),
        ("assets-library://asset/asset.JPG", .failure(.malformed)),
        ("https://asset/asset.JPG?id=\(id)", .failure(.malformed)), ("x", .failure(.malformed)),
      ]
      var living: [URL: String] = [:]
      for row in rows {
        let url = try #require(URL(string: row.text))
        let result = Result { () throws(StoredURLError) in
          try PhotoBridge.localIdentifier(forStoredURL: url)
        }
        #expect(result == row.result, "\(row.text)")
        if case .success(let identifier) = row.result { living[url] = identifier }
      }
      // All at once.
      let urls = rows.compactMap { URL(string: $0.text) }
      #expect(try PhotoBridge.localIdentifiers(forStoredURLs: urls + urls) == living)
      #expect(try PhotoBridge.localIdentifiers(forStoredURLs: []) == [:])
      try photos.user.delete("a.jpg")
      #expect(try PhotoBridge.localIdentifiers(forStoredURLs: urls) == [:])
    }
  }

  // L88, L89, decision 5.
  @Test func storedGroupURLs() async throws {
    let photos = try makeLibrary()
    try await photos.run {
      for title in ["Trip", "Rome"] {
        let album = try #require(photos.album(title))
        let url = try #require(album.groupURL)
        #expect(try PhotoBridge.localIdentifier(forStoredURL: url) == album.localIdentifier)
      }
      let recents = try collection(.smartAlbum, .smartAlbumUserLibrary)
      let roll = try PhotoBridge.storedURL(forLocalIdentifier: recents.localIdentifier)
      #expect(roll.absoluteString.hasPrefix("assets-library://group/?id="))
      #expect(try PhotoBridge.localIdentifier(forStoredURL: roll) == recents.localIdentifier)
      let folder = try #require(photos.folder("Travel")?.localIdentifier.prefix(36))
      let url = try #require(URL(string: "assets-library://group/?id=\(folder)"))
      #expect(throws: StoredURLError.dead) { try PhotoBridge.localIdentifier(forStoredURL: url) }
    }
  }

  // The way back: the URL that the old API gives for an identifier.
  @Test func identifiers() async throws {
    let photos = try makeLibrary()
    try await photos.run {
      for name in ["a.jpg", "b.png"] {
        let known = try #require(photos.asset(name))
        #expect(
          try PhotoBridge.storedURL(forLocalIdentifier: known.localIdentifier) == known.assetURL)
      }
      let album = try #require(photos.album("Trip"))
      #expect(
        try PhotoBridge.storedURL(forLocalIdentifier: album.localIdentifier) == album.groupURL)
      let folder = try #require(photos.folder("Travel"))
      let gone = "00000000-0000-0000-0000-000000000000"
      let rows: [(String, StoredURLError)] = [
        ("\(gone)/L0/001", .dead), ("\(gone)/L0/040", .dead), (gone, .malformed),
        (folder.localIdentifier, .malformed), ("", .malformed), ("x/L0/001", .malformed),
      ]
      for (text, error) in rows {
        #expect(throws: error) { try PhotoBridge.storedURL(forLocalIdentifier: text) }
      }
    }
  }

  // P172, P173: without access nothing can be said, and nothing leaks. An add-only application
  // makes the system ask, and does not wait for the answer.
  @Test func noAccess() async throws {
    for access in [TestPhotoLibrary.Access.denied, .restricted, .addOnly] {
      let photos = try makeLibrary()
      photos.answersAlways(.refuse)
      let known = try #require(photos.asset("a.jpg"))
      let url = try #require(known.assetURL)
      let fetched = try await photos.run { try modern(known) }
      photos.access = access
      await photos.run {
        let library = ALAssetsLibrary()
        #expect(throws: StoredURLError.accessDenied) {
          try PhotoBridge.storedURL(forLocalIdentifier: known.localIdentifier)
        }
        #expect(PhotoBridge.asset(for: fetched, from: library) == nil)
        #expect(throws: StoredURLError.accessDenied) {
          try PhotoBridge.localIdentifier(forStoredURL: url)
        }
        withExtendedLifetime(library) {}
      }
      #expect(await photos.settle(within: 10) == [])
      #expect(photos.prompts == (access == .addOnly ? [.readWriteAccess] : []))
    }
  }

  // P177, decision 24: a limited application converts what the user selected.
  @Test func limitedAccess() async throws {
    let photos = try makeLibrary()
    let url = try #require(photos.asset("a.jpg")?.assetURL)
    for (selected, isThere) in [("a.jpg", true), ("b.png", false)] {
      photos.access = .limited([selected])
      await photos.run {
        let found = try? PhotoBridge.localIdentifier(forStoredURL: url)
        #expect((found != nil) == isThere, "\(selected)")
      }
    }
  }
}
