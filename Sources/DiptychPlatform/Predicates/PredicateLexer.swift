import Foundation

/// Cuts a predicate format into tokens, one at a time. O(*n*) in the length of the format.
struct PredicateLexer {
  private let scalars: [Unicode.Scalar]
  /// The offset of the next unread scalar.
  private var index = 0

  /// Makes a lexer for `format`.
  /// - Throws: `formatTooLong`.
  init(_ format: String) throws(PredicateParseError) {
    guard format.utf8.count <= PredicateLimits.formatBytes else {
      throw PredicateParseError(
        .formatTooLong,
        "The format is longer than \(PredicateLimits.formatBytes) bytes; pass values as arguments",
        at: 0)
    }
    scalars = Array(format.unicodeScalars)
  }

  /// Returns the next token and the offset at which it starts.
  mutating func next() throws(PredicateParseError) -> (token: PredicateToken, position: Int) {
    while let scalar = peek(), scalar.properties.isWhitespace { index += 1 }
    let start = index
    return (try token(), start)
  }

  private mutating func token() throws(PredicateParseError) -> PredicateToken {
    guard let scalar = peek() else { return .end }
    switch scalar {
    case "\"", "'": return try string(quote: scalar)
    case "%": return try argument()
    case "[": return try options()
    case "$":
      index += 1
      return .variable(try word())
    case "#":
      index += 1
      return .word(try word(), isKey: true)
    case "0"..."9": return try number()
    case ".":
      if let digit = peek(1), digit.isDecimalDigit { return try number() }
    case "@": return .word(try word(), isKey: true)
    default:
      if scalar.startsWord { return .word(try word(), isKey: false) }
      if let symbol = symbol() { return .symbol(symbol) }
    }
    throw PredicateParseError(
      .unexpected, "\(PredicatePrinter.quoted(String(scalar))) has no meaning here", at: index)
  }

  private func peek(_ offset: Int = 0) -> Unicode.Scalar? {
    index + offset < scalars.count ? scalars[index + offset] : nil
  }

  // MARK: Signs

  private static let spellings: [(String, PredicateToken.Symbol)] =
    (PredicateToken.Symbol.allCases.map { ($0.rawValue, $0) }
    + [("=", .equal), ("=<", .lessOrEqual), ("=>", .greaterOrEqual), ("<>", .notEqual)])
    .sorted { $0.0.count > $1.0.count }

  private mutating func symbol() -> PredicateToken.Symbol? {
    for (spelling, symbol) in Self.spellings {
      let wanted = spelling.unicodeScalars
      guard index + wanted.count <= scalars.count else { continue }
      if scalars[index..<index + wanted.count].elementsEqual(wanted) {
        index += wanted.count
        return symbol
      }
    }
    return nil
  }

  private mutating func options() throws(PredicateParseError) -> PredicateToken {
    let start = index
    index += 1
    var letters = String.UnicodeScalarView()
    while let scalar = peek(), scalar != "]" {
      letters.append(scalar)
      index += 1
    }
    guard peek() != nil else {
      throw PredicateParseError(.unexpected, "A \"[\" has no \"]\" after it", at: start)
    }
    index += 1
    return .options(String(letters).lowercased())
  }

  // MARK: Words

  /// Reads components joined by points; `@` may start one (`albums.@count`), `#` escapes one.
  private mutating func word() throws(PredicateParseError) -> String {
    var text = String.UnicodeScalarView()
    while true {
      if peek() == "@" {
        text.append("@")
        index += 1
      } else if peek() == "#", !text.isEmpty {
        index += 1
      }
      guard let first = peek(), first.startsWord else {
        throw PredicateParseError(.unexpected, "A key is missing or incomplete", at: index)
      }
      while let scalar = peek(), scalar.continuesWord {
        text.append(scalar)
        index += 1
      }
      guard peek() == "." else { return String(text) }
      text.append(".")
      index += 1
    }
  }

  // MARK: Numbers

  private mutating func number() throws(PredicateParseError) -> PredicateToken {
    let start = index
    if peek() == "0", let mark = peek(1), mark == "x" || mark == "X" {
      index += 2
      let digits = take { $0.properties.isASCIIHexDigit }
      guard let value = Int64(digits, radix: 16) else { throw badNumber(at: start) }
      return .number(.integer(value))
    }
    var text = take(\.isDecimalDigit)
    var isReal = false
    if peek() == ".", let digit = peek(1), digit.isDecimalDigit {
      isReal = true
      index += 1
      text += "." + take(\.isDecimalDigit)
    }
    if let mark = peek(), mark == "e" || mark == "E" {
      let isSigned = peek(1) == "+" || peek(1) == "-"
      if let digit = peek(isSigned ? 2 : 1), digit.isDecimalDigit {
        isReal = true
        text += isSigned && peek(1) == "-" ? "e-" : "e"
        index += isSigned ? 2 : 1
        text += take(\.isDecimalDigit)
      }
    }
    if let scalar = peek(), scalar.continuesWord { throw badNumber(at: start) }
    if !isReal, let value = Int64(text) { return .number(.integer(value)) }
    guard let value = Double("0" + text), value.isFinite else { throw badNumber(at: start) }
    return .number(.real(value))
  }

  private mutating func take(_ isWanted: (Unicode.Scalar) -> Bool) -> String {
    let start = index
    while let scalar = peek(), isWanted(scalar) { index += 1 }
    return String(String.UnicodeScalarView(scalars[start..<index]))
  }

  private func badNumber(at position: Int) -> PredicateParseError {
    PredicateParseError(.unexpected, "The number is malformed or too large", at: position)
  }

  // MARK: Strings

  /// Reads a quoted string. A specifier inside quotes is plain text, as on Apple systems, but
  /// `%%` stands for one percent sign.
  private mutating func string(quote: Unicode.Scalar) throws(PredicateParseError)
    -> PredicateToken
  {
    let start = index
    index += 1
    var text = String.UnicodeScalarView()
    while let scalar = peek() {
      index += 1
      switch scalar {
      case quote: return .string(String(text))
      case "\\": text.append(try escape())
      case "%" where peek() == "%":
        index += 1
        text.append("%")
      default: text.append(scalar)
      }
    }
    throw PredicateParseError(
      .unterminatedString, "The string that starts here has no closing quote", at: start)
  }

  private mutating func escape() throws(PredicateParseError) -> Unicode.Scalar {
    guard let scalar = peek() else {
      throw PredicateParseError(
        .unterminatedString, "The format ends after a backslash", at: index - 1)
    }
    index += 1
    switch scalar {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "u":
      let digits = (0..<4).compactMap { peek($0) }.filter(\.properties.isASCIIHexDigit)
      guard digits.count == 4,
        let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16),
        let unicode = Unicode.Scalar(value)
      else {
        throw PredicateParseError(
          .unexpected, "After \\u write the four hexadecimal digits of a character", at: index - 2)
      }
      index += 4
      return unicode
    default: return scalar
    }
  }

  // MARK: Arguments

  private mutating func argument() throws(PredicateParseError) -> PredicateToken {
    let start = index
    index += 1
    let length = take { "hlqLzjt".unicodeScalars.contains($0) }
    guard let conversion = peek() else { throw badSpecifier(at: start) }
    index += 1
    switch conversion {
    case "@" where length.isEmpty: return .objectArgument
    case "K" where length.isEmpty: return .keyArgument
    case "d", "D", "i", "u", "U", "o", "O", "x", "X", "f", "F", "e", "E", "g", "G", "a", "A":
      return .numberArgument("%\(length)\(conversion)")
    case "%":
      throw PredicateParseError(
        .unexpected, "A percent sign can only be part of a quoted string", at: start)
    default: throw badSpecifier(at: start)
    }
  }

  private func badSpecifier(at position: Int) -> PredicateParseError {
    PredicateParseError(
      .unsupportedForm,
      "This format specifier is not supported; use %@ for values, %K for keys, %d or %f for numbers",
      at: position)
  }
}

extension Unicode.Scalar {
  fileprivate var isDecimalDigit: Bool { ("0"..."9").contains(self) }

  fileprivate var startsWord: Bool { self == "_" || properties.isXIDStart }

  fileprivate var continuesWord: Bool { self == "_" || properties.isXIDContinue }
}
