import Foundation

/// Evaluates a predicate's tree on one object in memory.
///
/// Two-valued: a comparison with `nil` is false, except `==` and `!=`, which treat `nil` as a
/// value equal to itself only. Values of kinds that cannot be compared are unequal and unordered;
/// truth values are the numbers 0 and 1.
package struct PredicateEvaluator {
  /// Returns the value of a key path.
  package typealias Lookup = (String) throws(PredicateEvaluationError) -> PredicateValue

  private let selfValue: PredicateValue
  private let lookup: Lookup
  /// What regular expressions may still use.
  package var budget = PredicateBudget.standard

  /// Makes an evaluator for the object that `SELF` and the keys stand for.
  package init(selfValue: PredicateValue, lookup: @escaping Lookup) {
    self.selfValue = selfValue
    self.lookup = lookup
  }

  /// Returns whether the predicate holds.
  package mutating func evaluate(
    _ node: PredicateNode
  ) throws(PredicateEvaluationError) -> Bool {
    switch node {
    case .constant(let value): return value
    case .comparison(let comparison): return try evaluate(comparison)
    case .not(let part): return try !evaluate(part)
    case .and(let parts):
      for part in parts where try !evaluate(part) { return false }
      return true
    case .or(let parts):
      for part in parts where try evaluate(part) { return true }
      return false
    }
  }

  private mutating func evaluate(
    _ comparison: PredicateComparison
  ) throws(PredicateEvaluationError) -> Bool {
    let left = try value(of: comparison.left)
    let right = try value(of: comparison.right)
    guard comparison.modifier != .direct else { return try holds(comparison, left, right) }
    let elements: [PredicateValue]
    switch left {
    case .list(let values): elements = values
    case .null: elements = []
    default:
      throw PredicateEvaluationError(
        .notAList, "The left side of ANY, ALL or NONE is not a list.",
        remedy: "Remove the word, or name a key that holds an array.")
    }
    let wanted = comparison.modifier != .all
    for element in elements where try holds(comparison, element, right) == wanted {
      return comparison.modifier == .any
    }
    return comparison.modifier != .any
  }

  private mutating func holds(
    _ comparison: PredicateComparison, _ left: PredicateValue, _ right: PredicateValue
  ) throws(PredicateEvaluationError) -> Bool {
    let folding = PredicateFolding(
      caseInsensitive: comparison.caseInsensitive,
      diacriticInsensitive: comparison.diacriticInsensitive)
    let order = left.order(to: right, folding)
    switch comparison.op {
    case .equal: return left.equals(right, folding)
    case .notEqual: return !left.equals(right, folding)
    case .less: return order == .orderedAscending
    case .lessOrEqual: return order == .orderedAscending || order == .orderedSame
    case .greater: return order == .orderedDescending
    case .greaterOrEqual: return order == .orderedDescending || order == .orderedSame
    case .between:
      guard case .list(let bounds) = right, bounds.count == 2 else { return false }
      let low = left.order(to: bounds[0], folding)
      let high = left.order(to: bounds[1], folding)
      return (low == .orderedDescending || low == .orderedSame)
        && (high == .orderedAscending || high == .orderedSame)
    case .inList:
      if case .list(let values) = right { return values.contains { left.equals($0, folding) } }
      return try test(.contains, right, left, folding)
    case .contains:
      if case .list(let values) = left { return values.contains { $0.equals(right, folding) } }
      return try test(.contains, left, right, folding)
    case .beginsWith, .endsWith, .like, .matches:
      return try test(comparison.op, left, right, folding)
    }
  }

  private mutating func test(
    _ op: PredicateOperator, _ left: PredicateValue, _ right: PredicateValue,
    _ folding: PredicateFolding
  ) throws(PredicateEvaluationError) -> Bool {
    guard case .string(let text) = left, case .string(let pattern) = right else { return false }
    return try PredicateTextMatcher(op, pattern, folding: folding)?
      .matches(text, budget: &budget) ?? false
  }

  private func value(
    of expression: PredicateExpression
  ) throws(PredicateEvaluationError) -> PredicateValue {
    switch expression {
    case .keyPath(let keyPath): return try lookup(keyPath)
    case .selfObject: return selfValue
    case .value(let value): return value
    case .list(let elements):
      var values: [PredicateValue] = []
      for element in elements { values.append(try value(of: element)) }
      return .list(values)
    case .arithmetic(let op, let left, let right):
      return op.apply(try value(of: left), try value(of: right))
    case .negate(let operand):
      return PredicateArithmetic.subtract.apply(.integer(0), try value(of: operand))
    }
  }
}
