import Foundation

/// What one commit changed, as those who watch see it: an asset that went into the trash is
/// deleted, one that came out is inserted, and what came and went in the same commit is not named.
package struct ChangeSummary: Sendable, Equatable {
  /// Objects of one kind.
  package struct Objects: Sendable, Equatable {
    package var inserted: Set<UUID> = []
    package var updated: Set<UUID> = []
    package var deleted: Set<UUID> = []

    package var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

    mutating func insert(_ uuid: UUID) {
      // Out and in again leaves a changed object.
      if deleted.remove(uuid) != nil { updated.insert(uuid) } else { inserted.insert(uuid) }
    }

    mutating func update(_ uuid: UUID) {
      if !inserted.contains(uuid) { updated.insert(uuid) }
    }

    mutating func delete(_ uuid: UUID) {
      updated.remove(uuid)
      if inserted.remove(uuid) == nil { deleted.insert(uuid) }
    }
  }

  /// The commit's token.
  package let token: Int64
  package var client = ""
  package var origin = CommitOrigin.client
  /// False when the change log does not go back to this commit: anything may have changed.
  package var isComplete = true
  package var assets = Objects()
  /// Assets that were hidden or shown, which are among the updated ones too.
  package var reappraisedAssets: Set<UUID> = []
  /// Albums of any kind; `updated` holds those of a new title, place or member.
  package var albums = Objects()
  /// Albums whose members changed, because of an edit or because a member came, went, was hidden
  /// or was shown. For a client with limited access, of its own albums.
  package var albumsWithChangedMembers: Set<UUID> = []
  package var folders = Objects()
  /// The clients about whose access this commit decided.
  package var accessDecided: Set<String> = []
  /// What is still known of albums that this commit deleted.
  package var deletedAlbums: [UUID: DeletedAlbum] = [:]

  /// An album that is gone, for deciding who is told of it.
  package struct DeletedAlbum: Sendable, Equatable {
    package let kind: CollectionKind
    fileprivate let creator: UUID?

    /// Whether `client` made it.
    package func isMade(by client: String) -> Bool { creator == ChangeSummary.mark(of: client) }
  }

  /// Stands for a client's name in the log, where values hold no spaces.
  static func mark(of client: String) -> UUID { UUID(hashing: "client \(client)") }

  package init(token: Int64) {
    self.token = token
  }

  /// Whether nobody sees anything of it.
  package var isEmpty: Bool { assets.isEmpty && albums.isEmpty && folders.isEmpty }

  /// Takes one entry of the change log in.
  mutating func take(_ entry: LoggedChanges.Entry) {
    let (uuid, change, old) = (entry.uuid, entry.change, entry.old)
    let fields = entry.fields.split(separator: " ")
    switch entry.kind {
    case .asset: break
    case .album:
      albums.take(uuid, change)
      if change == .deleted { deletedAlbums[uuid] = Self.deletedAlbum(old) }
      if fields.contains("members") { albumsWithChangedMembers.insert(uuid) }
      return
    case .folder: return folders.take(uuid, change)
    case .access:
      if let client = LoggedChanges.clientOfAccess(entry) { accessDecided.insert(client) }
      return
    }
    // A selection is one client's, who is told through `LimitedView`.
    if fields == [Substring(LoggedChanges.selection)] { return }
    let values = OldValues.values(old)
    let wasTrashed = values["trashed"] == .integer(1)
    if case .text(let list) = values["albums"] {
      albumsWithChangedMembers.formUnion(
        list.split(separator: ",").compactMap { UUID(written: $0) })
    }
    switch change {
    case .updated where fields.contains("trashed"):
      if wasTrashed { assets.insert(uuid) } else { assets.delete(uuid) }
    case .deleted where wasTrashed:
      // It was gone for everybody who watches already.
      break
    default:
      assets.take(uuid, change)
      if fields.contains("hidden") { reappraisedAssets.insert(uuid) }
    }
  }
}

extension ChangeSummary {
  /// Both values come before the title, the one that may hold spaces.
  private static func deletedAlbum(_ old: String) -> DeletedAlbum {
    let values = old.split(separator: " ")
    func value(_ name: String) -> Substring? {
      values.first { $0.hasPrefix(name) }?.dropFirst(name.count)
    }
    let kind = value("kind=").flatMap { Int($0) }.flatMap(CollectionKind.init)
    let creator = value("creator=").flatMap { UUID(written: $0) }
    return DeletedAlbum(kind: kind ?? .album, creator: creator)
  }
}

extension ChangeSummary.Objects {
  fileprivate mutating func take(_ uuid: UUID, _ change: ChangeKind) {
    switch change {
    case .inserted: insert(uuid)
    case .updated: update(uuid)
    case .deleted: delete(uuid)
    }
  }
}

extension ReadTransaction {
  /// What the commits after `token` changed, at most `limit` of them, in order. A gap that the log
  /// no longer covers is one summary that is not complete.
  /// - Parameters:
  ///   - token: The commit behind which to begin.
  ///   - limit: How many commits at most.
  ///   - client: Who is told; one with limited access is told of what it may see (P169).
  ///   - tellsSelection: Whether an asset that the client was given or lost came or went.
  package func changes(
    after token: Int64, limit: Int = 256, as client: String? = nil, tellsSelection: Bool = true
  ) throws -> [ChangeSummary] {
    let last = try self.token()
    guard last > token else { return [] }
    var summaries = try connection.all(
      "SELECT token, client, origin FROM commits WHERE token > ? ORDER BY token LIMIT ?",
      [token, limit]
    ) { row in
      var summary = ChangeSummary(token: row.integer(0))
      summary.client = row.text(1)
      summary.origin = CommitOrigin(rawValue: row.int(2)) ?? .client
      return summary
    }
    let view = try client.flatMap { try LimitedView(of: $0, in: self) }
    for index in summaries.indices { try fill(&summaries[index], view, tellsSelection) }
    let first = summaries.first?.token ?? last + 1
    if first > token + 1 {
      var gap = ChangeSummary(token: first - 1)
      gap.isComplete = false
      summaries.insert(gap, at: 0)
    }
    return summaries
  }

  private func fill(
    _ summary: inout ChangeSummary, _ view: LimitedView?, _ tellsSelection: Bool
  ) throws {
    let entries = try connection.all(
      """
      SELECT object_kind, object, uuid, change, fields, old_values FROM changes WHERE token = ?
      ORDER BY ordinal
      """, [summary.token], LoggedChanges.Entry.init)
    for entry in entries {
      if let isGiven = view?.selection(entry) {
        guard tellsSelection, !LoggedChanges.isOfTrash(OldValues.values(entry.old)) else {
          continue
        }
        if isGiven { summary.assets.insert(entry.uuid) } else { summary.assets.delete(entry.uuid) }
      } else if let view {
        if let narrowed = try view.narrowed(entry, in: self) { summary.take(narrowed) }
      } else {
        summary.take(entry)
      }
    }
    summary.albumsWithChangedMembers.subtract(summary.albums.inserted)
    summary.albumsWithChangedMembers.subtract(summary.albums.deleted)
    guard let view else { return }
    // An asset's entry names every album that holds it.
    summary.albumsWithChangedMembers = try summary.albumsWithChangedMembers.filter {
      try view.owns($0, in: self)
    }
  }
}
