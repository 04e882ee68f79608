/// How deep the parser goes when it reads back what ``PredicatePrinter`` writes.
///
/// The printer puts parentheses where a format needs none, so what nests as deep as the parser goes could
/// not be read back. The parser refuses such a tree.
enum PredicateNesting {
  /// The levels of a predicate's text.
  static func levels(of node: PredicateNode) -> Int {
    switch node {
    case .constant: 0
    case .comparison(let comparison): max(levels(of: comparison.left), levels(of: comparison.right))
    case .and(let parts), .or(let parts): parts.map(nestedLevels).max() ?? 0
    case .not(let part): 1 + nestedLevels(of: part)
    }
  }

  private static func nestedLevels(of node: PredicateNode) -> Int {
    switch node {
    case .and(let parts) where !parts.isEmpty: 1 + levels(of: node)
    case .or(let parts) where !parts.isEmpty: 1 + levels(of: node)
    default: levels(of: node)
    }
  }

  private static func levels(of expression: PredicateExpression) -> Int {
    switch expression {
    case .keyPath, .selfObject: 0
    case .value(let value): levels(of: value)
    case .list(let elements): 1 + (elements.map(levels(of:)).max() ?? 0)
    case .arithmetic(_, let left, let right):
      max(operandLevels(of: left), 1 + operandLevels(of: right))
    case .negate(let operand): 1 + operandLevels(of: operand)
    }
  }

  /// Parentheses are a level, and so is the sign of a number.
  private static func operandLevels(of expression: PredicateExpression) -> Int {
    switch expression {
    case .arithmetic, .negate: 1 + levels(of: expression)
    case .value(let value): levels(of: value) + (isNegative(value) ? 1 : 0)
    default: levels(of: expression)
    }
  }

  private static func levels(of value: PredicateValue) -> Int {
    if case .list(let elements) = value { return 1 + (elements.map(levels(of:)).max() ?? 0) }
    return isNegative(value) ? 1 : 0
  }

  private static func isNegative(_ value: PredicateValue) -> Bool {
    switch value {
    case .integer(let number): number < 0
    case .real(let number): number.sign == .minus
    default: false
    }
  }
}
