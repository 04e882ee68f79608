import DiptychAssetsLibrary
import DiptychEngine
import Foundation
import Testing

/// The legacy halves of the flows, written as an application writes them.
@Suite struct FlowTests {
  /// Flow 2: make the album; where the name is taken, look for it.
  private func findOrMake(
    _ name: String, in library: ALAssetsLibrary, found: @escaping (ALAssetsGroup?) -> Void
  ) {
    library.addAssetsGroupAlbum(withName: name) { group in
      if let group { return found(group) }
      var match: ALAssetsGroup?
      library.enumerateGroups(withTypes: ALAssetsGroupType(ALAssetsGroupAlbum)) { group, stop in
        if let group {
          if group.value(forProperty: ALAssetsGroupPropertyName) as? String == name {
            match = group
            stop?.pointee = true
            found(match)
          }
        } else if match == nil {
          found(nil)
        }
      } failureBlock: { _ in
        found(nil)
      }
    } failureBlock: { _ in
      found(nil)
    }
  }

  private func album(_ name: String, in library: ALAssetsLibrary) async -> ALAssetsGroup? {
    await withCheckedContinuation { continuation in
      findOrMake(name, in: library) { continuation.resume(returning: $0) }
    }
  }

  // Flow 2: the first call makes it, the second finds it.
  @Test func findOrMakeAlbum() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let made = await album("App", in: library)
      let found = await album("App", in: library)
      #expect(made?.name == "App")
      #expect(found?.name == "App")
      let titles = try scene.titles()
      #expect(titles == ["App"])
    }
  }

  // Flow 2b: compares the identifier with the title; the second creation gives nil. 1 album with
  // 1 photo, 3 in the Camera Roll.
  @Test func comparingTheWrongProperty() async throws {
    let scene = try Scene()
    try await scene.run { library in
      for shade: UInt8 in [1, 2, 3] {
        let asset = try await library.saved(Pictures.solid(shade))
        let groups = try await library.groups()
        let match = groups.first {
          $0.value(forProperty: ALAssetsGroupPropertyPersistentID) as? String == "App"
        }
        #expect(match == nil)
        if let album = try await library.album("App") { #expect(album.add(asset)) }
      }
      #expect(try scene.titles() == ["App"])
      let groups = try await library.groups()
      #expect(groups.map { $0.numberOfAssets() } == [1, 3])
    }
  }

  // Flow 3-append: save, then find or make, then add; the cover stays the first.
  @Test func saveAndAppend() async throws {
    let scene = try Scene()
    try await scene.run { library in
      var urls: [URL] = []
      for shade: UInt8 in [1, 2] {
        let asset = try await library.saved(Pictures.solid(shade))
        urls.append(asset.url)
        let group = await album("App", in: library)
        #expect(group?.add(asset) == true)
      }
      let group = await album("App", in: library)
      #expect(group?.urls() == urls)
      #expect(try await library.cameraRoll().urls() == urls)
    }
  }

  /// Flow 6 as its article has it: on nil, enumerate everything; at the Camera Roll without a
  /// match before, add a space to the name and make that album. The walk is not stopped there.
  private final class Article: @unchecked Sendable {
    // Sendable because its calls follow one another on the delivery queue.
    var name = "日记"
    var isDone = false
    var log: [String] = []
    let library: ALAssetsLibrary
    let image: CGImage
    let saved: (Article) -> Void

    init(_ library: ALAssetsLibrary, _ image: CGImage, saved: @escaping (Article) -> Void) {
      self.library = library
      self.image = image
      self.saved = saved
    }

    func start() {
      library.addAssetsGroupAlbum(withName: name) { group in
        if let group { return self.save(into: group) }
        self.log.append("nil")
        var isFound = false
        self.library.enumerateGroups(withTypes: ALAssetsGroupType(ALAssetsGroupAll)) {
          group, stop in
          guard let group else { return }
          let title = group.value(forProperty: ALAssetsGroupPropertyName) as? String
          self.log.append(title ?? "")
          if title == self.name {
            isFound = true
            stop?.pointee = true
            self.save(into: group)
          } else if title == "Camera Roll", !isFound {
            self.name += " "
            self.start()
          }
        } failureBlock: { _ in
        }
      } failureBlock: { _ in
        // The article ignores every error.
        self.saved(self)
      }
    }

    private func save(into group: ALAssetsGroup) {
      library.writeImage(toSavedPhotosAlbum: image, metadata: nil) { url, _ in
        self.library.asset(for: url) { asset in
          _ = group.add(asset)
          self.log.append("saved")
          self.saved(self)
        } failureBlock: { _ in
          self.saved(self)
        }
      }
    }
  }

  private func runArticle(_ library: ALAssetsLibrary, named name: String = "日记") async -> Article {
    await withCheckedContinuation { continuation in
      let article = Article(library, Pictures.solid(1)) { continuation.resume(returning: $0) }
      article.name = name
      article.start()
    }
  }

  // Flow 6.1, 6.2: the first run makes the album, the second finds it before the Camera Roll.
  @Test func articleFindsItsAlbum() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let first = await runArticle(library)
      #expect(first.log == ["saved"])
      let second = await runArticle(library)
      #expect(second.log == ["nil", "日记", "saved"])
      let groups = try await library.groups()
      #expect(groups.map(\.name) == ["日记", "Camera Roll"])
      #expect(groups.map { $0.numberOfAssets() } == [2, 2])
    }
  }

  // Flow 6.3: documented, the deleted name is free again; in the profile of iOS 8 it gets a space
  // (decision 8, L51).
  @Test(arguments: [BehaviorProfile.documented, .iOS8])
  func articleAfterTheUserDeletedTheAlbum(_ profile: BehaviorProfile) async throws {
    let scene = try Scene(profile: profile)
    try await scene.run { library in
      _ = await runArticle(library)
      let uuid = try #require(try scene.engine.read { try $0.collectionTree() }.first?.uuid)
      try scene.user(.deleteCollections([uuid]))
      let again = await runArticle(library)
      let expected = profile == .iOS8 ? "日记 " : "日记"
      #expect(again.name == expected)
      #expect(again.log == (profile == .iOS8 ? ["nil", "Camera Roll", "saved"] : ["saved"]))
      #expect(try scene.titles() == [expected])
      #expect(try await library.groups().map { $0.numberOfAssets() } == [1, 2])
    }
  }

  // Flow 6: with access denied nothing is written and nothing is said.
  @Test func articleWithoutAccess() async throws {
    let scene = try Scene(access: .denied)
    try await scene.run { library in
      let article = await runArticle(library)
      let token = try scene.token()
      #expect(article.log == [])
      #expect(token == 0)
    }
  }
}
