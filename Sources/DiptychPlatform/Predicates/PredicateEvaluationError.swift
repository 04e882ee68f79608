/// Why a predicate could not be evaluated.
package struct PredicateEvaluationError: Error, Hashable, Sendable {
  /// What kind of mistake it is.
  package enum Code: Hashable, Sendable {
    /// The object has no such key.
    case unknownKey
    /// A regular expression is malformed.
    case malformedPattern
    /// Matching regular expressions took more steps than the budget allows.
    case tooManySteps
    /// `ANY`, `ALL` or `NONE` stands before something that is not a list.
    case notAList
  }

  /// What kind of mistake it is.
  package var code: Code
  /// One sentence that says what is wrong.
  package var message: String
  /// One sentence that says what to do.
  package var remedy: String

  /// Makes an error.
  package init(_ code: Code, _ message: String, remedy: String) {
    self.code = code
    self.message = message
    self.remedy = remedy
  }

  /// The Objective-C exception that Apple raises in this case.
  var exceptionName: String {
    code == .unknownKey ? "NSUnknownKeyException" : "NSInvalidArgumentException"
  }
}
