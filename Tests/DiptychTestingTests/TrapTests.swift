import DiptychAssetsLibrary
import DiptychPhotos
import DiptychTestingSwiftTesting
import Foundation
import Testing

/// Traps are recorded for the test that asks for it, and the suite goes on (decision 40).
@Suite("Recorded traps", .serialized)
struct TrapTests {
  /// Code that a test may not survive.
  private enum Bad {
    static let outsideBlock: @Sendable () -> Void = { _ = PHAssetCreationRequest.forAsset() }
    static let beyondTheEnd: @Sendable () -> Void = {
      _ = PHAsset.fetchAssets(with: nil).object(at: 3)
    }
  }

  @Test("a request outside a block is told with Apple's name, and what to do (P87)")
  func outsideBlock() async throws {
    let library = try TestPhotoLibrary()
    let trap = await library.trap { Bad.outsideBlock() }
    #expect(trap?.hasPrefix("NSInternalInconsistencyException: ") == true)
    #expect(trap?.contains("inside the block") == true)
  }

  @Test("a trap on a queue of the library is recorded too (P49)")
  func onQueue() async throws {
    let library = try TestPhotoLibrary()
    let trap = await library.trap {
      PHPhotoLibrary.shared().performChanges(Bad.beyondTheEnd)
      // The block is carried out before a waiting one, which therefore never comes to its turn.
      try? PHPhotoLibrary.shared().performChangesAndWait {}
    }
    #expect(trap?.hasPrefix("NSRangeException: Index 3") == true)
  }

  @Test("a trap behind an await, and in a result block of the old API, is recorded too")
  func behindAwait() async throws {
    let library = try TestPhotoLibrary()
    let late = await library.trap {
      try? await PHPhotoLibrary.shared().performChanges {}
      Bad.beyondTheEnd()
    }
    #expect(late?.hasPrefix("NSRangeException: Index 3") == true)
    library.close()
    let other = try TestPhotoLibrary()
    let inResult = await other.trap {
      // Never resumed, for the trap comes first.
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
        ALAssetsLibrary().writeImageData(
          toSavedPhotosAlbum: TestPicture.png().data, metadata: nil
        ) { _, _ in
          Bad.beyondTheEnd()
          continuation.resume()
        }
      }
    }
    #expect(inResult?.hasPrefix("NSRangeException: Index 3") == true)
  }

  @Test("what does not trap gives nil, and the library stays in use")
  func noTrap() async throws {
    let library = try TestPhotoLibrary {
      Photo(.jpeg(width: 8, height: 8), named: "beach.jpg")
    }
    #expect(await library.trap { _ = PHAsset.fetchAssets(with: nil).object(at: 0) } == nil)
    #expect(library.assets.count == 1)
    // The code is in the library's force, behind a hop too, and what it throws is thrown.
    try await library.recordingTraps {
      #expect(TestPhotoLibrary.current === library)
      for hop in Hop.allCases { await hop.run { HopSave.modernWaiting($0) } }
      try await Save.legacy(TestPicture.png().data)
    }
    #expect(library.assets.count == 2 + Hop.allCases.count)
    await #expect(throws: CancellationError.self) {
      try await library.recordingTraps { throw CancellationError() }
    }
  }

  @Test("a trap is an error with a name, and the next test records its own")
  func recorded() async throws {
    for _ in 0..<2 {
      let library = try TestPhotoLibrary()
      let trap = await #expect(throws: RecordedTrap.self) {
        try await library.recordingTraps { Bad.beyondTheEnd() }
      }
      #expect(trap?.name == "NSRangeException")
      library.close()
    }
  }

  @Test("a half of a comparison may record", .photoLibrary)
  func inAHalf() async throws {
    let error = await #expect(throws: ComparisonFailure.self) {
      try await compareLibraries(
        legacy: { _ in },
        modern: { library in try await library.recordingTraps { Bad.beyondTheEnd() } })
    }
    #expect(error?.half == .modern)
    #expect(
      error?.description.hasPrefix("The modern half threw an error: NSRangeException") == true)
  }

  @Test(
    "a test that asks gets an issue at its line instead of the end of the process", .photoLibrary)
  func issue() async throws {
    try await expectNoTrap { _ = PHAsset.fetchAssets(with: nil).count }
    let line = #line + 2
    try await withKnownIssue {
      try await expectNoTrap { Bad.beyondTheEnd() }
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.comments.first?.rawValue.hasPrefix("NSRangeException: Index 3") == true
    }
  }

  @Test("on the main queue nothing could go on, and the process ends with the text")
  func onMainQueue() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let library = try TestPhotoLibrary()
      _ = await library.trap {
        await MainActor.run { _ = PHAsset.fetchAssets(with: nil).object(at: 3) }
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("NSRangeException: Index 3"))
  }

  @Test("without asking, a trap ends the process with the text")
  func notAsked() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let library = try TestPhotoLibrary()
      await library.run { _ = PHAsset.fetchAssets(with: nil).object(at: 3) }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("NSRangeException: Index 3"))
  }
}
