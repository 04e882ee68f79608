import DiptychPlatform
import Foundation
import Testing

@testable import DiptychEngine

/// Chunked lists of rows.
struct OrderTests {
  @Test func positions() {
    for count in [0, 1, 1_023, 1_024, 1_025, 5_000] {
      let rows = (0..<count).map { Int64($0 * 3) }
      let order = Order(rows)
      #expect(order.count == count)
      #expect(order.rows == rows)
      #expect(order.chunks.allSatisfy { !$0.isEmpty && $0.count <= Order.chunkLength })
      for position in stride(from: 0, to: count, by: 97) {
        #expect(order[position] == rows[position])
        #expect(order.position(of: rows[position], in: 0..<count) == position)
        let end = min(count, position + 1_500)
        #expect(order.rows(at: position..<end) == Array(rows[position..<end]))
        #expect(
          order.position(of: rows[position], in: position + 1..<max(count, position + 1)) == nil)
      }
      #expect(order.position(of: 1, in: 0..<count) == nil)
    }
  }

  /// Edits give what the same edits of an array give, and share the chunks that they leave alone.
  @Test func replacing() {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("OrderTests.replacing seed \(seed)")
    var generator = SplitMix64(seed: seed)
    var rows = (0..<6_000).map { Int64($0) }
    var order = Order(rows)
    var next: Int64 = 6_000
    for _ in 0..<200 {
      let removed = Set(
        (0..<Int.random(in: 0...8, using: &generator)).map { _ in
          Int.random(in: 0..<rows.count, using: &generator)
        }
      ).sorted()
      let inserted = (0..<Int.random(in: 0...8, using: &generator)).map { index in
        Order.Insertion(
          row: next + Int64(index), place: Int.random(in: 0...rows.count, using: &generator))
      }.sorted { $0.place < $1.place }
      next += 8
      var expected: [Int64] = []
      for position in 0...rows.count {
        expected += inserted.filter { $0.place == position }.map(\.row)
        if position < rows.count, !removed.contains(position) { expected.append(rows[position]) }
      }
      let before = order.chunks
      order = order.replacing(removed: removed, inserted: inserted)
      rows = expected
      guard order.rows == rows else {
        Issue.record("seed \(seed): another list")
        return
      }
      #expect(order.chunks.allSatisfy { !$0.isEmpty && $0.count <= Order.chunkLength })
      let shared = Set(
        before.map { $0.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } })
      let fresh = order.chunks.count { chunk in
        !shared.contains(chunk.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) })
      }
      #expect(fresh <= 2 * (removed.count + inserted.count))
    }
    #expect(order.chunks.count < 24)
  }

  @Test func emptying() {
    var order = Order([1, 2, 3])
    order = order.replacing(removed: [0, 1, 2], inserted: [])
    #expect(order.isEmpty && order.chunks.isEmpty)
    order = order.replacing(
      removed: [], inserted: [Order.Insertion(row: 7, place: 0), Order.Insertion(row: 8, place: 0)])
    #expect(order.rows == [7, 8])
  }
}
