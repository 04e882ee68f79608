import DiptychAssetsLibrary
import DiptychCodecs
import DiptychEngine
import Foundation
import TestMedia
import Testing

@Suite struct SavingTests {
  // Row 1b, bitmap with orientation: pixels unturned, orientation as a tag (L139, C38,
  // decision 20).
  @Test func bitmapKeepsItsOrientation() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let image = Pictures.halves(16, 8)
      let url = try await library.writeImage(toSavedPhotosAlbum: image, orientation: .right)
      let asset = try #require(try scene.assets().first)
      #expect(url == Identifiers.assetURL(asset.uuid, typeIdentifier: "public.jpeg"))
      #expect(asset.orientation == .right)
      #expect(asset.pixelSize == PixelSize(width: 8, height: 16))
      #expect(asset.creationDate == Scene.now)
      #expect(asset.creator == "App")
      let file = try scene.newestFile()
      #expect(file.storedSize == PixelSize(width: 16, height: 8))
      #expect(file.isEncoded)
      #expect(file.fileName == "IMG_0001.JPG")
      let bytes = try MediaCodecs.encode(image.bitmap, as: .jpeg, orientation: .right)
      #expect(try scene.engine.data(of: file) == bytes)
    }
  }

  // L133: every orientation arrives as the number that UIKit uses.
  @Test func everyOrientationIsKept() async throws {
    let scene = try Scene()
    try await scene.run { library in
      for number in 0..<8 {
        let orientation = try #require(ALAssetOrientation(rawValue: number))
        let url = try await library.writeImage(
          toSavedPhotosAlbum: Pictures.solid(1), orientation: orientation)
        let asset = try #require(try await library.asset(at: url))
        #expect(asset.value(forProperty: ALAssetPropertyOrientation) as? Int == number)
        #expect(asset.defaultRepresentation().orientation() == orientation)
      }
    }
  }

  // Decision 20: PNG where the bitmap has transparency.
  @Test func transparencyMakesAPNG() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let url = try await library.writeImage(
        toSavedPhotosAlbum: Pictures.solid(1, alpha: 128), orientation: .up)
      #expect(url?.absoluteString.contains("asset.PNG?id=") == true)
      #expect(try scene.newestFile().typeIdentifier == "public.png")
    }
  }

  // Row 1b, nil metadata: the orientation is lost (D9, L140, L141).
  @Test func nilMetadataLosesTheOrientation() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let image = UIImage(cgImage: Pictures.halves(16, 8), scale: 1, orientation: .right)
      _ = try await library.writeImage(toSavedPhotosAlbum: image.cgImage, metadata: nil)
      #expect(try scene.assets().first?.orientation == .up)
      #expect(try scene.assets().first?.pixelSize == PixelSize(width: 16, height: 8))
    }
  }

  // L140: the orientation in the dictionary counts, and alone it is the same file as row 1b.
  @Test func metadataBringsTheOrientation() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let image = Pictures.halves(16, 8)
      for metadata: [AnyHashable: Any] in [
        ["Orientation": 6], ["{TIFF}": ["Orientation": 6]],
        ["Orientation": 6, "{TIFF}": ["Orientation": 3]],
      ] {
        _ = try await library.writeImage(toSavedPhotosAlbum: image, metadata: metadata)
      }
      _ = try await library.writeImage(toSavedPhotosAlbum: image, orientation: .right)
      let hashes = try scene.assets().map { try scene.files(of: $0).map(\.sha256) }
      #expect(hashes.count == 4)
      #expect(Set(hashes).count == 1)
    }
  }

  // D7, D8, L145: metadata goes into the file, and from there into the asset.
  @Test func metadataIsMergedIntoTheBitmapsFile() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let metadata: [AnyHashable: Any] = [
        "Orientation": 8,
        "{GPS}": ["Latitude": 48.5, "LatitudeRef": "N", "Longitude": 2.25, "LongitudeRef": "W"],
        "{Exif}": ["DateTimeOriginal": "2013:02:03 04:05:06"],
      ]
      let url = try await library.writeImage(
        toSavedPhotosAlbum: Pictures.halves(16, 8), metadata: metadata)
      let asset = try #require(try await library.asset(at: url))
      #expect(asset.value(forProperty: ALAssetPropertyOrientation) as? Int == 2)
      #expect(
        asset.value(forProperty: ALAssetPropertyDate) as? Date
          == Date(timeIntervalSince1970: 1_359_864_306))
      let place = try #require(asset.value(forProperty: ALAssetPropertyLocation) as? CLLocation)
      #expect(abs(place.coordinate.latitude - 48.5) < 0.000_01)
      #expect(abs(place.coordinate.longitude + 2.25) < 0.000_01)
      let read = try #require(asset.defaultRepresentation().metadata())
      let exif = try #require(read["{Exif}"] as? [String: Any])
      #expect(exif["DateTimeOriginal"] as? String == "2013:02:03 04:05:06")
    }
  }

  // Row 1b, data: the bytes are kept (L143), and the type is that of the bytes (L144).
  @Test func dataKeepsItsBytes() async throws {
    let scene = try Scene()
    try await scene.run { library in
      for (name, ext) in [
        ("exif/date-plain.jpg", "JPG"), ("png/rgba.png", "PNG"), ("bad/png-named.jpg", "PNG"),
      ] {
        let data = try TestMedia.data(name)
        let url = try await library.writeImageData(toSavedPhotosAlbum: data, metadata: nil)
        #expect(url?.query?.hasSuffix("ext=\(ext)") == true, "\(name)")
        #expect(try scene.engine.data(of: scene.newestFile()) == data, "\(name)")
        #expect(try !scene.newestFile().isEncoded, "\(name)")
      }
      // Decision 21: the capture date, in the library's time zone.
      #expect(
        try scene.assets()[0].creationDate == Date(timeIntervalSince1970: 1_330_837_567))
    }
  }

  // L142: given values win over the file's, all else stays.
  @Test func givenMetadataWins() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let data = try TestMedia.data("exif/date-plain.jpg")
      let url = try await library.writeImageData(
        toSavedPhotosAlbum: data,
        metadata: ["{Exif}": ["DateTimeOriginal": "2001:02:03 04:05:06"]])
      let asset = try #require(try await library.asset(at: url))
      let metadata = try #require(asset.defaultRepresentation().metadata())
      #expect(
        (metadata["{Exif}"] as? [String: Any])?["DateTimeOriginal"] as? String
          == "2001:02:03 04:05:06")
      #expect((metadata["{TIFF}"] as? [String: Any])?["Make"] as? String == "TestCam")
      #expect(try scene.assets().first?.creationDate == Date(timeIntervalSince1970: 981_173_106))
    }
  }

  // L142, decision 235: so do given texts.
  @Test func givenTextsWin() async throws {
    let scene = try Scene()
    try await scene.run { library in
      for name in ["exif/no-exif.jpg", "exif/xmp-iptc.jpg"] {
        let url = try await library.writeImageData(
          toSavedPhotosAlbum: try TestMedia.data(name),
          metadata: ["{IPTC}": ["Keywords": ["a"], "Caption/Abstract": "cap"]])
        let asset = try #require(try await library.asset(at: url))
        let metadata = try #require(asset.defaultRepresentation().metadata())
        let texts = try #require(metadata["{IPTC}"] as? [String: Any])
        #expect(texts["Keywords"] as? [String] == ["a"], "\(name)")
        #expect(texts["Caption/Abstract"] as? String == "cap", "\(name)")
      }
    }
  }

  // Row 1b, video: copied, with a generated name (L146, D6).
  @Test func videoIsCopied() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let source = TestMedia.url("video/h264-high-faststart.mp4")
      let url = try await library.writeVideoAtPath(toSavedPhotosAlbum: source)
      #expect(url?.absoluteString.contains("asset.MP4?id=") == true)
      let file = try scene.newestFile()
      #expect(file.fileName == "IMG_0001.MP4")
      #expect(try scene.engine.data(of: file) == TestMedia.data("video/h264-high-faststart.mp4"))
      #expect(FileManager.default.fileExists(atPath: source.path))
      let asset = try #require(try await library.asset(at: url))
      #expect(asset.value(forProperty: ALAssetPropertyType) as? String == ALAssetTypeVideo)
    }
  }

  // Flow 1, L67, L135: into the Camera Roll, in order of arrival (decision 2), whatever the capture
  // dates.
  @Test func savesArriveInOrder() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let new = try await library.writeImageData(
        toSavedPhotosAlbum: try TestMedia.data("exif/date-plain.jpg"), metadata: nil)
      let old = try await library.writeImageData(
        toSavedPhotosAlbum: try TestMedia.data("exif/real-nikon-gps-subsec.jpg"), metadata: nil)
      #expect(try await library.cameraRoll().urls() == [new, old].compactMap { $0 })
    }
  }

  // L137: the URL can be looked up from inside the completion; the calls return first (L21).
  @Test func completionCanLookUp() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let found: ALAsset? = await withCheckedContinuation { continuation in
        library.writeImage(toSavedPhotosAlbum: Pictures.solid(1), orientation: .up) { url, error in
          #expect(error == nil)
          library.asset(for: url) {
            continuation.resume(returning: $0)
          } failureBlock: { _ in
            continuation.resume(returning: nil)
          }
        }
      }
      #expect(found?.value(forProperty: ALAssetPropertyType) as? String == ALAssetTypePhoto)
    }
  }

  // L26, decision 26: parallel writes queue, and all succeed, in order.
  @Test func parallelWritesQueue() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let urls: [URL?] = await withCheckedContinuation { continuation in
        var urls: [URL?] = []
        for shade in UInt8(0)..<20 {
          library.writeImage(
            toSavedPhotosAlbum: Pictures.solid(shade * 10), orientation: .up
          ) { url, _ in
            urls.append(url)
            if urls.count == 20 { continuation.resume(returning: urls) }
          }
        }
      }
      let roll = try await library.cameraRoll()
      #expect(roll.urls() == urls.compactMap { $0 })
      #expect(roll.numberOfAssets() == 20)
    }
  }

  // L2: a nil completion is allowed.
  @Test func completionMayBeNil() async throws {
    let scene = try Scene()
    try await scene.run { library in
      library.writeImage(
        toSavedPhotosAlbum: Pictures.solid(1), orientation: .up, completionBlock: nil)
      library.writeImageData(toSavedPhotosAlbum: nil, metadata: nil, completionBlock: nil)
      library.writeVideoAtPath(toSavedPhotosAlbum: nil, completionBlock: nil)
      #expect(await scene.engine.activities.settled(within: 30) == [])
      let assets = try scene.assets()
      #expect(assets.count == 1)
    }
  }

  // L147, L148, C52: the check by path, and UIKit's of the same purpose.
  @Test func videoCheck() throws {
    let library = ALAssetsLibrary()
    for (name, isCompatible) in [
      ("video/h264-high-faststart.mp4", true), ("video/h264-rotated-creationdate.mov", true),
      ("png/rgba.png", false), ("bad/truncated-no-moov.mov", false), ("video/missing.mov", false),
      ("video", false),
    ] {
      let url = TestMedia.url(name)
      #expect(
        library.videoAtPathIs(compatibleWithSavedPhotosAlbum: url) == isCompatible, "\(name)")
      #expect(UIVideoAtPathIsCompatibleWithSavedPhotosAlbum(url.path) == isCompatible, "\(name)")
    }
    #expect(!library.videoAtPathIs(compatibleWithSavedPhotosAlbum: nil))
    #expect(
      !library.videoAtPathIs(compatibleWithSavedPhotosAlbum: URL(string: "https://a.b/c.mp4")))
  }
}
