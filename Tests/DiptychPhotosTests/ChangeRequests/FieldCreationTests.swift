import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import TestMedia
import Testing

/// Saving as people ran into it: dates, names, moved files, files that are none.
@Suite struct FieldCreationTests {
  private func name(_ asset: PHAsset) -> [String] {
    PHAssetResource.assetResources(for: asset).map(\.originalFilename)
  }

  // C40, C28, P126: date and place of the request beside the file, whose bytes stay as they were.
  @Test func explicitDateAndPlace() async throws {
    try await Scene.run { scene in
      let data = try TestMedia.data("exif/date-plain.jpg")
      let date = Date(timeIntervalSince1970: 1_000_000_000)
      let identifier = try scene.change {
        let request = PHAssetCreationRequest.forAsset()
        request.addResource(with: .photo, data: data, options: nil)
        request.creationDate = date
        request.location = CLLocation(latitude: 48.5, longitude: 2.5)
        return request.placeholderForCreatedAsset?.localIdentifier ?? ""
      }
      let asset = try scene.asset(identifier)
      #expect(asset.creationDate == date)
      #expect(asset.location?.coordinate.latitude == 48.5)
      let resource = try #require(PHAssetResource.assetResources(for: asset).first)
      #expect(try await scene.data(resource) == data)
    }
  }

  // C42, P134: the given name, the file's, or a new one for each asset.
  @Test func fileNames() async throws {
    try await Scene.run { scene in
      let data = try TestMedia.data("exif/no-exif.jpg")
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("diptych-names-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let cat = folder.appendingPathComponent("cat.png")
      try TestMedia.data("png/rgba.png").write(to: cat)
      let named = PHAssetResourceCreationOptions()
      named.originalFilename = "Mine.JPG"
      let identifiers = try scene.change {
        let requests = (0..<4).map { _ in PHAssetCreationRequest.forAsset() }
        requests[0].addResource(with: .photo, data: data, options: named)
        requests[1].addResource(with: .photo, fileURL: cat, options: nil)
        requests[2].addResource(with: .photo, data: data, options: nil)
        requests[3].addResource(with: .photo, data: data, options: nil)
        return requests.map { $0.placeholderForCreatedAsset?.localIdentifier ?? "" }
      }
      let names = try identifiers.map { name(try scene.asset($0)) }
      #expect(names == [["Mine.JPG"], ["cat.png"], ["IMG_0003.JPG"], ["IMG_0004.JPG"]])
    }
  }

  // C43, P140, P141: a moved file is gone after success; a copied one is there, byte by byte.
  @Test func movingAVideo() async throws {
    try await Scene.run { scene in
      let data = try TestMedia.data("video/h264-high-faststart.mp4")
      for moves in [true, false] {
        let url = FileManager.default.temporaryDirectory
          .appendingPathComponent("diptych-\(UUID().uuidString).mp4")
        try data.write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let options = PHAssetResourceCreationOptions()
        options.shouldMoveFile = moves
        let identifier = try scene.change {
          let request = PHAssetCreationRequest.forAsset()
          request.addResource(with: .video, fileURL: url, options: options)
          return request.placeholderForCreatedAsset?.localIdentifier ?? ""
        }
        #expect((try? Data(contentsOf: url)) == (moves ? nil : data))
        let asset = try scene.asset(identifier)
        let resource = try #require(PHAssetResource.assetResources(for: asset).first)
        #expect(try await scene.data(resource) == data)
      }
    }
  }

  // C47, P129: decoded, an animation is one still frame.
  @Test func aDecodedAnimation() async throws {
    try await Scene.run { scene in
      let image = try #require(UIImage(data: try TestMedia.data("png/animated.png")))
      let identifier = try scene.change {
        PHAssetChangeRequest.creationRequestForAsset(from: image)
          .placeholderForCreatedAsset?.localIdentifier ?? ""
      }
      let asset = try scene.asset(identifier)
      #expect(asset.playbackStyle == .image && asset.mediaType == .image)
      #expect(name(asset).first?.hasPrefix("IMG_0001.") == true)
      let animated = try scene.smartAlbum(.smartAlbumAnimated)
      #expect(scene.members(of: animated) == [])
    }
  }

  // C52, P136, P137, decision 45: a video that is not there, and one of another kind.
  @Test func badVideos() async throws {
    try await Scene.run { scene in
      // The first bytes of a WebM file.
      let url = FileManager.default.temporaryDirectory
        .appendingPathComponent("diptych-\(UUID().uuidString).webm")
      try Data([0x1A, 0x45, 0xDF, 0xA3, 0x9F, 0x42, 0x86, 0x81, 1] + Data(count: 200)).write(
        to: url)
      defer { try? FileManager.default.removeItem(at: url) }
      let rows: [(URL, PHPhotosError.Code)] = [
        (TestMedia.url("video/there-is-none.mp4"), .missingResource), (url, .invalidResource),
      ]
      for (url, code) in rows {
        let call = scene.failure {
          PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: url)
        }
        let resource = scene.failure {
          PHAssetCreationRequest.forAsset().addResource(with: .video, fileURL: url, options: nil)
        }
        #expect(call == code && resource == code)
      }
      #expect(scene.assets == [] && scene.fileCount == 0)
      #expect(try scene.token() == 0)
    }
  }

  // P132, P133: adding a resource never fails at the call; the file is read after the block.
  @Test func whenFilesAreRead() async throws {
    try await Scene.run { scene in
      let url = FileManager.default.temporaryDirectory
        .appendingPathComponent("diptych-\(UUID().uuidString).jpg")
      let data = try TestMedia.data("exif/no-exif.jpg")
      defer { try? FileManager.default.removeItem(at: url) }
      // Not there at the call, but when the block has returned.
      let late = scene.failure {
        PHAssetCreationRequest.forAsset().addResource(with: .photo, fileURL: url, options: nil)
        try? data.write(to: url)
      }
      #expect(late == nil && scene.assets.count == 1)
      // There at the call, and gone when the block has returned.
      var hasReturned = false
      let gone = scene.failure {
        PHAssetCreationRequest.forAsset().addResource(with: .photo, fileURL: url, options: nil)
        hasReturned = true
        try? FileManager.default.removeItem(at: url)
      }
      #expect(gone == .missingResource && hasReturned && scene.assets.count == 1)
    }
  }

  // C5: a photo and a video into one album that is found or made.
  @Test func bothIntoOneAlbum() async throws {
    try await Scene.run { scene in
      for sample in ["exif/no-exif.jpg", "video/h264-high-faststart.mp4"] {
        let asset = try scene.asset(try scene.save(sample))
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "title = %@", "M")
        let found = PHAssetCollection.fetchAssetCollections(
          with: .album, subtype: .any, options: options
        ).firstObject
        let album = try found ?? scene.album("M")
        try scene.change {
          PHAssetCollectionChangeRequest(for: album)?.addAssets([asset] as NSArray)
        }
      }
      #expect(scene.topTitles == ["M"])
      let albums = PHAssetCollection.fetchAssetCollections(
        with: .album, subtype: .any, options: nil)
      let members = PHAsset.fetchAssets(in: albums[0], options: nil)
      #expect((0..<members.count).map { members[$0].mediaType } == [.image, .video])
    }
  }

  // P103, decision 14: deleted things stay for thirty days, out of an application's reach.
  @Test func thirtyDays() async throws {
    try await Scene.run { scene in
      let asset = try #require(try scene.saveAssets(1).first)
      try scene.change { PHAssetChangeRequest.deleteAssets([asset] as NSArray) }
      let all = PHFetchOptions()
      all.includeHiddenAssets = true
      all.includeAssetSourceTypes = [.typeUserLibrary, .typeCloudShared, .typeiTunesSynced]
      #expect(PHAsset.fetchAssets(with: all).count == 0)
      let uuid = try #require(Identifiers.assetUUID(asset.localIdentifier))
      scene.clock.advance(by: 29 * 86_400)
      try scene.album("A")
      #expect(try scene.engine.read { try $0.asset(uuid) }?.trashedDate != nil)
      scene.clock.advance(by: 2 * 86_400)
      try scene.album("B")
      #expect(try scene.engine.read { try $0.asset(uuid) } == nil)
      #expect(scene.fileCount == 0)
    }
  }
}
