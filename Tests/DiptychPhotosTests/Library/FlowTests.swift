import DiptychEngine
import DiptychPhotos
import Foundation
import TestMedia
import Testing

@Suite struct FlowTests {
  // Flow 1c, C34: the identifier from the block fetches the asset in the completion handler.
  @Test func savesWithACompletionHandler() async throws {
    try await Scene.run { scene in
      let image = try Pictures.solid()
      let found: (Bool, Int) = await withCheckedContinuation { continuation in
        nonisolated(unsafe) var identifier = ""  // Written before the handler runs.
        PHPhotoLibrary.shared().performChanges {
          let request = PHAssetChangeRequest.creationRequestForAsset(from: image)
          identifier = request.placeholderForCreatedAsset?.localIdentifier ?? ""
        } completionHandler: { success, error in
          let result = PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil)
          continuation.resume(returning: (success && error == nil, result.count))
        }
      }
      #expect(found == (true, 1))
      #expect(scene.assets.count == 1)
    }
  }

  // Flow 1d.
  @Test func savesAndWaits() async throws {
    try await Scene.run { scene in
      let image = try Pictures.solid(12, 6)
      let identifier = try scene.change {
        PHAssetChangeRequest.creationRequestForAsset(from: image)
          .placeholderForCreatedAsset?.localIdentifier ?? ""
      }
      let result = PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil)
      #expect(result.identifiers == [identifier])
      let asset = try #require(result.firstObject)
      #expect((asset.pixelWidth, asset.pixelHeight) == (12, 6))
      #expect(asset.mediaType == .image)
      #expect(asset.creationDate == scene.clock.now())
    }
  }

  @Test func savesAsync() async throws {
    try await Scene.run { scene in
      let image = try Pictures.solid()
      try await PHPhotoLibrary.shared().performChanges {
        PHAssetChangeRequest.creationRequestForAsset(from: image)
      }
      #expect(scene.assets.count == 1)
    }
  }

  /// The album named after the app, made if it is missing (000, 004).
  private func appAlbum(_ title: String, _ scene: Scene) throws -> PHAssetCollection? {
    let albums = PHAssetCollection.fetchAssetCollections(
      with: .album, subtype: .albumRegular, options: nil)
    var found: PHAssetCollection?
    albums.enumerateObjects { album, _, stop in
      if album.localizedTitle == title {
        found = album
        stop.pointee = true
      }
    }
    return try found ?? scene.album(title)
  }

  // Flow 2.
  @Test func findsOrMakesTheAppAlbum() async throws {
    try await Scene.run { scene in
      let made = try #require(try appAlbum("App", scene))
      let found = try #require(try appAlbum("App", scene))
      #expect(made == found)
      #expect(scene.topTitles == ["App"])
      #expect(made.localIdentifier.hasSuffix("/L0/040"))  // P58
    }
  }

  // Flow 2: after a failure nothing has the placeholder's identifier.
  @Test func aFailedCreationLeavesNoAlbum() async throws {
    try await Scene.run { scene in
      var identifier = ""
      let code = scene.failure {
        let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
          withTitle: String(repeating: "x", count: 10_000))
        identifier = request.placeholderForCreatedAssetCollection.localIdentifier
      }
      #expect(code == .changeNotSupported)
      let result = PHAssetCollection.fetchAssetCollections(
        withLocalIdentifiers: [identifier], options: nil)
      #expect(result.count == 0)
      #expect(result.firstObject == nil)
    }
  }

  // Flow 2b, C3: comparing the identifier with the title makes an album at every save.
  @Test func theBugOf001MakesThreeAlbums() async throws {
    try await Scene.run { scene in
      for _ in 0..<3 {
        let asset = try scene.asset(try scene.save())
        let albums = PHAssetCollection.fetchAssetCollections(
          with: .album, subtype: .any, options: nil)
        let match = (0..<albums.count).map { albums[$0] }.first { $0.localIdentifier == "App" }
        #expect(match == nil)
        try scene.album("App", [asset])
      }
      #expect(scene.topTitles == ["App", "App", "App"])
      let options = PHFetchOptions()
      options.predicate = NSPredicate(format: "title = %@", "App")
      let albums = PHAssetCollection.fetchAssetCollections(
        with: .album, subtype: .any, options: options)
      #expect(albums.count == 3)
      #expect(Set(albums.identifiers).count == 3)
      #expect((0..<3).map { scene.members(of: albums[$0]).count } == [1, 1, 1])
    }
  }

  // Flow 3-append and 3-insert, with a fetch result: order and cover.
  @Test(arguments: [true, false]) func savesIntoTheAlbum(inserts: Bool) async throws {
    try await Scene.run { scene in
      let album = try scene.album("App")
      var identifiers: [String] = []
      for _ in 0..<2 {
        let identifier = try scene.save()
        identifiers.append(identifier)
        let result = PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil)
        try scene.change {
          let request = PHAssetCollectionChangeRequest(for: album)
          if inserts {
            request?.insertAssets(result, at: IndexSet(integer: 0))
          } else {
            request?.addAssets(result)
          }
        }
      }
      let expected = inserts ? identifiers.reversed() : identifiers
      #expect(scene.members(of: album) == expected)
      let cover = PHAsset.fetchKeyAssets(in: album, options: nil)
      #expect(cover?.identifiers == [expected[0]])  // P37, decision 13
      #expect(scene.assets == identifiers)  // C12
    }
  }

  // Flow 3p: a placeholder of a committed block stands for the asset in a later one.
  @Test func aKeptPlaceholderWorksInALaterBlock() async throws {
    try await Scene.run { scene in
      let data = try TestMedia.data("exif/no-exif.jpg")
      let placeholder = try scene.change {
        let request = PHAssetCreationRequest.forAsset()
        request.addResource(with: .photo, data: data, options: nil)
        return request.placeholderForCreatedAsset
      }
      let kept = try #require(placeholder)
      let album = try scene.album("App")
      try scene.change {
        PHAssetCollectionChangeRequest(for: album)?
          .insertAssets([kept] as any NSFastEnumeration, at: IndexSet(integer: 0))
      }
      #expect(scene.members(of: album) == [kept.localIdentifier])
      let asset = try scene.asset(kept.localIdentifier)
      #expect(asset.isEqual(kept))  // P61
      #expect(asset.hash == kept.hash)
    }
  }

  // Flow 5: the operator bound to one folder name, with a list of handles.
  @Test(.enabled(if: TestMedia.hasAllMedia)) func theNamedFolderOperator() async throws {
    try await Scene.run { scene in
      let library = PHPhotoLibrary.shared()
      try await library.performChanges {
        PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "LOVE")
      }
      var list: [String: String] = [:]
      for (name, sample) in [
        ("a.png", "png/rgba.png"), ("b.mp4", "video/h264-high-faststart.mp4"),
      ] {
        let url = TestMedia.url(sample)
        PHCollectionList.fetchTopLevelUserCollections(with: nil).enumerateObjects {
          collection, _, _ in
          guard collection.localizedTitle == "LOVE", let album = collection as? PHAssetCollection
          else { return }
          list[name] = try? scene.change {
            let request =
              name.hasSuffix("png")
              ? PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: url)
              : PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: url)
            let placeholder = request?.placeholderForCreatedAsset
            PHAssetCollectionChangeRequest(for: album)?.addAssets([placeholder!] as NSArray)
            return placeholder?.localIdentifier ?? ""
          }
        }
      }
      #expect(list.count == 2)
      let album = try #require(
        PHCollection.fetchTopLevelUserCollections(with: nil).firstObject as? PHAssetCollection)
      let members = PHAsset.fetchAssets(in: album, options: PHFetchOptions())
      #expect(members.count == 2)
      let video = try #require(members.lastObject)
      #expect(video.localIdentifier == list["b.mp4"])
      #expect(video.duration > 0)
      #expect(video.playbackStyle == .video)

      // Refused: 3072, photo and entry stay (P102).
      scene.engine.access.script([.refuse])
      #expect(
        scene.failure { PHAssetChangeRequest.deleteAssets([video] as NSArray) } == .userCancelled)
      #expect(scene.members(of: album).count == 2)
      try scene.change { PHAssetChangeRequest.deleteAssets([video] as NSArray) }
      #expect(scene.engine.access.prompts == [.deleteAssets(1), .deleteAssets(1)])
      #expect(scene.members(of: album) == [list["a.png"]])
      #expect(scene.assets == [list["a.png"]])
      #expect(
        PHAsset.fetchAssets(withLocalIdentifiers: [list["b.mp4"] ?? ""], options: nil).count == 0)
    }
  }

  // Flow 5d: an album inside a folder is not at the top, and a folder is no album.
  @Test func theTopLevelWalkSeesFoldersAndNotWhatIsInThem() async throws {
    try await Scene.run { scene in
      let nested = try scene.album("LOVE")
      try scene.folder("Trips", [nested])
      try scene.folder("LOVE")
      let top = PHCollection.fetchTopLevelUserCollections(with: nil)
      #expect(scene.topTitles == ["Trips", "LOVE"])
      #expect((0..<2).allSatisfy { top[$0] is PHCollectionList })
      let all = PHAssetCollection.fetchAssetCollections(
        with: .album, subtype: .any, options: nil)
      #expect(all.identifiers == [nested.localIdentifier])  // P66
    }
  }

  // C7: asset, album and membership in one block.
  @Test func assetAndAlbumInOneBlock() async throws {
    try await Scene.run { scene in
      let data = try TestMedia.data("exif/no-exif.jpg")
      let (asset, album) = try scene.change {
        let creation = PHAssetCreationRequest.forAsset()
        creation.addResource(with: .photo, data: data, options: nil)
        let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
          withTitle: "Trip")
        let placeholder = creation.placeholderForCreatedAsset
        request.addAssets([placeholder!] as any NSFastEnumeration)
        return (
          placeholder?.localIdentifier ?? "",
          request.placeholderForCreatedAssetCollection.localIdentifier
        )
      }
      let fetched = try #require(
        PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [album], options: nil)
          .firstObject)
      #expect(scene.members(of: fetched) == [asset])
      #expect(try scene.token() == 1)
    }
  }
}
