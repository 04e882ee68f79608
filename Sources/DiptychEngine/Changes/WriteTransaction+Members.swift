import Foundation

extension WriteTransaction {
  /// Changes the members of an album. Assets that are gone are dropped (decision 41); only the
  /// album's modification date moves (decision 21).
  func editAlbum(_ uuid: UUID, _ edit: AlbumEdit, _ basis: AlbumBasis) throws {
    guard let album = try collection(uuid) else { throw Self.gone }
    guard album.kind == .album else { throw Self.notEditable }
    let changed: Bool =
      switch edit {
      case .add(let uuids): try add(uuids, to: album.row)
      case .insert(let uuids, let indexes):
        try insert(uuids, at: indexes, of: album.row, basis)
      case .remove(let uuids):
        try remove(try uuids.compactMap { try asset($0)?.row }, from: album.row)
      case .removeAt(let indexes):
        try remove(try members(at: indexes, of: album.row, basis), from: album.row)
      case .replaceAt(let indexes, let uuids):
        try replace(indexes, with: uuids, of: album.row, basis)
      case .moveAt(let indexes, let target):
        try move(indexes, to: target, of: album.row, basis)
      }
    guard changed else { return }
    try connection.execute("UPDATE collections SET modified = ? WHERE id = ?", date, album.row)
    try log(.album, row: album.row, uuid: uuid, .updated, fields: ["members"])
  }

  /// Appends, always; a member keeps its place, and a repeated asset counts once (decision 10).
  private func add(_ uuids: [UUID], to album: Int64) throws -> Bool {
    var changed = false
    for asset in try present(uuids) where try rank(of: asset, in: album) == nil {
      try insertMember(asset, after: lastRank(of: album), in: album)
      changed = true
    }
    return changed
  }

  private func insert(
    _ uuids: [UUID], at indexes: IndexSet, of album: Int64, _ basis: AlbumBasis
  ) throws -> Bool {
    guard uuids.count == indexes.count, Set(uuids).count == uuids.count else {
      throw Self.indexMismatch
    }
    var inserted = 0
    var previous: (index: Int, row: Int64)?
    for (index, uuid) in zip(indexes, uuids) {
      guard let asset = try present([uuid]).first else { continue }
      guard try rank(of: asset, in: album) == nil else { throw Self.indexMismatch }
      let predecessor: Int64?
      if let previous, previous.index == index - 1 {
        predecessor = try rank(of: previous.row, in: album)
      } else {
        predecessor = try rank(before: index - inserted, of: album, basis)
      }
      try insertMember(asset, after: predecessor, in: album)
      previous = (index, asset)
      inserted += 1
    }
    return inserted > 0
  }

  private func remove(_ assets: [Int64], from album: Int64) throws -> Bool {
    var changed = false
    for asset in assets {
      try connection.execute(
        "DELETE FROM memberships WHERE album = ? AND asset = ?", album, asset)
      changed = changed || connection.changedRows > 0
    }
    return changed
  }

  /// Puts assets at the places of others; an asset that is a member already moves (P115).
  private func replace(
    _ indexes: IndexSet, with uuids: [UUID], of album: Int64, _ basis: AlbumBasis
  ) throws -> Bool {
    guard uuids.count == indexes.count, Set(uuids).count == uuids.count else {
      throw Self.indexMismatch
    }
    let replaced = try members(at: indexes, of: album, basis)
    let ranks = try replaced.map { try rank(of: $0, in: album) }
    let assets = try uuids.map { try present([$0]).first }
    _ = try remove(replaced, from: album)
    _ = try remove(assets.compactMap { $0 }, from: album)
    for (asset, rank) in zip(assets, ranks) {
      guard let asset, let rank else { continue }
      try connection.execute(
        "INSERT INTO memberships (album, rank, asset) VALUES (?, ?, ?)", album, rank, asset)
    }
    return !indexes.isEmpty
  }

  /// Takes members out, then puts them in; the target counts in what is left (P114).
  private func move(
    _ indexes: IndexSet, to target: Int, of album: Int64, _ basis: AlbumBasis
  ) throws -> Bool {
    let moved = try members(at: indexes, of: album, basis)
    let rows = try self.rows(of: album, basis)
    let rest = rows.enumerated().filter { !indexes.contains($0.offset) }.map(\.element)
    guard target >= 0, target <= rest.count else { throw Self.indexMismatch }
    _ = try remove(moved, from: album)
    var predecessor = try rank(before: target, of: album, .rows(rest))
    for asset in moved where try self.asset(row: asset) != nil {
      predecessor = try insertMember(asset, after: predecessor, in: album)
    }
    return !moved.isEmpty
  }

  // MARK: Indexes

  /// The rows of assets that are there and not in the trash, in order, each once.
  private func present(_ uuids: [UUID]) throws -> [Int64] {
    var seen: Set<UUID> = []
    return try uuids.compactMap { uuid in
      guard seen.insert(uuid).inserted, let asset = try asset(uuid), asset.trashedDate == nil
      else { return nil }
      return asset.row
    }
  }

  private func rows(of album: Int64, _ basis: AlbumBasis) throws -> [Int64] {
    switch basis {
    case .rows(let rows): rows
    case .defaultView:
      try connection.all(Self.viewOfMembers + " ORDER BY m.rank", [album]) { $0.integer(0) }
    }
  }

  private static let viewOfMembers = """
    SELECT m.asset FROM memberships m JOIN assets a ON a.id = m.asset
    WHERE m.album = ? AND a.own = 1 AND a.hidden = 0
    """

  private func members(at indexes: IndexSet, of album: Int64, _ basis: AlbumBasis) throws
    -> [Int64]
  {
    let rows = try rows(of: album, basis)
    guard indexes.allSatisfy({ rows.indices.contains($0) }) else { throw Self.indexMismatch }
    return indexes.map { rows[$0] }
  }

  /// The rank of the member directly before place `index` of the basis, or nil at the front. A
  /// member of the basis that has left the album since is passed over (P110).
  private func rank(before index: Int, of album: Int64, _ basis: AlbumBasis) throws -> Int64? {
    guard index > 0 else {
      guard index == 0 else { throw Self.indexMismatch }
      return nil
    }
    switch basis {
    case .rows(let rows):
      guard index <= rows.count else { throw Self.indexMismatch }
      for row in rows[..<index].reversed() {
        if let rank = try rank(of: row, in: album) { return rank }
      }
      return nil
    case .defaultView:
      let row = try connection.first(
        Self.viewOfMembers + " ORDER BY m.rank LIMIT 1 OFFSET ?", [album, index - 1]
      ) { $0.integer(0) }
      guard let row else { throw Self.indexMismatch }
      return try rank(of: row, in: album)
    }
  }
}
