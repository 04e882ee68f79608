import DiptychPlatform

/// Foundation has a protocol of the same name; in this module the name means ours.
typealias PredicateExpression = DiptychPlatform.PredicateExpression

/// Short spellings for the trees that tests expect.
func compare(
  _ key: String, _ op: PredicateOperator, _ value: PredicateValue, caseInsensitive: Bool = false,
  diacriticInsensitive: Bool = false
) -> PredicateNode {
  compare(
    .keyPath(key), op, .value(value), caseInsensitive: caseInsensitive,
    diacriticInsensitive: diacriticInsensitive)
}

func compare(
  _ left: PredicateExpression, _ op: PredicateOperator, _ right: PredicateExpression,
  modifier: PredicateComparison.Modifier = .direct, caseInsensitive: Bool = false,
  diacriticInsensitive: Bool = false
) -> PredicateNode {
  .comparison(
    PredicateComparison(
      left: left, op: op, right: right, modifier: modifier, caseInsensitive: caseInsensitive,
      diacriticInsensitive: diacriticInsensitive))
}

func bits(_ key: String, _ mask: Int64) -> PredicateExpression {
  .arithmetic(.bitwiseAnd, .keyPath(key), .value(.integer(mask)))
}

/// One row of a table: a format, its arguments and the tree.
struct ParserRow {
  var format: String
  var arguments: [Any]
  var node: PredicateNode

  init(_ format: String, _ node: PredicateNode) {
    self.init(format, [], node)
  }

  init(_ format: String, _ arguments: [Any], _ node: PredicateNode) {
    self.format = format
    self.arguments = arguments
    self.node = node
  }
}
