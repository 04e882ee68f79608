import DiptychPlatform
import Foundation
import Testing

@testable import DiptychEngine

/// Differences of lists, replayed on the old list.
struct OrderDifferenceTests {
  /// The old list with a difference applied in the order that Photos prescribes (P153).
  static func replay<Element>(
    _ difference: OrderDifference, on old: [Element], towards new: [Element]
  )
    -> [Element]
  {
    var list = old
    for index in difference.removed.reversed() { list.remove(at: index) }
    for index in difference.inserted { list.insert(new[index], at: index) }
    for move in difference.moves { list.insert(list.remove(at: move.from), at: move.to) }
    return list
  }

  @Test(arguments: [
    // C73: a goes, d changes, f comes.
    ("abcde", "bcdef", "d", "0", "4", "2", ""),
    ("abc", "abc", "", "", "", "", ""),
    ("", "ab", "", "", "01", "", ""),
    ("ab", "", "ab", "01", "", "", ""),
    ("abcd", "dabc", "", "", "", "", "3-0"),
    ("abcd", "bcda", "", "", "", "", "0-3"),
    // Two to the front, two to the end: each step is the same taken alone.
    ("abcde", "deabc", "", "", "", "", "3-0 4-1"),
    ("abcde", "cdeab", "", "", "", "", "1-4 0-3"),
    // Gone, come and moved at once; b has to pass what came.
    ("abcde", "exbcd", "e", "0", "1", "0", "0-1 4-0"),
  ]) func table(
    old: String, new: String, changed: String, removed: String, inserted: String, changes: String,
    moves: String
  ) throws {
    func indexes(_ text: String) -> IndexSet { IndexSet(text.compactMap { Int(String($0)) }) }
    let difference = try #require(
      OrderDifference(from: Array(old), to: Array(new), changed: Set(changed)))
    #expect(difference.removed == indexes(removed))
    #expect(difference.inserted == indexes(inserted))
    #expect(difference.changed == indexes(changes))
    let replayed = Self.replay(difference, on: Array(old), towards: Array(new))
    #expect(String(replayed) == new)
    if !moves.isEmpty || difference.moves.isEmpty {
      #expect(difference.moves.map { "\($0.from)-\($0.to)" }.joined(separator: " ") == moves)
    }
  }

  // P153
  @Test func replaying() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("OrderDifferenceTests.replaying seed \(seed)")
    var generator = SplitMix64(seed: seed)
    for _ in 0..<4_000 {
      let old = (0..<Int.random(in: 0...14, using: &generator)).map { $0 }
      var new = old.filter { _ in Int.random(in: 0..<4, using: &generator) > 0 }
      for _ in 0..<Int.random(in: 0...4, using: &generator) where new.count > 1 {
        let element = new.remove(at: Int.random(in: 0..<new.count, using: &generator))
        new.insert(element, at: Int.random(in: 0...new.count, using: &generator))
      }
      for element in 100..<100 + Int.random(in: 0...4, using: &generator) {
        new.insert(element, at: Int.random(in: 0...new.count, using: &generator))
      }
      let difference = try #require(OrderDifference(from: old, to: new, changed: Set(new)))
      let replayed = Self.replay(difference, on: old, towards: new)
      guard replayed == new else {
        Issue.record("\(old) to \(new), seed \(seed): \(difference) gives \(replayed)")
        return
      }
      let kept = new.indices.filter { old.contains(new[$0]) }
      guard Array(difference.changed) == kept else {
        Issue.record("\(old) to \(new), seed \(seed): changed \(Array(difference.changed))")
        return
      }
    }
  }

  /// A list with too many moves is told without them.
  @Test func bounds() {
    let old = Array(0..<10_000)
    #expect(OrderDifference(from: old, to: old.reversed(), changed: []) == nil)
    #expect(
      OrderDifference(from: old, to: Array(old[1...]) + [0], changed: [])?.moves
        == [OrderDifference.Move(from: 0, to: 9_999)])
  }
}
