import DiptychAssetsLibrary
import DiptychEngine
import DiptychPlatform
import Foundation
import Testing

/// What a walk over groups lists, and how it ends.
@Suite struct ListingTests {
  // L28, C93: each group, then one call with nil; each asset, then one with nil and no index.
  @Test func endOfTheWalk() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let album = try await library.madeAlbum("Trip")
      for shade: UInt8 in [1, 2, 3] {
        #expect(album.add(try await library.saved(Pictures.solid(shade))))
      }
      let names: [String?] = await withCheckedContinuation { continuation in
        var names: [String?] = []
        library.enumerateGroups(withTypes: ALAssetsGroupType(ALAssetsGroupAll)) { group, _ in
          names.append(group?.name)
          if group == nil { continuation.resume(returning: names) }
        } failureBlock: { _ in
          continuation.resume(returning: [])
        }
      }
      #expect(names == ["Trip", "Camera Roll", nil])
      var indexes: [Int] = []
      album.enumerateAssets { asset, index, _ in
        #expect((asset == nil) == (index == NSNotFound))
        indexes.append(index)
      }
      #expect(indexes == [0, 1, 2, NSNotFound])
    }
  }

  // L42: an empty album is listed like any other, without a count and without a poster.
  @Test func emptyAlbums() async throws {
    let scene = try Scene()
    try await scene.run { library in
      _ = try await library.saved()
      _ = try await library.madeAlbum("Empty")
      let groups = try await library.groups()
      #expect(groups.map(\.name) == ["Empty", "Camera Roll"])
      #expect(groups.map { $0.numberOfAssets() } == [0, 1])
      #expect(groups.map { $0.posterImage() == nil } == [true, false])
    }
  }

  // L43, decision 29: the system's name is in the system's language; the type is the safe test.
  // Decision 254: a tag may name script and region, in either form.
  @Test(arguments: [
    ("en", "Camera Roll"), ("de", "Aufnahmen"), ("zh-Hans", "相机胶卷"), ("de-DE", "Aufnahmen"),
    ("zh-Hans-CN", "相机胶卷"), ("zh_CN", "相机胶卷"), ("zh", "相机胶卷"), ("zh-TW", "相機膠卷"),
    ("zh-Hant-HK", "相機膠卷"), ("zh-Hans-HK", "相机胶卷"), ("ja-JP", "カメラロール"),
    ("fr_CA.UTF-8", "Pellicule"), ("DE-at", "Aufnahmen"), ("en-GB", "Camera Roll"),
    ("tlh", "Camera Roll"), ("", "Camera Roll"),
  ])
  func localizedNames(_ language: String, _ name: String) async throws {
    let scene = try Scene(language: language)
    try await scene.run { library in
      let groups = try await library.groups()
      #expect(groups.map(\.name) == [name])
      let type = groups.first?.value(forProperty: ALAssetsGroupPropertyType)
      #expect(type as? UInt32 == ALAssetsGroupSavedPhotos)
    }
  }

  // L65, decision 28: albums of the user and of other applications are read; each says itself
  // whether it can be added to.
  @Test func albumsOfOthers() async throws {
    let scene = try Scene()
    let url = try await scene.run { library in
      try await library.madeAlbum("App's").value(forProperty: ALAssetsGroupPropertyURL) as? URL
    }
    try scene.user(
      .createCollection(UUID(), .album, title: "User's"),
      .createCollection(UUID(), .synced, title: "Computer's"))
    try await scene.other("Other").runInTask {
      let library = ALAssetsLibrary()
      let asset = try await library.saved()
      let groups = try await library.groups(ALAssetsGroupAlbum)
      #expect(groups.map(\.name) == ["App's", "User's", "Computer's"])
      #expect(groups.map(\.isEditable) == [true, true, false])
      #expect(groups.map { $0.add(asset) } == [true, true, false])
      #expect(try await library.group(at: url)?.urls() == [asset.url])
    }
  }

  // L40, L184, decision 3: the user's order is the order of the walk, and changing it is told,
  // although no value holds it.
  @Test func theUserReordersAlbums() async throws {
    let scene = try Scene()
    try await scene.run { library in
      for name in ["One", "Two", "Three"] { _ = try await library.madeAlbum(name) }
      #expect(await scene.engine.activities.settled(within: 30) == [])
      let posts = Lock<[Int?]>([])
      let token = NotificationCenter.default.addObserver(
        forName: .ALAssetsLibraryChanged, object: library, queue: nil
      ) { notification in
        posts.withLock { $0.append(notification.userInfo?.count) }
      }
      try scene.user(.editFolder(nil, .moveAt([2], to: 0)))
      #expect(await scene.engine.activities.settled(within: 30) == [])
      NotificationCenter.default.removeObserver(token)
      #expect(posts.withLock { $0.count } == 1)
      #expect(
        try await library.groups(ALAssetsGroupAlbum).map(\.name) == ["Three", "One", "Two"])
    }
  }
}
