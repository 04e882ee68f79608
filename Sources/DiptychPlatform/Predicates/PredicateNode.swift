/// What a predicate says, as a tree: the one form that is lowered to SQL and evaluated in memory.
///
/// Chains of AND and OR are flat lists, however long they are.
package indirect enum PredicateNode: Hashable, Sendable {
  /// Always true or always false.
  case constant(Bool)
  /// Two expressions and an operator between them.
  case comparison(PredicateComparison)
  /// True if every part is; an empty list is true.
  case and([PredicateNode])
  /// True if any part is; an empty list is false.
  case or([PredicateNode])
  /// True if the part is false.
  case not(PredicateNode)
}

/// Two expressions and an operator between them.
package struct PredicateComparison: Hashable, Sendable {
  /// Which elements of a to-many left side are compared.
  package enum Modifier: Hashable, Sendable {
    /// The left side is one value.
    case direct
    /// `ANY`, `SOME`: at least one element.
    case any
    /// `ALL`: every element.
    case all
    /// `NONE`: no element.
    case none
  }

  /// The left side.
  package var left: PredicateExpression
  /// The operator.
  package var op: PredicateOperator
  /// The right side.
  package var right: PredicateExpression
  /// Which elements of a to-many left side are compared.
  package var modifier: Modifier
  /// `[c]`: upper and lower case count as equal.
  package var caseInsensitive: Bool
  /// `[d]`: letters with and without marks count as equal.
  package var diacriticInsensitive: Bool

  /// Makes a comparison.
  package init(
    left: PredicateExpression, op: PredicateOperator, right: PredicateExpression,
    modifier: Modifier = .direct, caseInsensitive: Bool = false, diacriticInsensitive: Bool = false
  ) {
    self.left = left
    self.op = op
    self.right = right
    self.modifier = modifier
    self.caseInsensitive = caseInsensitive
    self.diacriticInsensitive = diacriticInsensitive
  }
}

/// The operators of a comparison; the raw value is the spelling that is printed.
package enum PredicateOperator: String, CaseIterable, Hashable, Sendable {
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case contains = "CONTAINS"
  case like = "LIKE"
  case matches = "MATCHES"
  case inList = "IN"
  case between = "BETWEEN"
}
