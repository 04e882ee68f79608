import DiptychAssetsLibrary
import DiptychBridge
import DiptychEngine
import Foundation

/// Why a stored URL gives no local identifier.
enum DeadURL: String, Encodable {
  case malformed
  case recentlyDeleted = "recently-deleted"
  case noAsset = "no-asset"
  case noGroup = "no-group"
  case syncedLibrary = "synced-library"

  /// One sentence with what to do.
  var reason: String {
    switch self {
    case .malformed:
      "This is no assets-library URL with an id. Give one URL a line, or name the column of a CSV "
        + "file with --column."
    case .recentlyDeleted:
      "The asset was deleted. Restore it in Recently Deleted, or forget the URL."
    case .noAsset:
      "The library shows no asset of this id. Forget the URL, or name the library that it is from "
        + "with --library."
    case .noGroup:
      "The library shows no album of this id. Forget the URL, or name the library that it is from "
        + "with --library."
    case .syncedLibrary:
      "The group of all synced assets has no collection in Photos. Fetch with "
        + "PHFetchOptions.includeAssetSourceTypes instead."
    }
  }
}

/// Which of many stored URLs name something that the command line may see.
struct StoredURLLookup {
  private let assets: Set<UUID>
  private let deleted: Set<UUID>
  private let groups: Set<UUID>
  private let syncedLibrary: UUID

  /// Looks all of them up: at most two queries for assets and one for albums.
  init(_ urls: [StoredURL], _ snapshot: LibraryReader.Snapshot) throws {
    let wanted = Set(urls.lazy.filter { $0.kind == .asset }.map(\.id))
    assets = try Self.assets(AssetQuery(.identifiers(Array(wanted))), snapshot)
    let missing = wanted.subtracting(assets)
    var query = AssetQuery(.identifiers(Array(missing)))
    query.includesTrashed = true
    deleted = missing.isEmpty ? [] : try Self.assets(query, snapshot)
    let library = snapshot.transaction.library
    syncedLibrary = ALAssetsGroup.syncedLibrary(in: library)
    // The Camera Roll is the one smart album that has a URL (decision 5).
    let albums =
      urls.contains { $0.kind == .group }
      ? try snapshot.collections().filter { !$0.kind.isFolder }.map(\.uuid) : []
    groups = Set(albums).union([SmartAlbum.userLibrary.uuid(library: library.uuid)])
  }

  private static func assets(
    _ query: AssetQuery, _ snapshot: LibraryReader.Snapshot
  ) throws -> Set<UUID> {
    Set(
      try snapshot.rows(query).compactMap {
        try snapshot.transaction.uuid(of: $0, kind: .asset)
      })
  }

  /// Why the URL gives nothing; nil when it names something.
  func problem(of url: StoredURL) -> DeadURL? {
    switch url.kind {
    case .asset:
      if assets.contains(url.id) { return nil }
      return deleted.contains(url.id) ? .recentlyDeleted : .noAsset
    case .group:
      if groups.contains(url.id) { return nil }
      return url.id == syncedLibrary ? .syncedLibrary : .noGroup
    }
  }
}
