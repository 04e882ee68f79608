import DiptychAssetsLibrary
import DiptychPhotos
import DiptychPlatform
import DiptychTestingSwiftTesting
import Dispatch
import Foundation
import Testing

/// A way out of a task, on which a task-local is lost.
enum Hop: String, CaseIterable, Sendable {
  case mainQueue, globalQueue, ownQueue, laterQueue, thread, operation, mainOperation, detachedTask

  func callAsFunction(_ body: @escaping @Sendable () -> Void) {
    switch self {
    case .mainQueue: DispatchQueue.main.async(execute: body)
    case .globalQueue: DispatchQueue.global().async(execute: body)
    case .ownQueue: DispatchQueue(label: "hop").async(execute: body)
    case .laterQueue: DispatchQueue.global().asyncAfter(deadline: .now() + 0.001, execute: body)
    case .thread: Thread(block: body).start()
    case .operation: OperationQueue().addOperation(body)
    case .mainOperation: OperationQueue.main.addOperation(body)
    case .detachedTask: Task.detached { body() }
    }
  }

  /// Runs `body` behind the hop, until it calls what it is given.
  func run(_ body: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) async {
    await withCheckedContinuation { continuation in
      self { body { continuation.resume() } }
    }
  }
}

/// Saves behind a hop, in the ways in which applications do.
enum HopSave: String, CaseIterable, Sendable {
  case legacy, modernWaiting, modernAsynchronous

  private static let picture = TestPicture.png(width: 4, height: 4).data

  func callAsFunction(_ done: @escaping @Sendable () -> Void) {
    switch self {
    case .legacy:
      ALAssetsLibrary().writeImageData(toSavedPhotosAlbum: Self.picture, metadata: nil) { url, _ in
        #expect(url != nil)
        done()
      }
    case .modernWaiting:
      #expect(throws: Never.self) {
        try PHPhotoLibrary.shared().performChangesAndWait { Self.create() }
      }
      done()
    case .modernAsynchronous:
      PHPhotoLibrary.shared().performChanges({ Self.create() }) { isSaved, _ in
        #expect(isSaved)
        done()
      }
    }
  }

  private static func create() {
    PHAssetCreationRequest.forAsset().addResource(with: .photo, data: picture, options: nil)
  }
}

/// Decision 42: a test that hops through queues, threads and operations stays in its own library,
/// through both APIs.
@Suite(.serialized) struct HopTests {
  @Test func everyHopStaysInTheLibrary() async throws {
    for seed in 1...2 {
      let library = try TestPhotoLibrary(seed: seed)
      await library.run {
        var count = 0
        for hop in Hop.allCases {
          for save in HopSave.allCases {
            await hop.run { done in
              #expect(TestPhotoLibrary.current === library, "\(hop) \(save)")
              save(done)
            }
            count += 1
            #expect(library.assets.count == count, "\(hop) \(save)")
          }
        }
      }
      #expect(try library.verify() == [])
      library.close()
    }
  }

  @Test func hopsMayFollowHops() async throws {
    let library = try TestPhotoLibrary()
    await library.run {
      await Hop.mainQueue.run { done in
        Hop.thread {
          Hop.operation {
            HopSave.legacy {
              // A result arrives in the scope of its call, and loses it with the next hop.
              Hop.mainOperation { Hop.thread { HopSave.modernAsynchronous(done) } }
            }
          }
        }
      }
    }
    #expect(library.assets.count == 2)
  }

  @Test(.photoLibrary, arguments: Hop.allCases) func aTraitHoldsBehindHops(_ hop: Hop) async {
    for save in HopSave.allCases { await hop.run { save($0) } }
    #expect(TestPhotoLibrary.current.assets.count == HopSave.allCases.count)
  }

  @Test func halvesOfAComparisonMayHop() async {
    for hop in Hop.allCases {
      let comparison = await expectIdenticalLibraries(
        legacy: { await hop.run { HopSave.legacy($0) } },
        modern: { await hop.run { HopSave.modernWaiting($0) } })
      #expect(comparison?.modern.hasPrefix("a1\n") == true)
    }
  }

  // The remedy that the trap of two libraries names.
  @Test func aScopeIsCarriedAcrossAHop() async throws {
    let library = try TestPhotoLibrary()
    let other = try TestPhotoLibrary(seed: 2)
    await library.run(.parallel) {
      await other.run(.parallel) {
        await Hop.thread.run { done in
          library.run { HopSave.legacy(done) }
        }
      }
    }
    #expect(library.assets.count == 1)
    #expect(other.assets.isEmpty)
  }
}
