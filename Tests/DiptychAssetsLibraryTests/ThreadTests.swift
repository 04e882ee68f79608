import DiptychAssetsLibrary
import DiptychEngine
import Foundation
import Testing

@Suite struct ThreadTests {
  /// True only below the caller's own stack frames.
  private enum Stack {
    @TaskLocal static var isCaller = false
  }

  // L21, decision 39: every call returns, and calls back from elsewhere.
  @Test func nothingIsCalledOnTheCallersStack() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let calls = Lock<[String: Bool]>([:])
      let note = { @Sendable (name: String) in
        let isCaller = Stack.isCaller
        calls.withLock { $0[name] = isCaller }
      }
      Stack.$isCaller.withValue(true) {
        library.enumerateGroups(withTypes: ALAssetsGroupType(ALAssetsGroupAll)) { _, _ in
          note("groups")
        } failureBlock: { _ in
        }
        library.asset(for: nil) { _ in
          note("asset")
        } failureBlock: { _ in
        }
        library.group(for: nil) { _ in
          note("group")
        } failureBlock: { _ in
        }
        library.addAssetsGroupAlbum(withName: nil) { _ in
          note("album")
        } failureBlock: { _ in
        }
        library.writeImage(toSavedPhotosAlbum: nil, orientation: .up) { _, _ in note("image") }
        library.writeVideoAtPath(toSavedPhotosAlbum: nil) { _, _ in note("video") }
        UIImageWriteToSavedPhotosAlbum(UIImage()) { _, _ in note("UIKit") }
        ALAsset().setImageData(nil, metadata: nil) { _, _ in note("set") }
      }
      #expect(await scene.engine.activities.settled(within: 30) == [])
      #expect(
        calls.withLock { $0 } == [
          "groups": false, "asset": false, "group": false, "album": false, "image": false,
          "video": false, "UIKit": false, "set": false,
        ])
    }
  }

  // L21, decision 26: the work itself waits its turn behind other calls; the call does not.
  @Test func callsReturnBeforeTheirWork() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let gate = DispatchSemaphore(value: 0)
      scene.engine.queues.request("gate") { gate.wait() }
      library.writeImage(
        toSavedPhotosAlbum: Pictures.solid(1), orientation: .up, completionBlock: nil)
      library.addAssetsGroupAlbum(withName: "Trip", resultBlock: nil, failureBlock: nil)
      UIImageWriteToSavedPhotosAlbum(UIImage(cgImage: Pictures.solid(2)), nil, nil, nil)
      #expect(try scene.token() == 0)
      gate.signal()
      #expect(await scene.engine.activities.settled(within: 30) == [])
      let token = try scene.token()
      #expect(token == 3)
    }
  }

  // Decision 42: a callback runs in the scope of the call that caused it.
  @Test func callbacksCarryTheScope() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let inside = await withCheckedContinuation { continuation in
        library.asset(for: nil) { _ in
          continuation.resume(returning: LibraryScope.current?.library === scene.engine)
        } failureBlock: { _ in
          continuation.resume(returning: false)
        }
      }
      #expect(inside)
    }
  }

  // L71: a walk over assets ends before the call returns, on the calling thread.
  @Test func assetsAreWalkedInside() async throws {
    let scene = try Scene()
    try await scene.run { library in
      _ = try await library.saved()
      let roll = try await library.cameraRoll()
      var calls: [Bool] = []
      Stack.$isCaller.withValue(true) {
        roll.enumerateAssets { _, _, _ in calls.append(Stack.isCaller) }
      }
      #expect(calls == [true, true])
    }
  }

  // L22, L23, decision 39: on the main queue by default.
  @Test func mainQueueDelivery() async throws {
    let scene = try Scene()
    let main = LibraryScope(library: scene.engine, client: "App", delivery: .main)
    let isMain = await main.run {
      let library = ALAssetsLibrary()
      return await withCheckedContinuation { continuation in
        library.asset(for: nil) { _ in
          dispatchPrecondition(condition: .onQueue(.main))
          continuation.resume(returning: true)
        } failureBlock: { _ in
          continuation.resume(returning: false)
        }
      }
    }
    #expect(isMain)
  }

  // L25: any thread may read, at once with others.
  @Test func readingFromManyThreads() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let album = try await library.madeAlbum("Trip")
      let asset = try await library.saved()
      #expect(album.add(asset))
      let counts = Lock<[Int]>([])
      DispatchQueue.concurrentPerform(iterations: 32) { _ in
        var count = album.numberOfAssets()
        album.enumerateAssets { found, _, _ in
          if found?.value(forProperty: ALAssetPropertyType) as? String == ALAssetTypePhoto {
            count += 1
          }
        }
        let seen = count
        counts.withLock { $0.append(seen) }
      }
      #expect(counts.withLock { $0 } == Array(repeating: 2, count: 32))
    }
  }
}
