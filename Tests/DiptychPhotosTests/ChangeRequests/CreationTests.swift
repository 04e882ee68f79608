import DiptychCodecs
import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import TestMedia
import Testing

@Suite struct CreationTests {
  private static let photo = "exif/real-iphone4s-gps-subsec-orientation6.jpg"

  private func onlyResource(of identifier: String, _ scene: Scene) throws -> PHAssetResource {
    let resources = PHAssetResource.assetResources(for: try scene.asset(identifier))
    #expect(resources.count == 1)
    return try #require(resources.first)
  }

  private func bytes(of resource: PHAssetResource) async throws -> Data {
    let bytes = Lock(Data())
    return try await withCheckedThrowingContinuation { continuation in
      PHAssetResourceManager.default().requestData(for: resource, options: nil) { piece in
        bytes.withLock { $0.append(piece) }
      } completionHandler: { error in
        if let error {
          continuation.resume(throwing: error)
        } else {
          continuation.resume(returning: bytes.withLock { $0 })
        }
      }
    }
  }

  // C36, P129, decision 20: a decoded picture is encoded anew; its orientation is kept as a tag.
  @Test func fromAPictureInMemory() async throws {
    try await Scene.run { scene in
      let image = try #require(UIImage(data: try TestMedia.data(Self.photo)))
      let identifier = try scene.change {
        PHAssetChangeRequest.creationRequestForAsset(from: image)
          .placeholderForCreatedAsset?.localIdentifier ?? ""
      }
      let asset = try scene.asset(identifier)
      #expect((asset.pixelWidth, asset.pixelHeight) == (102, 205))
      #expect(asset.location == nil)
      #expect(asset.creationDate == scene.clock.now())  // P127
      let resource = try onlyResource(of: identifier, scene)
      #expect(resource.uniformTypeIdentifier == "public.jpeg")
      #expect(resource.originalFilename == "IMG_0001.JPG")
      #expect((resource.pixelWidth, resource.pixelHeight) == (102, 205))
      let data = try await bytes(of: resource)
      let probe = try MediaCodecs.probe(.data(data), nameExtension: nil, limits: .standard)
      #expect(probe.orientation == .right)
      #expect(probe.storedSize == PixelSize(width: 205, height: 102))
      #expect(probe.location == nil)
    }
  }

  // Decision 20: PNG with an alpha channel, JPEG without.
  @Test func alphaDecidesTheFormat() async throws {
    try await Scene.run { scene in
      for (alpha, type) in [(UInt8(128), "public.png"), (nil, "public.jpeg")] {
        let image = try Pictures.solid(alpha: alpha)
        let identifier = try scene.change {
          PHAssetChangeRequest.creationRequestForAsset(from: image)
            .placeholderForCreatedAsset?.localIdentifier ?? ""
        }
        #expect(try onlyResource(of: identifier, scene).uniformTypeIdentifier == type)
      }
    }
  }

  // C36, P130, P131: a file and a data resource keep their bytes, and what they say is read.
  @Test func filesAndDataKeepTheirBytes() async throws {
    try await Scene.run { scene in
      let data = try TestMedia.data(Self.photo)
      let url = TestMedia.url(Self.photo)
      let identifiers = try scene.change {
        let file = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: url)
        let resource = PHAssetCreationRequest.forAsset()
        resource.addResource(with: .photo, data: data, options: nil)
        let resourceFile = PHAssetCreationRequest.forAsset()
        let options = PHAssetResourceCreationOptions()
        options.originalFilename = "mine.jpg"
        resourceFile.addResource(with: .photo, fileURL: url, options: options)
        return [file, resource, resourceFile]
          .map { $0?.placeholderForCreatedAsset?.localIdentifier ?? "" }
      }
      let names = [url.lastPathComponent, "IMG_0002.JPG", "mine.jpg"]  // P134, D6
      for (identifier, name) in zip(identifiers, names) {
        let asset = try scene.asset(identifier)
        #expect((asset.pixelWidth, asset.pixelHeight) == (102, 205))
        #expect(abs((asset.location?.coordinate.latitude ?? 0) - 59.3325472222222) < 1e-6)
        #expect(abs((asset.location?.coordinate.longitude ?? 0) - 18.0649416666667) < 1e-6)
        // 2014:09:01 15:03:47.880, in the library's zone (decision 21).
        #expect(asset.creationDate == Date(timeIntervalSince1970: 1_409_583_827.880))
        let resource = try onlyResource(of: identifier, scene)
        #expect(resource.originalFilename == name)
        #expect(asset.value(forKey: "filename") as? String == name)  // P213
        #expect(try await bytes(of: resource) == data)
        #expect(resource.dataSize == data.count)
        #expect(resource.value(forKey: "fileSize") as? Int == data.count)
        #expect(resource.value(forKey: "fileSize") as? Int64 == Int64(data.count))
        #expect(resource.assetLocalIdentifier == identifier)
        #expect(resource.type == .photo)
      }
    }
  }

  @Test(.enabled(if: TestMedia.hasAllMedia)) func fromAVideoFile() async throws {
    try await Scene.run { scene in
      let url = TestMedia.url("video/h264-high-faststart.mp4")
      let identifier = try scene.change {
        PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: url)?
          .placeholderForCreatedAsset?.localIdentifier ?? ""
      }
      let asset = try scene.asset(identifier)
      #expect(asset.mediaType == .video)
      #expect(asset.playbackStyle == .video)
      #expect((asset.pixelWidth, asset.pixelHeight) == (320, 240))
      #expect(abs(asset.duration - 2) < 0.1)
      let resource = try onlyResource(of: identifier, scene)
      #expect(resource.type == .video)
      #expect(resource.uniformTypeIdentifier == "public.mpeg-4")
      #expect(resource.originalFilename == "h264-high-faststart.mp4")
    }
  }

  // P126: what the request says wins over the file.
  @Test func valuesOfTheRequestWin() async throws {
    try await Scene.run { scene in
      let url = TestMedia.url(Self.photo)
      let date = Date(timeIntervalSince1970: 1_000_000)
      let identifiers = try scene.change {
        let set = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: url)
        set?.creationDate = date
        set?.location = CLLocation(latitude: -10, longitude: 20)
        set?.isFavorite = true
        set?.isHidden = true
        #expect(set?.creationDate == date && set?.isFavorite == true && set?.isHidden == true)
        #expect(set?.location?.coordinate.latitude == -10)
        let cleared = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: url)
        cleared?.creationDate = nil
        cleared?.location = nil
        return [set, cleared].map { $0?.placeholderForCreatedAsset?.localIdentifier ?? "" }
      }
      let set = try scene.asset(identifiers[0])
      #expect(set.creationDate == date)
      #expect(set.location?.coordinate.longitude == 20)
      #expect(set.isFavorite && set.isHidden)
      let cleared = try scene.asset(identifiers[1])
      #expect(cleared.creationDate == nil)
      #expect(cleared.location == nil)
    }
  }

  // P130: nil for a URL that does not name a file.
  @Test func otherURLsGiveNoRequest() async throws {
    try await Scene.run { scene in
      let url = try #require(URL(string: "https://example.com/a.jpg"))
      try scene.change {
        #expect(PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: url) == nil)
        #expect(PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: url) == nil)
      }
      let code = scene.failure {
        PHAssetCreationRequest.forAsset().addResource(with: .photo, fileURL: url, options: nil)
      }
      #expect(code == .missingResource)
      #expect(scene.assets == [])
    }
  }

  // P140, P141: a moved file is gone after success, and still there after a failure found before it was
  // taken.
  @Test func movingAFile() async throws {
    try await Scene.run { scene in
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("diptych-move-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let options = PHAssetResourceCreationOptions()
      options.shouldMoveFile = true
      for (sample, isGood) in [("exif/no-exif.jpg", true), ("bad/text-named.jpg", false)] {
        let url = folder.appendingPathComponent("a.jpg")
        try TestMedia.data(sample).write(to: url)
        let code = scene.failure {
          PHAssetCreationRequest.forAsset()
            .addResource(with: .photo, fileURL: url, options: options)
        }
        #expect(code == (isGood ? nil : .invalidResource))
        #expect(FileManager.default.fileExists(atPath: url.path) == !isGood)
      }
      #expect(scene.assets.count == 1)
    }
  }

  #if AllMedia
    // C49, P143: one asset, a photo with the live bit, two resources. C50: else -1, and nothing is made.
    @Test func livePhotos() async throws {
      try await Scene.run { scene in
        let rows: [(still: String, movie: String, code: PHPhotosError.Code?)] = [
          ("live/generated.jpg", "video/h264-rotated-creationdate.mov", .internalError),
          ("live/generated.jpg", "live/real.MOV", .internalError),
          ("exif/no-exif.jpg", "live/generated.mov", .internalError),
          ("live/generated.jpg", "live/generated.mov", nil),
        ]
        for row in rows {
          let still = try TestMedia.data(row.still)
          let code = scene.failure {
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .photo, data: still, options: nil)
            request.addResource(
              with: .pairedVideo, fileURL: TestMedia.url(row.movie), options: nil)
          }
          #expect(code == row.code, "\(row.still) and \(row.movie)")
          #expect(scene.assets.count == (code == nil ? 1 : 0))
        }
        let asset = try scene.asset(#require(scene.assets.first))
        #expect(asset.mediaType == .image)
        #expect(asset.mediaSubtypes.contains(.photoLive))
        #expect(asset.playbackStyle == .livePhoto)
        // 2024-05-06 07:08:09.123 UTC, by the still.
        #expect(asset.creationDate == Date(timeIntervalSince1970: 1_714_979_289.123))
        let types = PHAssetResource.assetResources(for: asset).map(\.type)
        #expect(types == [.photo, .pairedVideo])
        #expect(PHAssetCreationRequest.supportsAssetResourceTypes([1, 9]))
      }
    }

    // C47: an animated GIF keeps its bytes and plays; decision 53: what a file says of its kind.
    @Test func kindsOfFiles() async throws {
      try await Scene.run { scene in
        let rows: [(name: String, style: PHAsset.PlaybackStyle, subtypes: PHAssetMediaSubtype)] = [
          ("gif/animated-3.gif", .imageAnimated, []), ("webp/animated-3.webp", .imageAnimated, []),
          ("webp/lossy-exif.webp", .image, []), ("png/animated.png", .image, []),
          ("exif/real-iphone4s-gps-subsec-orientation6.jpg", .image, .photoPanorama),
          ("heic/exif-xmp-iptc.heic", .image, []),
        ]
        for row in rows {
          let identifier = try scene.change {
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(
              with: .photo, fileURL: TestMedia.url(row.name), options: nil)
            return request.placeholderForCreatedAsset?.localIdentifier ?? ""
          }
          let asset = try scene.asset(identifier)
          #expect(asset.playbackStyle == row.style, "\(row.name)")
          #expect(asset.mediaSubtypes == row.subtypes, "\(row.name)")
          #expect(
            try await bytes(of: onlyResource(of: identifier, scene)) == TestMedia.data(row.name),
            "\(row.name)")
        }
      }
    }
  #endif

  // P142, P139, P144: one photo, one video, or a photo and its alternate; other combinations fail with 3300 before a file is read.
  @Test func supportedResourceTypes() async throws {
    try await Scene.run { scene in
      let data = try TestMedia.data("exif/no-exif.jpg")
      let combinations: [([PHAssetResourceType], Bool)] = [
        ([.photo], true), ([.photo, .video], false), ([.photo, .alternatePhoto], true),
        ([.alternatePhoto], false), ([.adjustmentData], false), ([.photoProxy], false),
        ([.photo, .photo], false),
      ]
      for (types, isSupported) in combinations {
        #expect(
          PHAssetCreationRequest.supportsAssetResourceTypes(
            types.map { NSNumber(value: $0.rawValue) }) == isSupported)
        let code = scene.failure {
          let request = PHAssetCreationRequest.forAsset()
          for type in types { request.addResource(with: type, data: data, options: nil) }
        }
        #expect(code == (isSupported ? nil : .changeNotSupported), "\(types)")
      }
      #expect(PHAssetCreationRequest.supportsAssetResourceTypes([2]))
      #expect(!PHAssetCreationRequest.supportsAssetResourceTypes([]))
      #expect(scene.assets.count == 2)
    }
  }

  // P137.
  @Test func aRequestWithoutResources() async throws {
    try await Scene.run { scene in
      #expect(scene.failure { PHAssetCreationRequest.forAsset() } == .missingResource)
      let empty = UIImage()
      #expect(
        scene.failure { PHAssetChangeRequest.creationRequestForAsset(from: empty) }
          == .missingResource)
      #expect(scene.assets == [])
    }
  }
}
