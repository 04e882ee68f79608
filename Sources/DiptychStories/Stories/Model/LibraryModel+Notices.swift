import DiptychEngine
import Foundation

extension LibraryModel {
  /// What one commit did to objects of one kind.
  private struct Changed {
    var inserted: Set<UUID> = []
    var updated: Set<UUID> = []
    var deleted: Set<UUID> = []

    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

    mutating func take(_ uuid: UUID, _ change: Entry.Change) {
      switch change {
      case .inserted:
        if deleted.remove(uuid) != nil { updated.insert(uuid) } else { inserted.insert(uuid) }
      case .updated: if !inserted.contains(uuid) { updated.insert(uuid) }
      case .deleted:
        updated.remove(uuid)
        if inserted.remove(uuid) == nil { deleted.insert(uuid) }
      }
    }
  }

  /// What the old API posts for the present step: one notice a commit, with the URLs by key
  /// (L174–L177). Each part of the step that changed something was a commit.
  func notices(_ library: UUID) -> [[String: Set<String>]] {
    guard access.canRead else { return [] }
    // A selection is one application's own.
    let entries = entries.filter { $0.fields != ["selection"] && isTold($0) }
    let parts = entries.map(\.part).unique
    return parts.compactMap { part in notice(entries.filter { $0.part == part }, library) }
  }

  private func notice(_ entries: [Entry], _ library: UUID) -> [String: Set<String>]? {
    var (assets, albums, folders) = (Changed(), Changed(), Changed())
    var reappraised: Set<UUID> = []
    var changedAlbums: Set<UUID> = []
    for entry in entries {
      changedAlbums.formUnion(entry.albums)
      switch entry.kind {
      case .album:
        albums.take(entry.uuid, entry.change)
        if entry.fields.contains("members") { changedAlbums.insert(entry.uuid) }
      case .folder: folders.take(entry.uuid, entry.change)
      case .asset:
        if entry.fields.contains("trashed") {
          // To those who watch, what goes into the trash is gone.
          assets.take(entry.uuid, entry.wasTrashed ? .inserted : .deleted)
        } else if entry.change != .deleted || !entry.wasTrashed {
          assets.take(entry.uuid, entry.change)
          if entry.fields.contains("hidden") { reappraised.insert(entry.uuid) }
        }
      }
    }
    let gone = entries.filter { $0.change == .deleted && isReachable(maker: $0.creator) }
    let deleted = albums.deleted.intersection(gone.map(\.uuid))
    var updated = albums.updated.union(changedAlbums).subtracting(albums.inserted)
    updated = updated.subtracting(albums.deleted)
    var notice: [String: Set<String>] = [
      "ALAssetLibraryUpdatedAssetsKey": urls(ofAssets: assets.updated.subtracting(reappraised)),
      "ALAssetLibraryInsertedAssetGroupsKey": urls(ofAlbums: albums.inserted),
      "ALAssetLibraryUpdatedAssetGroupsKey": urls(ofAlbums: updated),
      "ALAssetLibraryDeletedAssetGroupsKey": Set(deleted.map(Self.groupURL)),
    ]
    if !assets.inserted.isEmpty || !assets.deleted.isEmpty || !reappraised.isEmpty {
      notice["ALAssetLibraryUpdatedAssetGroupsKey"]?.insert(
        Self.groupURL(SmartAlbum.userLibrary.uuid(library: library)))
    }
    notice = notice.filter { !$0.value.isEmpty }
    guard !notice.isEmpty || !folders.isEmpty else { return nil }
    return profile.tellsNoDetails ? ["everything": []] : notice
  }

  /// Whether the application may know of an entry (decision 162).
  private func isTold(_ entry: Entry) -> Bool {
    guard access.isLimited else { return true }
    guard entry.kind == .asset else {
      guard isReachable(maker: entry.creator), entry.isSeenByMaker else { return false }
      return entry.fields != ["members"] || !entry.members.isDisjoint(with: access.selection)
    }
    if entry.change == .deleted { return entry.wasSelected }
    return access.selection.contains(entry.uuid)
      && (entry.fields != ["original"] || entry.wasSelected)
  }

  private func isReachable(maker: String) -> Bool { !access.isLimited || maker == Self.client }

  private func urls(ofAssets uuids: Set<UUID>) -> Set<String> {
    let urls = uuids.filter { isFound($0) }.compactMap { uuid in
      asset(uuid).map { asset in
        let ending = asset.original.fileExtension.uppercased()
        return "assets-library://asset/asset.\(ending)?id=\(uuid.uuidString)&ext=\(ending)"
      }
    }
    return Set(urls)
  }

  private func urls(ofAlbums uuids: Set<UUID>) -> Set<String> {
    let seen = uuids.filter { uuid in
      collections[uuid].map { !$0.isFolder && isReachable($0, true) } ?? false
    }
    return Set(seen.map(Self.groupURL))
  }

  private static func groupURL(_ uuid: UUID) -> String {
    "assets-library://group/?id=\(uuid.uuidString)"
  }
}
