import DiptychCodecs

/// A column that orders the assets of a fetch.
struct SortColumn {
  let sql: String
  let ascending: Bool
  /// The name of its old values in the change log; nil for places in an album, of which the log
  /// has none.
  let logged: String?

  /// Whether `left` stands before `right`: by each column in turn, ties by row. Values compare as
  /// SQLite's do, so that nothing sorts before everything (P22).
  static func precedes(
    _ left: (key: [Value], row: Int64), _ right: (key: [Value], row: Int64),
    by columns: [SortColumn]
  ) -> Bool {
    for (index, column) in columns.enumerated() {
      let order = left.key[index].order(to: right.key[index])
      if order != 0 { return column.ascending ? order < 0 : order > 0 }
    }
    return left.row < right.row
  }
}

extension Value {
  /// Below zero, zero or above it, as the value sorts before, with or behind another.
  fileprivate func order(to other: Value) -> Int {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left < right ? -1 : left > right ? 1 : 0
    case (.real(let left), .real(let right)): left < right ? -1 : left > right ? 1 : 0
    case (.integer(let left), .real(let right)):
      Double(left) < right ? -1 : Double(left) > right ? 1 : 0
    case (.real(let left), .integer(let right)):
      left < Double(right) ? -1 : left > Double(right) ? 1 : 0
    case (.text(let left), .text(let right)): Self.order(Array(left.utf8), Array(right.utf8))
    case (.blob(let left), .blob(let right)): Self.order(left, right)
    default: kindRank - other.kindRank
    }
  }

  private static func order(_ left: [UInt8], _ right: [UInt8]) -> Int {
    left.lexicographicallyPrecedes(right) ? -1 : left == right ? 0 : 1
  }

  private var kindRank: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }
}

extension AssetQuery {
  /// The columns of the order, without the row that decides ties (P21).
  /// - Throws: `unsupportedQuery` for a key that assets cannot be sorted by.
  func sortColumns() throws -> [SortColumn] {
    if sort.isEmpty {
      switch range {
      case .album: return [SortColumn(sql: "m.rank", ascending: true, logged: nil)]
      case .taken:
        return [SortColumn(sql: "a.creation_date", ascending: true, logged: "creationDate")]
      case .library, .smartAlbum, .identifiers, .rows, .list, .burst: return []
      }
    }
    return try sort.map { sort in
      guard let column = PredicateCompiler.Keys.assets.sortColumn(sort.key) else {
        throw LibraryError(
          .unsupportedQuery, "Assets cannot be sorted by this key. Sort after the fetch.",
          cause: sort.key)
      }
      return SortColumn(
        sql: column, ascending: sort.ascending, logged: AssetRecord.loggedName(sort.key))
    }
  }
}

extension AssetRecord {
  /// The name in the change log of what a key names.
  static func loggedName(_ key: String) -> String {
    switch key {
    case "isFavorite": "favorite"
    case "isHidden": "hidden"
    case "mediaSubtype": "mediaSubtypes"
    default: key
    }
  }

  /// Every value that a fetch can sort by, for the log entry of an asset that goes for ever.
  var sortableValues: [String: Value] {
    [
      "creationDate": creationDate.sqliteValue, "modificationDate": modificationDate.sqliteValue,
      "mediaType": kind.rawValue.sqliteValue, "mediaSubtypes": subtypes.sqliteValue,
      "duration": .real(duration), "pixelWidth": pixelSize.width.sqliteValue,
      "pixelHeight": pixelSize.height.sqliteValue, "favorite": isFavorite.sqliteValue,
      "hidden": isHidden.sqliteValue, "adjustmentFormatIdentifier": adjustmentFormat.sqliteValue,
      "burstIdentifier": burst.sqliteValue,
    ]
  }

  /// The values that other content changes, as the log keeps them.
  var contentValues: [String: Value] {
    [
      "pixelWidth": pixelSize.width.sqliteValue, "pixelHeight": pixelSize.height.sqliteValue,
      "duration": .real(duration), "modificationDate": modificationDate.sqliteValue,
      "adjustmentFormatIdentifier": adjustmentFormat.sqliteValue,
    ]
  }
}
