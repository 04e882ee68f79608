import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation

/// Follows fetch results through the changes that Photos tells of, as an application does that
/// shows them, and never fetches again.
final class StoryObserver: NSObject, PHPhotoLibraryChangeObserver, @unchecked Sendable {
  // Sendable because the state is locked.

  /// What is followed, by the fetch that it was.
  private struct Followed {
    let name: String
    let fetch: ModelFetch
    var result: PHFetchResult<PHAsset>
  }

  private struct State {
    var followed: [Followed] = []
    var failures: [String] = []
  }

  private let state = Lock(State())

  /// Fetches what is followed from now on. Runs in the application's scope.
  func follow(_ albums: [UUID]) {
    func options(_ change: (PHFetchOptions) -> Void) -> PHFetchOptions {
      let options = PHFetchOptions()
      change(options)
      return options
    }
    let newest = options {
      $0.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
    }
    let favorites = options { $0.predicate = NSPredicate(format: "isFavorite == YES") }
    var newestFetch = ModelFetch(range: .library)
    newestFetch.sort = [ModelSort(.creationDate, ascending: false)]
    var favoritesFetch = ModelFetch(range: .library)
    favoritesFetch.condition = .isFavorite(true)
    var followed = [
      Followed(
        name: "everything", fetch: ModelFetch(range: .library),
        result: PHAsset.fetchAssets(with: nil)),
      Followed(
        name: "the newest first", fetch: newestFetch, result: PHAsset.fetchAssets(with: newest)),
      Followed(
        name: "favorites", fetch: favoritesFetch, result: PHAsset.fetchAssets(with: favorites)),
    ]
    let found = PHAssetCollection.fetchAssetCollections(
      withLocalIdentifiers: albums.map { Identifiers.album($0) }, options: nil)
    found.enumerateObjects { album, _, _ in
      guard let uuid = Identifiers.albumUUID(album.localIdentifier) else { return }
      followed.append(
        Followed(
          name: "an album", fetch: ModelFetch(range: .album(uuid)),
          result: PHAsset.fetchAssets(in: album, options: nil)))
    }
    state.withLock { [followed] in $0.followed = followed }
  }

  func photoLibraryDidChange(_ changeInstance: PHChange) {
    let followed = state.withLock { $0.followed }
    var failures: [String] = []
    let after = followed.map { item in
      guard let details = changeInstance.changeDetails(for: item.result) else { return item }
      var next = item
      next.result = details.fetchResultAfterChanges
      failures += Self.check(details, item.name)
      return next
    }
    state.withLock { [failures] state in
      state.followed = after
      state.failures += failures
    }
  }

  /// Carries the index sets out, one after the other as the documentation says, and compares.
  private static func check(
    _ details: PHFetchResultChangeDetails<PHAsset>, _ name: String
  ) -> [String] {
    guard details.hasIncrementalChanges else { return [] }
    var list = identifiers(details.fetchResultBeforeChanges)
    let after = identifiers(details.fetchResultAfterChanges)
    for index in (details.removedIndexes ?? []).reversed() { list.remove(at: index) }
    for index in details.insertedIndexes ?? [] {
      guard index <= list.count, index < after.count else {
        return ["\(name): the index \(index) of an insertion does not fit"]
      }
      list.insert(after[index], at: index)
    }
    details.enumerateMoves { from, to in
      guard list.indices.contains(from), list.indices.contains(to) else { return }
      list.insert(list.remove(at: from), at: to)
    }
    return list == after
      ? [] : ["\(name): the index sets give \(list.count) objects in another order or number"]
  }

  private static func identifiers(_ result: PHFetchResult<PHAsset>) -> [String] {
    (0..<result.count).map { result[$0].localIdentifier }
  }

  /// What is wrong with what was followed so far.
  func lines(_ model: LibraryModel) -> [String] {
    let (followed, failures) = state.withLock { state in
      defer { state.failures = [] }
      return (state.followed, state.failures)
    }
    var check = Check()
    for item in followed {
      // An album that is gone has no further details.
      if case .album(let uuid) = item.fetch.range, model.collections[uuid] == nil { continue }
      let found = Self.identifiers(item.result).compactMap { Identifiers.assetUUID($0) }
      check.expect("\(item.name), followed by changes", found, model.fetch(item.fetch))
    }
    return failures + check.failures
  }
}
