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
    var search = DamageSearch(NumberedTable(source, target, copier, numberedBy: key))
    do {
      let last = try source.first(
        "SELECT \(key) FROM \(table) NOT INDEXED ORDER BY \(key) DESC LIMIT 1"
      ) { $0.integer(0) }
      guard let last, last >= 1 else {
        _ = try copyAll(table, "NOT INDEXED ORDER BY \(key)")
        return
      }
      try search.run(1...last)
    } catch let error as LibraryError where Self.isDamage(error) {
      // The last page is damaged. The numbers that were given so far are close together.
      let given = max(0, numbersGiven(in: table))
      if given > 0 { try search.run(1...given) }
      lost += search.lost
      let known = search.tree
      search = DamageSearch(known)
      if given < .max { try search.run(given + 1...(.max)) }
      // Where nothing is found behind them, nothing need have been there.
      if search.tree.saved == known.saved { search = DamageSearch(search.tree) }
    }
    saved[table, default: 0] += search.tree.saved
    lost += search.tree.misfits + search.lost
    isBroken = isBroken || search.tree.isBroken
  }

  /// The last number that was given to a row; 0 where that is not known.
  private func numbersGiven(in table: String) -> Int64 {
    let last = try? source.first("SELECT seq FROM sqlite_sequence WHERE name = ?", [table]) {
      $0.integer(0)
    }
    return (last ?? nil) ?? 0
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
    if let added = try copier.insertIfFitting(row, into: target) {
      saved[copier.table, default: 0] += added
    } else {
      lost += 1
    }
  }

  fileprivate static func isDamage(_ error: LibraryError) -> Bool {
    error.code == .libraryDamaged || error.code == .system
  }
}

/// Copies a table whose rows have numbers.
private struct NumberedTable: DamagedTree {
  private let source: Connection
  private let target: Connection
  private let copier: Copier
  private let readRange: String
  private let findFirst: String
  private(set) var saved = 0
  /// Rows that did not fit.
  private(set) var misfits = 0
  private(set) var isBroken = false

  init(_ source: Connection, _ target: Connection, _ copier: Copier, numberedBy key: String) {
    self.source = source
    self.target = target
    self.copier = copier
    let rows = "FROM \(copier.table) NOT INDEXED WHERE \(key) BETWEEN ? AND ? ORDER BY \(key)"
    readRange = "SELECT \(copier.columns), \(key) \(rows)"
    findFirst = "SELECT \(key) \(rows) LIMIT 1"
  }

  mutating func read(_ range: ClosedRange<Int64>) throws -> Int64? {
    var last: Int64?
    do {
      try source.forEach(readRange, [range.lowerBound, range.upperBound]) { row in
        if let added = try copier.insertIfFitting(row, into: target) {
          saved += added
        } else {
          misfits += 1
        }
        last = row.integer(Int32(copier.count))
      }
      return nil
    } catch let error as LibraryError where TableSalvage.isDamage(error) {
      isBroken = true
      guard let last else { return range.lowerBound }
      // What fails behind the last number of a range is another range's.
      return last < range.upperBound ? last + 1 : nil
    }
  }

  func find(_ range: ClosedRange<Int64>) throws -> DamageFinding {
    do {
      let number = try source.first(findFirst, [range.lowerBound, range.upperBound]) {
        $0.integer(0)
      }
      return number.map { .number($0) } ?? .nothing
    } catch let error as LibraryError where TableSalvage.isDamage(error) {
      return .damage
    }
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

  /// - Returns: Nil for a row with a value that its column does not take: the page holds something else.
  func insertIfFitting(_ row: borrowing Row, into target: Connection) throws -> Int? {
    do {
      return try insert(row, into: target)
    } catch let error as LibraryError where error.code == .system {
      return nil
    }
  }

  func insert(_ values: [Value], into target: Connection) throws -> Int {
    try target.forEach(sql, values) { _ in }
    return target.changedRows
  }
}
