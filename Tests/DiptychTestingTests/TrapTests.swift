import DiptychAssetsLibrary
import DiptychPhotos
import DiptychTesting
import Foundation
import Testing

/// Traps are recorded for the test that asks for it, and the suite goes on (decision 40).
@Suite("Recorded traps", .serialized)
struct TrapTests {
  @Test("a request outside a block is told with Apple's name, and what to do (P87)")
  func outsideBlock() async throws {
    let library = try TestPhotoLibrary()
    let trap = await library.trap { _ = PHAssetCreationRequest.forAsset() }
    #expect(trap?.hasPrefix("NSInternalInconsistencyException: ") == true)
    #expect(trap?.contains("inside the block") == true)
  }

  @Test("a trap on a queue of the library is recorded too (P49)")
  func onQueue() async throws {
    let library = try TestPhotoLibrary()
    let trap = await library.trap {
      PHPhotoLibrary.shared().performChanges {
        _ = PHAsset.fetchAssets(with: nil).object(at: 3)
      }
      // The block is carried out before a waiting one, which therefore never comes to its turn.
      try? PHPhotoLibrary.shared().performChangesAndWait {}
    }
    #expect(trap?.hasPrefix("NSRangeException: Index 3") == true)
  }

  @Test("what does not trap gives nil, and the library stays in use")
  func noTrap() async throws {
    let library = try TestPhotoLibrary {
      Photo(.jpeg(width: 8, height: 8), named: "beach.jpg")
    }
    #expect(await library.trap { _ = PHAsset.fetchAssets(with: nil).object(at: 0) } == nil)
    #expect(library.assets.count == 1)
  }
}
