import DiptychAssetsLibrary
import DiptychCodecs
import DiptychEngine
import Foundation
import TestMedia
import Testing

@Suite struct AssetTests {
  private func save(_ name: String, _ library: ALAssetsLibrary) async throws -> ALAsset {
    let url =
      name.hasPrefix("video")
      ? try await library.writeVideoAtPath(toSavedPhotosAlbum: TestMedia.url(name))
      : try await library.writeImageData(
        toSavedPhotosAlbum: try TestMedia.data(name), metadata: nil)
    return try #require(try await library.asset(at: url))
  }

  // L93–L103, L116: every property of a photo.
  @Test func photo() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let asset = try await save("exif/gps-south-west-below-sea.jpg", library)
      let uuid = try #require(try scene.assets().first?.uuid)
      let url = URL(string: "assets-library://asset/asset.JPG?id=\(uuid.uuidString)&ext=JPG")
      #expect(asset.value(forProperty: ALAssetPropertyType) as? String == ALAssetTypePhoto)
      #expect(asset.value(forProperty: ALAssetPropertyAssetURL) as? URL == url)
      #expect(
        asset.value(forProperty: ALAssetPropertyURLs) as? [String: URL]
          == url.map { ["public.jpeg": $0] })
      #expect(
        asset.value(forProperty: ALAssetPropertyRepresentations) as? [String] == ["public.jpeg"])
      #expect(
        asset.value(forProperty: ALAssetPropertyDate) as? Date
          == Date(timeIntervalSince1970: 1_533_752_298))
      #expect(asset.value(forProperty: ALAssetPropertyOrientation) as? NSNumber == 0)
      // L94: a photo has no duration; the string is no number.
      #expect(
        asset.value(forProperty: ALAssetPropertyDuration) as? String == ALErrorInvalidProperty)
      #expect(asset.value(forProperty: ALAssetPropertyDuration) as? Double == nil)
      let place = try #require(asset.value(forProperty: ALAssetPropertyLocation) as? CLLocation)
      #expect(abs(place.coordinate.latitude + 33.856_784_4) < 0.000_001)
      #expect(abs(place.coordinate.longitude + 70.648_268_5) < 0.000_001)
      #expect(place.altitude < 0)
      #expect(asset.value(forProperty: "nonsense") as? String == ALErrorInvalidProperty)
      #expect(asset.value(forProperty: nil) as? String == ALErrorInvalidProperty)
      #expect(asset.original == nil)
      // L107.
      #expect(asset.description == "ALAsset - Type:Photo, URLs:\(url?.absoluteString ?? "")")
    }
  }

  // L94, L96, L101: of a video.
  @Test(.enabled(if: TestMedia.hasAllMedia)) func video() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let asset = try await save("video/h264-high-faststart.mp4", library)
      #expect(asset.value(forProperty: ALAssetPropertyType) as? String == ALAssetTypeVideo)
      #expect(asset.value(forProperty: ALAssetPropertyDuration) as? Double == 2)
      #expect(asset.value(forProperty: ALAssetPropertyLocation) == nil)
      #expect(
        asset.value(forProperty: ALAssetPropertyRepresentations) as? [String] == ["public.mpeg-4"])
      #expect(asset.description.hasPrefix("ALAsset - Type:Video, URLs:assets-library://asset/"))
      let file = try #require(asset.defaultRepresentation())
      #expect(file.dimensions() == CGSize(width: 320, height: 240))
      #expect(file.metadata() == nil)
      // L126, decision 18: the full-resolution image of a video is nil.
      #expect(file.fullResolutionImage() == nil)
    }
  }

  // Decision 21: an asset without a date gives the invalid-property string.
  @Test func noDate() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let asset = try await library.saved()
      var update = AssetUpdate()
      update.creationDate = .some(nil)
      try scene.user(.updateAsset(try #require(try scene.assets().first).uuid, update))
      #expect(asset.value(forProperty: ALAssetPropertyDate) as? String == ALErrorInvalidProperty)
    }
  }

  // L164, L169, L170, L104: lookup by URL; the id counts, not the path.
  @Test func lookUp() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let asset = try await library.saved()
      let id = try #require(try scene.assets().first?.uuid.uuidString)
      let found = try #require(try await library.asset(at: asset.url))
      // L106: equal only when identical.
      #expect(found !== asset)
      #expect(!found.isEqual(asset))
      #expect(found.url == asset.url)
      for (text, isFound) in [
        ("assets-library://asset/asset.PNG?id=\(id)&ext=PNG", true),
        ("assets-library://asset.jpg?ext=jpg&id=\(id.lowercased())", true),
        ("assets-library://asset/asset.JPG?id=\(UUID().uuidString)&ext=JPG", false),
        ("assets-library://asset/asset.JPG?id=x&ext=JPG", false),
        ("assets-library://asset/asset.JPG", false), ("file:///x.jpg?id=\(id)", false),
      ] {
        let found = try await library.asset(at: URL(string: text))
        #expect((found != nil) == isFound, "\(text)")
      }
      #expect(try await library.asset(at: nil) == nil)
    }
  }

  // L108, L166, decision 37: a deleted asset answers nil.
  @Test func deleted() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let asset = try await library.saved()
      let file = try #require(asset.defaultRepresentation())
      let url = asset.url
      try scene.user(.deleteAssets(try scene.assets().map(\.uuid)))
      #expect(try await library.asset(at: url) == nil)
      for key in [
        ALAssetPropertyType, ALAssetPropertyDate, ALAssetPropertyURLs, ALAssetPropertyAssetURL,
        ALAssetPropertyRepresentations, ALAssetPropertyDuration, ALAssetPropertyOrientation,
      ] {
        #expect(asset.value(forProperty: key) == nil, "\(key)")
      }
      #expect(asset.defaultRepresentation() == nil)
      #expect(asset.thumbnail() == nil)
      #expect(!asset.isEditable)
      #expect(file.size() == 0)
      #expect(file.url() == nil)
      #expect(asset.description == "ALAsset - Type:Unknown, URLs:(null)")
    }
  }

  // L111–L113, decision 38: sizes, turned upright.
  @Test func thumbnails() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let photo = try await save("orientation/photo-landscape-6.jpg", library)
      let square = try #require(photo.thumbnail()).takeUnretainedValue()
      #expect((square.width, square.height) == (150, 150))
      let aspect = try #require(photo.aspectRatioThumbnail()).takeUnretainedValue()
      #expect((aspect.width, aspect.height) == (384, 256))
      let screen = try #require(photo.defaultRepresentation().fullScreenImage())
        .takeUnretainedValue()
      #expect((screen.width, screen.height) == (1_800, 1_200))
      // Red is at the left as stored; a quarter turn clockwise puts it at the top.
      let url = try await library.writeImage(
        toSavedPhotosAlbum: Pictures.halves(600, 300), orientation: .right)
      let turned = try #require(try await library.asset(at: url))
      let thumbnail = try #require(turned.thumbnail()).takeUnretainedValue()
      #expect((thumbnail.width, thumbnail.height) == (150, 150))
      #expect(thumbnail.isRed(75, 5))
      #expect(!thumbnail.isRed(75, 145))
      let tall = try #require(turned.aspectRatioThumbnail()).takeUnretainedValue()
      #expect((tall.width, tall.height) == (256, 512))
      // A small picture is not enlarged.
      let small = try await library.saved(Pictures.halves(20, 10))
      let crop = try #require(small.thumbnail()).takeUnretainedValue()
      #expect((crop.width, crop.height) == (10, 10))
      #expect(crop.isRed(0, 5))
      #expect(!crop.isRed(9, 5))
      #if AllMedia
        // L126, decision 18: a video shows its first frame, upright.
        let video = try await save("video/h264-rotated-creationdate.mov", library)
        let clip = video.defaultRepresentation()
        let sizes = try [video.thumbnail(), video.aspectRatioThumbnail(), clip?.fullScreenImage()]
          .map { try #require($0).takeUnretainedValue() }.map { [$0.width, $0.height] }
        #expect(sizes == [[150, 150], [180, 320], [180, 320]])
      #else
        // L115: without a decoder a video has no picture.
        let video = try await save("video/h264-high-faststart.mp4", library)
        #expect(video.thumbnail() == nil)
        #expect(video.aspectRatioThumbnail() == nil)
        #expect(video.defaultRepresentation().fullScreenImage() == nil)
      #endif
    }
  }

  // L156–L158, decision 19: replacing what this application wrote keeps the asset and its URL.
  @Test func replacing() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let asset = try await library.saved()
      let file = try #require(asset.defaultRepresentation())
      #expect(asset.isEditable)
      let data = try TestMedia.data("exif/date-plain.jpg")
      let url = try await asset.setImageData(data, metadata: nil)
      #expect(url == asset.url)
      #expect(try scene.assets().count == 1)
      #expect(try scene.engine.data(of: scene.newestFile()) == data)
      #expect(try scene.assets().first?.pixelSize == PixelSize(width: 640, height: 480))
      // L120: the old representation is no longer valid.
      #expect(file.size() == 0)
      #expect(asset.defaultRepresentation().size() == Int64(data.count))
      _ = try await asset.setImageData(data, metadata: ["Orientation": 3])
      #expect(asset.defaultRepresentation().orientation() == .down)
      let video = try await save("video/h264-high-faststart.mp4", library)
      let movie = try await video.setVideoAtPath(
        TestMedia.url("video/h264-rotated-creationdate.mov"))
      #expect(movie == video.url)
      #expect(video.defaultRepresentation().uti() == "com.apple.quicktime-movie")
    }
  }

  // L158, L159, C17, decision 19: what cannot be replaced, with which code; nothing changes.
  @Test func replacingIsRefused() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let asset = try await library.saved()
      let video = try await save("video/h264-high-faststart.mp4", library)
      let photo = try TestMedia.data("exif/date-plain.jpg")
      let movie = TestMedia.url("video/h264-high-faststart.mp4")
      let token = try scene.token()
      await expectCode(ALAssetsLibraryWriteFailedError) {
        try await asset.setImageData(nil, metadata: nil)
      }
      await expectCode(ALAssetsLibraryWriteInvalidDataError) {
        try await asset.setImageData(Data("text".utf8), metadata: nil)
      }
      await expectCode(ALAssetsLibraryWriteIncompatibleDataError) {
        try await video.setImageData(photo, metadata: nil)
      }
      await expectCode(ALAssetsLibraryWriteIncompatibleDataError) {
        try await asset.setVideoAtPath(movie)
      }
      await expectCode(ALAssetsLibraryWriteFailedError) { try await asset.setVideoAtPath(nil) }
      await expectCode(ALAssetsLibraryWriteFailedError) {
        try await ALAsset().setImageData(photo, metadata: nil)
      }
      let url = asset.url
      try await scene.other("Other").run {
        let library = ALAssetsLibrary()
        let foreign = try #require(try await library.asset(at: url))
        #expect(!foreign.isEditable)
        await expectCode(ALAssetsLibraryWriteFailedError) {
          try await foreign.setImageData(photo, metadata: nil)
        }
        withExtendedLifetime(library) {}
      }
      #expect(try scene.token() == token)
      #expect(scene.filesOnDisk(below: "originals").count == 2)
      #expect(scene.filesOnDisk(below: "staging").isEmpty)
    }
  }

  // L160, L161, D11: a modified copy is a new asset that knows its original, which need not be
  // editable.
  @Test func modifiedCopies() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let url = try await library.saved().url
      try await scene.other("Other").run {
        let library = ALAssetsLibrary()
        let original = try #require(try await library.asset(at: url))
        let data = try TestMedia.data("exif/date-plain.jpg")
        let copyURL = try await original.writeModifiedImageData(
          toSavedPhotosAlbum: data, metadata: nil)
        let copy = try #require(try await library.asset(at: copyURL))
        #expect(copy.url != original.url)
        #expect(copy.original?.url == original.url)
        #expect(original.original == nil)
        #expect(copy.isEditable)
        let movieURL = try await original.writeModifiedVideoAtPath(
          toSavedPhotosAlbum: TestMedia.url("video/h264-high-faststart.mp4"))
        #expect(try await library.asset(at: movieURL)?.original?.url == original.url)
        let uuid = try #require(Identifiers.uuid(of: url))
        try scene.user(.deleteAssets([uuid]))
        #expect(copy.original == nil)
        await expectCode(ALAssetsLibraryWriteFailedError) {
          try await original.writeModifiedImageData(toSavedPhotosAlbum: data, metadata: nil)
        }
        withExtendedLifetime(library) {}
      }
    }
  }
}

/// Runs a call that must fail with an error of AssetsLibrary's domain and this code.
nonisolated(nonsending) func expectCode(
  _ code: Int, sourceLocation: SourceLocation = #_sourceLocation,
  _ call: () async throws -> URL?
) async {
  do {
    let url = try await call()
    Issue.record("It gave \(String(describing: url)).", sourceLocation: sourceLocation)
  } catch {
    let error = error as NSError
    #expect(error.domain == ALAssetsLibraryErrorDomain, sourceLocation: sourceLocation)
    #expect(error.code == code, sourceLocation: sourceLocation)
  }
}
