import Foundation

/// An order that was brought up to date, and how it came about.
struct OrderUpdate {
  let order: Order
  let difference: OrderDifference?
}

/// Brings an order up to date from the change log: what has changed is taken out where it stood and
/// put in where it belongs, and all else is shared.
///
/// Nothing but what has changed is read in full. Where something belongs is found by halving among
/// the rows that have not changed: their values are now what they were.
struct OrderUpdater {
  let transaction: ReadTransaction
  let query: AssetQuery
  let client: String?
  let old: Order
  let changes: LoggedChanges

  private let columns: [SortColumn]
  /// Reads the columns of a row, whether the query finds it or not. There are some forty look-ups
  /// for each change, so the text is made once.
  private let lookup: String
  /// The album whose places the order is; nil for columns of assets.
  private let album: UUID?
  /// Rows that may have come, gone, changed or moved.
  private var candidates: Set<Int64> = []
  private var keys: [Int64: [Value]] = [:]
  /// The old positions of candidates, as far as they were met.
  private var found: [Int64: Int] = [:]

  /// More changed rows than this are cheaper to fetch anew.
  private static let maximumCandidates = 4_096

  init(
    _ transaction: ReadTransaction, _ query: AssetQuery, as client: String?, old: Order,
    _ changes: LoggedChanges
  ) throws {
    self.transaction = transaction
    self.query = query
    self.client = client
    self.old = old
    self.changes = changes
    columns = try query.sortColumns()
    let list = columns.map(\.sql).joined(separator: ", ")
    if case .album(let uuid) = query.range, query.sort.isEmpty {
      album = uuid
      lookup = """
        SELECT \(list) FROM memberships m
        WHERE m.asset = ? AND m.album = (SELECT id FROM collections WHERE uuid = ?)
        """
    } else {
      album = nil
      lookup = "SELECT \(list) FROM assets a WHERE a.id = ?"
    }
  }

  /// The order as it is now, or nil when it has to be fetched anew.
  mutating func run() throws -> OrderUpdate? {
    guard query.limit == 0, !query.isNewestFirst, !query.range.dependsOnOthers else { return nil }
    candidates = Set(changes.assets.keys)
    if case .album(let album) = query.range, let changed = changes.collections[album] {
      guard let members = changed.members, !changed.isDeleted else { return nil }
      candidates.formUnion(members)
    }
    guard candidates.count <= Self.maximumCandidates else { return nil }
    guard !candidates.isEmpty else {
      return OrderUpdate(order: old, difference: OrderDifference())
    }
    guard let present = try transaction.keys(of: candidates, query, as: client, columns) else {
      return nil
    }
    for (row, key) in present { keys[row] = key }
    try locate()
    var insertions: [Order.Insertion] = []
    for (row, key) in present {
      guard let place = try place(of: row, key) else { return nil }
      insertions.append(Order.Insertion(row: row, place: place))
    }
    let removed = found.values.sorted()
    return OrderUpdate(
      order: old.replacing(removed: removed, inserted: insertions),
      difference: difference(removed, insertions))
  }

  // MARK: Old positions

  /// Finds where the candidates stood.
  private mutating func locate() throws {
    var missing: Set<Int64> = []
    for row in candidates.sorted() where found[row] == nil {
      if wasAbsent(row) { continue }
      if let key = try oldKey(of: row), let place = try place(of: row, key) {
        note(around: place)
      }
      if found[row] == nil { missing.insert(row) }
    }
    found.merge(old.positions(of: missing)) { first, _ in first }
  }

  /// Whether the log says that a row cannot have been in the order.
  private func wasAbsent(_ row: Int64) -> Bool {
    guard let asset = changes.assets[row] else { return false }
    return asset.isInserted || (asset.old["trashed"] == .integer(1) && !query.includesTrashed)
  }

  /// The values by which a candidate stood where it did; nil when nobody knows.
  private mutating func oldKey(of row: Int64) throws -> [Value]? {
    let asset = changes.assets[row]
    if columns.first?.logged == nil, !columns.isEmpty {
      // A place in the album. Renumbering keeps the order, so the present rank does, unless it is
      // another place.
      if case .album(let album) = query.range,
        changes.collections[album]?.members?.contains(row) ?? false
      {
        return nil
      }
      return try presentKey(of: row)
    }
    let present = try presentKey(of: row)
    var key: [Value] = []
    for (index, column) in columns.enumerated() {
      guard let value = column.logged.flatMap({ asset?.old[$0] }) ?? present?[index] else {
        return nil
      }
      key.append(value)
    }
    return key
  }

  /// Notes the positions of the candidates that stand together at a place.
  private mutating func note(around place: Int) {
    var position = place - 1
    while position >= 0, candidates.contains(old[position]), found[old[position]] == nil {
      found[old[position]] = position
      position -= 1
    }
    position = place
    while position < old.count, candidates.contains(old[position]), found[old[position]] == nil {
      found[old[position]] = position
      position += 1
    }
  }

  // MARK: Places

  /// Where a row with these values belongs among the rows that have not changed: before the one at
  /// the position given, and behind those before it. Nil when one of them cannot be read.
  private mutating func place(of row: Int64, _ key: [Value]) throws -> Int? {
    var low = 0
    var high = old.count
    while low < high {
      let middle = (low + high) / 2
      var probe = middle
      while probe < high, candidates.contains(old[probe]) { probe += 1 }
      guard probe < high else {
        high = middle
        continue
      }
      guard let other = try presentKey(of: old[probe]) else { return nil }
      if SortColumn.precedes((other, old[probe]), (key, row), by: columns) {
        low = probe + 1
      } else {
        high = middle
      }
    }
    return low
  }

  /// The values of a row as they are; nil for one that is gone.
  private mutating func presentKey(of row: Int64) throws -> [Value]? {
    guard !columns.isEmpty else { return [] }
    if let key = keys[row] { return key }
    let (connection, count) = (transaction.connection, columns.count)
    var key: [Value]?
    if let album {
      key = try connection.first(lookup, [row, album]) { Self.values($0, count) }
    } else {
      _ = try connection.forEach(lookup, of: CollectionOfOne(row)) {
        key = Self.values($0, count)
      }
    }
    keys[row] = key
    return key
  }

  private static func values(_ row: borrowing Row, _ count: Int) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(count)
    for column in 0..<count { values.append(row.value(Int32(column))) }
    return values
  }

  // MARK: The difference

  private func difference(_ removed: [Int], _ insertions: [Order.Insertion]) -> OrderDifference? {
    var difference = OrderDifference()
    var kept: [OrderDifference.Pair] = []
    var passed = 0
    for (index, insertion) in insertions.enumerated() {
      while passed < removed.count, removed[passed] < insertion.place { passed += 1 }
      let position = insertion.place - passed + index
      if let before = found[insertion.row] {
        kept.append(OrderDifference.Pair(before: before, after: position))
        let asset = changes.assets[insertion.row]
        if asset?.hasNews ?? false { difference.changed.insert(position) }
      } else {
        difference.inserted.insert(position)
      }
    }
    difference.removed = IndexSet(removed)
    for pair in kept { difference.removed.remove(pair.before) }
    guard difference.addMoves(kept) else { return nil }
    return difference
  }
}

extension OrderDifference {
  /// Adds the moves, once removals and insertions are known. False when there are too many.
  /// - Parameter kept: The old and new positions of what is in both and may have moved; all else
  ///   has kept its order.
  fileprivate mutating func addMoves(_ kept: [Pair]) -> Bool {
    let slots = Slots(removed: Array(removed), inserted: Array(inserted))
    var line = inserted.map { Pair(before: $0, after: $0) }
    line += kept.map { Pair(before: slots.position(ofOld: $0.before), after: $0.after) }
    line.sort { $0.before < $1.before }
    // Behind how many that have not changed does it stand in the end?
    let gaps = Dictionary(
      uniqueKeysWithValues: line.map(\.after).sorted().enumerated().map {
        ($0.element, $0.element - $0.offset)
      })
    let steady = line.enumerated().filter {
      $0.element.before - $0.offset == gaps[$0.element.after]
    }
    let still = Self.longestRun(steady.map(\.element.after))
    let places = IndexSet(still.map { steady[$0].offset })
    let moved = line.enumerated().filter { !places.contains($0.offset) }.map(\.element)
    guard moved.count <= Self.maximumMoves else { return false }
    moves = Self.steps(moved)
    return true
  }
}

extension AssetQuery.Range {
  /// Whether one asset's coming can change what else is found, or the order is no column's.
  fileprivate var dependsOnOthers: Bool {
    switch self {
    case .smartAlbum(.recentlyAdded), .list: true
    case .library, .album, .smartAlbum, .identifiers, .rows, .taken, .burst: false
    }
  }
}
