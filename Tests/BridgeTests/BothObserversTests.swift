import AssetsLibrary
import DiptychTesting
import Foundation
import Photos
import Testing

/// C105: what goes through one API is told through both, once for each commit.
@Suite struct BothObserversTests {
  private final class Counter: NSObject, PHPhotoLibraryChangeObserver, @unchecked Sendable {
    // Sendable because the number is only reached behind the lock.
    private let lock = NSLock()
    private var number = 0

    func photoLibraryDidChange(_ changeInstance: PHChange) { count() }

    func count() { lock.withLock { number += 1 } }

    /// How often it was called since the last time.
    func empty() -> Int {
      lock.withLock {
        defer { number = 0 }
        return number
      }
    }
  }

  // C105
  @Test func onceEach() async throws {
    let photos = try TestPhotoLibrary(delivery: .private) {
      Album("Trip") { Photo(.jpeg(seed: 1), named: "a.jpg") }
      Photo(.png(seed: 2), named: "b.png")
    }
    try await photos.run {
      let library = ALAssetsLibrary()
      let legacy = Counter()
      let modern = Counter()
      let token = NotificationCenter.default.addObserver(
        forName: .ALAssetsLibraryChanged, object: library, queue: nil
      ) { _ in legacy.count() }
      defer { NotificationCenter.default.removeObserver(token) }
      let everything = PHAsset.fetchAssets(with: nil)
      let trip = try #require(photos.album("Trip"))
      let album = try #require(
        PHAssetCollection.fetchAssetCollections(
          withLocalIdentifiers: [trip.localIdentifier], options: nil
        ).firstObject)
      let members = PHAsset.fetchAssets(in: album, options: nil)
      PHPhotoLibrary.shared().register(modern)
      defer { PHPhotoLibrary.shared().unregisterChangeObserver(modern) }
      _ = try await library.writeImageData(
        toSavedPhotosAlbum: TestPicture.jpeg(seed: 3).data, metadata: nil)
      #expect(await photos.settle() == [])
      #expect(modern.empty() == 1)
      _ = legacy.empty()
      let steps: [() -> Void] = [
        { PHAssetChangeRequest(for: everything[0]).isFavorite = true },
        { PHAssetCollectionChangeRequest(for: album)?.addAssets([everything[1]] as NSArray) },
        { PHAssetCollectionChangeRequest(for: album)?.title = "Journey" },
        { PHAssetChangeRequest(for: everything[1]).isHidden = true },
        { PHAssetChangeRequest.deleteAssets([everything[0]] as NSArray) },
      ]
      for step in steps {
        try PHPhotoLibrary.shared().performChangesAndWait(step)
        #expect(await photos.settle() == [])
        #expect(legacy.empty() == 1)
        #expect(modern.empty() == 1)
      }
      _ = try await library.writeImageData(
        toSavedPhotosAlbum: TestPicture.jpeg(seed: 4).data, metadata: nil)
      #expect(await photos.settle() == [])
      #expect(legacy.empty() == 1)
      #expect(modern.empty() == 1)
      withExtendedLifetime(members) {}
    }
  }
}
