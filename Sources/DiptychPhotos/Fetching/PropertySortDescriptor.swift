import DiptychPlatform
import Foundation

/// A descriptor of a property that no fetch can sort by. Objects in memory are compared by what the
/// property says (decision 265).
final class PropertySortDescriptor: NSSortDescriptor {
  private let property: AnyKeyPath

  init(_ property: AnyKeyPath, _ ascending: Bool) {
    self.property = property
    // Foundation wants a key path of values that compare; `compare` is overridden.
    super.init(keyPath: \String.count, ascending: ascending)
  }

  override var reversedSortDescriptor: Any { PropertySortDescriptor(property, !ascending) }

  override func compare(_ object1: Any, to object2: Any) -> ComparisonResult {
    let (left, right) = (value(of: object1), value(of: object2))
    guard let result = Self.order(left, right) else {
      let kind = (left ?? right).map { "\(type(of: $0))" } ?? "nil"
      raise(
        "NSInvalidArgumentException",
        reason: "The values of this \(name) have no order: \(kind).",
        remedy: "Sort by a number, a text, a date or an enumeration.")
    }
    switch result {
    case .orderedSame: return .orderedSame
    case .orderedAscending: return ascending ? .orderedAscending : .orderedDescending
    case .orderedDescending: return ascending ? .orderedDescending : .orderedAscending
    }
  }

  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? PropertySortDescriptor else { return false }
    return other.property == property && other.ascending == ascending
  }

  override var hash: Int { property.hashValue }

  override var description: String {
    "(\(name), \(ascending ? "ascending" : "descending"), compare:)"
  }

  private var name: String { "property of \(type(of: property).rootType)" }

  /// Nil for a property that is nil.
  private func value(of object: Any) -> Any? {
    guard let value = object[keyPath: property] else {
      raise(
        "NSUnknownKeyException", reason: "A \(type(of: object)) has no such \(name).",
        remedy: "Sort objects of one class by a property of that class.")
    }
    guard let optional = value as? any OptionalValue else { return value }
    return optional.wrapped
  }

  /// Nothing stands before everything (P22). Nil for values that have no order.
  private static func order(_ left: Any?, _ right: Any?) -> ComparisonResult? {
    guard let left else { return right == nil ? .orderedSame : .orderedAscending }
    guard let right else { return .orderedDescending }
    switch (left, right) {
    case (let left as Bool, let right as Bool): return order(left ? 1 : 0, right ? 1 : 0)
    case (let left as any Comparable, _): return order(left, right)
    case (let left as any RawRepresentable, let right as any RawRepresentable):
      return order(left.rawValue, right.rawValue)
    default: return nil
    }
  }

  private static func order<Value: Comparable>(_ left: Value, _ right: Any) -> ComparisonResult? {
    guard let right = right as? Value else { return nil }
    return left < right ? .orderedAscending : right < left ? .orderedDescending : .orderedSame
  }
}

/// What may be nothing.
private protocol OptionalValue {
  var wrapped: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var wrapped: Any? { self }
}
