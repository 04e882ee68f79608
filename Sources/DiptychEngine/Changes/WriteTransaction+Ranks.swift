import Foundation

/// Places in an album are 64-bit ranks with gaps. A new member takes the middle of a gap; a gap
/// that is used up is widened by renumbering the smallest window around it whose mean gap is wide
/// enough, which amortizes to O(log n) rows an insert. Renumbering is no change.
extension WriteTransaction {
  func rank(of asset: Int64, in album: Int64) throws -> Int64? {
    try connection.first(
      "SELECT rank FROM memberships WHERE album = ? AND asset = ?", [album, asset]
    ) { $0.integer(0) }
  }

  func lastRank(of album: Int64) throws -> Int64? {
    try connection.first(
      "SELECT rank FROM memberships WHERE album = ? ORDER BY rank DESC LIMIT 1", [album]
    ) { $0.integer(0) }
  }

  /// Inserts a member directly behind the member at `rank`, or in front of all.
  /// - Returns: The rank that it got.
  /// - Complexity: O(log *n*) statements and, amortized, O(log *n*) rows.
  @discardableResult
  func insertMember(_ asset: Int64, after rank: Int64?, in album: Int64) throws -> Int64 {
    let place: Int64
    if let free = try freeRank(after: rank, in: album) {
      place = free
    } else {
      let predecessor = try rank.flatMap { rank in
        try connection.first(
          "SELECT asset FROM memberships WHERE album = ? AND rank = ?", [album, rank]
        ) { $0.integer(0) }
      }
      try widen(around: rank, in: album)
      let moved = try predecessor.flatMap { try self.rank(of: $0, in: album) }
      guard let free = try freeRank(after: moved, in: album) else {
        throw LibraryError(.limitExceeded, "The album is full. Remove some photos from it.")
      }
      place = free
    }
    try connection.execute(
      "INSERT INTO memberships (album, rank, asset) VALUES (?, ?, ?)", album, place, asset)
    memberChanges[album, default: MemberChanges()].note(asset, rank: nil)
    return place
  }

  private func freeRank(after rank: Int64?, in album: Int64) throws -> Int64? {
    let next = try connection.first(
      "SELECT rank FROM memberships WHERE album = ? AND rank > ? ORDER BY rank LIMIT 1",
      [album, rank ?? .min]
    ) { $0.integer(0) }
    switch (rank, next) {
    case (nil, nil): return 0
    case (nil, let next?):
      let (value, overflow) = next.subtractingReportingOverflow(Self.rankStep)
      return overflow || value == .min ? nil : value
    case (let rank?, nil):
      let (value, overflow) = rank.addingReportingOverflow(Self.rankStep)
      return overflow ? nil : value
    case (let rank?, let next?):
      // The distance may be more than a signed number holds.
      let middle = rank &+ Int64(UInt64(bitPattern: next &- rank) / 2)
      return middle > rank && middle < next ? middle : nil
    }
  }

  /// Renumbers the members around a place until the gaps there are wide again.
  private func widen(around rank: Int64?, in album: Int64) throws {
    let center = rank ?? .min
    var reach = 16
    while true {
      let before = try connection.all(
        "SELECT rank, asset FROM memberships WHERE album = ? AND rank <= ? "
          + "ORDER BY rank DESC LIMIT ?", [album, center, reach + 1]
      ) { (rank: $0.integer(0), asset: $0.integer(1)) }
      let after = try connection.all(
        "SELECT rank, asset FROM memberships WHERE album = ? AND rank > ? "
          + "ORDER BY rank LIMIT ?", [album, center, reach + 1]
      ) { (rank: $0.integer(0), asset: $0.integer(1)) }
      // The outermost of each side is a wall that stays; without one, the space is open.
      let low = before.count > reach ? before.last?.rank : nil
      let high = after.count > reach ? after.last?.rank : nil
      let window = before.prefix(reach).reversed() + after.prefix(reach)
      let wanted = Int64(window.count + 1) * 65_536
      let span = Int64(window.count + 1) * Self.rankStep
      // At the end of the number range the sum stops there, and the window grows instead.
      let start = low ?? Self.sum(high ?? 0, -span)
      let end = high ?? Self.sum(start, span)
      let (space, overflow) = end.subtractingReportingOverflow(start)
      if overflow || space >= wanted || (low == nil && high == nil) {
        memberChanges[album, default: MemberChanges()].isRenumbered = true
        let step = max((overflow ? .max : space) / Int64(window.count + 1), 1)
        for member in window {
          try connection.execute(
            "DELETE FROM memberships WHERE album = ? AND rank = ?", album, member.rank)
        }
        for (index, member) in window.enumerated() {
          try connection.execute(
            "INSERT INTO memberships (album, rank, asset) VALUES (?, ?, ?)", album,
            start + Int64(index + 1) * step, member.asset)
        }
        return
      }
      reach *= 2
    }
  }

  /// The rank of an album or folder behind all others of its folder.
  /// - Throws: `libraryDamaged` where no number is left, which only a file that was tampered with
  ///   comes to.
  static func rank(behind last: Int64) throws -> Int64 {
    let (rank, overflow) = last.addingReportingOverflow(rankStep)
    guard !overflow else {
      throw LibraryError(
        .libraryDamaged,
        "The order of the albums is damaged. Run `diptych verify --repair`, or restore the library "
          + "from a backup.")
    }
    return rank
  }

  static func sum(_ left: Int64, _ right: Int64) -> Int64 {
    let (value, overflow) = left.addingReportingOverflow(right)
    return overflow ? (right < 0 ? .min + 1 : .max) : value
  }
}
