/// Why a predicate format or one of its arguments was refused.
package struct PredicateParseError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of mistake it is.
  package enum Code: Hashable, Sendable {
    /// The format has more than ``PredicateLimits/formatBytes`` bytes.
    case formatTooLong
    /// Parentheses, signs, operators or lists nest deeper than ``PredicateLimits/nesting``.
    case nestedTooDeeply
    /// A character or word stands where the language allows none.
    case unexpected
    /// A string literal has no closing quote.
    case unterminatedString
    /// There are fewer arguments than format specifiers.
    case missingArgument
    /// The argument's type cannot be used with its specifier.
    case unsupportedArgument
    /// The language has the form, this implementation has not.
    case unsupportedForm
  }

  /// What kind of mistake it is.
  package var code: Code
  /// One sentence that says what is wrong and what to write.
  package var message: String
  /// The offset of the mistake in the format, in Unicode scalars.
  package var position: Int

  /// Makes an error.
  package init(_ code: Code, _ message: String, at position: Int) {
    self.code = code
    self.message = message
    self.position = position
  }

  /// The sentence and the place.
  package var description: String {
    "\(message) (at character \(position + 1))"
  }
}

/// Bounds on what the parser accepts; text from outside never exhausts stack or memory.
package enum PredicateLimits {
  /// The longest format, in UTF-8 bytes.
  package static let formatBytes = 262_144
  /// The deepest nesting of a tree.
  package static let nesting = 100
}
