import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import TestMedia
import Testing

@Suite struct ChangeBlockTests {
  // P94.
  @Test func anEmptyBlockSucceeds() async throws {
    try await Scene.run { scene in
      try PHPhotoLibrary.shared().performChangesAndWait {}
      try await PHPhotoLibrary.shared().performChanges {}
      #expect(try scene.token() == 0)
    }
  }

  // P95: blocks run in the order of the calls, and completions in the order of the commits.
  @Test func blocksAndCompletionsKeepTheirOrder() async throws {
    try await Scene.run { scene in
      let events = Lock<[String]>([])
      let library = PHPhotoLibrary.shared()
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        for number in 1...5 {
          library.performChanges {
            events.withLock { $0.append("block \(number)") }
            PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
              withTitle: "\(number)")
          } completionHandler: { _, _ in
            events.withLock { $0.append("done \(number)") }
            if number == 5 { continuation.resume() }
          }
        }
      }
      #expect(scene.topTitles == ["1", "2", "3", "4", "5"])
      let all = events.withLock { $0 }
      #expect(all.filter { $0.hasPrefix("block") } == (1...5).map { "block \($0)" })
      #expect(all.filter { $0.hasPrefix("done") } == (1...5).map { "done \($0)" })
    }
  }

  // Decision 39: the waiting form runs after the blocks submitted before it, on the caller's thread.
  @Test func theWaitingFormRunsOnTheCallingThread() async throws {
    try await Scene.run { scene in
      PHPhotoLibrary.shared().performChanges {
        PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "First")
      }
      let caller = pthread_self()
      var runner: pthread_t?
      try PHPhotoLibrary.shared().performChangesAndWait {
        runner = pthread_self()
        PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Second")
      }
      #expect(runner == caller)
      #expect(scene.topTitles == ["First", "Second"])
    }
  }

  // P85: three waiting blocks on the main queue work (flow 4).
  @Test @MainActor func theWaitingFormWorksOnTheMainThread() async throws {
    try await Scene.run { scene in
      try threeWaitingChanges()
      #expect(scene.topTitles == ["1", "2", "3"])
    }
  }

  @MainActor private func threeWaitingChanges() throws {
    dispatchPrecondition(condition: .onQueue(.main))
    for title in ["1", "2", "3"] {
      try PHPhotoLibrary.shared().performChangesAndWait {
        PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
      }
    }
  }

  // P83: the block does not run on the caller's stack.
  @Test @MainActor func theAsynchronousFormLeavesTheMainThread() async throws {
    try await Scene.run { scene in
      let main = pthread_self()
      let runner = Lock<pthread_t?>(nil)
      let completed: Bool = await withCheckedContinuation { continuation in
        let block: @Sendable () -> Void = { runner.withLock { $0 = pthread_self() } }
        PHPhotoLibrary.shared().performChanges(block) { success, _ in
          continuation.resume(returning: success)
        }
      }
      #expect(completed)
      #expect(runner.withLock { $0 } != nil)
      #expect(runner.withLock { $0 } != main)
    }
  }

  // Decision 39: a waiting change from a completion handler works, in the same library.
  @Test func aCompletionMayStartAWaitingChange() async throws {
    try await Scene.run { scene in
      let failure: String? = await withCheckedContinuation { continuation in
        PHPhotoLibrary.shared().performChanges {
          PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "First")
        } completionHandler: { _, _ in
          do {
            try PHPhotoLibrary.shared().performChangesAndWait {
              PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                withTitle: "Second")
            }
            continuation.resume(returning: nil)
          } catch {
            continuation.resume(returning: "\(error)")
          }
        }
      }
      #expect(failure == nil)
      #expect(scene.topTitles == ["First", "Second"])
    }
  }

  // P92, C103: fetches inside a block see the state before it.
  @Test func fetchesInsideABlockSeeTheOldState() async throws {
    try await Scene.run { scene in
      let asset = try #require(try scene.saveAssets(1).first)
      let old = try scene.album("Old", [asset])
      let other = try scene.album("Other", [asset])
      let new = try scene.album("New")
      func titles() -> [String] {
        let result = PHAssetCollection.fetchAssetCollectionsContaining(
          asset, with: .album, options: nil)
        return (0..<result.count).map { result[$0].localizedTitle ?? "" }
      }
      let (before, during, ghost) = try scene.change {
        let before = titles()
        let albums = PHAssetCollection.fetchAssetCollectionsContaining(
          asset, with: .album, options: nil)
        albums.enumerateObjects { album, _, _ in
          PHAssetCollectionChangeRequest(for: album)?.removeAssets([asset] as NSArray)
        }
        PHAssetCollectionChangeRequest(for: new)?.addAssets([asset] as NSArray)
        let made = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
          withTitle: "Ghost")
        let ghost = PHAssetCollection.fetchAssetCollections(
          withLocalIdentifiers: [made.placeholderForCreatedAssetCollection.localIdentifier],
          options: nil)
        return (before, titles(), ghost.count)
      }
      #expect(before == ["Old", "Other"])
      #expect(during == ["Old", "Other"])
      #expect(ghost == 0)
      #expect(titles() == ["New"])
      #expect(scene.members(of: old) == [] && scene.members(of: other) == [])
    }
  }

  // P89, C21: one bad request fails the whole block.
  @Test func oneBadRequestFailsTheBlock() async throws {
    try await Scene.run { scene in
      let good = try TestMedia.data("exif/no-exif.jpg")
      let bad = try TestMedia.data("bad/text-named.jpg")
      let code = scene.failure {
        for data in [good, good, bad] {
          PHAssetCreationRequest.forAsset().addResource(with: .photo, data: data, options: nil)
        }
      }
      #expect(code == .invalidResource)
      #expect(scene.assets == [])
      #expect(scene.fileCount == 0)
      #expect(try scene.token() == 0)
    }
  }

  // P90: requests take effect in the order written.
  @Test func requestsTakeEffectInOrder() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(2)
      let album = try scene.album("Trip")
      try scene.change {
        let request = PHAssetCollectionChangeRequest(for: album)
        request?.addAssets(assets as NSArray)
        request?.removeAssets([assets[0]] as NSArray)
        request?.addAssets([assets[0]] as NSArray)
      }
      #expect(scene.members(of: album) == [assets[1], assets[0]].map(\.localIdentifier))
    }
  }

  // P95: what a thread submits comes out whole, whichever threads write beside it.
  @Test func parallelBlocksAllSucceed() async throws {
    try await Scene.run { scene in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<20 {
          group.addTask {
            let block: @Sendable () -> Void = {
              PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                withTitle: "\(number)")
            }
            if number.isMultiple(of: 2) {
              try PHPhotoLibrary.shared().performChangesAndWait(block)
            } else {
              try await PHPhotoLibrary.shared().performChanges(block)
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(Set(scene.topTitles) == Set((0..<20).map { "\($0)" }))
    }
  }

  // Decision 22 and P96: the asynchronous form throws the error of the block.
  @Test func theAsyncFormThrowsPhotosErrors() async throws {
    try await Scene.run { scene in
      do {
        try await PHPhotoLibrary.shared().performChanges {
          PHAssetCreationRequest.forAsset()
        }
        Issue.record("The change succeeded.")
      } catch PHPhotosError.missingResource {
        // As public code writes it (P223).
      } catch {
        Issue.record("\(error)")
      }
    }
  }
}
