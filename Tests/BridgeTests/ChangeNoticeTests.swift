import AssetsLibrary
import DiptychTesting
import Foundation
import Photos
import Testing

/// What old code is told when new code, or the user, changes the library they share (C77).
@Suite struct ChangeNoticeTests {
  /// The payloads of one library object, by key.
  private final class Inbox: @unchecked Sendable {
    // Sendable because the payloads are only reached behind the lock.
    private let lock = NSLock()
    private var payloads: [[String: Set<URL>]] = []

    func take(_ notification: Notification) {
      var sets: [String: Set<URL>] = [:]
      for (key, value) in notification.userInfo ?? [:] {
        if let key = key as? String { sets[key] = value as? Set<URL> }
      }
      lock.withLock { payloads.append(sets) }
    }

    /// What came since the last time.
    func empty() -> [[String: Set<URL>]] {
      lock.withLock {
        defer { payloads = [] }
        return payloads
      }
    }
  }

  @Test func changesThroughBothFacadesAndByTheUser() async throws {
    let photos = try TestPhotoLibrary(delivery: .private) {
      Album("Trip") { Photo(.jpeg(seed: 1), named: "a.jpg") }
      Photo(.png(seed: 2), named: "b.png")
    }
    try await photos.run {
      let library = ALAssetsLibrary()
      let inbox = Inbox()
      let token = NotificationCenter.default.addObserver(
        forName: .ALAssetsLibraryChanged, object: library, queue: nil
      ) { inbox.take($0) }
      defer { NotificationCenter.default.removeObserver(token) }
      // The first use starts the notices (L182).
      let trip = try #require(photos.album("Trip"))
      let tripURL = try #require(trip.groupURL)
      let old = try await group(library, tripURL)
      let picture = try #require(photos.asset("a.jpg"))
      let pictureURL = try #require(picture.assetURL)
      let second = try #require(photos.asset("b.png"))
      let asset = try #require(
        PHAsset.fetchAssets(withLocalIdentifiers: [picture.localIdentifier], options: nil)
          .firstObject)
      let other = try #require(
        PHAsset.fetchAssets(withLocalIdentifiers: [second.localIdentifier], options: nil)
          .firstObject)
      let album = try #require(
        PHAssetCollection.fetchAssetCollections(
          withLocalIdentifiers: [trip.localIdentifier], options: nil
        ).firstObject)
      #expect(old?.numberOfAssets() == 1)
      #expect(inbox.empty().isEmpty)

      // a: an edit of an asset.
      try PHPhotoLibrary.shared().performChangesAndWait {
        PHAssetChangeRequest(for: asset).isFavorite = true
      }
      #expect(await photos.settle() == [])
      #expect(inbox.empty() == [[ALAssetLibraryUpdatedAssetsKey: [pictureURL]]])

      // b: one more in a group.
      try PHPhotoLibrary.shared().performChangesAndWait {
        PHAssetCollectionChangeRequest(for: album)?.addAssets([other] as NSArray)
      }
      #expect(await photos.settle() == [])
      #expect(inbox.empty() == [[ALAssetLibraryUpdatedAssetGroupsKey: [tripURL]]])

      // c: a new group.
      try PHPhotoLibrary.shared().performChangesAndWait {
        PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "New")
      }
      #expect(await photos.settle() == [])
      let newURL = try #require(photos.album("New")?.groupURL)
      #expect(inbox.empty() == [[ALAssetLibraryInsertedAssetGroupsKey: [newURL]]])

      // d: a group is deleted, by the user.
      try photos.user.deleteAlbum("Trip")
      #expect(await photos.settle() == [])
      #expect(inbox.empty() == [[ALAssetLibraryDeletedAssetGroupsKey: [tripURL]]])
      withExtendedLifetime(library) {}
    }
  }

  private nonisolated(nonsending) func group(
    _ library: ALAssetsLibrary, _ url: URL?
  ) async throws -> ALAssetsGroup? {
    try await withCheckedThrowingContinuation { continuation in
      library.group(for: url) {
        continuation.resume(returning: $0)
      } failureBlock: {
        continuation.resume(throwing: $0 ?? CocoaError(.fileReadUnknown))
      }
    }
  }
}
