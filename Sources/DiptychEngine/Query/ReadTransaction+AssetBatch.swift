import Foundation

extension ReadTransaction {
  /// Copies of the assets at `rows`, in that order; nil for a row that is gone.
  ///
  /// One statement over a range where the rows ascend and are close together, as in order of
  /// arrival; else a look-up each.
  package func assetBatch(_ rows: ArraySlice<Int64>) throws -> [AssetRecord?] {
    let isAscending = zip(rows, rows.dropFirst()).allSatisfy { $0 < $1 }
    if let low = rows.first, let high = rows.last, isAscending,
      high - low < Int64(rows.count) * 4
    {
      return try assets(in: low...high, at: rows)
    }
    var found: [AssetRecord] = []
    found.reserveCapacity(rows.count)
    let missing = try connection.forEach(
      "SELECT \(AssetRecord.columns) FROM assets a WHERE a.id = ?", of: rows
    ) { found.append(AssetRecord($0)) }
    guard !missing.isEmpty else { return found }
    let gone = Set(missing)
    var next = found.makeIterator()
    return rows.map { gone.contains($0) ? nil : next.next() }
  }

  private func assets(
    in range: ClosedRange<Int64>, at rows: ArraySlice<Int64>
  ) throws -> [AssetRecord?] {
    var found: [AssetRecord?] = []
    found.reserveCapacity(rows.count)
    var wanted = rows.makeIterator()
    var next = wanted.next()
    try connection.forEach(
      "SELECT \(AssetRecord.columns) FROM assets a WHERE a.id BETWEEN ? AND ? ORDER BY a.id",
      [range.lowerBound, range.upperBound]
    ) { row in
      let present = row.integer(0)
      while let row = next, row < present {
        found.append(nil)
        next = wanted.next()
      }
      if next == present {
        found.append(AssetRecord(row))
        next = wanted.next()
      }
    }
    while next != nil {
      found.append(nil)
      next = wanted.next()
    }
    return found
  }
}
