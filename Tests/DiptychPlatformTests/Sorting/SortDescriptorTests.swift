import DiptychPlatform
import Foundation
import Testing

@Suite struct SortDescriptorTests {
  // P234
  @Test func theKeyCanBeReadBack() {
    let descriptor = NSSortDescriptor(key: "creationDate", ascending: false)
    #expect(descriptor.sortKey == "creationDate")
    #expect(descriptor.key == "creationDate")
    #expect(!descriptor.ascending)
    #expect((descriptor.copy() as? NSSortDescriptor)?.sortKey == "creationDate")
    let reversed = descriptor.reversedSortDescriptor as? NSSortDescriptor
    #expect(reversed?.sortKey == "creationDate")
    #expect(reversed?.ascending == true)
    #expect(NSSortDescriptor(key: nil, ascending: true).sortKey == nil)
  }

  // P20
  @Test func otherDescriptorsHaveNoKey() {
    #expect(NSSortDescriptor(keyPath: \String.count, ascending: true).sortKey == nil)
  }

  // P22
  @Test func objectsAreComparedByTheKey() {
    let descriptor = NSSortDescriptor(key: "n", ascending: true)
    let rows: [([String: Any], [String: Any], ComparisonResult)] = [
      (["n": 1], ["n": 2], .orderedAscending), (["n": 2], ["n": 1], .orderedDescending),
      (["n": 1], ["n": 1.0], .orderedSame), ([:], ["n": -5], .orderedAscending),
      (["n": "b"], ["n": "a"], .orderedDescending), ([:], [:], .orderedSame),
    ]
    for (left, right, order) in rows {
      #expect(descriptor.compare(left, to: right) == order, "\(left) \(right)")
    }
    let down = NSSortDescriptor(key: "n", ascending: false)
    #expect(down.compare(["n": 1], to: ["n": 2]) == .orderedDescending)
    #expect(NSSortDescriptor(key: nil, ascending: true).compare("a", to: "b") == .orderedAscending)
  }

  @Test func equalKeysAndDirectionsAreEqual() {
    let descriptor = NSSortDescriptor(key: "a", ascending: true)
    #expect(descriptor == NSSortDescriptor(key: "a", ascending: true))
    #expect(descriptor != NSSortDescriptor(key: "a", ascending: false))
    #expect(descriptor != NSSortDescriptor(key: "b", ascending: true))
  }
}
