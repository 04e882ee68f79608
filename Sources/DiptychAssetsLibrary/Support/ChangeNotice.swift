import DiptychEngine
import DiptychPlatform
import Foundation

/// What one notification says of a commit, for one application.
struct ChangeNotice {
  /// Nil when everything may have changed (L174).
  let userInfo: [AnyHashable: Any]?

  /// Nil when the commit changed nothing that `client` could see.
  init?(_ commit: ChangeSummary, in transaction: ReadTransaction, as client: String) throws {
    guard try transaction.mayRead(client) else { return nil }
    let summary = try Self.narrowed(commit, transaction, client)
    guard summary.isComplete else {
      userInfo = nil
      return
    }
    let assets = try Self.updatedAssets(summary, transaction, client)
    let inserted = try Self.groups(summary.albums.inserted, transaction, client)
    var updated = try Self.groups(
      summary.albums.updated.union(summary.albumsWithChangedMembers), transaction, client)
    updated.formUnion(try Self.librariesWithChangedMembers(summary, transaction, client))
    let deleted = try Self.deletedGroups(summary, transaction, client)
    var info: [AnyHashable: Any] = [:]
    for (key, urls) in [
      (ALAssetLibraryUpdatedAssetsKey, assets), (ALAssetLibraryInsertedAssetGroupsKey, inserted),
      (ALAssetLibraryUpdatedAssetGroupsKey, updated),
      (ALAssetLibraryDeletedAssetGroupsKey, deleted),
    ] where !urls.isEmpty {
      info[key] = urls
    }
    #if DIPTYCH_PLANTED_FAULTS
      if isPlanted("legacy-deleted-groups-untold") {
        info[ALAssetLibraryDeletedAssetGroupsKey] = nil
      }
    #endif
    // A folder is no group, but the order of the groups is the folders' (L184).
    guard !info.isEmpty || !summary.folders.isEmpty else { return nil }
    // Before iOS 6 a notice named nothing (L174); what nobody could see was not told then either.
    userInfo = transaction.library.profile.tellsNoDetails ? nil : info
  }

  /// The part of a commit that a client with limited access may know of (P169, decision 24).
  private static func narrowed(
    _ commit: ChangeSummary, _ transaction: ReadTransaction, _ client: String
  ) throws -> ChangeSummary {
    guard commit.isComplete,
      try transaction.library.access.status(.readWrite, client, in: transaction) == .limited
    else { return commit }
    // The choice of the selection itself is told by nobody to code of that age (D17).
    let seen = try transaction.changes(
      after: commit.token - 1, limit: 1, as: client, tellsSelection: false)
    return seen.first ?? commit
  }

  /// A notice that names nothing (L180).
  static var empty: ChangeNotice { ChangeNotice(userInfo: [:]) }

  private init(userInfo: [AnyHashable: Any]?) {
    self.userInfo = userInfo
  }

  /// Assets that were there before and still are; those that came or went show only through their
  /// groups (L176).
  private static func updatedAssets(
    _ summary: ChangeSummary, _ transaction: ReadTransaction, _ client: String
  ) throws -> Set<URL> {
    let uuids = summary.assets.updated.subtracting(summary.reappraisedAssets)
    var urls: Set<URL> = []
    for uuid in uuids {
      guard let asset = try transaction.visibleAsset(uuid, as: client) else { continue }
      let file = try transaction.representations(of: asset).first
      if let url = file.flatMap({ Identifiers.assetURL(uuid, fileExtension: $0.fileExtension) }) {
        urls.insert(url)
      }
    }
    return urls
  }

  private static func groups(
    _ uuids: Set<UUID>, _ transaction: ReadTransaction, _ client: String
  ) throws -> Set<URL> {
    let there = try uuids.filter {
      try GroupIdentity.stored($0).record(in: transaction, as: client) != nil
    }
    return Set(there.compactMap(Identifiers.groupURL))
  }

  /// The groups that are gone and that `client` could see: a client with limited access saw its own
  /// albums (P178), and one that hides shared streams none of these (L186).
  private static func deletedGroups(
    _ summary: ChangeSummary, _ transaction: ReadTransaction, _ client: String
  ) throws -> Set<URL> {
    let isLimited =
      try transaction.library.access.status(.readWrite, client, in: transaction) == .limited
    let hidesShared = SharedStreams.areHidden(in: transaction.library, for: client)
    let seen = summary.albums.deleted.filter { uuid in
      guard let album = summary.deletedAlbums[uuid] else { return !isLimited }
      if hidesShared, album.kind == .shared { return false }
      return !isLimited || album.isMade(by: client)
    }
    return Set(seen.compactMap(Identifiers.groupURL))
  }

  /// The Camera Roll, and all synced assets, where an asset came, went, was hidden or was shown.
  private static func librariesWithChangedMembers(
    _ summary: ChangeSummary, _ transaction: ReadTransaction, _ client: String
  ) throws -> Set<URL> {
    let movers = summary.assets.inserted.union(summary.assets.deleted)
      .union(summary.reappraisedAssets)
    var identities: Set<GroupIdentity> = []
    for uuid in movers {
      // An asset that is gone for ever was the application's or the user's own.
      let source =
        try transaction.asset(uuid).map { AssetSource(rawValue: $0.source) } ?? .userLibrary
      if source.contains(.userLibrary) { identities.insert(.cameraRoll) }
      if source.contains(.synced) { identities.insert(.syncedLibrary) }
    }
    return Set(identities.compactMap { Identifiers.groupURL($0.uuid(in: transaction.library)) })
  }
}
