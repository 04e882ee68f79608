import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import Testing

@testable import DiptychPhotos

/// Pictures that are made beforehand.
@Suite struct ImageCachingTests {
  private let target = CGSize(width: 200, height: 200)

  private func settle(_ scene: Scene) async {
    #expect(await scene.engine.activities.settled(within: 60) == [])
  }

  // P200, P185: the same order finds the picture that is there, as its one answer and the same
  // object each time; another size, mode or option does not.
  @Test func matching() async throws {
    try await Scene.run { scene in
      let asset = try scene.photo(Quarters.file(320, 160))
      let manager = PHCachingImageManager()
      manager.startCachingImages(
        for: [asset], targetSize: target, contentMode: .aspectFit, options: nil)
      await settle(scene)
      #expect(manager.cache?.count == 1 && manager.cache?.byteCount == 200 * 100 * 4)
      let first = await scene.images(asset, target, by: manager)
      #expect(first.map(\.size) == ["200×100"] && first.map(\.isDegraded) == [false])
      let second = await scene.images(asset, target, .default, PHImageRequestOptions(), by: manager)
      #expect(second.count == 1 && first[0].image === second[0].image)
      // The default manager knows nothing of it.
      #expect(await scene.images(asset, target).count == 2)
      let size = await scene.images(asset, CGSize(width: 201, height: 200), by: manager)
      #expect(size.count == 2)
      let mode = await scene.images(asset, target, .aspectFill, by: manager)
      #expect(mode.count == 2)
      let exact = PHImageRequestOptions()
      exact.resizeMode = .exact
      let options = await scene.images(asset, target, .aspectFit, exact, by: manager)
      #expect(options.count == 2)
      // C81: two answers can be forced here too.
      scene.engine.simulation.imageAnswers = .two
      let two = await scene.images(asset, target, by: manager)
      #expect(two.map(\.isDegraded) == [true, false] && two[1].image === first[0].image)
    }
  }

  // P200: the first of two orders for an asset stays until it is stopped, by the same order.
  @Test func firstOrderStays() async throws {
    try await Scene.run { scene in
      let asset = try scene.photo(Quarters.file(320, 160))
      let other = CGSize(width: 100, height: 100)
      let manager = PHCachingImageManager()
      manager.startCachingImages(
        for: [asset, asset], targetSize: target, contentMode: .aspectFit, options: nil)
      manager.startCachingImages(
        for: [asset], targetSize: other, contentMode: .aspectFit, options: nil)
      await settle(scene)
      #expect(manager.cache?.byteCount == 200 * 100 * 4)
      manager.stopCachingImages(
        for: [asset], targetSize: other, contentMode: .aspectFit, options: nil)
      #expect(manager.cache?.count == 1)
      manager.stopCachingImages(
        for: [asset], targetSize: target, contentMode: .aspectFit, options: nil)
      #expect(manager.cache?.count == 0 && manager.cache?.byteCount == 0)
      manager.startCachingImages(
        for: [asset], targetSize: other, contentMode: .aspectFit, options: nil)
      await settle(scene)
      #expect(manager.cache?.byteCount == 100 * 50 * 4)
      manager.stopCachingImagesForAllAssets()
      #expect(manager.cache?.count == 0 && manager.cache?.byteCount == 0)
    }
  }

  // What is stopped before its turn is not made; a request made meanwhile is answered.
  @Test func stoppingEarly() async throws {
    try await Scene.run { scene in
      let assets = try (0..<5).map { _ in try scene.photo(Quarters.file(320, 160)) }
      let manager = PHCachingImageManager()
      scene.holdingImageQueue {
        manager.startCachingImages(
          for: assets, targetSize: target, contentMode: .aspectFit, options: nil)
        manager.stopCachingImages(
          for: Array(assets[1...3]), targetSize: target, contentMode: .aspectFit, options: nil)
      }
      await settle(scene)
      #expect(manager.cache?.count == 2)
      let stopped = await scene.images(assets[2], target, by: manager)
      #expect(stopped.count == 2)
      #expect(await scene.images(assets[4], target, by: manager).count == 1)
    }
  }

  // Bounded: of pictures of 16 MiB each, the four that were used last stay.
  @Test func bound() async throws {
    try await Scene.run { scene in
      let data = try Quarters.file(2_048, 2_048)
      let assets = try (0..<6).map { _ in try scene.photo(data) }
      let manager = PHCachingImageManager()
      for asset in assets {
        manager.startCachingImages(
          for: [asset], targetSize: PHImageManagerMaximumSize, contentMode: .default, options: nil)
        await settle(scene)
        // The first is used again and again.
        #expect(
          await scene.images(assets[0], PHImageManagerMaximumSize, by: manager).count == 1)
      }
      #expect(manager.cache?.count == 4)
      #expect((manager.cache?.byteCount ?? 0) <= ImageCache.limit)
      let answers = await scene.images(assets[5], PHImageManagerMaximumSize, by: manager)
      #expect(answers.count == 1)
      #expect(await scene.images(assets[1], PHImageManagerMaximumSize, by: manager).count == 2)
    }
  }

  // Never a picture of a file that was replaced since, nor for a client without access.
  @Test func changes() async throws {
    try await Scene.run { scene in
      let asset = try scene.photo(Quarters.file(320, 160))
      let manager = PHCachingImageManager()
      manager.startCachingImages(
        for: [asset], targetSize: target, contentMode: .aspectFit, options: nil)
      await settle(scene)
      try scene.add(
        Quarters.file(320, 160, [.green, .green, .green, .green]), .fullSizePhoto,
        named: "FullSizeRender.png", to: asset)
      let answers = await scene.images(asset, target, by: manager)
      #expect(answers.map(\.corners) == ["GGGG", "GGGG"])
      try scene.engine.access.set(.denied, "App")
      #expect(await scene.images(asset, target, by: manager).map(\.code) == [3311])
    }
  }

  // Assets of which no picture can be made are passed over, and may be ordered anew.
  @Test func nothingToCache() async throws {
    try await Scene.run { scene in
      let asset = try scene.photo(Quarters.file(320, 160))
      try scene.engine.user.purge([try #require(Identifiers.assetUUID(asset.localIdentifier))])
      let manager = PHCachingImageManager()
      manager.startCachingImages(
        for: [asset, PHAsset()], targetSize: target, contentMode: .aspectFit, options: nil)
      manager.startCachingImages(
        for: [], targetSize: target, contentMode: .aspectFit, options: nil)
      manager.startCachingImages(
        for: [asset], targetSize: CGSize(width: CGFloat.nan, height: 1), contentMode: .aspectFit,
        options: nil)
      await settle(scene)
      #expect(manager.cache?.count == 0 && manager.cache?.byteCount == 0)
    }
  }
}
