/// Copies the tables of a damaged database row by row, around what cannot be read.
struct TableSalvage {
  let source: Connection
  let target: Connection
  /// Rows that were copied, by table.
  private(set) var saved: [String: Int] = [:]
  /// Rows that did not fit, and row ids behind which there may have been one.
  private(set) var lost = 0
  /// Whether a tree of numbered rows could not be walked to its end.
  private(set) var isBroken = false

  /// Tables whose rows have a number of their own, and what it is called.
  static let numbered = [
    ("library", "id"), ("assets", "id"), ("resources", "id"), ("collections", "id"),
    ("commits", "token"), ("answers", "id"), ("texts", "asset"),
  ]

  /// The other tables, and the orders in which their rows can be read: by the table itself and by
  /// each index that holds whole rows. What one order cannot reach, another may.
  static let keyed: [(table: String, orders: [String])] = [
    (
      "memberships",
      [
        "NOT INDEXED ORDER BY album, rank", "NOT INDEXED ORDER BY album DESC, rank DESC",
        "INDEXED BY memberships_by_asset ORDER BY asset",
        "INDEXED BY memberships_by_asset ORDER BY asset DESC",
      ]
    ),
    ("reserved_titles", ["ORDER BY title", "ORDER BY title DESC"]),
    ("purged", ["ORDER BY kind, id", "ORDER BY kind DESC, id DESC"]),
    ("pending_removals", ["ORDER BY path", "ORDER BY path DESC"]),
    ("changes", ["ORDER BY token, ordinal", "ORDER BY token DESC, ordinal DESC"]),
    ("access", ["ORDER BY client, level", "ORDER BY client DESC, level DESC"]),
    ("access_selection", ["ORDER BY client, asset", "ORDER BY client DESC, asset DESC"]),
    ("keywords", ["ORDER BY asset, keyword", "ORDER BY asset DESC, keyword DESC"]),
  ]

  init(source: Connection, target: Connection) {
    self.source = source
    self.target = target
  }

  mutating func run() throws {
    try target.execute("BEGIN IMMEDIATE")
    // The row that the steps made gives way to the old one.
    let made = try target.all("SELECT uuid, created, token FROM library") { row in
      [row.value(0), row.value(1), row.value(2)]
    }
    try target.execute("DELETE FROM library")
    for (table, key) in Self.numbered { try copyAll(table, numberedBy: key) }
    for (table, orders) in Self.keyed {
      for order in orders {
        if try copyAll(table, order) { break }
      }
    }
    try finish(made)
  }

  /// Takes rows over that no tree leads to, where they are of a table whose columns tell it from the
  /// others. Rows that are there already stay, and what was deleted for ever does not come back.
  mutating func run(_ stranded: StrandedRows) throws {
    try target.execute("BEGIN IMMEDIATE")
    let copiers = try ["assets", "resources", "collections"].map { try Copier($0, target) }
    try stranded.forEach { row, values in
      guard let copier = copiers.first(where: { $0.count == values.count }),
        values[0] == .null, case .blob(let uuid) = values[1], uuid.count == 16,
        try !isKnown(copier.table, row, values)
      else { return }
      do {
        let added = try copier.insert([.integer(row)] + values.dropFirst(), into: target)
        saved[copier.table, default: 0] += added
        // It was counted as lost when its number was met.
        lost -= min(lost, added)
      } catch let error as LibraryError where error.code == .system {
        // An old page of another table: its values do not fit.
      }
    }
    try target.execute("COMMIT")
  }

  /// Whether the row is in the new database, or was removed for ever, or is a file where another is
  /// now.
  private func isKnown(_ table: String, _ row: Int64, _ values: [Value]) throws -> Bool {
    let sql =
      switch table {
      case "assets": "SELECT 1 FROM purged WHERE kind = 0 AND id = ?"
      case "collections": "SELECT 1 FROM purged WHERE kind <> 0 AND id = ?"
      default: "SELECT 1 FROM resources WHERE asset = ? AND role = ?"
      }
    let parameters: [any BindableValue] = table == "resources" ? [values[2], values[3]] : [row]
    return try target.first(sql, parameters) { _ in true } ?? false
  }

  private mutating func finish(_ made: [[Value]]) throws {
    if saved["library"] == nil, let made = made.first {
      try target.execute(
        "INSERT INTO library (id, uuid, created, token) VALUES (1, ?, ?, ?)", made[0], made[1],
        made[2])
    }
    try target.execute("COMMIT")
  }

  // MARK: Tables with numbers

  private mutating func copyAll(_ table: String, numberedBy key: String) throws {
    let copier = try Copier(table, target)
    let last =
      bound("SELECT \(key) FROM \(table) NOT INDEXED ORDER BY \(key) DESC LIMIT 1")
      ?? bound("SELECT seq FROM sqlite_sequence WHERE name = '\(table)'")
    guard let last, last >= 1 else {
      _ = try copyAll(table, "NOT INDEXED ORDER BY \(key)")
      return
    }
    // Ranges still to be read, the next one last.
    var ranges = [Int64(1)...last]
    while let range = ranges.popLast() {
      var next = range.lowerBound
      do {
        try source.forEach(
          "SELECT \(copier.columns), \(key) FROM \(table) NOT INDEXED "
            + "WHERE \(key) BETWEEN ? AND ? ORDER BY \(key)", [range.lowerBound, range.upperBound]
        ) { row in
          try transfer(row, with: copier)
          next = row.integer(Int32(copier.count)) + 1
        }
      } catch let error as LibraryError where Self.isDamage(error) {
        isBroken = true
        guard next < range.upperBound else {
          lost += 1
          continue
        }
        // Halves, until what cannot be read stands alone.
        let middle = next + (range.upperBound - next) / 2
        ranges.append(middle + 1...range.upperBound)
        ranges.append(next...middle)
      }
    }
  }

  private func bound(_ sql: String) -> Int64? {
    (try? source.first(sql, [], { $0.integer(0) })) ?? nil
  }

  // MARK: Tables with keys

  /// Copies in one order until something cannot be read.
  /// - Returns: Whether everything could be read.
  private mutating func copyAll(_ table: String, _ order: String) throws -> Bool {
    let copier = try Copier(table, target)
    do {
      try source.forEach("SELECT \(copier.columns) FROM \(table) \(order)") { row in
        try transfer(row, with: copier)
      }
      return true
    } catch let error as LibraryError where Self.isDamage(error) {
      isBroken = true
      return false
    }
  }

  private mutating func transfer(_ row: borrowing Row, with copier: Copier) throws {
    do {
      saved[copier.table, default: 0] += try copier.insert(row, into: target)
    } catch let error as LibraryError where error.code == .system {
      // A value that its column does not take: the page holds something else.
      lost += 1
    }
  }

  private static func isDamage(_ error: LibraryError) -> Bool {
    error.code == .libraryDamaged || error.code == .system
  }
}

/// Writes rows of one table.
private struct Copier {
  let table: String
  /// The names of the columns, in quotes.
  let columns: String
  let count: Int
  private let sql: String

  init(_ table: String, _ target: Connection) throws {
    let names = try target.all("SELECT name FROM pragma_table_info(?)", [table]) { $0.text(0) }
    self.table = table
    columns = names.map { "\"\($0)\"" }.joined(separator: ", ")
    count = names.count
    sql =
      "INSERT OR IGNORE INTO \(table) (\(columns)) VALUES ("
      + names.map { _ in "?" }.joined(separator: ", ") + ")"
  }

  /// - Returns: 0 for a row that is there already, else 1.
  func insert(_ row: borrowing Row, into target: Connection) throws -> Int {
    var values: [Value] = []
    for index in 0..<count { values.append(row.value(Int32(index))) }
    return try insert(values, into: target)
  }

  func insert(_ values: [Value], into target: Connection) throws -> Int {
    try target.forEach(sql, values) { _ in }
    return target.changedRows
  }
}
