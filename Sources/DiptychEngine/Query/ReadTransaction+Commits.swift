import Foundation

extension ReadTransaction {
  /// When the commits after `token` were made, at most `limit` of them, by token.
  package func commitDates(after token: Int64, limit: Int) throws -> [Int64: Date] {
    var dates: [Int64: Date] = [:]
    try connection.forEach(
      "SELECT token, date FROM commits WHERE token > ? ORDER BY token LIMIT ?", [token, limit]
    ) { row in dates[row.integer(0)] = row.date(1) }
    return dates
  }

  /// The token behind which the last `count` commits are; 0 when there are fewer.
  package func token(beforeLast count: Int) throws -> Int64 {
    try connection.first(
      "SELECT token FROM commits ORDER BY token DESC LIMIT 1 OFFSET ?", [count]
    ) { $0.integer(0) } ?? 0
  }

  /// The applications that something was decided about, sorted.
  package func clientsWithAccess() throws -> [String] {
    try connection.all("SELECT DISTINCT client FROM access ORDER BY client") { $0.text(0) }
  }

  /// The albums that hold an asset, by title and then age.
  package func albumRecords(holding asset: Int64) throws -> [CollectionRecord] {
    try connection.all(
      """
      SELECT \(CollectionRecord.columns) FROM collections c
      WHERE c.id IN (SELECT album FROM memberships WHERE asset = ?) ORDER BY c.title, c.id
      """, [asset], CollectionRecord.init)
  }
}
