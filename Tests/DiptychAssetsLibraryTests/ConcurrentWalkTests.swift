import DiptychAssetsLibrary
import DiptychCodecs
import DiptychEngine
import DiptychPlatform
import Foundation
import Testing

/// Walks with the concurrent option (L73).
@Suite struct ConcurrentWalkTests {
  private struct Call: Hashable, Sendable {
    let url: URL?
    let index: Int
  }

  private func seed(_ scene: Scene, _ count: Int) throws {
    let data = try MediaCodecs.encode(Pictures.solid(1).bitmap, as: .png)
    var changes = ChangeSet(client: "App")
    changes.operations = (0..<count).map { _ in
      var draft = AssetDraft(uuid: UUID())
      draft.resources = [ResourceDraft(role: .photo, content: .data(data))]
      return .createAsset(draft)
    }
    try scene.engine.commit(changes)
  }

  // L71, L73: each asset once, with its own index, inside the call; the nil call last, alone.
  @Test(arguments: [[], NSEnumerationOptions.reverse])
  func eachOnceAndTheEndLast(_ options: NSEnumerationOptions) async throws {
    let scene = try Scene()
    try seed(scene, 600)
    try await scene.run { library in
      let roll = try await library.cameraRoll()
      let expected = Set(roll.urls().enumerated().map { Call(url: $1, index: $0) })
      let calls = Lock<[Call]>([])
      roll.enumerateAssets(options: options.union(.concurrent)) { asset, index, stop in
        #expect(stop?.pointee.boolValue == false)
        // Decision 42: a call knows its library on whatever thread it is.
        #expect(LibraryScope.current?.library === scene.engine)
        calls.withLock { $0.append(Call(url: asset?.url, index: index)) }
      }
      let made = calls.withLock { $0 }
      #expect(made.count == 601)
      #expect(made.last == Call(url: nil, index: NSNotFound))
      #expect(Set(made.dropLast()) == expected)
      calls.withLock { $0 = [] }
      roll.enumerateAssets(at: IndexSet(10..<20), options: .concurrent) { asset, index, _ in
        calls.withLock { $0.append(Call(url: asset?.url, index: index)) }
      }
      #expect(Set(calls.withLock { $0 }.dropLast().map(\.index)) == Set(10..<20))
    }
  }

  // L73: the calls do overlap: each of two waits for the other.
  @Test(.enabled(if: ProcessInfo.processInfo.activeProcessorCount > 1))
  func callsOverlap() async throws {
    let scene = try Scene()
    try seed(scene, 2)
    try await scene.run { library in
      let roll = try await library.cameraRoll()
      let met = DispatchGroup()
      met.enter()
      met.enter()
      let waited = Lock<[DispatchTimeoutResult]>([])
      roll.enumerateAssets(options: .concurrent) { asset, _, _ in
        guard asset != nil else { return }
        met.leave()
        // The limit is for a walk that is not concurrent, which would wait for ever.
        let result = met.wait(timeout: .now() + 300)
        waited.withLock { $0.append(result) }
      }
      #expect(waited.withLock { $0 } == [.success, .success])
    }
  }

  // Decision 31: after a stop nothing new begins, and there is no call with nil.
  @Test func stop() async throws {
    let scene = try Scene()
    try seed(scene, 600)
    try await scene.run { library in
      let roll = try await library.cameraRoll()
      let calls = Lock<[Int]>([])
      roll.enumerateAssets(options: .concurrent) { _, index, stop in
        calls.withLock { $0.append(index) }
        stop?.pointee = true
      }
      let made = calls.withLock { $0 }
      #expect(!made.isEmpty && made.count <= ProcessInfo.processInfo.activeProcessorCount)
      #expect(!made.contains(NSNotFound))
    }
  }

  // L69: nothing to walk is one call, with stop set.
  @Test func empty() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let roll = try await library.cameraRoll()
      let calls = Lock<[Int]>([])
      roll.enumerateAssets(options: .concurrent) { asset, index, stop in
        #expect(asset == nil)
        #expect(stop?.pointee.boolValue == true)
        calls.withLock { $0.append(index) }
      }
      #expect(calls.withLock { $0 } == [NSNotFound])
    }
  }

  // Blocks may use the library while others run.
  @Test func blocksMayWrite() async throws {
    let scene = try Scene()
    try seed(scene, 40)
    try await scene.run { library in
      let album = try await library.madeAlbum("All")
      let roll = try await library.cameraRoll()
      roll.enumerateAssets(options: .concurrent) { asset, _, _ in
        guard let asset else { return }
        #expect(album.add(asset))
      }
      #expect(Set(album.urls()) == Set(roll.urls()))
      #expect(album.numberOfAssets() == 40)
    }
  }
}
