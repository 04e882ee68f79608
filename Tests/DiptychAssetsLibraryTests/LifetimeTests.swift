import DiptychAssetsLibrary
import DiptychEngine
import Foundation
import Testing

@Suite struct LifetimeTests {
  // L18, L19, C91: what a library object gave is a husk once the object is gone.
  @Test(.timeLimit(.minutes(10))) func husks() async throws {
    let scene = try Scene()
    try await scene.scope.runInTask {
      var library: ALAssetsLibrary? = ALAssetsLibrary()
      let album = try #require(try await library?.album("Trip"))
      let asset = try #require(try await library?.saved())
      let file = try #require(asset.defaultRepresentation())
      #expect(album.add(asset))
      #expect(album.name == "Trip")
      await letGo(&library)
      #expect(album.name == nil)
      #expect(album.numberOfAssets() == 0)
      #expect(album.posterImage() == nil)
      #expect(!album.isEditable)
      #expect(!album.add(asset))
      #expect(asset.value(forProperty: ALAssetPropertyType) == nil)
      #expect(asset.defaultRepresentation() == nil)
      #expect(asset.thumbnail() == nil)
      #expect(file.size() == 0)
      #expect(file.fullResolutionImage() == nil)
      var calls = 0
      album.enumerateAssets { asset, index, _ in
        #expect(asset == nil)
        #expect(index == NSNotFound)
        calls += 1
      }
      #expect(calls == 1)
      let token = try scene.token()
      await expectCode(ALAssetsLibraryWriteFailedError) {
        try await asset.setImageData(Data(), metadata: nil)
      }
      #expect(try scene.token() == token)
      // L20: looked up again through a new object, the asset is there.
      let next = ALAssetsLibrary()
      #expect(try await next.cameraRoll().numberOfAssets() == 1)
    }
  }

  // A call outlives the object that it was made on, and its result works inside the callback.
  @Test func callsOutliveTheirObject() async throws {
    let scene = try Scene()
    await scene.scope.runInTask {
      let name: String? = await withCheckedContinuation { continuation in
        ALAssetsLibrary().addAssetsGroupAlbum(withName: "Trip") {
          continuation.resume(returning: $0?.name)
        } failureBlock: { _ in
          continuation.resume(returning: nil)
        }
      }
      #expect(name == "Trip")
    }
  }

  // Decision 42: an object stays with the library that made it; a handle looks at each call.
  @Test func objectsStayWithTheirLibrary() async throws {
    let first = try Scene()
    let second = try Scene()
    let library = ALAssetsLibrary()
    let album = try await first.scope.runInTask { try await library.madeAlbum("First") }
    try await second.scope.runInTask {
      #expect(album.name == "First")
      let groups = try await library.groups()
      #expect(groups.map(\.name) == ["Camera Roll"])
      #expect(try await library.album("Second")?.name == "Second")
    }
    #expect(try first.titles() == ["First"])
    #expect(try second.titles() == ["Second"])
  }

  // A closed library gives nothing, and no crash.
  @Test func closedLibrary() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let album = try await library.madeAlbum("Trip")
      let asset = try await library.saved()
      scene.engine.close()
      #expect(album.name == nil)
      #expect(album.numberOfAssets() == 0)
      #expect(asset.thumbnail() == nil)
      await expectCode(ALAssetsLibraryDataUnavailableError) {
        try await library.writeImage(toSavedPhotosAlbum: Pictures.solid(1), orientation: .up)
      }
    }
  }
}
