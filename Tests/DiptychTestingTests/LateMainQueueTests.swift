import DiptychAssetsLibrary
import DiptychPhotos
import DiptychPlatform
import DiptychTesting
import Foundation
import Testing

/// A main queue that is late (decision 39): results wait, and come in their order.
@Suite(.serialized) struct LateMainQueueTests {
  private final class Log: Sendable {
    private let lines = Lock<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
  }

  private func save(_ log: Log, _ line: String) {
    ALAssetsLibrary().writeImageData(
      toSavedPhotosAlbum: TestPicture.png().data, metadata: nil
    ) { _, _ in log.add(line) }
  }

  @Test func resultsWaitAndComeInOrder() async throws {
    let library = try TestPhotoLibrary()
    #expect(!library.isMainQueueLate)
    library.isMainQueueLate = true
    let log = Log()
    await library.run {
      for number in 1...3 { save(log, "\(number)") }
      // The work is done, nobody was told, and nothing else is waited for.
      #expect(await library.settle(within: 60).count == 3)
      #expect(library.assets.count == 3)
      #expect(log.all == [])
      library.isMainQueueLate = false
      #expect(await library.settle() == [])
      #expect(log.all == ["1", "2", "3"])
      save(log, "4")
      #expect(await library.settle() == [])
      #expect(log.all.last == "4")
    }
  }

  // P184
  @Test func picturesWaitToo() async throws {
    let library = try TestPhotoLibrary { Photo(.jpeg(), named: "a.jpg") }
    library.isMainQueueLate = true
    let log = Log()
    await library.run {
      guard let asset = PHAsset.fetchAssets(with: nil).firstObject else { return }
      PHImageManager.default().requestImage(
        for: asset, targetSize: CGSize(width: 10, height: 10), contentMode: .aspectFit,
        options: nil
      ) { _, _ in log.add("picture") }
      #expect(await library.settle(within: 60).isEmpty == false)
      #expect(log.all == [])
      library.isMainQueueLate = false
      #expect(await library.settle() == [])
      #expect(log.all.last == "picture")
    }
  }

  @Test func whatIsHeldIsNamed() async throws {
    let library = try TestPhotoLibrary()
    library.isMainQueueLate = true
    await library.run {
      save(Log(), "1")
      let left = await library.settle(within: 60)
      #expect(left.count == 1)
      #expect(left.first?.hasSuffix(", held by a late main queue") == true)
      // Modern completions come on a queue of the library and are not late.
      await withCheckedContinuation { continuation in
        PHPhotoLibrary.shared().performChanges({}) { _, _ in continuation.resume() }
      }
    }
    library.isMainQueueLate = false
  }

  @Test func aPrivateQueueIsNotLate() async throws {
    let library = try TestPhotoLibrary(delivery: .private)
    library.isMainQueueLate = true
    let log = Log()
    await library.run {
      save(log, "1")
      #expect(await library.settle() == [])
    }
    #expect(log.all == ["1"])
  }

  // It catches up when a half has returned, and what the results start is waited for too.
  @Test func aHalfMayLeaveItLate() async throws {
    try await compareLibraries(
      legacy: { library in
        library.isMainQueueLate = true
        ALAssetsLibrary().writeImageData(
          toSavedPhotosAlbum: TestPicture.png().data, metadata: nil
        ) { _, _ in
          ALAssetsLibrary().addAssetsGroupAlbum(
            withName: "Trip", resultBlock: nil, failureBlock: nil)
        }
      },
      modern: { _ in
        try Save.modern(TestPicture.png().data)
        try PHPhotoLibrary.shared().performChangesAndWait {
          PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Trip")
        }
      })
  }

  @Test func closingLetsGo() async throws {
    let library = try TestPhotoLibrary()
    library.isMainQueueLate = true
    await library.run {
      save(Log(), "1")
      _ = await library.settle(within: 60)
    }
    library.close()
    #expect(!library.isMainQueueLate)
  }
}
