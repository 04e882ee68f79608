import DiptychPlatform
import Foundation

/// A key to sort by, as `NSSortDescriptor` names it.
package struct SortKey: Hashable, Sendable {
  package var key: String
  package var ascending: Bool

  package init(_ key: String, ascending: Bool) {
    self.key = key
    self.ascending = ascending
  }
}

/// Which assets are wanted, and in which order.
package struct AssetQuery: Hashable, Sendable {
  package enum Range: Hashable, Sendable {
    case library
    case album(UUID)
    case smartAlbum(SmartAlbum)
    case identifiers([UUID])
    case rows([Int64])
    /// Rows in the order of the list.
    case list([Int64])
    /// The assets that were taken in an interval, its end excluded, in the order of their dates.
    case taken(DateInterval)
    /// The assets of a burst.
    case burst(UUID)
  }

  package var range: Range
  package var filter: PredicateNode?
  /// Empty means the range's own order: arrival, or the album's arrangement (P23, P24).
  package var sort: [SortKey] = []
  package var includesHidden = false
  package var includesAllBursts = false
  package var includesTrashed = false
  /// Bits of `AssetSource`; 0 means what suits the range (P42): every source in a synced album or a
  /// stream and where the range names its assets (decision 72), else the user's own library.
  package var sources = 0
  /// At most this many, after filtering and sorting; 0 for all (P43).
  package var limit = 0
  /// Whether what arrived last comes first; for a range in order of arrival that is not sorted.
  package var isNewestFirst = false

  package init(_ range: Range) {
    self.range = range
  }

  /// Everything that was synced from a computer.
  package static var synced: AssetQuery {
    var query = AssetQuery(.library)
    query.sources = AssetSource.synced.rawValue
    return query
  }
}

extension AssetQuery.Range {
  /// Whether the caller says which assets are meant, so that their source does not matter.
  fileprivate var namesAssets: Bool {
    switch self {
    case .identifiers, .list: true
    case .library, .album, .smartAlbum, .rows, .taken, .burst: false
    }
  }
}

extension Library {
  /// The rows of the assets that `query` finds for `client`, in order.
  ///
  /// A client without read access finds nothing (P173); one with limited access finds what the
  /// user selected (P177). Pass nil for the library itself.
  /// - Throws: `unsupportedQuery` for a key or form that the store does not know.
  /// - Complexity: One read transaction; O(*n*) in the rows found, which are read from an index.
  package func fetchAssets(_ query: AssetQuery, as client: String?) throws -> [Int64] {
    try read { try $0.fetchAssets(query, as: client) }
  }

  /// Copies of the assets at `rows`, in that order; a row that is gone is left out.
  package func assets(_ rows: some Sequence<Int64>) throws -> [AssetRecord] {
    try read { transaction in try rows.compactMap { try transaction.asset(row: $0) } }
  }
}

extension ReadTransaction {
  package func fetchAssets(_ query: AssetQuery, as client: String?) throws -> [Int64] {
    try fetchOrder(query, as: client).rows
  }

  /// What `fetchAssets` finds, as an order.
  func fetchOrder(_ query: AssetQuery, as client: String?) throws -> Order {
    guard let (sql, arguments) = try statement(query, as: client) else { return Order([]) }
    return Order(chunks: try connection.integers(sql, arguments, pieceLength: Order.chunkLength))
  }

  /// Which of `rows` a query finds, whatever its limit, with their values of some columns, in the
  /// order of these columns; nil when nothing can be found.
  func keys(
    of rows: Set<Int64>, _ query: AssetQuery, as client: String?, _ columns: [SortColumn]
  ) throws -> [(row: Int64, key: [Value])]? {
    guard let builder = try makeBuilder(query, as: client, among: rows) else { return nil }
    let list = (["a.id"] + columns.map(\.sql)).joined(separator: ", ")
    let order = (columns.map { $0.sql + ($0.ascending ? "" : " DESC") } + ["a.id"])
      .joined(separator: ", ")
    return try connection.all(
      "SELECT \(list) \(builder.clause) ORDER BY \(order)", builder.arguments
    ) { row in
      var key: [Value] = []
      for index in columns.indices { key.append(row.value(Int32(index + 1))) }
      return (row.integer(0), key)
    }
  }

  /// The statement that gives the rows, or nil when nothing can be found.
  package func statement(_ query: AssetQuery, as client: String?) throws
    -> (sql: String, arguments: [any BindableValue])?
  {
    guard var builder = try makeBuilder(query, as: client) else { return nil }
    var sql = "SELECT a.id \(builder.clause) ORDER BY " + (try order(query))
    if query.limit > 0 {
      sql += " LIMIT ?"
      #if DIPTYCH_PLANTED_FAULTS
        if isPlanted("engine-limit-one-more") {
          builder.arguments.append(query.limit + 1)
          return (sql, builder.arguments)
        }
      #endif
      builder.arguments.append(query.limit)
    }
    return (sql, builder.arguments)
  }

  /// How many assets `query` finds, without listing them.
  package func countAssets(_ query: AssetQuery, as client: String?) throws -> Int {
    guard query.limit == 0 else { return try fetchAssets(query, as: client).count }
    guard let builder = try makeBuilder(query, as: client) else { return 0 }
    return try connection.first("SELECT count(*) \(builder.clause)", builder.arguments) {
      $0.int(0)
    } ?? 0
  }

  private struct Builder {
    var source = "assets a"
    var conditions: [String] = []
    var arguments: [any BindableValue] = []

    /// The statement behind its columns.
    var clause: String { "FROM \(source) WHERE \(conditions.joined(separator: " AND "))" }

    /// Narrows to what was added in the month before the newest of what is found so far: what nobody
    /// is shown decides nothing (decision 230).
    /// - Parameter count: How many arguments belong to the source.
    mutating func keepRecentlyAdded(argumentsOfSource count: Int) {
      // The inner `a` stands for another asset than the outer one.
      let newest =
        "SELECT max(a.added_date) FROM assets a WHERE "
        + conditions.joined(separator: " AND ")
      conditions.append("a.added_date >= (\(newest)) - \(SmartAlbum.recently)")
      arguments += arguments.dropFirst(count)
    }
  }

  /// The statement's parts, or nil when nothing can be found.
  private func makeBuilder(
    _ query: AssetQuery, as client: String?, among rows: Set<Int64>? = nil
  ) throws -> Builder? {
    var builder = Builder()
    if let rows {
      // A cross join keeps SQLite from walking the whole view for a few rows.
      builder.source = "json_each(?) given CROSS JOIN assets a ON a.id = given.value"
      builder.arguments.append("[" + rows.map(String.init).joined(separator: ",") + "]")
    }
    let argumentsOfSource = builder.arguments.count
    var query = query
    if query.sources == 0, query.range.namesAssets { query.sources = AssetSource.all.rawValue }
    var includesHidden = query.includesHidden
    switch query.range {
    case .library: break
    case .album(let uuid):
      guard let album = try collection(uuid) else { return nil }
      builder.source =
        rows == nil
        ? "memberships m CROSS JOIN assets a ON a.id = m.asset"
        : builder.source + " CROSS JOIN memberships m ON m.asset = a.id"
      builder.conditions.append("m.album = ?")
      builder.arguments.append(album.row)
      if query.sources == 0, !album.kind.isEditable { query.sources = AssetSource.all.rawValue }
      if library.profile.hiddenShownInAlbums { includesHidden = true }
    case .smartAlbum(let album):
      builder.conditions.append(album.condition)
    case .identifiers(let uuids):
      add(uuids, to: &builder)
      includesHidden = true
    case .rows(let rows):
      try add(rows, to: &builder)
    case .list(let rows):
      builder.source = "json_each(?) l CROSS JOIN assets a ON a.id = l.value"
      builder.arguments.append("[" + rows.map(String.init).joined(separator: ",") + "]")
    case .taken(let interval):
      builder.conditions.append("a.creation_date >= ? AND a.creation_date < ?")
      builder.arguments += [interval.start, interval.end]
    case .burst(let uuid):
      builder.conditions.append("a.burst = ?")
      builder.arguments.append(uuid)
    }
    try addView(query, includesHidden, to: &builder)
    if let client {
      switch try library.access.status(.readWrite, client, in: self) {
      case .authorized: break
      case .limited:
        // Of other clients' albums it sees nothing, not even what it may see of their members (P178).
        if case .album(let uuid) = query.range, try collection(uuid)?.creator != client {
          return nil
        }
        #if DIPTYCH_PLANTED_FAULTS
          if isPlanted("engine-limited-sees-all") { break }
        #endif
        let selection = try limitedSelection(of: client)
        builder.conditions.append(selection.sql)
        builder.arguments += selection.arguments
      case .notDetermined, .restricted, .denied: return nil
      }
    }
    if query.range == .smartAlbum(.recentlyAdded) {
      builder.keepRecentlyAdded(argumentsOfSource: argumentsOfSource)
    }
    if let filter = query.filter {
      var compiler = PredicateCompiler(keys: .assets)
      builder.conditions.append(try compiler.sql(filter))
      builder.arguments += compiler.arguments
    }
    return builder
  }

  private func add(_ uuids: [UUID], to builder: inout Builder) {
    if uuids.count == 1 {
      builder.conditions.append("a.uuid = ?")
      builder.arguments.append(uuids[0])
    } else {
      builder.conditions.append("a.uuid IN (SELECT uuid_blob(value) FROM json_each(?))")
      builder.arguments.append(PredicateList.json(uuids.map(\.sqliteValue)).text)
    }
  }

  private func add(_ rows: [Int64], to builder: inout Builder) throws {
    if rows.count == 1 {
      builder.conditions.append("a.id = ?")
      builder.arguments.append(rows[0])
    } else {
      builder.conditions.append("a.id IN (SELECT value FROM json_each(?))")
      builder.arguments.append("[" + rows.map(String.init).joined(separator: ",") + "]")
    }
  }

  /// The default view (decision 1), as far as the query does not widen it.
  private func addView(
    _ query: AssetQuery, _ includesHidden: Bool, to builder: inout Builder
  ) throws {
    if !query.includesTrashed, !query.includesAllBursts, query.sources == 0 {
      // The sign keeps SQLite from walking the whole view where identifiers are given.
      switch query.range {
      case .rows, .burst: builder.conditions.append("+a.own = 1")
      case .library, .album, .smartAlbum, .taken, .identifiers, .list:
        builder.conditions.append("a.own = 1")
      }
    } else {
      if !query.includesTrashed { builder.conditions.append("a.trashed_date IS NULL") }
      if !query.includesAllBursts {
        builder.conditions.append("(a.burst IS NULL OR a.burst_pick > 0)")
      }
      builder.conditions.append("a.source & ? <> 0")
      builder.arguments.append(query.sources == 0 ? 1 : query.sources)
    }
    #if DIPTYCH_PLANTED_FAULTS
      if isPlanted("engine-hidden-in-albums"), case .album = query.range { return }
    #endif
    if !includesHidden { builder.conditions.append("a.hidden = 0") }
  }

  /// Ties keep the order of arrival, so that every order is total (P21).
  private func order(_ query: AssetQuery) throws -> String {
    guard !query.sort.isEmpty else {
      switch query.range {
      case .album: return "m.rank"
      case .list: return "l.key"
      case .taken: return "a.creation_date, a.id"
      case .library, .smartAlbum, .identifiers, .rows, .burst:
        return query.isNewestFirst ? "a.id DESC" : "a.id"
      }
    }
    var parts = try query.sortColumns().map { $0.sql + ($0.ascending ? " ASC" : " DESC") }
    #if DIPTYCH_PLANTED_FAULTS
      if isPlanted("engine-second-sort-key-lost") { parts = Array(parts.prefix(1)) }
    #endif
    parts.append("a.id")
    return parts.joined(separator: ", ")
  }
}
