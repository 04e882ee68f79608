import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import TestMedia
import Testing

/// What unmodified sources write, as far as it is a matter of spelling.
@Suite struct SpellingTests {
  // P225: results of imported methods need not be used.
  @Test func resultsMayBeDropped() async throws {
    try await Scene.run { scene in
      let image = try Pictures.solid()
      let url = try #require(URL(string: "https://example.com/a.jpg"))
      try PHPhotoLibrary.shared().performChangesAndWait {
        PHAssetChangeRequest.creationRequestForAsset(from: image)
        PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: url)
        PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "A")
        PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: "F")
      }
      let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
      let resource = try #require(PHAssetResource.assetResources(for: asset).first)
      let manager = PHImageManager.default()
      manager.requestImage(
        for: asset, targetSize: CGSize(width: 8, height: 8), contentMode: .aspectFit, options: nil
      ) { _, _ in }
      manager.requestImageDataAndOrientation(for: asset, options: nil) { _, _, _, _ in }
      manager.requestAVAsset(forVideo: asset, options: nil) { _, _, _ in }
      PHAssetResourceManager.default().requestData(for: resource, options: nil) { _ in
      } completionHandler: { _ in
      }
      asset.requestContentEditingInput(with: nil) { _, _ in }
      #expect(scene.topTitles == ["A", "F"])
    }
  }

  /// In a function that is not asynchronous, where no async form is chosen.
  private func changeWithoutHandler() {
    PHPhotoLibrary.shared().performChanges({
      PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "A")
    })
  }

  // P226: the default values that there are.
  @Test func defaultValues() async throws {
    try await Scene.run { scene in
      changeWithoutHandler()
      PHPhotoLibrary.shared().performChanges({}, completionHandler: nil)
      #expect(await scene.engine.activities.settled(within: 10) == [])
      #expect(scene.topTitles == ["A"])
      let result = PHAsset.fetchAssets(with: nil)
      result.enumerateObjects(using: { _, _, _ in Issue.record("There are no assets.") })
    }
  }

  // P227: the block is not Sendable, the completion handler is; what the block captures may be
  // changed by it.
  @Test func blocks() async throws {
    try await Scene.run { _ in
      final class Plain {
        var identifier = ""
      }
      let plain = Plain()
      try PHPhotoLibrary.shared().performChangesAndWait {
        plain.identifier =
          PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "A")
          .placeholderForCreatedAssetCollection.localIdentifier
      }
      #expect(plain.identifier.hasSuffix("/L0/040"))
      let handler: @Sendable (Bool, (any Error)?) -> Void = { _, _ in }
      let block: () -> Void = {}
      PHPhotoLibrary.shared().performChanges(block, completionHandler: handler)
    }
  }

  private func send(_ value: some Sendable) async -> Int {
    await Task.detached { (value as? NSObject)?.hash ?? 0 }.value
  }

  // P228: objects go from one actor to another.
  @Test func objectsAreSendable() async throws {
    try await Scene.run { scene in
      let asset = try #require(try scene.saveAssets(1).first)
      let album = try scene.album("A")
      #expect(await send(asset) == asset.hash)
      #expect(await send(album as PHCollection) == album.hash)
      #expect(await send(asset as PHObject) == asset.hash)
      let result = PHAsset.fetchAssets(with: nil)
      #expect(await Task.detached { result.count }.value == 1)
      let library = PHPhotoLibrary.shared()
      let manager = PHImageManager.default()
      #expect(await send(library) == library.hash)
      #expect(await send(manager) == manager.hash)
    }
  }

  /// As today's applications write it: a class of the main actor with a method outside of it.
  @MainActor private final class Controller: NSObject, PHPhotoLibraryChangeObserver {
    nonisolated let calls = Lock(0)

    nonisolated func photoLibraryDidChange(_ changeInstance: PHChange) {
      calls.withLock { $0 += 1 }
    }
  }

  // P229, P230, P148: an observer of the main actor, told apart by its protocol.
  @Test @MainActor func observers() async throws {
    try await Scene.run { scene in
      let controller = Controller()
      let result = PHAsset.fetchAssets(with: nil)
      PHPhotoLibrary.shared().register(controller)
      defer { PHPhotoLibrary.shared().unregisterChangeObserver(controller) }
      try scene.save()
      await scene.settle()
      #expect(controller.calls.withLock { $0 } == 1)
      #expect(result.count == 0)
    }
  }

  // P231: nested names and top-level ones.
  @Test func names() {
    let style: PHAsset.PlaybackStyle = .livePhoto
    let state: PHAsset.AdjustmentsState = .none
    let code: PHPhotosError.Code = .userCancelled
    let kind: PHAssetMediaType = .image
    let subtype: PHAssetCollectionSubtype = .smartAlbumUserLibrary
    #expect(style.rawValue == 3 && state.rawValue == 0 && code.rawValue == 3072)
    #expect(kind.rawValue == 1 && subtype.rawValue == 209)
  }

  // P238: the types of other frameworks that signatures name.
  @Test(.enabled(if: TestMedia.hasAllMedia)) func standIns() async throws {
    try await Scene.run { scene in
      let asset = try scene.asset(try scene.save("exif/real-iphone4s-gps-subsec-orientation6.jpg"))
      let place: CLLocation? = asset.location
      let kind: UTType? = asset.contentType
      #expect(place?.coordinate.latitude != nil && kind == .jpeg)
      let answer: (UIImage?, CGImagePropertyOrientation) = await withCheckedContinuation {
        continuation in
        PHImageManager.default().requestImageDataAndOrientation(for: asset, options: nil) {
          data, _, orientation, _ in
          continuation.resume(returning: (data.flatMap { UIImage(data: $0) }, orientation))
        }
      }
      #expect(answer.0 != nil && answer.1 == .right)
      let video = try scene.asset(try scene.save("video/h264-high-faststart.mp4"))
      let seconds: Double = await withCheckedContinuation { continuation in
        PHImageManager.default().requestAVAsset(forVideo: video, options: nil) {
          (asset: AVAsset?, _: AVAudioMix?, _) in
          let length: CMTime = asset?.duration ?? .zero
          continuation.resume(returning: length.seconds)
        }
      }
      #expect(abs(seconds - video.duration) < 0.01)
    }
  }

  // P195: request names are Int32, and 0 is none.
  @Test func requestNames() async throws {
    try await Scene.run { scene in
      let asset = try #require(try scene.saveAssets(1).first)
      let name: Int32 = PHImageManager.default().requestImageDataAndOrientation(
        for: asset, options: nil
      ) { _, _, _, _ in }
      #expect(name != PHInvalidImageRequestID && PHInvalidImageRequestID == 0)
      #expect(PHInvalidAssetResourceDataRequestID == 0 && PHLivePhotoRequestIDInvalid == 0)
    }
  }

  // P201: has no effect any more.
  @Test func cachingOfHighQuality() async throws {
    try await Scene.run { scene in
      let asset = try scene.photo(Quarters.file(64, 32))
      for value in [true, false] {
        let manager = PHCachingImageManager()
        manager.allowsCachingHighQualityImages = value
        manager.startCachingImages(
          for: [asset], targetSize: CGSize(width: 16, height: 16), contentMode: .aspectFit,
          options: nil)
        await scene.settle()
        let answers = await scene.images(
          asset, CGSize(width: 16, height: 16), .aspectFit, nil, by: manager)
        #expect(answers.map(\.size) == ["16×8"] && answers.map(\.isDegraded) == [false])
      }
    }
  }
}
