import DiptychCodecs
import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import TestMedia
import Testing

/// Videos as assets of AVFoundation.
@Suite struct VideoRequestTests {
  private struct VideoResult: Sendable {
    let path: String?
    let seconds: Double?
    let result: ImageResult
    let hasMix: Bool
  }

  private func videos(_ asset: PHAsset, _ options: PHVideoRequestOptions? = nil, _ scene: Scene)
    async -> [VideoResult]
  {
    let results = Results<VideoResult>()
    let id = PHImageManager.default().requestAVAsset(forVideo: asset, options: options) {
      video, mix, info in
      // P202: not on the main queue.
      dispatchPrecondition(condition: .notOnQueue(.main))
      results.add(
        VideoResult(
          path: (video as? AVURLAsset)?.url.path, seconds: video?.duration.seconds,
          result: ImageResult(nil, info), hasMix: mix != nil))
    }
    #expect(id != PHInvalidImageRequestID)
    #expect(await scene.engine.activities.settled(within: 20) == [])
    return results.all
  }

  // P202, P192: not on the main queue; with an edit there are two versions.
  @Test(.enabled(if: TestMedia.hasAllMedia)) func files() async throws {
    try await Scene.run { scene in
      let asset = try scene.asset(try scene.save("video/h264-high-faststart.mp4"))
      let found = await videos(asset, nil, scene)
      #expect(found.count == 1 && found[0].result.code == nil && !found[0].hasMix)
      let path = try #require(found[0].path)
      #expect(
        try Data(contentsOf: URL(fileURLWithPath: path))
          == TestMedia.data("video/h264-high-faststart.mp4"))
      let seconds = try #require(found[0].seconds)
      #expect(abs(seconds - asset.duration) < 1.0 / 600)
      // With an edit there are two versions.
      let edited = try TestMedia.data("video/fragmented.mp4")
      try scene.add(
        edited, .fullSizeVideo, type: "public.mpeg-4", named: "FullSizeRender.mp4", to: asset)
      let options = PHVideoRequestOptions()
      options.version = .original
      #expect(await videos(asset, options, scene).first?.path == path)
      let current = try #require(await videos(asset, nil, scene).first?.path)
      #expect(try Data(contentsOf: URL(fileURLWithPath: current)) == edited)
    }
  }

  // A photo, an object that denotes nothing, a refused client.
  @Test func noVideo() async throws {
    try await Scene.run { scene in
      let photo = try scene.photo(Quarters.file(8, 8))
      for asset in [photo, PHAsset()] {
        let found = await videos(asset, nil, scene)
        #expect(found.map(\.path) == [nil] && found.map(\.result.code) == [3306])
      }
      try scene.engine.access.set(.denied, "App")
      #expect(await videos(photo, nil, scene).map(\.result.code) == [3311])
    }
  }

  // P198: a still frame, upright, degraded first; P189: also cut.
  @Test(.enabled(if: TestMedia.hasAllMedia)) func stillFrame() async throws {
    try await Scene.run { scene in
      let asset = try scene.asset(try scene.save("video/h264-rotated-creationdate.mov"))
      #expect(asset.pixelWidth == 180 && asset.pixelHeight == 320)
      let answers = await scene.images(asset, CGSize(width: 300, height: 300))
      #expect(answers.map(\.size) == ["68×120", "169×300"])
      #expect(answers.map(\.isDegraded) == [true, false])
      #expect(scene.image(asset)?.size == "180×320")
      let square = scene.image(asset, CGSize(width: 100, height: 100), .aspectFill) {
        $0.resizeMode = .exact
      }
      #expect(square?.size == "100×100")
      // The same frame as the whole picture, cut about its middle.
      let whole = try #require(scene.image(asset)?.image?.cgImage)
      let middle = try #require(
        whole.cropping(to: CGRect(x: 0, y: 70, width: 180, height: 180)))
      func mean(_ image: CGImage) -> [Int] {
        (0..<3).map { channel in
          let pixels = image.bitmap.pixels
          let sum = stride(from: channel, to: pixels.count, by: 4).reduce(0) {
            $0 + Int(pixels[$1])
          }
          return sum / (pixels.count / 4)
        }
      }
      let cut = try #require(square?.image?.cgImage)
      for (one, other) in zip(mean(middle), mean(cut)) { #expect(abs(one - other) < 4) }
      // Its caching manager keeps frames too.
      let manager = PHCachingImageManager()
      manager.startCachingImages(
        for: [asset], targetSize: CGSize(width: 100, height: 100), contentMode: .aspectFill,
        options: nil)
      #expect(await scene.engine.activities.settled(within: 20) == [])
      let cached = await scene.images(
        asset, CGSize(width: 100, height: 100), .aspectFill, by: manager)
      #expect(cached.map(\.size) == ["100×178"])
    }
  }

  // P203: as for pictures.
  @Test func network() async throws {
    try await Scene.run { scene in
      let asset = try scene.asset(try scene.save("video/h264-high-faststart.mp4"))
      try scene.engine.user.setLocal(
        [try #require(Identifiers.assetUUID(asset.localIdentifier))], false)
      let off = await videos(asset, nil, scene)
      #expect(off.map(\.path) == [nil] && off.map(\.result.code) == [3164])
      #expect(off.map(\.result.isInCloud) == [true])
      let options = PHVideoRequestOptions()
      options.isNetworkAccessAllowed = true
      let progress = Results<Double>()
      options.progressHandler = { fraction, _, _, _ in progress.add(fraction) }
      let on = await videos(asset, options, scene)
      #expect(on.first?.path != nil && on.map(\.result.code) == [nil])
      #expect(progress.all.first == 0 && progress.all.last == 1)
    }
  }

  // P194
  @Test func cancelling() async throws {
    try await Scene.run { scene in
      let asset = try scene.asset(try scene.save("video/h264-high-faststart.mp4"))
      let results = Results<ImageResult>()
      scene.holdingImageQueue {
        let id = PHImageManager.default().requestAVAsset(forVideo: asset, options: nil) {
          video, _, info in
          #expect(video == nil)
          results.add(ImageResult(nil, info))
        }
        PHImageManager.default().cancelImageRequest(id)
      }
      #expect(await scene.engine.activities.settled(within: 20) == [])
      #expect(results.all.map(\.isCancelled) == [true])
    }
  }
}
