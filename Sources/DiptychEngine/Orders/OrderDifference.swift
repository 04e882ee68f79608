import Foundation

/// How one order became another: what went, what came, what changed and what moved, each counted
/// in the state that Photos names (P153, P154).
package struct OrderDifference: Sendable, Equatable {
  /// A step of a row from one position to another, in the list as the steps before have left it.
  package struct Move: Sendable, Equatable {
    package let from: Int
    package let to: Int

    package init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  /// Positions in the old order.
  package var removed = IndexSet()
  /// Positions in the new order; before the moves they are the same.
  package var inserted = IndexSet()
  /// Positions in the new order of rows that were there before and have new values.
  package var changed = IndexSet()
  /// Steps that follow the removals and the insertions, in turn.
  package var moves: [Move] = []

  package var isEmpty: Bool {
    removed.isEmpty && inserted.isEmpty && changed.isEmpty && moves.isEmpty
  }

  /// A list with more moved elements than this is told without its steps, to be read anew.
  static let maximumMoves = 4_096

  init() {}
}

extension OrderDifference {
  /// Compares two lists in full; an element stands in each at most once.
  /// - Parameters:
  ///   - old: The list before.
  ///   - new: The list after.
  ///   - changed: The elements that count as changed where they are in both.
  /// - Returns: Nil when more than `maximumMoves` elements have moved.
  /// - Complexity: O(*n* log *n*).
  package init?<Element: Hashable>(
    from old: [Element], to new: [Element], changed: Set<Element>
  ) {
    var places: [Element: Int] = [:]
    places.reserveCapacity(new.count)
    for (place, element) in new.enumerated() { places[element] = place }
    var kept: [Pair] = []
    var isKept = [Bool](repeating: false, count: new.count)
    for (place, element) in old.enumerated() {
      if let target = places[element] {
        kept.append(Pair(before: place, after: target))
        isKept[target] = true
        if changed.contains(element) { self.changed.insert(target) }
      } else {
        removed.insert(place)
      }
    }
    for (place, isKept) in isKept.enumerated() where !isKept { inserted.insert(place) }
    // As the list is before the moves: what was inserted stands at its final position.
    let slots = Slots(removed: Array(removed), inserted: Array(inserted))
    var line = inserted.map { Pair(before: $0, after: $0) }
    line += kept.map { Pair(before: slots.position(ofOld: $0.before), after: $0.after) }
    line.sort { $0.before < $1.before }
    let still = Self.longestRun(line.map(\.after))
    let moved = line.enumerated().filter { !still.contains($0.offset) }.map(\.element)
    guard moved.count <= Self.maximumMoves else { return nil }
    moves = Self.steps(moved)
  }

  /// Where an element stands in the list before the moves and after them.
  struct Pair {
    let before: Int
    let after: Int
  }

  /// The indexes of a longest ascending run of distinct numbers.
  static func longestRun(_ numbers: [Int]) -> IndexSet {
    // The index of the smallest last number of a run of each length.
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: numbers.count)
    for (index, number) in numbers.enumerated() {
      var low = 0
      var high = ends.count
      // Lists that are in order already only ever grow at the end.
      if let last = ends.last, numbers[last] < number { low = high }
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var run = IndexSet()
    var index = ends.last ?? -1
    while index >= 0 {
      run.insert(index)
      index = previous[index]
    }
    return run
  }

  /// The steps that bring the moved elements where they belong, while the others stay in the order
  /// that they have.
  /// - Complexity: O(*k*²) in the number of moved elements, over small values.
  static func steps(_ moved: [Pair]) -> [Move] {
    // What does not move is passed over: an element stands in a gap between such ones.
    var line = moved.sorted { $0.before < $1.before }.enumerated().map { offset, pair in
      Standing(gap: pair.before - offset, target: pair.after)
    }
    let targets = moved.map(\.after).sorted()
    let gaps = Dictionary(
      uniqueKeysWithValues: targets.enumerated().map { ($0.element, $0.element - $0.offset) })
    // To the right from the right end, then to the left from the left end: where nothing crosses,
    // each step is then the same as if all were taken at once.
    let rights = line.filter { $0.gap < gaps[$0.target] ?? 0 }.map(\.target).sorted(by: >)
    let lefts = line.filter { $0.gap >= gaps[$0.target] ?? 0 }.map(\.target).sorted()
    var done: Set<Int> = []
    var moves: [Move] = []
    for target in rights + lefts {
      guard let place = line.firstIndex(where: { $0.target == target }), let gap = gaps[target]
      else { continue }
      let from = line[place].gap + place
      line.remove(at: place)
      // Behind what belongs before it, before what belongs behind it.
      var low = 0
      var high = line.count
      for (index, other) in line.enumerated() {
        if other.gap < gap || (done.contains(other.target) && other.target < target) {
          low = index + 1
        }
        if other.gap > gap || (done.contains(other.target) && other.target > target) {
          high = min(high, index)
        }
      }
      let index = min(max(target - gap, low), max(low, high))
      line.insert(Standing(gap: gap, target: target), at: index)
      done.insert(target)
      if from != gap + index { moves.append(Move(from: from, to: gap + index)) }
    }
    return moves
  }

  /// A moved element in the list as it is: behind how many that do not move it stands.
  private struct Standing {
    let gap: Int
    /// Its position in the end, which names it.
    let target: Int
  }

  /// Where what stays stands once the removed elements are out and the inserted ones are in.
  struct Slots {
    let removed: [Int]
    let inserted: [Int]

    /// The position of what stood at `old`.
    func position(ofOld old: Int) -> Int {
      let rank = old - Self.count(removed.count) { removed[$0] < old }
      return rank + Self.count(inserted.count) { inserted[$0] - $0 <= rank }
    }

    /// How many of the first indexes pass a test that the later ones fail.
    static func count(_ end: Int, where passes: (Int) -> Bool) -> Int {
      var low = 0
      var high = end
      while low < high {
        let middle = (low + high) / 2
        if passes(middle) { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }
}
