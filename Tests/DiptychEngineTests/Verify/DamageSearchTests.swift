import Testing

@testable import DiptychEngine

/// What is found around damage, and how many questions that takes.
struct DamageSearchTests {
  /// Pages of numbers, as the leaves of a tree.
  private struct Pages: DamagedTree {
    let pages: [[Int64]]
    let damaged: Set<Int>
    /// Rows that cannot be read on pages that can.
    var damagedRows: Set<Int64> = []
    var rows: [Int64] = []
    var readings = 0

    mutating func read(_ range: ClosedRange<Int64>) throws -> Int64? {
      readings += 1
      var next = range.lowerBound
      for (index, page) in pages.enumerated() {
        guard let end = page.last, end >= range.lowerBound else { continue }
        guard !damaged.contains(index) else { return next }
        for row in page where range.contains(row) {
          if damagedRows.contains(row) { return next }
          rows.append(row)
          if row == range.upperBound { return nil }
          next = row + 1
        }
        if end > range.upperBound { return nil }
      }
      return nil
    }

    func find(_ range: ClosedRange<Int64>) throws -> DamageFinding {
      for (index, page) in pages.enumerated() {
        guard let end = page.last, end >= range.lowerBound else { continue }
        guard !damaged.contains(index) else { return .damage }
        let found = page.first { $0 >= range.lowerBound }
        return found.map { $0 <= range.upperBound ? .number($0) : .nothing } ?? .nothing
      }
      return .nothing
    }
  }

  /// Ten numbers a page: 200 in a row, then 100 far apart, the last of them the greatest there is.
  private static let pages: [[Int64]] = {
    let far = (1...100).map { Int64.max - 1_000_000_000_000 * Int64(100 - $0) }
    let numbers = (1...200).map { Int64($0) } + far
    return stride(from: 0, to: numbers.count, by: 10).map { Array(numbers[$0..<$0 + 10]) }
  }()

  @Test(
    "everything that can be read is found, with few questions",
    arguments: [
      ([], 0), ([0], 10), ([3, 4], 20), ([3, 5], 20), ([19], 10), ([20], 1), ([21, 23], 2),
      ([29], 1), ([3, 20], 11), ([3, 22, 25, 29], 13), ([25, 26, 27, 28, 29], 1), ([0, 29], 11),
      (Set(0..<20), 200),
    ] as [(Set<Int>, Int)])
  func pages(_ damaged: Set<Int>, _ lost: Int) throws {
    var search = DamageSearch(Pages(pages: Self.pages, damaged: damaged))
    try search.run(1...Int64.max)
    let sound = Self.pages.indices.filter { !damaged.contains($0) }.flatMap { Self.pages[$0] }
    #expect(search.tree.rows.sorted() == sound)
    #expect(search.lost == lost)
    #expect(search.tree.readings < 300)
  }

  @Test("a row that cannot be read is one loss, however far it is from the others")
  func rows() throws {
    let lost: Set<Int64> = [1, 77, 200, Self.pages[22][4], .max]
    var search = DamageSearch(Pages(pages: Self.pages, damaged: [], damagedRows: lost))
    try search.run(1...Int64.max)
    #expect(search.tree.rows.sorted() == Self.pages.flatMap { $0 }.filter { !lost.contains($0) })
    #expect(search.lost == 5)
    #expect(search.tree.readings < 300)
  }

  @Test("where nothing can be read, the questions end")
  func nothing() throws {
    var search = DamageSearch(Pages(pages: [[1, Int64.max]], damaged: [0]))
    try search.run(1...Int64.max)
    #expect(search.lost == 1 && search.tree.rows == [])
    search = DamageSearch(Pages(pages: [[40]], damaged: [0]))
    try search.run(1...40)
    #expect(search.lost == 40)
  }
}
