import Foundation

/// The list that the index verbs of one request count in: at first the fetch result that the request
/// was made with, then what each verb makes of it (decision 240, P90, P111).
///
/// It is what the application believes to be in the album. What is really there may differ, since
/// others change it too, and is found member by member (P110).
struct WorkingList {
  private(set) var rows: [Int64]

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
    clear(newcomers)
    let present = Set(rows)
    rows += assets.filter { !present.contains($0) }
  }

  /// Puts the n-th asset at the n-th index of the final list. One that the list names had left the
  /// album; its old place stays as nobody's.
  mutating func insert(_ assets: [Int64], at indexes: IndexSet) {
    clear(Set(assets))
    for (index, asset) in zip(indexes, assets) where index <= rows.count {
      rows.insert(asset, at: index)
    }
  }

  mutating func remove(_ assets: Set<Int64>) {
    rows.removeAll { assets.contains($0) }
  }

  mutating func remove(at indexes: IndexSet) {
    rows = rest(indexes)
  }

  /// Puts assets in the places of others. One that stood elsewhere leaves no gap there (P115).
  mutating func replace(_ indexes: IndexSet, with assets: [Int64]) {
    let newcomers = Set(assets).subtracting([Self.nobody])
    for (index, asset) in zip(indexes, assets) where rows.indices.contains(index) {
      rows[index] = asset
    }
    rows = rows.enumerated().filter { index, row in
      indexes.contains(index) || !newcomers.contains(row)
    }.map(\.element)
  }

  /// Takes rows out, then puts them in before a place of what is left (P114).
  mutating func move(_ indexes: IndexSet, to target: Int) {
    let moved = indexes.filter { rows.indices.contains($0) }.map { rows[$0] }
    rows = rest(indexes)
    rows.insert(contentsOf: moved, at: min(max(target, 0), rows.count))
  }

  private mutating func clear(_ assets: Set<Int64>) {
    for (index, row) in rows.enumerated() where assets.contains(row) { rows[index] = Self.nobody }
  }

  private func rest(_ indexes: IndexSet) -> [Int64] {
    rows.enumerated().filter { !indexes.contains($0.offset) }.map(\.element)
  }
}
