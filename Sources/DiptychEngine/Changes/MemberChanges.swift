import Foundation

/// What a transaction did to the members of one album, kept until it is known whether anything came
/// of it: what is taken out and put back where it was is no change.
struct MemberChanges {
  /// The members that were put in, taken out or moved, with the ranks that they had before the
  /// transaction; nil for one that was none.
  private(set) var ranks: [Int64: Int64?] = [:]
  /// Whether other members got new ranks, so that old ones cannot be compared with them.
  var isRenumbered = false

  /// Notes a member. The first note of each says where it was.
  mutating func note(_ asset: Int64, rank: Int64?) {
    if ranks.index(forKey: asset) == nil { ranks[asset] = .some(rank) }
  }
}

extension WriteTransaction {
  /// Logs which albums have other members than before the transaction, or the same in another order.
  /// Only such an album's modification date moves (decision 21).
  func settleMembers() throws {
    guard !memberChanges.isEmpty else { return }
    let albums = memberChanges.sorted { $0.key < $1.key }
    memberChanges = [:]
    for (row, changes) in albums {
      // Nobody is told of the members of an album that is gone.
      guard let album = try collection(row: row), try isChanged(row, changes) else { continue }
      #if DIPTYCH_PLANTED_FAULTS
        if isPlanted("engine-members-change-dates") {
          try connection.execute(
            "UPDATE assets SET modification_date = ? WHERE id IN "
              + "(SELECT asset FROM memberships WHERE album = ?)", date, row)
        }
      #endif
      try connection.execute("UPDATE collections SET modified = ? WHERE id = ?", date, row)
      let members = changes.ranks.keys.sorted().map(String.init).joined(separator: ",")
      try log(
        .album, row: row, uuid: album.uuid, .updated, fields: ["members"],
        old: ["rows": .text(members)])
    }
  }

  /// Whether the members or their order differ. Ranks of the others have not changed, so it is enough
  /// to look at the noted ones, and at what stands between their old places and their new ones.
  private func isChanged(_ album: Int64, _ changes: MemberChanges) throws -> Bool {
    var kept: [(before: Int64, now: Int64)] = []
    for (asset, before) in changes.ranks {
      switch (before, try rank(of: asset, in: album)) {
      case (nil, nil): continue
      case (let before?, let now?): kept.append((before, now))
      default: return true
      }
    }
    guard !kept.isEmpty else { return false }
    if changes.isRenumbered { return true }
    kept.sort { $0.before < $1.before }
    if zip(kept, kept.dropFirst()).contains(where: { $0.now > $1.now }) { return true }
    for place in kept where place.before != place.now {
      let passed = try connection.all(
        "SELECT asset FROM memberships WHERE album = ? AND rank BETWEEN ? AND ? LIMIT ?",
        [album, min(place.before, place.now), max(place.before, place.now), kept.count + 1]
      ) { $0.integer(0) }
      if passed.contains(where: { changes.ranks.index(forKey: $0) == nil }) { return true }
    }
    return false
  }
}
