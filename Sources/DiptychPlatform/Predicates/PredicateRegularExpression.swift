import Foundation

/// The pattern of a `MATCHES`: an ICU regular expression that must fit the whole string.
struct PredicateRegularExpression: Sendable {
  private let expression: NSRegularExpression
  private let folding: PredicateFolding

  /// Compiles a pattern.
  /// - Throws: `malformedPattern`.
  init(_ pattern: String, folding: PredicateFolding) throws(PredicateEvaluationError) {
    self.folding = PredicateFolding(diacriticInsensitive: folding.diacriticInsensitive)
    let folded = self.folding.fold(pattern)
    do {
      let options: NSRegularExpression.Options = folding.caseInsensitive ? .caseInsensitive : []
      // Compiled alone first: `a)|(b` must not become valid by the group around it.
      _ = try NSRegularExpression(pattern: folded, options: options)
      expression = try NSRegularExpression(pattern: "\\A(?:\(folded))\\z", options: options)
    } catch {
      throw PredicateEvaluationError(
        .malformedPattern,
        "Can't open pattern \(PredicatePrinter.quoted(pattern)) of MATCHES.",
        remedy: "Write a valid ICU regular expression, or use CONTAINS or LIKE.")
    }
  }

  /// Returns whether the whole of `text` fits.
  ///
  /// Foundation stops without a word when an expression needs too much stack or time; here that is
  /// an error, never the answer "no".
  /// - Throws: `tooManySteps`.
  func matches(
    _ text: String, _ budget: inout PredicateBudget
  ) throws(PredicateEvaluationError) -> Bool {
    let text = folding.fold(text)
    var isMatch = false
    var isExhausted = false
    var units = budget.units
    expression.enumerateMatches(
      in: text, options: [.reportProgress, .reportCompletion],
      range: NSRange(location: 0, length: text.utf16.count)
    ) { result, flags, stop in
      if flags.contains(.internalError) { isExhausted = true }
      if flags.contains(.progress) {
        units -= 1
        if units < 0 {
          isExhausted = true
          stop.pointee = true
        }
      } else if result != nil {
        isMatch = true
        stop.pointee = true
      }
    }
    budget.units = max(units, 0)
    guard !isExhausted else {
      throw PredicateEvaluationError(
        .tooManySteps, "A MATCHES comparison needs too many steps.",
        remedy: "Simplify the regular expression, or use CONTAINS or LIKE.")
    }
    return isMatch
  }
}
