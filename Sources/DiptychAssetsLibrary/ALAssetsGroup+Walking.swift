import DiptychEngine
import DiptychPlatform
import Foundation

extension ALAssetsGroup {
  /// Assets are loaded this many at a time; no snapshot is held while a block runs.
  private static let batch = 256

  /// Walks the assets inside the call, all of them or those at `indexes`.
  func walk(
    _ indexes: IndexSet?, _ options: NSEnumerationOptions,
    _ block: ALAssetsGroupEnumerationResultsBlock?
  ) {
    guard let block else { return }
    var stop = ObjCBool(false)
    guard let binding, let rows = rows(), !rows.isEmpty || isReadable else {
      return finish(block, isEmpty: true)
    }
    if let indexes { check(indexes, count: rows.count) }
    var places = indexes.map(Array.init) ?? Array(rows.indices)
    if options.contains(.reverse) { places.reverse() }
    guard !places.isEmpty else { return finish(block, isEmpty: true) }
    for start in stride(from: 0, to: places.count, by: Self.batch) {
      let part = places[start..<min(start + Self.batch, places.count)]
      let found: [UUID?] =
        binding.read { transaction in
          try part.map { try transaction.asset(row: rows[$0])?.uuid }
        } ?? []
      for (place, uuid) in zip(part, found) {
        // An asset that was purged since the walk began is passed over (L82).
        guard let uuid else { continue }
        block(ALAsset(uuid, binding), place, &stop)
        // After a stop there is no further call (decision 31).
        if stop.boolValue { return }
      }
    }
    finish(block, isEmpty: false)
  }

  /// The closing call; where nothing matched, its stop flag is set already (L69, L70).
  private func finish(_ block: ALAssetsGroupEnumerationResultsBlock, isEmpty: Bool) {
    var stop = ObjCBool(isEmpty)
    block(nil, NSNotFound, &stop)
  }

  /// The rows that the filter passes; nil when they cannot be read.
  private func rows() -> [Int64]? {
    guard let binding, let query = query() else { return nil }
    return binding.read { try $0.fetchAssets(query, as: binding.client) }
  }

  /// Whether the group is there and may be read. A group that is not has nothing to walk, but no
  /// wrong index either (L70, L200).
  private var isReadable: Bool {
    value(forProperty: ALAssetsGroupPropertyName) != nil
  }

  private func check(_ indexes: IndexSet, count: Int) {
    guard let last = indexes.last, last >= count else { return }
    raise(
      "NSRangeException",
      reason: "The index \(last) is not below the number of assets, \(count).",
      remedy: "Ask numberOfAssets() first.")
  }
}
