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
    guard let binding, let rows = rows(), !rows.isEmpty || isReadable else {
      return finish(block, isEmpty: true)
    }
    if let indexes { check(indexes, count: rows.count) }
    var places = indexes.map(Array.init) ?? Array(rows.indices)
    #if DIPTYCH_PLANTED_FAULTS
      if isPlanted("legacy-reverse-ignored") { places.reverse() }
    #endif
    if options.contains(.reverse) { places.reverse() }
    guard !places.isEmpty else { return finish(block, isEmpty: true) }
    let walk = GroupWalk(block)
    for start in stride(from: 0, to: places.count, by: Self.batch) {
      let part = places[start..<min(start + Self.batch, places.count)]
      // An asset that was purged since the walk began is passed over (L82).
      let assets = (binding.assets(at: part.map { rows[$0] }) ?? []).map { found in
        (place: part[part.startIndex + found.place], asset: found.asset)
      }
      walk.call(assets, isConcurrent: options.contains(.concurrent))
      if walk.isStopped { break }
    }
    // After a stop there is no further call, unless the profile asks for it (decision 31).
    if !walk.isStopped || binding.library.profile.callsNilAfterStop {
      finish(block, isEmpty: false)
    }
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

/// The calls of one walk, one after the other or side by side.
private struct GroupWalk: @unchecked Sendable {
  // Sendable because the flag is locked, and because a caller that asks for concurrent calls has
  // said that its block may be called so (L73).
  private let block: ALAssetsGroupEnumerationResultsBlock
  private let stopped = Lock(false)

  init(_ block: @escaping ALAssetsGroupEnumerationResultsBlock) {
    self.block = block
  }

  /// Whether a call has set its stop flag.
  var isStopped: Bool { stopped.withLock { $0 } }

  /// Calls the block for each asset, until one stops; calls that run then still end.
  func call(_ assets: [(place: Int, asset: ALAsset)], isConcurrent: Bool) {
    guard isConcurrent else {
      for item in assets { if call(item) { return } }
      return
    }
    // The calls run in the scope of the walk (decision 42).
    let scope = LibraryScope.current
    DispatchQueue.concurrentPerform(iterations: assets.count) { index in
      LibraryScope.$current.withValue(scope) {
        if !isStopped { call(assets[index]) }
      }
    }
  }

  /// - Returns: Whether the call has set its stop flag.
  @discardableResult
  private func call(_ item: (place: Int, asset: ALAsset)) -> Bool {
    #if DIPTYCH_PLANTED_FAULTS
      let item =
        isPlanted("legacy-index-off-by-one") ? (place: item.place + 1, asset: item.asset) : item
    #endif
    var stop = ObjCBool(false)
    block(item.asset, item.place, &stop)
    if stop.boolValue { stopped.withLock { $0 = true } }
    return stop.boolValue
  }
}
