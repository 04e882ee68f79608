import DiptychAssetsLibrary
import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import Testing

/// Ways to learn of what one may not see that are no single call's answer.
@Suite("Leaks by detours")
struct LeakTests {
  private func run(
    _ state: AccessState, _ body: (SecretLibrary) async throws -> Void
  ) async throws {
    let library = try SecretLibrary()
    defer { library.close() }
    try library.set(state)
    try await library.scope.runInTask { try await body(library) }
  }

  private func albums(where format: String, _ arguments: Any...) -> [String] {
    let options = PHFetchOptions()
    options.predicate = NSPredicate(format: format, argumentArray: arguments)
    let found = PHAssetCollection.fetchAssetCollections(
      with: .album, subtype: .any, options: options)
    return (0..<found.count).compactMap { found[$0].localizedTitle }
  }

  // Decision 164: the own album has five members, of which two are seen.
  @Test("predicates and sort keys of albums count what the caller sees")
  func figures() async throws {
    try await run(.authorized) { _ in
      #expect(albums(where: "estimatedAssetCount == 5") == ["Visible Album"])
      #expect(albums(where: "startDate < %@", Date(timeIntervalSince1970: 1_000_000_000)).count > 0)
    }
    try await run(.limited) { _ in
      #expect(albums(where: "estimatedAssetCount == 5") == [])
      #expect(albums(where: "estimatedAssetCount == 2") == ["Visible Album"])
      #expect(albums(where: "startDate < %@", Date(timeIntervalSince1970: 1_000_000_000)) == [])
      let options = PHFetchOptions()
      options.sortDescriptors = [NSSortDescriptor(key: "estimatedAssetCount", ascending: false)]
      let sorted = PHAssetCollection.fetchAssetCollections(
        with: .album, subtype: .any, options: options)
      #expect(sorted.firstObject?.localizedTitle == "Visible Album")
    }
  }

  // Decision 161, L51.
  @Test("an album's name does not tell that another application's album has it")
  func titles() async throws {
    for state in [AccessState.authorized, .limited] {
      try await run(state) { _ in
        let library = ALAssetsLibrary()
        for (title, isFree) in [
          ("Secret Trip", state == .limited), ("Visible Album", false), ("Free", true),
        ] {
          let isMade: Bool = await withCheckedContinuation { continuation in
            library.addAssetsGroupAlbum(withName: title) { group in
              continuation.resume(returning: group != nil)
            } failureBlock: { _ in
              continuation.resume(returning: false)
            }
          }
          #expect(isMade == isFree, "\(title), \(state)")
        }
      }
    }
  }

  // Decision 163, P165.
  @Test("the change token of a refused caller is the first one, and becomes good with access")
  func token() async throws {
    try await run(.denied) { library in
      let token = PHPhotoLibrary.shared().currentChangeToken
      let archive = try NSKeyedArchiver.archivedData(
        withRootObject: token, requiringSecureCoding: true)
      let text = String(decoding: archive, as: UTF8.self)
      try library.set(.restricted)
      let other = PHPhotoLibrary.shared().currentChangeToken
      #expect(other == token && !text.isEmpty)
      try library.set(.authorized)
      let changes = try PHPhotoLibrary.shared().fetchPersistentChanges(since: token)
      #expect(changes.contains { _ in true })
      #expect(PHPhotoLibrary.shared().currentChangeToken != token)
    }
  }

  // P72, P178: where an unseen asset is, and on which day it was taken.
  @Test("albums and days of an asset that was fetched before are not told any more")
  func containing() async throws {
    try await run(.authorized) { library in
      let scene = try await AccessScene.prepare(library, for: .authorized)
      let unseen = try #require(scene.held.assets.lastObjectOfOwnAlbum(library))
      try library.set(.limited)
      for type in [PHAssetCollectionType.album, .moment] {
        let found = PHAssetCollection.fetchAssetCollectionsContaining(
          unseen, with: type, options: nil)
        #expect(found.count == 0)
      }
    }
  }

  // P169: who saw it is told, also when it goes without a stay in Recently Deleted.
  @Test("the end of a selected asset is told, that of an unseen one is not")
  func purged() async throws {
    try await run(.limited) { library in
      let result = PHAsset.fetchAssets(with: nil)
      let start = PHPhotoLibrary.shared().currentChangeToken
      let watcher = Counter()
      PHPhotoLibrary.shared().register(watcher)
      defer { PHPhotoLibrary.shared().unregisterChangeObserver(watcher) }
      try library.engine.user.purge([library.video])
      #expect(await library.engine.activities.settled(within: 10) == [])
      #expect(watcher.changes.isEmpty)
      try library.engine.user.purge([library.selected])
      #expect(await library.engine.activities.settled(within: 10) == [])
      let change = try #require(watcher.changes.first)
      #expect(change.changeDetails(for: result)?.removedIndexes == [0])
      let history = try PHPhotoLibrary.shared().fetchPersistentChanges(since: start)
      let gone = try history.flatMap { try $0.changeDetails(for: .asset).deletedLocalIdentifiers }
      #expect(gone == [Identifiers.asset(library.selected)])
    }
  }

  // Decisions 27 and 77: a fetch that is kept does not outlive the permission for places.
  @Test("the permission for places counts for fetches that were made before")
  func places() async throws {
    try await run(.authorized) { library in
      library.engine.profile = .iOS5
      #expect(PHAsset.fetchAssets(with: nil).count == 9)
      try library.engine.access.setLocation(.denied, "App")
      #expect(PHAsset.fetchAssets(with: nil).count == 0)
      try library.engine.access.setLocation(.authorized, "App")
      #expect(PHAsset.fetchAssets(with: nil).count == 9)
    }
  }

  private final class Counter: NSObject, PHPhotoLibraryChangeObserver, Sendable {
    private let told = Lock<[PHChange]>([])

    var changes: [PHChange] { told.withLock { $0 } }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
      told.withLock { $0.append(changeInstance) }
    }
  }
}

extension PHFetchResult<PHAsset> {
  /// An unseen asset that the user has put into the application's album.
  fileprivate func lastObjectOfOwnAlbum(_ library: SecretLibrary) -> PHAsset? {
    let name = Identifiers.asset(library.secrets.last ?? UUID())
    return (0..<count).lazy.map { self[$0] }.first { $0.localIdentifier == name }
  }
}
