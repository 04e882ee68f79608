import Foundation

/// A sort descriptor that was made from a key and remembers it.
final class KeySortDescriptor: NSSortDescriptor {
  /// The key that was given.
  let descriptorKey: String?

  init(sortKey: String?, isAscending: Bool) {
    descriptorKey = sortKey
    // Foundation wants a Swift key path; it is never followed, because `compare` is overridden.
    super.init(keyPath: \String.count, ascending: isAscending)
  }

  override var reversedSortDescriptor: Any {
    KeySortDescriptor(sortKey: descriptorKey, isAscending: !ascending)
  }

  override func compare(_ object1: Any, to object2: Any) -> ComparisonResult {
    let (left, right) = (value(of: object1), value(of: object2))
    let result: ComparisonResult =
      switch (left, right) {
      case (.null, .null): .orderedSame
      case (.null, _): .orderedAscending
      case (_, .null): .orderedDescending
      default: left.order(to: right, PredicateFolding()) ?? .orderedSame
      }
    return ascending ? result : result.reversed
  }

  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? KeySortDescriptor else { return false }
    return other.descriptorKey == descriptorKey && other.ascending == ascending
  }

  override var hash: Int {
    descriptorKey.hashValue
  }

  override var description: String {
    "(\(descriptorKey ?? "self"), \(ascending ? "ascending" : "descending"), compare:)"
  }

  private func value(of object: Any) -> PredicateValue {
    let reader = PredicateObjectReader(object: object)
    guard let descriptorKey else { return reader.selfValue }
    do throws(PredicateEvaluationError) {
      return try reader.value(forKeyPath: descriptorKey)
    } catch {
      raise(error.exceptionName, reason: error.message, remedy: error.remedy)
    }
  }
}

extension ComparisonResult {
  fileprivate var reversed: ComparisonResult {
    switch self {
    case .orderedAscending: .orderedDescending
    case .orderedDescending: .orderedAscending
    case .orderedSame: .orderedSame
    }
  }
}
