import Foundation

extension ReadTransaction {
  /// Calls `body` with each asset at `rows` and its place among them, in that order. A row that is
  /// gone is left out.
  ///
  /// One statement over a range where the rows ascend and are close together, as in order of
  /// arrival; else one that many rows are bound to: starting and resetting a statement for each
  /// costs as much as finding it.
  package func assetBatch(
    _ rows: ArraySlice<Int64>, _ body: (Int, AssetSnapshot) throws -> Void
  ) throws {
    let range = Self.closeRange(rows)
    var next = rows.startIndex
    func place(_ row: borrowing Row) throws {
      let present = row.integer(0)
      var place = next
      while place < rows.endIndex, rows[place] != present {
        // In a range there are rows that nobody wants.
        if range != nil, rows[place] > present { return }
        place += 1
      }
      guard place < rows.endIndex else { return }
      next = place + 1
      try body(place - rows.startIndex, AssetSnapshot(row))
    }
    if let range {
      try connection.forEach(Self.selectRange, [range.lowerBound, range.upperBound], place)
      return
    }
    var start = rows.startIndex
    while start < rows.endIndex {
      let (width, sql) =
        rows.endIndex - start >= Self.wide
        ? (Self.wide, Self.selectWide) : (Self.narrow, Self.selectNarrow)
      let end = min(start + width, rows.endIndex)
      try connection.forEach(sql, keys: rows[start..<end], width: width, place)
      start = end
    }
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

  /// How many rows a statement is bound to, in a large result and at the end of one.
  private static let wide = 256
  private static let narrow = 16

  private static let selectRange = """
    SELECT \(AssetSnapshot.columns) FROM assets a WHERE a.id BETWEEN ? AND ? ORDER BY a.id
    """
  private static let selectWide = select(wide)
  private static let selectNarrow = select(narrow)

  /// A cross join keeps the order of its tables: the keys are stepped, and each looks its row up.
  private static func select(_ width: Int) -> String {
    """
    SELECT \(AssetSnapshot.columns)
    FROM (VALUES \(Array(repeating: "(?)", count: width).joined(separator: ","))) keys
    CROSS JOIN assets a ON a.id = keys.column1
    """
  }
}
