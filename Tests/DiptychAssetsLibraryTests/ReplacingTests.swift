import DiptychAssetsLibrary
import DiptychCodecs
import DiptychEngine
import DiptychPlatform
import Foundation
import TestMedia
import Testing

/// Content that comes in the place of another: what stays of the asset, and what follows the file.
@Suite struct ReplacingTests {
  private static var place: [AnyHashable: Any] {
    [
      "{GPS}": ["Latitude": 48.5, "LatitudeRef": "N", "Longitude": 2.5, "LongitudeRef": "E"],
      "{Exif}": ["DateTimeOriginal": "2011:02:03 04:05:06"],
    ]
  }
  private static let taken = Date(timeIntervalSince1970: 1_296_705_906)

  // L157, L175, decision 252: content of another type leaves the URL as it is, wherever it is read and
  // told.
  @Test func anotherTypeKeepsTheURL() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let jpeg = try TestMedia.data("exif/no-exif.jpg")
      let png = try TestMedia.data("png/rgba.png")
      let saved = try #require(
        try await library.writeImageData(toSavedPhotosAlbum: jpeg, metadata: nil))
      #expect(saved.pathExtension == "JPG")
      let asset = try #require(try await library.asset(at: saved))
      _ = await scene.engine.activities.settled(within: 30)
      let told = Lock<[Set<URL>]>([])
      let token = NotificationCenter.default.addObserver(
        forName: .ALAssetsLibraryChanged, object: library, queue: nil
      ) { notification in
        let urls = notification.userInfo?[ALAssetLibraryUpdatedAssetsKey] as? Set<URL>
        told.withLock { $0.append(urls ?? []) }
      }
      defer { NotificationCenter.default.removeObserver(token) }
      for data in [png, jpeg, png] {
        #expect(try await asset.setImageData(data, metadata: nil) == saved)
        #expect(asset.url == saved)
      }
      #expect(await scene.engine.activities.settled(within: 30) == [])
      #expect(told.withLock { $0 } == [[saved], [saved], [saved]])
      // What the file is, everything else says.
      let file = try #require(asset.defaultRepresentation())
      #expect(file.uti() == "public.png")
      #expect(file.url() == saved)
      #expect(file.filename() == "IMG_0001.PNG")
      #expect(file.metadata()?["PixelWidth"] != nil)
      #expect(
        asset.value(forProperty: ALAssetPropertyURLs) as? [String: URL] == ["public.png": saved])
      #expect(try await library.cameraRoll().urls() == [saved])
      #expect(asset.description == "ALAsset - Type:Photo, URLs:\(saved.absoluteString)")
      #expect(try scene.engine.data(of: scene.newestFile()) == png)
      // Either ending finds it (L104).
      let other = saved.absoluteString.replacingOccurrences(of: "JPG", with: "PNG")
      #expect(try await library.asset(at: URL(string: other))?.url == saved)
      #expect(try scene.engine.verify() == [])
      #expect(scene.filesOnDisk(below: "originals").count == 1)
    }
  }

  // L157, decision 252: the same of videos.
  @Test(.enabled(if: TestMedia.hasAllMedia)) func anotherTypeOfVideoKeepsTheURL() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let url = try await library.writeVideoAtPath(
        toSavedPhotosAlbum: TestMedia.url("video/h264-rotated-creationdate.mov"))
      let video = try #require(try await library.asset(at: url))
      let clip = TestMedia.url("video/h264-high-faststart.mp4")
      #expect(try await video.setVideoAtPath(clip) == url)
      #expect(video.url == url)
      #expect(video.defaultRepresentation().uti() == "public.mpeg-4")
      #expect(video.thumbnail() != nil)
      // Decision 253.
      #expect(
        video.value(forProperty: ALAssetPropertyDate) as? Date
          == Date(timeIntervalSince1970: 1_588_748_889))
      #expect(video.value(forProperty: ALAssetPropertyLocation) == nil)
    }
  }

  // D8, L145, decisions 21 and 253: date and place of the asset are those of the file, as if the new
  // one had been saved at first.
  @Test func dateAndPlaceFollowTheFile() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let jpeg = try TestMedia.data("exif/no-exif.jpg")
      let url = try await library.writeImageData(toSavedPhotosAlbum: jpeg, metadata: nil)
      let asset = try #require(try await library.asset(at: url))
      #expect(asset.value(forProperty: ALAssetPropertyDate) as? Date == Scene.now)
      _ = try await asset.setImageData(jpeg, metadata: Self.place)
      #expect(asset.value(forProperty: ALAssetPropertyDate) as? Date == Self.taken)
      let place = asset.value(forProperty: ALAssetPropertyLocation) as? CLLocation
      #expect(place?.coordinate.latitude == 48.5)
      #expect(place?.coordinate.longitude == 2.5)
      // A file that says nothing takes them away again.
      _ = try await asset.setImageData(jpeg, metadata: nil)
      #expect(asset.value(forProperty: ALAssetPropertyDate) as? Date == Scene.now)
      #expect(asset.value(forProperty: ALAssetPropertyLocation) == nil)
      #expect(try scene.engine.verify() == [])
    }
  }

  // D8, decision 253: what was set beside the file stays, each for itself.
  @Test func whatWasSetStays() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let jpeg = try TestMedia.data("exif/no-exif.jpg")
      let url = try await library.writeImageData(toSavedPhotosAlbum: jpeg, metadata: nil)
      let asset = try #require(try await library.asset(at: url))
      let uuid = try #require(Identifiers.uuid(of: url))
      let date = Date(timeIntervalSince1970: 1000)
      var update = AssetUpdate()
      update.creationDate = .some(date)
      try scene.user(.updateAsset(uuid, update))
      _ = try await asset.setImageData(jpeg, metadata: Self.place)
      #expect(asset.value(forProperty: ALAssetPropertyDate) as? Date == date)
      #expect(asset.value(forProperty: ALAssetPropertyLocation) != nil)
      update = AssetUpdate()
      update.location = .some(AssetLocation(latitude: 1, longitude: 2))
      try scene.user(.updateAsset(uuid, update))
      _ = try await asset.setImageData(jpeg, metadata: nil)
      let place = asset.value(forProperty: ALAssetPropertyLocation) as? CLLocation
      #expect(place?.coordinate.latitude == 1)
      #expect(asset.value(forProperty: ALAssetPropertyDate) as? Date == date)
    }
  }

  // Decision 253: what a file said that is not here, nobody knows; so nothing of it is taken for set
  // by nobody.
  @Test func unknownOldFile() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let jpeg = try TestMedia.data("exif/no-exif.jpg")
      let url = try await library.writeImageData(toSavedPhotosAlbum: jpeg, metadata: Self.place)
      let asset = try #require(try await library.asset(at: url))
      try scene.user(.setLocal([try #require(Identifiers.uuid(of: url))], false))
      _ = try await asset.setImageData(jpeg, metadata: nil)
      #expect(asset.value(forProperty: ALAssetPropertyDate) as? Date == Self.taken)
      #expect(asset.value(forProperty: ALAssetPropertyLocation) != nil)
      #expect(asset.defaultRepresentation().size() == Int64(jpeg.count))
    }
  }

  // L142, L155, decisions 70 and 255: a text that does not fit fails the save; nothing is saved
  // without it.
  @Test func textsThatAreTooLong() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let jpeg = try TestMedia.data("exif/no-exif.jpg")
      func text(_ count: Int) -> String { String(repeating: "x", count: count) }
      let long: [AnyHashable: Any] = ["{Exif}": ["UserComment": text(33_000)]]
      let url = try await library.writeImageData(toSavedPhotosAlbum: jpeg, metadata: long)
      let asset = try #require(try await library.asset(at: url))
      let exif = asset.defaultRepresentation().metadata()?["{Exif}"] as? [String: Any]
      #expect((exif?["UserComment"] as? String)?.count == 33_000)
      let token = try scene.token()
      for metadata: [AnyHashable: Any] in [
        ["{Exif}": ["UserComment": text(66_000)]], ["{TIFF}": ["ImageDescription": text(66_000)]],
        ["{Exif}": ["UserComment": text(40_000)], "{TIFF}": ["ImageDescription": text(40_000)]],
      ] {
        await expectCode(ALAssetsLibraryWriteDataEncodingError) {
          try await library.writeImageData(toSavedPhotosAlbum: jpeg, metadata: metadata)
        }
        await expectCode(ALAssetsLibraryWriteDataEncodingError) {
          try await library.writeImage(toSavedPhotosAlbum: Pictures.solid(1), metadata: metadata)
        }
        await expectCode(ALAssetsLibraryWriteDataEncodingError) {
          try await asset.setImageData(jpeg, metadata: metadata)
        }
      }
      #expect(try scene.token() == token)
      #expect(scene.filesOnDisk(below: "staging").isEmpty)
    }
  }
}
