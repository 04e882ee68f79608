import DiptychPlatform

/// The text tests of one connection's statements: what they were prepared for last, and the steps
/// that regular expressions may still take in the statement that runs.
final class TextMatching {
  private var op: PredicateOperator?
  private var pattern = ""
  private var folding = PredicateFolding()
  private var matcher: PredicateTextMatcher?
  private var budget = PredicateBudget.standard
  /// Why the statement that runs has to fail.
  private(set) var failure: LibraryError?

  /// Begins a statement.
  func begin() {
    budget = .standard
    failure = nil
  }

  /// Whether `text` passes a test.
  /// - Throws: `limitExceeded` when regular expressions have taken too many steps in all rows of
  ///   the statement, `unsupportedQuery` for a malformed one.
  func matches(
    _ text: String, _ op: PredicateOperator, _ pattern: String, folding: PredicateFolding
  ) throws(LibraryError) -> Bool {
    do throws(PredicateEvaluationError) {
      if op != self.op || pattern != self.pattern || folding != self.folding || matcher == nil {
        matcher = try PredicateTextMatcher(op, pattern, folding: folding)
        (self.op, self.pattern, self.folding) = (op, pattern, folding)
      }
      return try matcher?.matches(text, budget: &budget) ?? false
    } catch {
      let error = LibraryError(error)
      failure = error
      throw error
    }
  }
}

extension LibraryError {
  /// The engine's code for a predicate that cannot be evaluated.
  init(_ error: PredicateEvaluationError) {
    self.init(
      error.code == .tooManySteps ? .limitExceeded : .unsupportedQuery,
      "\(error.message) \(error.remedy)")
  }
}
