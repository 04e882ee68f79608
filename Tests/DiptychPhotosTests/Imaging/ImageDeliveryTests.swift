import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import TestMedia
import Testing

/// How often, where and with what a request for a picture answers.
@Suite struct ImageDeliveryTests {
  private func options(
    _ mode: PHImageRequestOptionsDeliveryMode, synchronous: Bool = false
  ) -> PHImageRequestOptions {
    let options = PHImageRequestOptions()
    options.deliveryMode = mode
    options.isSynchronous = synchronous
    return options
  }

  // P183, P188: once, on the calling thread, before the call returns, in full quality, whatever the
  // mode; nothing is left to be cancelled.
  @Test func synchronous() async throws {
    try await Scene.run { scene in
      let asset = try scene.photo(Quarters.file(320, 160))
      for mode in [
        PHImageRequestOptionsDeliveryMode.opportunistic, .highQualityFormat, .fastFormat,
      ] {
        let thread = UInt(pthread_self())
        let results = Results<ImageResult>()
        let id = PHImageManager.default().requestImage(
          for: asset, targetSize: CGSize(width: 300, height: 300), contentMode: .aspectFit,
          options: options(mode, synchronous: true)
        ) { results.add(ImageResult($0, $1)) }
        #expect(results.all.count == 1)
        let result = try #require(results.all.first)
        #expect(result.thread == thread)
        #expect(result.size == "300×150" && result.isDegraded == false)
        #expect(result.id == id && id != PHInvalidImageRequestID)
        PHImageManager.default().cancelImageRequest(id)
        #expect(await scene.engine.activities.settled(within: 10) == [])
        #expect(results.all.count == 1)
      }
    }
  }

  // P185, P186, C81: a picture of 150 × 150 with default options: a degraded one, then the real
  // one, with one identifier. Nil options are the default options.
  @Test func opportunistic() async throws {
    try await Scene.run { scene in
      let asset = try scene.photo(Quarters.file(320, 160))
      for options in [nil, PHImageRequestOptions()] {
        let answers = await scene.images(
          asset, CGSize(width: 150, height: 150), .aspectFit, options)
        #expect(answers.map(\.size) == ["120×60", "150×75"])
        #expect(answers.map(\.isDegraded) == [true, false])
        #expect(answers.map(\.corners) == ["RGBY", "RGBY"])
        #expect(answers[0].id == answers[1].id && answers[0].id != PHInvalidImageRequestID)
        #expect(answers.map(\.code) == [nil, nil] && answers.map(\.isInCloud) == [nil, nil])
      }
      // One call where the first picture is as good as wanted.
      let small = await scene.images(asset, CGSize(width: 100, height: 100))
      #expect(small.map(\.size) == ["100×50"] && small.map(\.isDegraded) == [false])
    }
  }

  // P187: high quality answers once, a fast request once with what is at hand.
  @Test func onceOnly() async throws {
    try await Scene.run { scene in
      let asset = try scene.photo(Quarters.file(320, 160))
      let good = await scene.images(
        asset, CGSize(width: 300, height: 300), .aspectFit, options(.highQualityFormat))
      #expect(good.map(\.size) == ["300×150"] && good.map(\.isDegraded) == [false])
      let fast = await scene.images(
        asset, CGSize(width: 300, height: 300), .aspectFit, options(.fastFormat))
      #expect(fast.map(\.size) == ["120×60"] && fast.map(\.isDegraded) == [true])
      let enough = await scene.images(
        asset, CGSize(width: 60, height: 60), .aspectFit, options(.fastFormat))
      #expect(enough.map(\.size) == ["60×30"] && enough.map(\.isDegraded) == [false])
    }
  }

  // iOS 17's second degraded picture comes between the two, when asked for.
  @Test func secondDegradedPicture() async throws {
    try await Scene.run { scene in
      let asset = try scene.photo(Quarters.file(1_000, 500))
      let options = PHImageRequestOptions()
      options.allowSecondaryDegradedImage = true
      let answers = await scene.images(asset, PHImageManagerMaximumSize, .aspectFit, options)
      #expect(answers.map(\.size) == ["120×60", "480×240", "1000×500"])
      #expect(answers.map(\.isDegraded) == [true, true, false])
    }
  }

  // C81: two calls, or one, can be forced, so that code which trusts in either is found out. Other
  // modes stay at one call.
  @Test func forcedCalls() async throws {
    try await Scene.run { scene in
      let asset = try scene.photo(Quarters.file(320, 160))
      scene.engine.simulation.imageAnswers = .two
      let two = await scene.images(asset, CGSize(width: 100, height: 100))
      #expect(two.map(\.size) == ["50×25", "100×50"])
      #expect(two.map(\.isDegraded) == [true, false])
      let tiny = await scene.images(asset, CGSize(width: 1, height: 1))
      #expect(tiny.map(\.size) == ["1×1", "1×1"] && tiny.map(\.isDegraded) == [true, false])
      let good = await scene.images(
        asset, CGSize(width: 300, height: 300), .aspectFit, options(.highQualityFormat))
      #expect(good.count == 1)
      scene.engine.simulation.imageAnswers = .one
      let one = await scene.images(asset, CGSize(width: 300, height: 300))
      #expect(one.map(\.size) == ["300×150"] && one.map(\.isDegraded) == [false])
    }
  }

  // P184, decision 39: answers come on the main queue, in order; never on the caller's stack.
  @Test func onTheMainQueue() async throws {
    try await Scene.run { scene in
      let asset = try scene.photo(Quarters.file(320, 160))
      let main = LibraryScope(library: scene.engine, client: "App", delivery: .main)
      let results = Results<ImageResult>()
      try LibraryScope.$current.withValue(main) {
        let asset = try scene.asset(asset.localIdentifier)
        PHImageManager.default().requestImage(
          for: asset, targetSize: CGSize(width: 300, height: 300), contentMode: .aspectFit,
          options: nil
        ) { image, info in
          dispatchPrecondition(condition: .onQueue(.main))
          results.add(ImageResult(image, info))
        }
        PHImageManager.default().requestImageDataAndOrientation(for: asset, options: nil) {
          _, _, _, _ in
          dispatchPrecondition(condition: .onQueue(.main))
          results.add(ImageResult(nil, nil))
        }
      }
      #expect(await scene.engine.activities.settled(within: 20) == [])
      #expect(results.all.map(\.size) == ["120×60", "300×150", "none"])
    }
  }

  // P184: the first answer may come on the calling thread before the call returns; it can be forced.
  @Test func firstAnswerOnTheCaller() async throws {
    try await Scene.run { scene in
      let asset = try scene.photo(Quarters.file(320, 160))
      scene.engine.simulation.answersFirstOnCaller = true
      let thread = UInt(pthread_self())
      let results = Results<ImageResult>()
      PHImageManager.default().requestImage(
        for: asset, targetSize: CGSize(width: 300, height: 300), contentMode: .aspectFit,
        options: nil
      ) { results.add(ImageResult($0, $1)) }
      let first = try #require(results.all.first)
      #expect(first.thread == thread && first.isDegraded == true)
      #expect(await scene.engine.activities.settled(within: 20) == [])
      #expect(results.all.map(\.isDegraded) == [true, false])
    }
  }

  // P194: a request that is cancelled before its last answer gets none but the flag, once.
  @Test func cancelling() async throws {
    try await Scene.run { scene in
      let asset = try scene.photo(Quarters.file(320, 160))
      let manager = PHImageManager.default()
      let results = Results<ImageResult>()
      scene.holdingImageQueue {
        let id = manager.requestImage(
          for: asset, targetSize: CGSize(width: 300, height: 300), contentMode: .aspectFit,
          options: nil
        ) { results.add(ImageResult($0, $1)) }
        let data = manager.requestImageDataAndOrientation(for: asset, options: nil) {
          data, _, _, info in
          #expect(data == nil)
          results.add(ImageResult(nil, info))
        }
        #expect(id != data)
        manager.cancelImageRequest(id)
        manager.cancelImageRequest(id)
        manager.cancelImageRequest(data)
      }
      #expect(await scene.engine.activities.settled(within: 20) == [])
      #expect(results.all.map(\.isCancelled) == [true, true])
      #expect(results.all.map(\.size) == ["none", "none"])
      #expect(results.all.map(\.code) == [nil, nil])
    }
  }

  // Cancelling from the degraded answer; cancelling what is over, or never was.
  @Test func cancellingLate() async throws {
    try await Scene.run { scene in
      let asset = try scene.photo(Quarters.file(320, 160))
      let manager = PHImageManager.default()
      let results = Results<ImageResult>()
      manager.requestImage(
        for: asset, targetSize: CGSize(width: 300, height: 300), contentMode: .aspectFit,
        options: nil
      ) { image, info in
        let result = ImageResult(image, info)
        results.add(result)
        if let id = result.id { manager.cancelImageRequest(id) }
      }
      #expect(await scene.engine.activities.settled(within: 20) == [])
      #expect(results.all.map(\.isDegraded) == [true, nil])
      #expect(results.all.map(\.isCancelled) == [nil, true])
      let once = await scene.images(
        asset, CGSize(width: 300, height: 300), .aspectFit, options(.highQualityFormat))
      manager.cancelImageRequest(try #require(once.first?.id))
      manager.cancelImageRequest(PHInvalidImageRequestID)
      manager.cancelImageRequest(.max)
      #expect(once.map(\.size) == ["300×150"])
    }
  }

  // P196: an asset that is gone gives nil and an error; one in Recently Deleted is still there.
  @Test func goneAssets() async throws {
    try await Scene.run { scene in
      let asset = try scene.photo(Quarters.file(320, 160))
      let uuid = try #require(Identifiers.assetUUID(asset.localIdentifier))
      try scene.engine.user.delete([uuid])
      #expect(scene.image(asset)?.size == "320×160")
      try scene.engine.user.purge([uuid])
      #expect(scene.image(asset)?.code == PHPhotosError.Code.requestNotSupportedForAsset.rawValue)
      let answers = await scene.images(asset)
      #expect(answers.map(\.size) == ["none"] && answers.map(\.code) == [3306])
      // An object that denotes nothing, such as a mock.
      #expect(scene.image(PHAsset())?.code == 3306)
      #expect(await scene.images(PHAsset()).map(\.code) == [3306])
    }
  }

  // P174, P177: without access, and for what a limited client may not see.
  @Test func access() async throws {
    try await Scene.run { scene in
      let asset = try scene.photo(Quarters.file(320, 160))
      for (preset, code) in [
        (AccessPreset.denied, 3311), (.restricted, 3310), (.addOnly, 3311), (.limited([]), 3306),
      ] {
        try scene.engine.access.set(preset, "App")
        #expect(scene.image(asset)?.code == code, "\(preset)")
        #expect(await scene.images(asset).map(\.code) == [code], "\(preset)")
      }
    }
  }

  // P199, P237: the values are objects that public code casts.
  @Test func infoValues() async throws {
    try await Scene.run { scene in
      let asset = try scene.photo(Quarters.file(8, 8))
      let options = options(.highQualityFormat, synchronous: true)
      let manager = PHImageManager.default()
      let size = CGSize(width: 8, height: 8)
      manager.requestImage(
        for: asset, targetSize: size, contentMode: .default, options: options
      ) { _, info in
        #expect(info?[PHImageResultIsDegradedKey] is NSNumber)
        #expect((info?[PHImageResultIsDegradedKey] as? NSNumber)?.boolValue == false)
        #expect(info?[PHImageResultRequestIDKey] as? Int32 != nil)
        #expect(info?[PHImageErrorKey] == nil && info?[PHImageCancelledKey] == nil)
      }
      manager.requestImage(
        for: PHAsset(), targetSize: size, contentMode: .aspectFit, options: options
      ) { _, info in
        let error = info?[PHImageErrorKey] as? any Error
        #expect((info?[PHImageErrorKey] as? NSError)?.domain == PHPhotosErrorDomain)
        switch error {
        case PHPhotosError.requestNotSupportedForAsset?: break
        default: Issue.record("\(String(describing: error))")
        }
        #expect(error?.localizedDescription.contains("Fetch") == true)
      }
      #expect(PHImageResultIsInCloudKey == "PHImageResultIsInCloudKey")
      #expect(PHImageErrorKey == "PHImageErrorKey" && PHImageCancelledKey == "PHImageCancelledKey")
    }
  }

  // A picture that cannot be decoded any more.
  @Test func damagedFile() async throws {
    try await Scene.run { scene in
      let asset = try scene.photo(Quarters.file(320, 160))
      let uuid = try #require(Identifiers.assetUUID(asset.localIdentifier))
      let file = try #require(
        try scene.engine.read { transaction in
          try transaction.asset(uuid).flatMap { try transaction.resources(of: $0.row).first }
        })
      let url = URL(fileURLWithPath: scene.engine.filePath(of: file))
      let data = try Data(contentsOf: url)
      try Data("no picture".utf8).write(to: url)
      #expect(scene.image(asset)?.code == 3302)
      #expect(await scene.images(asset).map(\.code) == [3302])
      try FileManager.default.removeItem(at: url)
      #expect(await scene.images(asset).map(\.code) == [-1])
      try data.write(to: url)
      #expect(scene.image(asset)?.size == "320×160")
    }
  }

  // A request takes the options over: later changes do not reach it, and one object serves many
  // threads, some of which write to it.
  @Test func sharedOptions() async throws {
    try await Scene.run { scene in
      let asset = try scene.photo(Quarters.file(320, 160))
      let options = options(.highQualityFormat)
      let results = Results<ImageResult>()
      scene.holdingImageQueue {
        PHImageManager.default().requestImage(
          for: asset, targetSize: CGSize(width: 300, height: 300), contentMode: .aspectFit,
          options: options
        ) { results.add(ImageResult($0, $1)) }
        options.resizeMode = .none
        options.deliveryMode = .fastFormat
        options.version = .original
      }
      #expect(await scene.engine.activities.settled(within: 20) == [])
      #expect(results.all.map(\.size) == ["300×150"])
      let many = Results<ImageResult>()
      let shared = Shared(options: options, asset: asset)
      DispatchQueue.concurrentPerform(iterations: 64) { index in
        shared.options.progressHandler = { _, _, _, _ in }
        shared.options.isSynchronous = index % 3 == 0
        shared.options.deliveryMode = index % 2 == 0 ? .fastFormat : .highQualityFormat
        shared.options.normalizedCropRect = CGRect(x: 0, y: 0, width: 1, height: 1)
        LibraryScope.$current.withValue(scene.scope) {
          _ = PHImageManager.default().requestImage(
            for: shared.asset, targetSize: CGSize(width: 300, height: 300),
            contentMode: .aspectFit, options: shared.options
          ) { many.add(ImageResult($0, $1)) }
        }
      }
      #expect(await scene.engine.activities.settled(within: 60) == [])
      #expect(many.all.count == 64 && many.all.allSatisfy { $0.image != nil })
      #expect(Set(many.all.map(\.id)).count == 64)
    }
  }

  private struct Shared: @unchecked Sendable {
    // Sendable because the options guard their values themselves, which is what the test is about.
    let options: PHImageRequestOptions
    let asset: PHAsset
  }

  // C97: making managers asks nobody.
  @Test func managersAskNobody() async throws {
    try await Scene.run(access: .notDetermined) { scene in
      _ = PHImageManager.default()
      _ = PHCachingImageManager()
      _ = PHAssetResourceManager.default()
      #expect(scene.engine.access.prompts == [])
      #expect(PHPhotoLibrary.authorizationStatus(for: .readWrite) == .notDetermined)
    }
  }

  // Defaults and copies of the options.
  @Test func optionValues() {
    let options = PHImageRequestOptions()
    #expect(options.version == .current && options.deliveryMode == .opportunistic)
    #expect(options.resizeMode == .fast && options.normalizedCropRect == .zero)
    #expect(!options.isNetworkAccessAllowed && !options.isSynchronous)
    #expect(options.progressHandler == nil && !options.allowSecondaryDegradedImage)
    options.version = .original
    options.deliveryMode = .fastFormat
    options.resizeMode = .exact
    options.normalizedCropRect = CGRect(x: 0, y: 0, width: 1, height: 1)
    options.isNetworkAccessAllowed = true
    options.isSynchronous = true
    options.progressHandler = { _, _, _, _ in }
    options.allowSecondaryDegradedImage = true
    let copy = options.copy() as? PHImageRequestOptions
    #expect(copy !== options)
    #expect(copy?.version == .original && copy?.deliveryMode == .fastFormat)
    #expect(copy?.resizeMode == .exact && copy?.isNetworkAccessAllowed == true)
    #expect(copy?.normalizedCropRect == CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(copy?.isSynchronous == true && copy?.progressHandler != nil)
    #expect(copy?.allowSecondaryDegradedImage == true)
    let live = PHLivePhotoRequestOptions()
    #expect(live.version == .current && live.deliveryMode == .opportunistic)
    #expect(!live.isNetworkAccessAllowed && live.progressHandler == nil)
    live.version = .unadjusted
    live.deliveryMode = .highQualityFormat
    live.isNetworkAccessAllowed = true
    live.progressHandler = { _, _, _, _ in }
    let second = live.copy() as? PHLivePhotoRequestOptions
    #expect(second?.version == .unadjusted && second?.deliveryMode == .highQualityFormat)
    #expect(second?.isNetworkAccessAllowed == true && second?.progressHandler != nil)
    let video = PHVideoRequestOptions()
    #expect(video.version == .current && video.deliveryMode == .automatic)
    #expect(!video.isNetworkAccessAllowed && video.progressHandler == nil)
    #expect(PHImageContentMode.default == .aspectFit)
    #expect(PHImageManagerMaximumSize == CGSize(width: -1, height: -1))
  }

  // The numbers of the enumerations.
  @Test func numbers() {
    #expect(
      PHImageContentMode(rawValue: 1) == .aspectFill && PHImageContentMode(rawValue: 2) == nil)
    #expect(PHImageRequestOptionsVersion(rawValue: 1) == .unadjusted)
    #expect(PHImageRequestOptionsVersion(rawValue: 2) == .original)
    #expect(PHImageRequestOptionsDeliveryMode(rawValue: 1) == .highQualityFormat)
    #expect(PHImageRequestOptionsDeliveryMode(rawValue: 2) == .fastFormat)
    #expect(PHImageRequestOptionsResizeMode(rawValue: 0) == PHImageRequestOptionsResizeMode.none)
    #expect(PHImageRequestOptionsResizeMode(rawValue: 2) == .exact)
    #expect(PHVideoRequestOptionsVersion(rawValue: 1) == .original)
    #expect(PHVideoRequestOptionsDeliveryMode(rawValue: 2) == .mediumQualityFormat)
    #expect(PHVideoRequestOptionsDeliveryMode(rawValue: 3) == .fastFormat)
    #expect(PHInvalidImageRequestID == 0 && PHLivePhotoRequestIDInvalid == 0)
  }
}
