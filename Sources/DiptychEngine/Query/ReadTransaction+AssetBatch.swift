import Foundation

extension ReadTransaction {
  /// Calls `body` with each asset at `rows` and its place among them, in that order. A row that is
  /// gone is left out. `body` must not use the transaction: it is called while a statement runs, so
  /// that an object can be made of each snapshot without keeping a list of them.
  package func assetBatch(
    _ rows: ArraySlice<Int64>, _ body: (Int, consuming AssetSnapshot) -> Void
  ) throws {
    var matcher = RowMatcher(rows, areAscending: Self.closeRange(rows) != nil)
    try gather(AssetSnapshot.source, rows) { row in
      guard let place = matcher.place(of: row.integer(0)) else { return }
      body(place, AssetSnapshot(row))
    }
  }

  /// Calls `body` with what `source` says of the assets at `rows`, in that order, and perhaps of
  /// others between them. `body` must not use the transaction.
  ///
  /// One statement over a range where the rows ascend and are close together, as in order of
  /// arrival; else one that many rows are bound to: starting and resetting a statement for each
  /// costs as much as finding it.
  /// - Returns: Whether the rows ascend, and there may be others between them.
  @discardableResult
  func gather(
    _ source: BatchSource, _ rows: ArraySlice<Int64>, _ body: (borrowing GatheredRow) -> Void
  ) throws -> Bool {
    if let range = Self.closeRange(rows) {
      try connection.gather(source.selectRange, [range.lowerBound, range.upperBound], body)
      return true
    }
    var start = rows.startIndex
    while start < rows.endIndex {
      let isLong = rows.endIndex - start >= BatchSource.wide
      let width = isLong ? BatchSource.wide : BatchSource.narrow
      let end = min(start + width, rows.endIndex)
      try connection.gather(
        isLong ? source.selectWide : source.selectNarrow, keys: rows[start..<end], width: width,
        body)
      start = end
    }
    return false
  }

  /// The range of rows that ascend and are close together.
  private static func closeRange(_ rows: ArraySlice<Int64>) -> ClosedRange<Int64>? {
    guard let low = rows.first, let high = rows.last else { return nil }
    let (span, isOverflow) = high.subtractingReportingOverflow(low)
    guard !isOverflow, span < Int64(rows.count) * 4 else { return nil }
    var last = low
    for row in rows.dropFirst() {
      guard row > last else { return nil }
      last = row
    }
    return low...high
  }
}

/// Finds the places of what was gathered among the rows that were asked for.
struct RowMatcher {
  private let rows: ArraySlice<Int64>
  private let areAscending: Bool
  private var next: Int

  init(_ rows: ArraySlice<Int64>, areAscending: Bool) {
    self.rows = rows
    self.areAscending = areAscending
    next = rows.startIndex
  }

  /// The place of a row, which stands behind those asked for before; nil for one that nobody
  /// wants, as there are in a range.
  mutating func place(of row: Int64) -> Int? {
    var place = next
    if areAscending {
      while place < rows.endIndex, rows[place] < row { place += 1 }
      next = place
    } else {
      while place < rows.endIndex, rows[place] != row { place += 1 }
    }
    guard place < rows.endIndex, rows[place] == row else { return nil }
    next = place + 1
    return place - rows.startIndex
  }
}

/// What a batch reads of each asset, as statements over ranges and lists of rows.
struct BatchSource: Sendable {
  /// How many rows a statement is bound to, in a large result and at the end of one.
  static let wide = 256
  static let narrow = 16

  let selectRange: String
  let selectWide: String
  let selectNarrow: String

  /// - Parameters:
  ///   - columns: The arguments of `gather`. The first is `a.id`.
  ///   - joins: What is joined to `assets a`, if anything.
  init(_ columns: String, joins: String = "") {
    // What precedes a left join is stepped in its own order, which for a range is that of the rows.
    selectRange = """
      SELECT gather(\(columns)) FROM assets a \(joins) WHERE a.id BETWEEN ? AND ?
      """
    // A cross join keeps the order of its tables: the keys are stepped, and each looks its row up.
    func select(_ width: Int) -> String {
      """
      SELECT gather(\(columns))
      FROM (VALUES \(Array(repeating: "(?)", count: width).joined(separator: ","))) keys
      CROSS JOIN assets a ON a.id = keys.column1 \(joins)
      """
    }
    selectWide = select(Self.wide)
    selectNarrow = select(Self.narrow)
  }
}

extension AssetSnapshot {
  fileprivate static let source = BatchSource(columns)
}
