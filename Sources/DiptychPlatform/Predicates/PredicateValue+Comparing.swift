import Foundation

extension PredicateValue {
  /// Returns whether two values count as equal; `nil` equals `nil` only.
  package func equals(_ other: PredicateValue, _ folding: PredicateFolding) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.object(let left), .object(let right)): left == right
    case (.list(let left), .list(let right)):
      left.count == right.count
        && zip(left, right).allSatisfy { $0.equals($1, folding) }
    default: order(to: other, folding) == .orderedSame
    }
  }

  /// Returns the order of two values, or `nil` if they have none.
  package func order(
    to other: PredicateValue, _ folding: PredicateFolding
  ) -> ComparisonResult? {
    switch (self, other) {
    case (.string(let left), .string(let right)):
      return ComparisonResult(folding.fold(left), folding.fold(right))
    case (.date(let left), .date(let right)):
      let (first, second) = (
        left.timeIntervalSinceReferenceDate, right.timeIntervalSinceReferenceDate
      )
      return first.isNaN || second.isNaN ? nil : ComparisonResult(first, second)
    default:
      guard let left = number, let right = other.number else { return nil }
      return left.order(to: right)
    }
  }

  /// The value as a number, if it is one; truth values are 0 and 1.
  var number: PredicateNumber? {
    switch self {
    case .bool(let value): .integer(value ? 1 : 0)
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    default: nil
    }
  }
}

extension ComparisonResult {
  /// The order of two values that always have one.
  fileprivate init<Value: Comparable>(_ left: Value, _ right: Value) {
    self = left < right ? .orderedAscending : left == right ? .orderedSame : .orderedDescending
  }
}

/// A number of a predicate.
enum PredicateNumber: Hashable, Sendable {
  case integer(Int64)
  case real(Double)

  /// The nearest floating-point number.
  var double: Double {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    }
  }

  /// The number without loss as an integer, if it is one.
  var exactInteger: Int64? {
    switch self {
    case .integer(let value): value
    case .real(let value): Int64(exactly: value)
    }
  }

  /// Returns the exact order of two numbers, also where a large integer is no floating-point
  /// number; NaN has none.
  func order(to other: PredicateNumber) -> ComparisonResult? {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): return ComparisonResult(left, right)
    case (.integer(let left), .real(let right)): return Self.order(left, right)
    case (.real(let left), .integer(let right)):
      return Self.order(right, left).map { ComparisonResult(0, $0.rawValue) }
    case (.real(let left), .real(let right)):
      return left.isNaN || right.isNaN ? nil : ComparisonResult(left, right)
    }
  }

  private static func order(_ integer: Int64, _ real: Double) -> ComparisonResult? {
    guard !real.isNaN else { return nil }
    let whole = real.rounded(.down)
    guard let floor = Int64(exactly: whole) else {
      return real > 0 ? .orderedAscending : .orderedDescending
    }
    if integer == floor { return whole < real ? .orderedAscending : .orderedSame }
    return ComparisonResult(integer, floor)
  }
}

extension PredicateArithmetic {
  /// Returns the result for two values; `nil` for what are not numbers, for division by zero, and
  /// for what no number is the result of, such as infinity less infinity.
  ///
  /// Whole numbers stay whole (`7 / 2` is 3) unless the result does not fit, which then is a
  /// floating-point number. Bit operators need whole numbers.
  package func apply(_ left: PredicateValue, _ right: PredicateValue) -> PredicateValue {
    guard let left = left.number, let right = right.number else { return .null }
    switch self {
    case .bitwiseOr, .bitwiseAnd:
      guard let left = left.exactInteger, let right = right.exactInteger else { return .null }
      return .integer(self == .bitwiseOr ? left | right : left & right)
    case .power: return .real(pow(left.double, right.double))
    case .add, .subtract, .multiply, .divide:
      if case .integer(let left) = left, case .integer(let right) = right,
        let result = whole(left, right)
      {
        return result
      }
      return real(left.double, right.double)
    }
  }

  private func whole(_ left: Int64, _ right: Int64) -> PredicateValue? {
    let result: (partialValue: Int64, overflow: Bool)
    switch self {
    case .add: result = left.addingReportingOverflow(right)
    case .subtract: result = left.subtractingReportingOverflow(right)
    case .multiply: result = left.multipliedReportingOverflow(by: right)
    default:
      guard right != 0 else { return .null }
      result = left.dividedReportingOverflow(by: right)
    }
    return result.overflow ? nil : .integer(result.partialValue)
  }

  private func real(_ left: Double, _ right: Double) -> PredicateValue {
    let result =
      switch self {
      case .add: left + right
      case .subtract: left - right
      case .multiply: left * right
      default: right == 0 ? Double.nan : left / right
      }
    return result.isNaN ? .null : .real(result)
  }
}
