import Foundation

extension ReadTransaction {
  /// Copies of the assets at `rows`, by row; a row that is gone is left out.
  ///
  /// One statement: a range where the rows are close together, as in order of arrival, else a list.
  package func assetBatch(_ rows: some Collection<Int64>) throws -> [Int64: AssetRecord] {
    guard let low = rows.min(), let high = rows.max() else { return [:] }
    let isDense = high - low < Int64(rows.count) * 4
    let condition =
      isDense ? "a.id BETWEEN ? AND ?" : "a.id IN (SELECT value FROM json_each(?))"
    let arguments: [any BindableValue] =
      isDense ? [low, high] : ["[" + rows.map(String.init).joined(separator: ",") + "]"]
    var records: [Int64: AssetRecord] = [:]
    records.reserveCapacity(rows.count)
    try connection.forEach(
      "SELECT \(AssetRecord.columns) FROM assets a WHERE \(condition)", arguments
    ) { row in
      let record = AssetRecord(row)
      records[record.row] = record
    }
    return records
  }
}
