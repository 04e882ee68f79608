import DiptychCodecs
import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import TestMedia
import Testing

/// Which file a request shows, and its bytes.
@Suite struct ImageVersionTests {
  private struct Bytes {
    var data: Data?
    var type: String?
    var orientation: CGImagePropertyOrientation
    var code: Int?
  }

  private func bytes(
    _ asset: PHAsset, _ version: PHImageRequestOptionsVersion = .current
  ) -> Bytes? {
    let options = PHImageRequestOptions()
    options.isSynchronous = true
    options.version = version
    options.deliveryMode = .fastFormat
    var all: [Bytes] = []
    let id = PHImageManager.default().requestImageDataAndOrientation(for: asset, options: options) {
      data, type, orientation, info in
      all.append(
        Bytes(
          data: data, type: type, orientation: orientation,
          code: (info?[PHImageErrorKey] as? NSError)?.code))
      #expect((info?[PHImageResultIsDegradedKey] as? Bool) == false)
    }
    #expect(id != PHInvalidImageRequestID && all.count == 1)
    return all.first
  }

  // P192, P197, C45: an edited photo.
  @Test func editedPhoto() async throws {
    try await Scene.run { scene in
      let original = try Quarters.file(64, 32, orientation: .down)
      let asset = try scene.photo(original)
      let edited = try Quarters.file(40, 40, [.blue, .blue, .blue, .blue])
      try scene.add(edited, .fullSizePhoto, named: "FullSizeRender.png", to: asset)
      try scene.add(
        Data("steps".utf8), .adjustmentData, type: "com.apple.property-list",
        named: "Adjustments.plist", to: asset)
      #expect(scene.image(asset)?.corners == "BBBB")
      #expect(scene.image(asset)?.size == "40×40")
      for version in [PHImageRequestOptionsVersion.unadjusted, .original] {
        #expect(scene.image(asset) { $0.version = version }?.corners == "YBGR")
        let found = try #require(bytes(asset, version))
        #expect(found.data == original && found.type == "public.png")
        #expect(found.orientation == .down)
      }
      let current = try #require(bytes(asset))
      #expect(current.data == edited && current.type == "public.png" && current.orientation == .up)
      // C45: three resources, chosen by type.
      let resources = PHAssetResource.assetResources(for: asset)
      #expect(Set(resources.map(\.type)) == [.photo, .fullSizePhoto, .adjustmentData])
      #expect(resources.first { $0.type == .photo }?.originalFilename == "a.png")
      #expect(
        resources.first { $0.type == .fullSizePhoto }?.originalFilename == "FullSizeRender.png")
    }
  }

  // P144, P192: of a RAW file and a JPEG, the original version is the RAW file.
  @Test func rawPair() async throws {
    try await Scene.run { scene in
      let asset = try scene.photo(Quarters.file(64, 32))
      let raw = try Quarters.file(64, 32, [.green, .green, .green, .green])
      try scene.add(
        raw, .alternatePhoto, type: "com.adobe.raw-image", named: "a.dng", to: asset)
      #expect(bytes(asset, .original)?.data == raw)
      #expect(bytes(asset, .original)?.type == "com.adobe.raw-image")
      #expect(bytes(asset, .unadjusted)?.type == "public.png")
      #expect(scene.image(asset) { $0.version = .original }?.corners == "GGGG")
      #expect(scene.image(asset)?.corners == "RGBY")
    }
  }

  // C35, P131: the original's bytes by the image manager and by the resource manager.
  @Test func sameBytes() async throws {
    try await Scene.run { scene in
      let sample = try TestMedia.data("orientation/photo-landscape-6.jpg")
      let asset = try scene.asset(try scene.save("orientation/photo-landscape-6.jpg"))
      let found = try #require(bytes(asset, .original))
      #expect(found.data == sample && found.type == "public.jpeg" && found.orientation == .right)
      let resource = try #require(PHAssetResource.assetResources(for: asset).first)
      let pieces = Results<Data>()
      PHAssetResourceManager.default().requestData(for: resource, options: nil) {
        pieces.add($0)
      } completionHandler: {
        #expect($0 == nil)
      }
      #expect(await scene.engine.activities.settled(within: 20) == [])
      #expect(Data(pieces.all.joined()) == sample)
      #expect(resource.value(forKey: "fileSize") as? Int == sample.count)
    }
  }

  // The call from before iOS 13 numbers orientations as UIKit does.
  @available(*, deprecated)
  private func deprecatedOrientation(_ asset: PHAsset) -> (UIImage.Orientation, Data?)? {
    let options = PHImageRequestOptions()
    options.isSynchronous = true
    var result: (UIImage.Orientation, Data?)?
    PHImageManager.default().requestImageData(for: asset, options: options) {
      data, type, orientation, _ in
      #expect(type == "public.png")
      result = (orientation, data)
    }
    return result
  }

  private protocol OldCaller {
    func call(_ asset: PHAsset) -> (UIImage.Orientation, Data?)?
  }

  private struct Caller: OldCaller {
    @available(*, deprecated)
    func call(_ asset: PHAsset) -> (UIImage.Orientation, Data?)? {
      ImageVersionTests().deprecatedOrientation(asset)
    }
  }

  @Test func oldDataCall() async throws {
    try await Scene.run { scene in
      let caller: any OldCaller = Caller()
      for (orientation, expected) in [
        (ImageOrientation.right, UIImage.Orientation.right), (.upMirrored, .upMirrored),
        (.down, .down),
      ] {
        let data = try Quarters.file(16, 8, orientation: orientation)
        let found = try #require(caller.call(try scene.photo(data)))
        #expect(found.0 == expected && found.1 == data)
      }
    }
  }

  // P198: the data call gives nothing for a video.
  @Test func dataOfAVideo() async throws {
    try await Scene.run { scene in
      let asset = try scene.asset(try scene.save("video/h264-high-faststart.mp4"))
      let found = try #require(bytes(asset))
      #expect(found.data == nil && found.type == nil && found.code == 3306)
    }
  }

  // C38, P182: the upright size is what Photos reports and delivers.
  @Test func uprightSize() async throws {
    try await Scene.run { scene in
      let asset = try scene.photo(Quarters.file(4, 3, orientation: .right))
      #expect(asset.pixelWidth == 3 && asset.pixelHeight == 4)
      #expect(scene.image(asset)?.size == "3×4")
    }
  }
}
