import DiptychPhotos
import DiptychTestingSwiftTesting
import Dispatch
import Foundation
import Testing

/// Decision 42: which library an entry point means.
@Suite(.serialized, .photoLibrary) struct ScopeTests {
  private func addAlbum(_ title: String) throws {
    try PHPhotoLibrary.shared().performChangesAndWait {
      PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
    }
  }

  @Test func aHopThroughAQueueStaysInTheLibrary() async throws {
    let library = TestPhotoLibrary.current
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      // A task-local is lost here.
      DispatchQueue.global().async {
        #expect(throws: Never.self) { try addAlbum("Trip") }
        #expect(TestPhotoLibrary.current === library)
        continuation.resume()
      }
    }
    #expect(library.albums.map(\.title) == ["Trip"])
  }

  @Test func anInnerLibraryReplacesTheOuterOne() async throws {
    let outer = TestPhotoLibrary.current
    let inner = try TestPhotoLibrary(seed: 2)
    try await inner.run {
      try addAlbum("Inner")
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        DispatchQueue.global().async {
          #expect(throws: Never.self) { try addAlbum("Inner, behind a hop") }
          continuation.resume()
        }
      }
      try await outer.run { try addAlbum("Outer, inside") }
    }
    try addAlbum("Outer")
    #expect(inner.albums.map(\.title) == ["Inner", "Inner, behind a hop"])
    #expect(outer.albums.map(\.title) == ["Outer, inside", "Outer"])
  }

  @Test func aSynchronousRunStaysInTheLibrary() throws {
    let library = try TestPhotoLibrary()
    let result = try library.run {
      try addAlbum("Trip")
      return 7
    }
    #expect(result == 7)
    #expect(library.albums.map(\.title) == ["Trip"])
    #expect(TestPhotoLibrary.current.albums.isEmpty)
  }

  @Test func twoLibrariesInForceEndTheProcess() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let first = try TestPhotoLibrary(seed: 1)
      let second = try TestPhotoLibrary(seed: 2)
      let (stream, inForce) = AsyncStream.makeStream(of: Void.self)
      for library in [first, second] {
        Task.detached {
          await library.run(.parallel) {
            inForce.yield()
            while !Task.isCancelled { await Task.yield() }
          }
        }
      }
      var seen = 0
      for await _ in stream {
        seen += 1
        if seen == 2 { break }
      }
      _ = PHPhotoLibrary.authorizationStatus()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("2 photo libraries are in use and this call belongs to none of them."))
  }

  @Test func noLibraryInForceEndsTheProcess() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = TestPhotoLibrary.current
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("No test library is in force here. Call this inside library.run { }"))
  }
}
