import Foundation

/// The list that the index verbs of one request count in: at first the fetch result that the request
/// was made with, then what each verb makes of it (decision 240, P90, P111).
///
/// It is what the application believes to be in the album. What is really there may differ, since
/// others change it too, and is found member by member (P110).
///
/// Verbs are only noted. They are applied when one that counts is next met, in one pass for additions,
/// since most requests add in a loop and count nothing.
struct WorkingList {
  private enum Step {
    case add([Int64], Set<Int64>)
    case insert([Int64], IndexSet)
    case remove(Set<Int64>)
    case removeAt(IndexSet)
    case replace(IndexSet, [Int64])
    case move(IndexSet, Int)
  }

  private var rows: [Int64]
  private var steps: [Step] = []

  /// The row of no asset, which keeps the place of one that is gone.
  static let nobody: Int64 = 0

  init(_ rows: [Int64]) {
    self.rows = rows
  }

  /// Appends assets; one that is in the list and in the album keeps its place (decision 10).
  /// - Parameters:
  ///   - assets: What was asked for.
  ///   - newcomers: Those of them that the album did not hold.
  mutating func add(_ assets: [Int64], _ newcomers: Set<Int64>) {
    steps.append(.add(assets, newcomers))
  }

  /// Puts the n-th asset at the n-th index of the final list. One that the list names had left the
  /// album; its old place stays as nobody's.
  mutating func insert(_ assets: [Int64], at indexes: IndexSet) {
    steps.append(.insert(assets, indexes))
  }

  mutating func remove(_ assets: Set<Int64>) {
    steps.append(.remove(assets))
  }

  mutating func remove(at indexes: IndexSet) {
    steps.append(.removeAt(indexes))
  }

  /// Puts assets in the places of others. One that stood elsewhere leaves no gap there (P115).
  mutating func replace(_ indexes: IndexSet, with assets: [Int64]) {
    steps.append(.replace(indexes, assets))
  }

  /// Takes rows out, then puts them in before a place of what is left (P114).
  mutating func move(_ indexes: IndexSet, to target: Int) {
    steps.append(.move(indexes, target))
  }

  /// The list as the verbs so far have made it.
  /// - Complexity: O(*n*) for each verb since the last time but additions that follow one another,
  ///   which take O(*n*) together.
  mutating func settled() -> [Int64] {
    // What is in the list, as long as additions are applied.
    var present: Set<Int64>?
    for step in steps {
      if case .add(let assets, let newcomers) = step {
        apply(assets, newcomers, &present)
        continue
      }
      present = nil
      switch step {
      case .add: break
      case .insert(let assets, let indexes):
        clear(Set(assets))
        for (index, asset) in zip(indexes, assets) where index <= rows.count {
          rows.insert(asset, at: index)
        }
      case .remove(let assets): rows.removeAll { assets.contains($0) }
      case .removeAt(let indexes): rows = rest(indexes)
      case .replace(let indexes, let assets): apply(indexes, assets)
      case .move(let indexes, let target):
        let moved = indexes.filter { rows.indices.contains($0) }.map { rows[$0] }
        rows = rest(indexes)
        rows.insert(contentsOf: moved, at: min(max(target, 0), rows.count))
      }
    }
    steps = []
    return rows
  }

  private mutating func apply(
    _ assets: [Int64], _ newcomers: Set<Int64>, _ present: inout Set<Int64>?
  ) {
    var known = present ?? Set(rows)
    present = nil
    let left = newcomers.intersection(known)
    if !left.isEmpty { clear(left) }
    known.subtract(left)
    for asset in assets where asset == Self.nobody || !known.contains(asset) {
      rows.append(asset)
      known.insert(asset)
    }
    present = known
  }

  private mutating func apply(_ indexes: IndexSet, _ assets: [Int64]) {
    let newcomers = Set(assets).subtracting([Self.nobody])
    for (index, asset) in zip(indexes, assets) where rows.indices.contains(index) {
      rows[index] = asset
    }
    rows = rows.enumerated().filter { index, row in
      indexes.contains(index) || !newcomers.contains(row)
    }.map(\.element)
  }

  private mutating func clear(_ assets: Set<Int64>) {
    for (index, row) in rows.enumerated() where assets.contains(row) { rows[index] = Self.nobody }
  }

  private func rest(_ indexes: IndexSet) -> [Int64] {
    rows.enumerated().filter { !indexes.contains($0.offset) }.map(\.element)
  }
}
