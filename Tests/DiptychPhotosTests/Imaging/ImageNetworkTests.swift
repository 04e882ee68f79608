import DiptychCodecs
import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import TestMedia
import Testing

/// Originals that are not on this machine.
@Suite struct ImageNetworkTests {
  private let target = CGSize(width: 300, height: 300)

  /// A photo whose file is elsewhere.
  private func remotePhoto(_ scene: Scene, _ data: Data? = nil) throws -> PHAsset {
    let asset = try scene.photo(try data ?? Quarters.file(320, 160))
    try scene.engine.user.setLocal(
      [try #require(Identifiers.assetUUID(asset.localIdentifier))], false)
    return asset
  }

  private func isLocal(_ asset: PHAsset, _ scene: Scene) throws -> Bool {
    let uuid = try #require(Identifiers.assetUUID(asset.localIdentifier))
    return try scene.engine.read { transaction in
      try transaction.asset(uuid).map { try transaction.resources(of: $0.row) } ?? []
    }.allSatisfy(\.isLocal)
  }

  private struct DataResult: Sendable {
    let count: Int?
    let result: ImageResult
  }

  private func data(_ asset: PHAsset, _ options: PHImageRequestOptions?, _ scene: Scene) async
    -> [DataResult]
  {
    let results = Results<DataResult>()
    PHImageManager.default().requestImageDataAndOrientation(for: asset, options: options) {
      data, _, _, info in
      results.add(DataResult(count: data?.count, result: ImageResult(nil, info)))
    }
    #expect(await scene.engine.activities.settled(within: 20) == [])
    return results.all
  }

  // C83, P193, P209: the network off.
  @Test func networkOff() async throws {
    try await Scene.run { scene in
      let asset = try remotePhoto(scene)
      let bytes = await data(asset, nil, scene)
      #expect(bytes.map(\.count) == [nil])
      #expect(bytes.map(\.result.isInCloud) == [true] && bytes.map(\.result.code) == [3164])
      // The first, degraded answer lacks the key; then nil and the key.
      let answers = await scene.images(asset, target)
      #expect(answers.map(\.size) == ["120×60", "none"])
      #expect(answers.map(\.isDegraded) == [true, false])
      #expect(answers.map(\.isInCloud) == [nil, true] && answers.map(\.code) == [nil, 3164])
      // A small one too is only what the machine keeps beside the original.
      let small = await scene.images(asset, CGSize(width: 60, height: 60))
      #expect(small.map(\.size) == ["60×30", "none"])
      #expect(small.map(\.isDegraded) == [true, false] && small.map(\.isInCloud) == [nil, true])
      // Waiting calls and those of high quality get nothing, fast ones what is at hand.
      #expect(scene.image(asset)?.isInCloud == true && scene.image(asset)?.size == "none")
      let options = PHImageRequestOptions()
      options.deliveryMode = .fastFormat
      let fast = await scene.images(asset, target, .aspectFit, options)
      #expect(fast.map(\.size) == ["120×60"] && fast.map(\.isDegraded) == [true])
      #expect(try isLocal(asset, scene) == false)
    }
  }

  // C84, P203: progress rises to 1, the bytes arrive, and they are local from then on. The change is
  // told, and no date moves (C86).
  @Test func networkOn() async throws {
    try await Scene.run { scene in
      let file = try Quarters.file(320, 160)
      let asset = try remotePhoto(scene, file)
      let told = Results<ChangeSummary>()
      let subscription = try scene.engine.observeChanges(in: scene.scope) { summary, _ in
        told.add(summary)
      }
      let options = PHImageRequestOptions()
      options.isNetworkAccessAllowed = true
      let progress = Results<Double>()
      options.progressHandler = { fraction, error, stop, info in
        #expect(error == nil && !stop.pointee.boolValue)
        #expect(info?[PHImageResultRequestIDKey] is NSNumber)
        progress.add(fraction)
      }
      let bytes = await data(asset, options, scene)
      #expect(bytes.map(\.count) == [file.count] && bytes.map(\.result.isInCloud) == [nil])
      #expect(progress.all.first == 0 && progress.all.last == 1)
      #expect(progress.all == progress.all.sorted() && progress.all.count > 2)
      #expect(try isLocal(asset, scene))
      let uuid = try #require(Identifiers.assetUUID(asset.localIdentifier))
      #expect(told.all.map(\.assets.updated) == [[uuid]])
      #expect(try scene.asset(asset.localIdentifier).modificationDate == asset.modificationDate)
      // P203, P211: no progress for what is here.
      let before = progress.all.count
      #expect(await data(asset, options, scene).map(\.count) == [file.count])
      #expect(progress.all.count == before)
      withExtendedLifetime(subscription) {}
    }
  }

  // Decision 101: an original that never came is like one that is away, with nothing to download.
  @Test func neverHere() async throws {
    try await Scene.run { scene in
      let uuid = UUID()
      let probe = MediaProbe(format: .heic, storedSize: PixelSize(width: 320, height: 160))
      var draft = AssetDraft(uuid: uuid)
      draft.resources = [
        ResourceDraft(
          role: .photo, content: .absent(probe, byteCount: 4711), fileName: "IMG_1.HEIC")
      ]
      var changes = ChangeSet()
      changes.operations = [.createAsset(draft)]
      try scene.engine.commit(changes)
      try scene.engine.user.setLocal([uuid], true)
      let asset = try scene.asset(Identifiers.asset(uuid))
      #expect(asset.pixelWidth == 320 && asset.pixelHeight == 160)
      #expect(try isLocal(asset, scene) == false)
      #expect(PHAssetResource.assetResources(for: asset).map(\.originalFilename) == ["IMG_1.HEIC"])
      #expect(await data(asset, nil, scene).map(\.result.code) == [3164])
      let answers = await scene.images(asset, target)
      #expect(answers.map(\.size) == ["none"] && answers.map(\.isInCloud) == [true])
      let options = PHImageRequestOptions()
      options.isNetworkAccessAllowed = true
      #expect(await data(asset, options, scene).map(\.count) == [nil])
      // It is deleted as any other.
      try scene.engine.user.delete([uuid])
      try scene.engine.user.purge([uuid])
    }
  }

  // A picture is downloaded too: degraded, then real.
  @Test func downloadedPicture() async throws {
    try await Scene.run { scene in
      let asset = try remotePhoto(scene)
      let options = PHImageRequestOptions()
      options.isNetworkAccessAllowed = true
      let answers = await scene.images(asset, target, .aspectFit, options)
      #expect(answers.map(\.size) == ["120×60", "300×150"])
      #expect(answers.map(\.isDegraded) == [true, false])
      #expect(answers.map(\.isInCloud) == [nil, nil])
      #expect(try isLocal(asset, scene))
      let second = try remotePhoto(scene)
      #expect(scene.image(second) { $0.isNetworkAccessAllowed = true }?.size == "320×160")
    }
  }

  // C84: the network is down, from the start or half-way: 3169, also for the progress handler.
  @Test func networkDown() async throws {
    try await Scene.run { scene in
      let asset = try remotePhoto(scene)
      let options = PHImageRequestOptions()
      options.isNetworkAccessAllowed = true
      let errors = Results<Int?>()
      options.progressHandler = { fraction, error, _, _ in
        errors.add((error as NSError?)?.code)
        if fraction == 0.5 { scene.engine.simulation.isNetworkDown = true }
      }
      let cut = await data(asset, options, scene)
      #expect(cut.map(\.result.code) == [3169] && cut.map(\.result.isInCloud) == [true])
      #expect(errors.all == [nil, nil, nil, 3169])
      let down = await scene.images(asset, target, .aspectFit, options)
      #expect(down.map(\.code) == [nil, 3169] && down.map(\.size) == ["120×60", "none"])
      #expect(try isLocal(asset, scene) == false)
      scene.engine.simulation.isNetworkDown = false
      options.progressHandler = nil
      #expect(await data(asset, options, scene).map(\.result.code) == [nil])
    }
  }

  // P203: the progress handler stops the request, and so does a cancellation from it.
  @Test func stopping() async throws {
    try await Scene.run { scene in
      let asset = try remotePhoto(scene)
      let options = PHImageRequestOptions()
      options.isNetworkAccessAllowed = true
      let calls = Results<Double>()
      options.progressHandler = { fraction, _, stop, _ in
        calls.add(fraction)
        stop.pointee = true
      }
      #expect(await data(asset, options, scene).map(\.result.isCancelled) == [true])
      #expect(calls.all == [0])
      options.progressHandler = { fraction, _, _, info in
        calls.add(fraction)
        let id = (info?[PHImageResultRequestIDKey] as? NSNumber)?.int32Value
        PHImageManager.default().cancelImageRequest(id ?? 0)
      }
      #expect(await data(asset, options, scene).map(\.result.isCancelled) == [true])
      #expect(calls.all == [0, 0])
      // A waiting request is stopped the same way.
      let waiting = scene.image(asset) {
        $0.isNetworkAccessAllowed = true
        $0.progressHandler = { _, _, stop, _ in stop.pointee = true }
      }
      #expect(waiting?.isCancelled == true && waiting?.size == "none")
      #expect(try isLocal(asset, scene) == false)
    }
  }

  // The library's copy is gone as well: that is a failed download, not a hang.
  @Test func noCopyAnywhere() async throws {
    try await Scene.run { scene in
      let asset = try remotePhoto(scene)
      let uuid = try #require(Identifiers.assetUUID(asset.localIdentifier))
      let file = try #require(
        try scene.engine.read { transaction in
          try transaction.asset(uuid).flatMap { try transaction.resources(of: $0.row).first }
        })
      let path = scene.engine.filePath(of: file)
      try FileManager.default.moveItem(atPath: path, toPath: path + "-away")
      defer { try? FileManager.default.moveItem(atPath: path + "-away", toPath: path) }
      let options = PHImageRequestOptions()
      options.isNetworkAccessAllowed = true
      #expect(await data(asset, options, scene).map(\.result.code) == [3169])
      #expect(await scene.images(asset, target, .aspectFit, options).map(\.code) == [3169])
    }
  }

  // An asset that is gone while it is downloaded.
  @Test func goneMeanwhile() async throws {
    try await Scene.run { scene in
      let asset = try remotePhoto(scene)
      let uuid = try #require(Identifiers.assetUUID(asset.localIdentifier))
      let options = PHImageRequestOptions()
      options.isNetworkAccessAllowed = true
      options.progressHandler = { fraction, error, _, _ in
        if fraction == 1, error == nil { try? scene.engine.user.purge([uuid]) }
      }
      let answers = await data(asset, options, scene)
      #expect(answers.count == 1 && answers.map(\.count) == [nil])
      #expect(answers.first?.result.code == 3306)
    }
  }
}
