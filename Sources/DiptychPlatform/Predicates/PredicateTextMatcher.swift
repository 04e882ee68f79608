import Foundation

/// One string operator with its right side, prepared once and applied to many strings.
///
/// The engine's SQL functions and the evaluation in memory both use this type, so that they agree.
package struct PredicateTextMatcher: Sendable {
  private enum Test: Sendable {
    case equal(String)
    case beginsWith(String)
    case endsWith(String)
    case contains(String)
    case like(LikePattern)
    case matches(PredicateRegularExpression)
  }

  private let test: Test
  private let folding: PredicateFolding

  /// Prepares an operator; `nil` if `op` does not test one string against another.
  ///
  /// `inList` with a string on the right side means that the right contains the left, so prepare
  /// `contains` with the sides exchanged instead.
  /// - Throws: `malformedPattern`, for `matches` only.
  package init?(
    _ op: PredicateOperator, _ right: String, folding: PredicateFolding
  ) throws(PredicateEvaluationError) {
    self.folding = folding
    let folded = folding.fold(right)
    switch op {
    case .equal: test = .equal(folded)
    case .beginsWith: test = .beginsWith(folded)
    case .endsWith: test = .endsWith(folded)
    case .contains: test = .contains(folded)
    case .like: test = .like(LikePattern(folded))
    case .matches: test = .matches(try PredicateRegularExpression(right, folding: folding))
    default: return nil
    }
  }

  /// Returns whether `left` passes the test.
  /// - Parameter budget: What regular expressions may still use; shared by all rows of a fetch.
  /// - Throws: `tooManySteps`, for `matches` only.
  package func matches(
    _ left: String, budget: inout PredicateBudget
  ) throws(PredicateEvaluationError) -> Bool {
    if case .matches(let expression) = test { return try expression.matches(left, &budget) }
    let text = folding.fold(left)
    return switch test {
    case .equal(let right): text == right
    case .beginsWith(let right): text.hasPrefix(right)
    case .endsWith(let right): text.hasSuffix(right)
    case .contains(let right): right.isEmpty || text.contains(right)
    case .like(let pattern): pattern.matches(text)
    case .matches: false
    }
  }
}

/// Which differences between letters a comparison overlooks: `[c]`, `[d]`, both or none.
///
/// Without either, strings are equal if they are canonically equivalent, as in Swift (P18,
/// decision 7).
package struct PredicateFolding: Hashable, Sendable {
  /// `[c]`.
  package var caseInsensitive: Bool
  /// `[d]`.
  package var diacriticInsensitive: Bool

  /// Makes a folding.
  package init(caseInsensitive: Bool = false, diacriticInsensitive: Bool = false) {
    self.caseInsensitive = caseInsensitive
    self.diacriticInsensitive = diacriticInsensitive
  }

  /// Returns `text` with the overlooked differences removed; independent of the locale.
  package func fold(_ text: String) -> String {
    var options: String.CompareOptions = []
    if caseInsensitive { options.insert(.caseInsensitive) }
    if diacriticInsensitive { options.insert(.diacriticInsensitive) }
    return options.isEmpty ? text : text.folding(options: options, locale: nil)
  }
}

/// How many steps regular expressions may take, over all strings that one fetch tests.
package struct PredicateBudget: Hashable, Sendable {
  /// What one query gets: a fraction of a second of the regular-expression engine's work. With much
  /// more, Foundation gives up first, and says nothing.
  package static let standard = PredicateBudget(units: 500)

  /// Progress reports left; one stands for some ten thousand steps.
  package var units: Int

  /// Makes a budget.
  package init(units: Int) {
    self.units = units
  }
}
