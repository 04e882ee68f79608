/// A word, literal or sign of the predicate format language.
enum PredicateToken: Hashable, Sendable {
  /// A key path or keyword as written. `isKey` is true after `#`, which makes a keyword a key.
  case word(String, isKey: Bool)
  /// A number literal.
  case number(PredicateValue)
  /// A string literal without its quotes, escapes resolved.
  case string(String)
  /// `%@`: any value.
  case objectArgument
  /// `%K`: a key path.
  case keyArgument
  /// `%d`, `%lu`, `%f` and the like: a number. The text is the specifier.
  case numberArgument(String)
  /// `$name`.
  case variable(String)
  /// `[…]`, the letters in lower case.
  case options(String)
  case symbol(Symbol)
  case end

  /// A sign; the raw value is the spelling. Alternative spellings map to one case.
  enum Symbol: String, CaseIterable, Sendable {
    case leftParenthesis = "("
    case rightParenthesis = ")"
    case leftBrace = "{"
    case rightBrace = "}"
    case comma = ","
    case and = "&&"
    case or = "||"
    case not = "!"
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case bitwiseAnd = "&"
    case bitwiseOr = "|"
    case plus = "+"
    case minus = "-"
    case times = "*"
    case power = "**"
    case divide = "/"
  }

  /// The token as it would be written, for error messages.
  var text: String {
    switch self {
    case .word(let word, let isKey): isKey ? "#\(word)" : word
    case .number(let value): PredicatePrinter.text(of: value)
    case .string(let string): PredicatePrinter.quoted(string)
    case .objectArgument: "%@"
    case .keyArgument: "%K"
    case .numberArgument(let specifier): specifier
    case .variable(let name): "$\(name)"
    case .options(let letters): "[\(letters)]"
    case .symbol(let symbol): symbol.rawValue
    case .end: "the end of the format"
    }
  }
}
