import DiptychPlatform
import Foundation

extension WriteTransaction {
  /// Changes the members of an album. Assets that are gone are dropped (decision 41). What came of
  /// it is logged once all edits of the transaction are known.
  func editAlbum(_ uuid: UUID, _ edit: AlbumEdit, _ basis: AlbumBasis) throws {
    guard let album = try reachableCollection(uuid) else { throw Self.gone }
    guard album.kind == .album else { throw Self.notEditable }
    var newcomers: Set<Int64> = []
    switch edit {
    case .add(let uuids): newcomers = try add(uuids, to: album.row)
    case .insert(let uuids, let indexes): try insert(uuids, at: indexes, of: album.row, basis)
    case .remove(let uuids):
      try remove(try uuids.compactMap { try reachableAsset($0)?.row }, from: album.row)
    case .removeAt(let indexes):
      try remove(at: indexes, of: album.row, basis)
    case .replaceAt(let indexes, let uuids):
      try replace(indexes, with: uuids, of: album.row, basis)
    case .moveAt(let indexes, let target):
      try move(indexes, to: target, of: album.row, basis)
    }
    if case .rows(let fetched) = basis { try follow(edit, newcomers, fetched) }
  }

  /// Applies an edit that was met to the list that the next verb of the same request counts in
  /// (decision 240).
  /// - Parameter newcomers: What an addition has put in.
  private func follow(
    _ edit: AlbumEdit, _ newcomers: Set<Int64>, _ fetched: FetchedMembers
  ) throws {
    func rows(_ uuids: [UUID]) throws -> [Int64] {
      try uuids.map { try present([$0]).first ?? WorkingList.nobody }
    }
    let key = ObjectIdentifier(fetched)
    // Taken out while it changes, so that it is not copied.
    var list = workingLists.removeValue(forKey: key) ?? WorkingList(fetched.rows)
    switch edit {
    case .add(let uuids):
      var seen: Set<UUID> = []
      list.add(try rows(uuids.filter { seen.insert($0).inserted }), newcomers)
    case .insert(let uuids, let indexes): list.insert(try rows(uuids), at: indexes)
    case .remove(let uuids):
      // Also what is out of reach by now: the request no longer counts it.
      list.remove(Set(try uuids.compactMap { try row(of: $0, kind: .asset) }))
    case .removeAt(let indexes): list.remove(at: indexes)
    case .replaceAt(let indexes, let uuids): list.replace(indexes, with: try rows(uuids))
    case .moveAt(let indexes, let target): list.move(indexes, to: target)
    }
    workingLists[key] = list
  }

  /// Appends, always; a member keeps its place, and a repeated asset counts once (decision 10).
  /// - Returns: What was no member before.
  private func add(_ uuids: [UUID], to album: Int64) throws -> Set<Int64> {
    #if DIPTYCH_PLANTED_FAULTS
      if isPlanted("engine-add-moves-members") { try remove(try present(uuids), from: album) }
    #endif
    var newcomers: Set<Int64> = []
    for asset in try present(uuids) where try rank(of: asset, in: album) == nil {
      try insertMember(asset, after: lastRank(of: album), in: album)
      newcomers.insert(asset)
    }
    return newcomers
  }

  /// The indexes count in the list as it is in the end (P111), so the n-th stands, in the list as
  /// it was, n places further down. An asset that is gone leaves the others where they belong.
  private func insert(
    _ uuids: [UUID], at indexes: IndexSet, of album: Int64, _ basis: AlbumBasis
  ) throws {
    guard uuids.count == indexes.count, Set(uuids).count == uuids.count else {
      throw Self.indexMismatch
    }
    guard let last = indexes.last else { return }
    let list = try rows(of: album, basis, atMost: last + 1 - indexes.count)
    var place = InsertionPlace(list: list)
    for (offset, pair) in zip(indexes, uuids).enumerated() {
      let predecessor = try rank(before: pair.0 - offset, &place, in: album)
      guard let asset = try present([pair.1]).first else { continue }
      guard try rank(of: asset, in: album) == nil else { throw Self.indexMismatch }
      try insertMember(asset, after: predecessor, in: album)
      place.put(asset)
    }
  }

  private func remove(_ assets: [Int64], from album: Int64) throws {
    for asset in assets {
      guard let rank = try rank(of: asset, in: album) else { continue }
      try connection.execute(
        "DELETE FROM memberships WHERE album = ? AND asset = ?", album, asset)
      memberChanges[album, default: MemberChanges()].note(asset, rank: rank)
    }
  }

  private func remove(
    at indexes: IndexSet, of album: Int64, _ basis: AlbumBasis
  ) throws {
    let members = try members(at: indexes, in: try rows(of: album, basis))
    // A list from before access was narrowed names more than may be touched (decision 51).
    let reachable = try reachable(members)
    try remove(members.filter(reachable.contains), from: album)
  }

  /// Puts assets at the places of others; an asset that is a member already moves (P115). A place
  /// whose member has left the album since, or is not seen, is the one behind the nearest that is
  /// still there.
  private func replace(
    _ indexes: IndexSet, with uuids: [UUID], of album: Int64, _ basis: AlbumBasis
  ) throws {
    guard uuids.count == indexes.count, Set(uuids).count == uuids.count else {
      throw Self.indexMismatch
    }
    let list = try rows(of: album, basis)
    let replaced = try members(at: indexes, in: list)
    let reachable = try reachable(replaced)
    let ranks = try replaced.map { reachable.contains($0) ? try rank(of: $0, in: album) : nil }
    let assets = try uuids.map { try present([$0]).first }
    try remove(replaced.filter(reachable.contains), from: album)
    try remove(assets.compactMap { $0 }, from: album)
    for (asset, rank) in zip(assets, ranks) {
      guard let asset, let rank else { continue }
      try connection.execute(
        "INSERT INTO memberships (album, rank, asset) VALUES (?, ?, ?)", album, rank, asset)
      memberChanges[album, default: MemberChanges()].note(asset, rank: nil)
    }
    guard ranks.contains(where: { $0 == nil }) else { return }
    var place = InsertionPlace(list: Self.replaced(list, indexes, assets))
    for (offset, index) in indexes.enumerated() where ranks[offset] == nil {
      guard let asset = assets[offset] else { continue }
      let predecessor = try rank(before: index, &place, in: album)
      try insertMember(asset, after: predecessor, in: album)
    }
  }

  /// The list once assets have taken the places at the indexes. One that stood elsewhere has left
  /// that place, and nobody's row stands for what is gone.
  private static func replaced(
    _ list: [Int64], _ indexes: IndexSet, _ assets: [Int64?]
  ) -> [Int64] {
    let newcomers = Set(assets.compactMap { $0 })
    var result = list.map { newcomers.contains($0) ? WorkingList.nobody : $0 }
    for (index, asset) in zip(indexes, assets) { result[index] = asset ?? WorkingList.nobody }
    return result
  }

  /// Takes members out, then puts them in; the target counts in what is left (P114). What has left
  /// the album since the basis was fetched does not come back, and what is not seen stays.
  private func move(
    _ indexes: IndexSet, to target: Int, of album: Int64, _ basis: AlbumBasis
  ) throws {
    let list = try rows(of: album, basis)
    let named = try members(at: indexes, in: list)
    let reachable = try reachable(named)
    let moved = try named.filter {
      try reachable.contains($0) && rank(of: $0, in: album) != nil
    }
    let rest = list.enumerated().filter { !indexes.contains($0.offset) }.map(\.element)
    guard target >= 0, target <= rest.count else { throw Self.indexMismatch }
    try remove(moved, from: album)
    var place = InsertionPlace(list: rest)
    var predecessor = try rank(before: target, &place, in: album)
    for asset in moved {
      predecessor = try insertMember(asset, after: predecessor, in: album)
    }
  }

  // MARK: Indexes

  /// The rows of assets that are there and not in the trash, in order, each once.
  private func present(_ uuids: [UUID]) throws -> [Int64] {
    var seen: Set<UUID> = []
    return try uuids.compactMap { uuid in
      guard seen.insert(uuid).inserted, let asset = try reachableAsset(uuid),
        asset.trashedDate == nil
      else { return nil }
      return asset.row
    }
  }

  /// The list that the indexes count in, or its first `count` rows.
  private func rows(of album: Int64, _ basis: AlbumBasis, atMost count: Int = .max) throws
    -> [Int64]
  {
    switch basis {
    case .rows(let fetched):
      return workingLists[ObjectIdentifier(fetched)]?.settled() ?? fetched.rows
    case .defaultView:
      let hidden = library.profile.hiddenShownInAlbums ? "" : " AND a.hidden = 0"
      let reach = try reach()
      let visible = reach.map { hidden + " AND \($0.sql)" } ?? hidden
      return Order(
        chunks: try connection.integers(
          """
          SELECT m.asset FROM memberships m CROSS JOIN assets a ON a.id = m.asset
          WHERE m.album = ? AND a.own = 1\(visible) ORDER BY m.rank LIMIT ?
          """, [album] + (reach?.arguments ?? []) + [max(0, count)],
          pieceLength: Order.chunkLength)
      ).rows
    }
  }

  private func members(at indexes: IndexSet, in list: [Int64]) throws -> [Int64] {
    guard indexes.allSatisfy({ list.indices.contains($0) }) else { throw Self.indexMismatch }
    return indexes.map { list[$0] }
  }

  /// The rank of the member directly before place `index` of the list, or nil at the front. A
  /// member of the list that has left the album since is passed over (P110).
  private func rank(before index: Int, _ place: inout InsertionPlace, in album: Int64) throws
    -> Int64?
  {
    #if DIPTYCH_PLANTED_FAULTS
      let index = isPlanted("engine-rank-off-by-one") && index > place.index ? index - 1 : index
    #endif
    guard place.index...place.list.count ~= index else { throw Self.indexMismatch }
    let newer = place.list[place.index..<index]
    place.index = index
    for row in newer.reversed() where !place.newcomers.contains(row) {
      if let rank = try rank(of: row, in: album) {
        place.predecessor = row
        return rank
      }
    }
    return try place.predecessor.flatMap { try rank(of: $0, in: album) }
  }
}

/// Where one pass over the places of an edit stands: everything before `index` was looked at, and
/// `predecessor` is the last member found or put in there.
private struct InsertionPlace {
  let list: [Int64]
  var index = 0
  var predecessor: Int64?
  /// What the edit has put in. Where the list names it, it stood before it left the album.
  private(set) var newcomers: Set<Int64> = []

  init(list: [Int64]) {
    self.list = list
  }

  mutating func put(_ asset: Int64) {
    predecessor = asset
    newcomers.insert(asset)
  }
}
