import DiptychTesting
import Foundation
import ModernClients
import Photos
import TestMedia
import Testing
import UIKit

/// Files as applications write them, compiled in Swift 5 mode against the modules with Apple's
/// names (`Modern`), each run on a library with a stated result.
@Suite(.serialized)
struct ModernClientTests {
  private func library(_ body: (TestPhotoLibrary) async throws -> Void) async throws {
    let library = try TestPhotoLibrary(delivery: .private) {
      Album("Trip") {
        Photo(
          .jpeg(seed: 1), named: "a.jpg", taken: Date(timeIntervalSince1970: 1_388_577_600),
          at: (48.5, 2.5))
        Photo(.png(seed: 2), named: "b.png", taken: Date(timeIntervalSince1970: 1_420_113_600))
      }
      Album("Done")
      Photo(.jpeg(seed: 3), named: "c.jpg", taken: Date(timeIntervalSince1970: 1_420_200_000))
        .favorite()
    }
    try await library.run { try await body(library) }
    #expect(await library.settle() == [])
    #expect(try library.verify() == [])
  }

  private func asset(_ library: TestPhotoLibrary, _ name: String) throws -> PHAsset {
    let identifier = try #require(library.asset(name)?.localIdentifier)
    return try #require(
      PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).firstObject)
  }

  @Test func findingAlbums() async throws {
    try await library { library in
      #expect(AlbumFinder.find("Trip")?.estimatedAssetCount == 2)
      #expect(AlbumFinder.find("trip") == nil)
      let made = try await AlbumFinder.findOrMake("New")
      #expect(try await AlbumFinder.findOrMake("New") == made)
      #expect(library.albums.map(\.title) == ["Trip", "Done", "New"])
    }
  }

  // C103: fetches inside a change block see the state before it.
  @Test func reviewing() async throws {
    try await library { library in
      let photo = try asset(library, "a.jpg")
      let done = try #require(AlbumFinder.find("Done"))
      try review(photo, into: done)
      #expect(library.album("Trip")?.assets.map(\.fileName) == ["b.png"])
      #expect(library.album("Done")?.assets.map(\.fileName) == ["a.jpg"])
      #expect(library.asset("a.jpg")?.isFavorite == true)
      try review(try asset(library, "a.jpg"), into: done)
      #expect(library.album("Done")?.assets == [])
      #expect(library.asset("a.jpg")?.isFavorite == false)
    }
  }

  // C5: a picture and a movie in one album, made once.
  @Test func savingIntoAnAlbum() async throws {
    let movie = TestMedia.url("video/h264-high-faststart.mp4")
    try await library { library in
      let saver = AlbumSaver(title: "Saver")
      let image = try #require(UIImage(data: TestPicture.jpeg(width: 8, height: 6).data))
      let saved: PHAsset = try await withCheckedThrowingContinuation { done in
        saver.save(image) { done.resume(with: $0) }
      }
      #expect(saved.pixelWidth == 8)
      let video: PHAsset = try await withCheckedThrowingContinuation { done in
        saver.save(movie) { done.resume(with: $0) }
      }
      #expect(video.mediaType == .video)
      #expect(library.album("Saver")?.assets.map(\.kind) == [.photo, .video])
      #expect(library.albums.count == 3)
    }
  }

  private struct Model: FetchedModel, Equatable {
    let name: String
    init(_ asset: PHAsset) { name = asset.value(forKey: "filename") as? String ?? "" }
  }

  @Test func wrappingResults() async throws {
    try await library { library in
      let all = PHAsset.fetchAssets(with: nil)
      let models = FetchedCollection<Model>(all)
      #expect(models.map(\.name) == ["a.jpg", "b.png", "c.jpg"])
      #expect(models.last?.name == "c.jpg" && models.reversed().first?.name == "c.jpg")
      #expect(all.everyOther().count == 2)
      let walk = LazyWalk(all) { $0.isFavorite ? $0.localIdentifier : nil }
      let steps = [try await walk.step(), try await walk.step()]
      #expect(steps == [library.asset("c.jpg")?.localIdentifier, nil])
    }
  }

  @Test func copyingValues() async throws {
    try await library { library in
      let copy = AssetCopy(try asset(library, "a.jpg"))
      #expect(copy.id.count == 36 && !copy.isVideo && copy.parts == [.photo])
      #expect(copy.size == CGSize(width: 40, height: 30) && copy.seconds == 0)
      #expect(copy.latitude == 48.5 && copy.name == "a.jpg")
      #expect(copy.bytes == TestPicture.jpeg(seed: 1).data.count)
      try library.user.edit("a.jpg", to: Photo(.jpeg(width: 4, height: 4)))
      let edited = AssetCopy(try asset(library, "a.jpg"))
      #expect(Set(edited.parts) == [.photo, .edited, .edit] && edited.name == "a.jpg")
    }
  }

  @Test func askingForAccess() async throws {
    try await library { library in
      try await AccessClient().require(.readWrite)
      library.access = .notDetermined
      library.answers(.refuse)
      await #expect(throws: (any Error).self) { try await AccessClient().require(.readWrite) }
      library.access = .authorized
      library.answers(.refuse)
      let photo = try asset(library, "a.jpg")
      do {
        try PHPhotoLibrary.shared().performChangesAndWait {
          PHAssetChangeRequest.deleteAssets([photo] as NSArray)
        }
        Issue.record("The deletion was not refused.")
      } catch {
        #expect(spellings(of: error) == ["domain", "code", "pattern", "type"])
      }
    }
  }

  @Test func mocks() {
    let assets = [MockAsset(name: "x", kind: .image), MockAsset(name: "y", kind: .video)]
    let result = MockResult(assets)
    #expect(result.count == 2 && result.firstObject?.localIdentifier == "x")
    #expect(result.countOfAssets(with: .video) == 1)
    #expect(result.index(of: assets[1]) == 1)
    #expect(result.lastObject?.burstIdentifier == "burst-y")
    #expect(MockAlbum().localizedTitle == "Mock" && MockAlbum().estimatedAssetCount == 3)
  }

  @Test func arranging() async throws {
    try await library { library in
      let album = try #require(AlbumFinder.find("Trip"))
      try FolderEditor.shuffle(album, [try asset(library, "c.jpg")])
      #expect(library.album("Trip!")?.assets.map(\.fileName) == ["b.png", "c.jpg"])
      let albums = try ["Trip!", "Done"].map { try #require(AlbumFinder.find($0)) }
      let identifier = try FolderEditor.shelve(albums, in: "Shelf")
      #expect(library.album("Done")?.path == ["Shelf"])
      let folder = PHCollectionList.fetchCollectionLists(
        withLocalIdentifiers: [identifier], options: nil)
      try FolderEditor.clear(try #require(folder.firstObject))
      #expect(library.folders.isEmpty && library.albums.map(\.path) == [[], []])
    }
  }

  // P149, P153, P158: a model that follows two results, and an observer that only forwards.
  @Test func following() async throws {
    try await library { library in
      let album = try #require(AlbumFinder.find("Trip"))
      let model = LibraryModel(album: album)
      let forwarder = ChangeForwarder()
      nonisolated(unsafe) var calls = 0  // Written by one queue, read once nothing is pending.
      forwarder.onChange = { _ in calls += 1 }
      PHPhotoLibrary.shared().register(forwarder)
      func name(_ file: String) -> String { library.asset(file)?.localIdentifier ?? "" }
      #expect(model.names == ["c.jpg", "b.png", "a.jpg"].map(name))
      #expect(model.memberNames == [name("a.jpg"), name("b.png")])
      let (first, last) = (try asset(library, "a.jpg"), try asset(library, "c.jpg"))
      try await PHPhotoLibrary.shared().performChanges {
        PHAssetCollectionChangeRequest(for: album)?.addAssets([last] as NSArray)
        PHAssetChangeRequest.deleteAssets([first] as NSArray)
      }
      #expect(await library.settle() == [])
      #expect(model.names == ["c.jpg", "b.png"].map(name) && model.reloads == 0)
      #expect(model.memberNames == [name("b.png"), name("c.jpg")] && calls == 1)
      try await PHPhotoLibrary.shared().performChanges {
        PHAssetChangeRequest(for: last).creationDate = Date(timeIntervalSince1970: 0)
      }
      #expect(await library.settle() == [])
      #expect(model.names == ["b.png", "c.jpg"].map(name) && model.reloads == 1 && calls == 2)
      PHPhotoLibrary.shared().unregisterChangeObserver(forwarder)
    }
  }

  // P206, P207: the bytes of a resource as a stream, and as a file.
  @Test func streaming() async throws {
    try await library { library in
      let photo = try asset(library, "a.jpg")
      let stream = ResourceStream(try #require(PHAssetResource.assetResources(for: photo).first))
      var bytes = Data()
      for try await piece in stream.chunks(options: nil) { bytes += piece }
      #expect(bytes == TestPicture.jpeg(seed: 1).data)
      let url = FileManager.default.temporaryDirectory
        .appendingPathComponent("diptych-client-\(UUID().uuidString).jpg")
      defer { try? FileManager.default.removeItem(at: url) }
      let error: (any Error)? = await withCheckedContinuation { done in
        stream.copy(to: url) { done.resume(returning: $0) }
      }
      #expect(error == nil)
      #expect(try Data(contentsOf: url) == bytes)
    }
  }

  // C43, P180: add-only access and the move option.
  @Test func storing() async throws {
    let source = TestMedia.url("video/h264-high-faststart.mp4")
    try await library { library in
      let copy = FileManager.default.temporaryDirectory
        .appendingPathComponent("diptych-client-\(UUID().uuidString).mp4")
      try FileManager.default.copyItem(at: source, to: copy)
      library.access = .addOnly
      let store = MediaStore()
      let identifiers = try await store.save(
        movieAt: copy, thumbnail: TestPicture.jpeg(seed: 9).data)
      #expect(!FileManager.default.fileExists(atPath: copy.path))
      #expect(PHAsset.fetchAssets(with: nil).count == 0)
      library.access = .authorized
      let identifier = try #require(identifiers.first)
      #expect(library.asset(identifier)?.kind == .video)
      #expect(library.assets.count == 5)
      let resources = PHAssetResource.assetResources(for: try asset(library, "b.png"))
      #expect(resources.map(exportName) == ["image.png"])
    }
  }

  @Test func editing() async throws {
    try await library { library in
      let photo = try asset(library, "a.jpg")
      let rendering = TestPicture.jpeg(width: 6, height: 6).data
      let (success, failure): (Bool, (any Error)?) = await withCheckedContinuation { done in
        Tint().run(on: photo, render: { _ in rendering }) { done.resume(returning: ($0, $1)) }
      }
      #expect(success && failure == nil)
      #expect(library.prompts == [.editAssets(1)])
      #expect(library.asset("a.jpg")?.editedBy == "com.example.tint")
      #expect(library.asset("a.jpg")?.pixelWidth == 6)
      try Tint().undo(try asset(library, "a.jpg"))
      #expect(library.asset("a.jpg")?.editedBy == nil)
    }
    let file = TestMedia.url("exif/real-canon.jpg")
    #expect(camera(in: file)?.contains("Canon") == true)
    #expect(camera(in: file.deletingPathExtension()) == nil)
  }

  @Test func querying() async throws {
    try await library { library in
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
      #expect(Query.year(2015, in: calendar).count == 2)
      #expect(Query.year(2014, in: calendar).map(\.pixelWidth) == [40])
      #expect(Query.moments().map(\.1) == [1, 1, 1])
      #expect(Set(Query.filled()) == ["Recents", "Favorites", "Recently Added"])
    }
  }
}
