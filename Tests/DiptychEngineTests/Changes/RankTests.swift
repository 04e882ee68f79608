import Foundation
import Testing

@testable import DiptychEngine

/// Ranks: gaps, relabeling, and the ends of the number range (design, section 3 and 9).
struct RankTests {
  private func filled(_ count: Int) throws -> (Library, album: Int64, rows: [Int64]) {
    let library = try Fixtures.library()
    try library.seedRows(count)
    let uuid = try library.user.make(titled: "Trip")
    let album = try #require(try library.read { try $0.collection(uuid)?.row })
    return (library, album, try library.fetchAssets(AssetQuery(.library), as: nil))
  }

  private func order(_ transaction: ReadTransaction, _ album: Int64) throws -> [Int64] {
    try transaction.connection.all(
      "SELECT asset FROM memberships WHERE album = ? ORDER BY rank", [album]
    ) { $0.integer(0) }
  }

  /// 10,000 inserts at index 1 write at most ten member rows each on average.
  @Test func manyInsertsAtOnePlace() throws {
    let (library, album, rows) = try filled(10_002)
    try library.write { transaction in
      let first = try transaction.insertMember(rows[0], after: nil, in: album)
      try transaction.insertMember(rows[1], after: first, in: album)
      let written = try changes(transaction)
      for row in rows[2...] {
        let rank = try transaction.rank(of: rows[0], in: album)
        try transaction.insertMember(row, after: rank, in: album)
      }
      let average = Double(try changes(transaction) - written) / 10_000
      #expect(average <= 10, "\(average) rows an insert")
      #expect(average >= 1)
      let expected = [rows[0]] + rows[2...].reversed() + [rows[1]]
      #expect(try order(transaction, album) == expected)
    }
  }

  /// The worst place: in the middle of a full album, always between the same two.
  @Test func manyInsertsInTheMiddle() throws {
    let (library, album, rows) = try filled(4_000)
    try library.write { transaction in
      for row in rows.prefix(2_000) {
        try transaction.insertMember(row, after: transaction.lastRank(of: album), in: album)
      }
      let written = try changes(transaction)
      for row in rows[2_000...] {
        let rank = try transaction.rank(of: rows[999], in: album)
        try transaction.insertMember(row, after: rank, in: album)
      }
      let average = Double(try changes(transaction) - written) / 2_000
      #expect(average <= 10, "\(average) rows an insert")
      let expected = rows[..<1_000] + rows[2_000...].reversed() + rows[1_000..<2_000]
      #expect(try order(transaction, album) == Array(expected))
    }
  }

  private func changes(_ transaction: ReadTransaction) throws -> Int {
    try transaction.connection.first("SELECT total_changes()") { $0.int(0) } ?? 0
  }

  /// Ranks at the very ends of the range, as no client can make them, do not trap.
  @Test func endsOfTheNumberRange() throws {
    let (library, album, rows) = try filled(60)
    try library.write { transaction in
      for (rank, row) in [(Int64.min + 1, rows[0]), (.max - 1, rows[1]), (.max, rows[2])] {
        try transaction.connection.execute(
          "INSERT INTO memberships (album, rank, asset) VALUES (?, ?, ?)", album, rank, row)
      }
      for row in rows[3..<20] { try transaction.insertMember(row, after: nil, in: album) }
      for row in rows[20..<40] {
        try transaction.insertMember(row, after: transaction.lastRank(of: album), in: album)
      }
      for row in rows[40...] {
        let rank = try transaction.rank(of: rows[1], in: album)
        try transaction.insertMember(row, after: rank, in: album)
      }
      let expected =
        rows[3..<20].reversed() + rows[0...1] + rows[40...].reversed() + [rows[2]]
        + rows[20..<40]
      #expect(try order(transaction, album) == Array(expected))
    }
  }
}
