import Foundation

/// Reads the predicate format language into a tree.
///
/// All forms of P15–P20 are read, and casts to dates, as descriptions write them. Subqueries,
/// functions, other casts, `$variables` and collection indexes are refused with a message of their
/// own. The stack depth is bounded by ``PredicateLimits/nesting``.
package struct PredicateParser {
  /// What stands between two operators: a whole predicate or one side of a comparison.
  private enum Operand {
    case predicate(PredicateNode)
    case expression(PredicateExpression, depth: Int)
  }

  private var lexer: PredicateLexer
  private var arguments: PredicateArguments
  private var token = PredicateToken.end
  private var position = 0
  private var depth = 0

  /// Returns the tree of `format` with `arguments` in the places of its specifiers.
  ///
  /// Surplus arguments are ignored, as on Apple systems. O(*n*) in the length of the format and
  /// the number of values in the arguments.
  /// - Throws: ``PredicateParseError``.
  package static func parse(
    _ format: String, arguments: [Any] = []
  ) throws(PredicateParseError) -> PredicateNode {
    var parser = try PredicateParser(format, arguments)
    let operand = try parser.disjunction()
    guard parser.token == .end else { throw parser.unexpected() }
    let node = try parser.predicate(operand)
    _ = try parser.bounded(PredicateNesting.levels(of: node))
    return node
  }

  private init(_ format: String, _ arguments: [Any]) throws(PredicateParseError) {
    lexer = try PredicateLexer(format)
    self.arguments = PredicateArguments(arguments)
    try advance()
  }

  // MARK: Predicates

  private mutating func disjunction() throws(PredicateParseError) -> Operand {
    let first = try conjunction()
    guard skip(.or, .or) else { return first }
    var parts = [try predicate(first)]
    repeat {
      try advance()
      parts.append(try predicate(try conjunction()))
    } while skip(.or, .or)
    return .predicate(.or(parts))
  }

  private mutating func conjunction() throws(PredicateParseError) -> Operand {
    let first = try negation()
    guard skip(.and, .and) else { return first }
    var parts = [try predicate(first)]
    repeat {
      try advance()
      parts.append(try predicate(try negation()))
    } while skip(.and, .and)
    return .predicate(.and(parts))
  }

  private mutating func negation() throws(PredicateParseError) -> Operand {
    guard skip(.not, .not) else { return try comparison() }
    try enter()
    try advance()
    let part = try predicate(try negation())
    depth -= 1
    return .predicate(.not(part))
  }

  private mutating func comparison() throws(PredicateParseError) -> Operand {
    let modifier = try self.modifier()
    let operand = try arithmetic(minimum: 1)
    guard case .expression(let left, _) = operand, let op = comparisonOperator() else {
      if modifier != nil { throw unexpected() }
      return operand
    }
    try advance()
    let (caseInsensitive, diacriticInsensitive) = try options()
    let place = position
    let right = try expression(try arithmetic(minimum: 1)).expression
    try check(right, of: op, at: place)
    return .predicate(
      .comparison(
        PredicateComparison(
          left: left, op: op, right: right, modifier: modifier ?? .direct,
          caseInsensitive: caseInsensitive, diacriticInsensitive: diacriticInsensitive)))
  }

  private mutating func modifier() throws(PredicateParseError) -> PredicateComparison.Modifier? {
    let modifier: PredicateComparison.Modifier
    switch keyword {
    case .some(.any), .some(.some): modifier = .any
    case .some(.all): modifier = .all
    case .some(.none): modifier = .none
    default: return nil
    }
    try advance()
    return modifier
  }

  private func comparisonOperator() -> PredicateOperator? {
    switch token {
    case .symbol(.equal): .equal
    case .symbol(.notEqual): .notEqual
    case .symbol(.less): .less
    case .symbol(.lessOrEqual): .lessOrEqual
    case .symbol(.greater): .greater
    case .symbol(.greaterOrEqual): .greaterOrEqual
    default: keyword?.comparisonOperator
    }
  }

  private mutating func options() throws(PredicateParseError) -> (Bool, Bool) {
    guard case .options(let letters) = token else { return (false, false) }
    guard !letters.isEmpty, letters.allSatisfy({ $0 == "c" || $0 == "d" }) else {
      throw PredicateParseError(
        .unsupportedForm, "After an operator only [c], [d] and [cd] are supported", at: position)
    }
    try advance()
    return (letters.contains("c"), letters.contains("d"))
  }

  private func check(
    _ right: PredicateExpression, of op: PredicateOperator, at place: Int
  ) throws(PredicateParseError) {
    switch (op, right) {
    case (.between, .value(.list(let bounds))) where bounds.count == 2: return
    case (.between, .list(let bounds)) where bounds.count == 2: return
    case (.between, _):
      throw PredicateParseError(
        .unexpected, "BETWEEN needs a list of two bounds, such as {1, 5} or %@ with an array",
        at: place)
    case (.inList, .value(.list)), (.inList, .value(.string)), (.inList, .list),
      (.inList, .keyPath), (.inList, .selfObject):
      return
    case (.inList, _):
      throw PredicateParseError(
        .unexpected, "IN needs a list, such as {1, 2} or %@ with an array", at: place)
    default: return
    }
  }

  // MARK: Expressions

  private mutating func arithmetic(minimum: Int) throws(PredicateParseError) -> Operand {
    var operand = try unary()
    while let op = arithmeticOperator, op.precedence >= minimum {
      let (left, leftDepth) = try expression(operand)
      try advance()
      // `2 ** 3 ** 2` groups from the right, all others from the left.
      let next = op == .power ? op.precedence : op.precedence + 1
      try enter()
      let (right, rightDepth) = try expression(try arithmetic(minimum: next))
      depth -= 1
      operand = .expression(
        .arithmetic(op, left, right), depth: try bounded(max(leftDepth, rightDepth) + 1))
    }
    return operand
  }

  private var arithmeticOperator: PredicateArithmetic? {
    guard case .symbol(let symbol) = token else { return nil }
    return PredicateArithmetic(rawValue: symbol.rawValue)
  }

  private mutating func unary() throws(PredicateParseError) -> Operand {
    guard token == .symbol(.minus) else { return try primary() }
    try enter()
    try advance()
    let (inner, innerDepth) = try expression(try unary())
    depth -= 1
    switch inner {
    case .value(.integer(let value)) where value != .min:
      return .expression(.value(.integer(-value)), depth: innerDepth)
    case .value(.real(let value)): return .expression(.value(.real(-value)), depth: innerDepth)
    default: return .expression(.negate(inner), depth: try bounded(innerDepth + 1))
    }
  }

  private mutating func primary() throws(PredicateParseError) -> Operand {
    switch token {
    case .symbol(.leftParenthesis):
      try enter()
      try advance()
      let inner = try disjunction()
      guard token == .symbol(.rightParenthesis) else { throw unexpected() }
      try advance()
      depth -= 1
      return inner
    case .symbol(.leftBrace): return try list()
    case .number(let value): return try constant(value)
    case .string(let string): return try constant(.string(string))
    case .objectArgument: return try constant(try arguments.nextValue(at: position))
    case .numberArgument(let specifier):
      return try constant(try arguments.nextNumber(for: specifier, at: position))
    case .keyArgument:
      let keyPath = try arguments.nextKeyPath(at: position)
      try advance()
      return .expression(Self.key(keyPath), depth: 1)
    case .word(let word, let isKey): return try primary(word: word, isKey: isKey)
    case .variable:
      throw PredicateParseError(
        .unsupportedForm, "Variables are not supported; use %@ and pass the value", at: position)
    case .options, .symbol, .end: throw unexpected()
    }
  }

  private mutating func primary(
    word: String, isKey: Bool
  ) throws(PredicateParseError) -> Operand {
    if !isKey, let keyword = PredicateKeyword(word: word) {
      switch keyword {
      case .nil, .null: return try constant(.null)
      case .yes, .true: return try constant(.bool(true))
      case .no, .false: return try constant(.bool(false))
      case .selfObject:
        try advance()
        return .expression(.selfObject, depth: 1)
      case .truePredicate:
        try advance()
        return .predicate(.constant(true))
      case .falsePredicate:
        try advance()
        return .predicate(.constant(false))
      default: throw unexpected()
      }
    }
    let place = position
    try advance()
    if token == .symbol(.leftParenthesis) {
      guard !isKey, word.uppercased() == "CAST" else {
        throw PredicateParseError(
          .unsupportedForm, "Functions and subqueries are not supported", at: place)
      }
      return try cast()
    }
    if case .options = token {
      throw PredicateParseError(
        .unsupportedForm, "Indexes into a collection are not supported", at: position)
    }
    return .expression(isKey ? .keyPath(word) : Self.key(word), depth: 1)
  }

  /// `SELF.title` says the same as `title`, and so does `SELF.SELF.title`.
  private static func key(_ word: String) -> PredicateExpression {
    var path = word[...]
    while path.lowercased().hasPrefix("self.") { path = path.dropFirst(5) }
    return path.lowercased() == "self" ? .selfObject : .keyPath(String(path))
  }

  private mutating func constant(_ value: PredicateValue) throws(PredicateParseError) -> Operand {
    try advance()
    return .expression(.value(value), depth: 1)
  }

  /// Reads what follows `CAST`: a number and the name of a class.
  private mutating func cast() throws(PredicateParseError) -> Operand {
    let place = position
    try advance()
    let isNegative = token == .symbol(.minus)
    if isNegative { try advance() }
    let operand: Double?
    switch token {
    case .number(.integer(let value)): operand = Double(value)
    case .number(.real(let value)): operand = value
    case .string(let text) where !isNegative: operand = PredicateCast.number(text)
    default: operand = nil
    }
    if let operand {
      try advance()
      if token == .symbol(.comma) {
        try advance()
        if case .string(let name) = token,
          let cast = PredicateCast(isNegative ? -operand : operand, name)
        {
          try advance()
          guard token == .symbol(.rightParenthesis) else { throw unexpected() }
          return try constant(cast.value)
        }
      }
    }
    throw PredicateParseError(
      .unsupportedForm,
      "The only casts are those of numbers to dates, such as CAST(0.0, \"NSDate\"); pass other "
        + "values as arguments", at: place)
  }

  /// Reads `{a, b}`. A list of constants becomes one constant.
  private mutating func list() throws(PredicateParseError) -> Operand {
    try enter()
    try advance()
    var elements: [PredicateExpression] = []
    var deepest = 0
    while token != .symbol(.rightBrace) {
      if !elements.isEmpty {
        guard token == .symbol(.comma) else { throw unexpected() }
        try advance()
      }
      let (element, elementDepth) = try expression(try arithmetic(minimum: 1))
      elements.append(element)
      deepest = max(deepest, elementDepth)
    }
    try advance()
    depth -= 1
    var values: [PredicateValue] = []
    for case .value(let value) in elements { values.append(value) }
    if values.count == elements.count { return .expression(.value(.list(values)), depth: 1) }
    return .expression(.list(elements), depth: try bounded(deepest + 1))
  }

  // MARK: Helpers

  private var isWord: Bool {
    if case .word = token { true } else { false }
  }

  private var keyword: PredicateKeyword? {
    guard case .word(let word, isKey: false) = token else { return nil }
    return PredicateKeyword(word: word)
  }

  private func skip(_ keyword: PredicateKeyword, _ symbol: PredicateToken.Symbol) -> Bool {
    self.keyword == keyword || token == .symbol(symbol)
  }

  private mutating func advance() throws(PredicateParseError) {
    (token, position) = try lexer.next()
  }

  private mutating func enter() throws(PredicateParseError) {
    depth = try bounded(depth + 1)
  }

  private func bounded(_ depth: Int) throws(PredicateParseError) -> Int {
    guard depth <= PredicateLimits.nesting else {
      throw PredicateParseError(
        .nestedTooDeeply, "The format nests more than \(PredicateLimits.nesting) levels deep",
        at: position)
    }
    return depth
  }

  private func predicate(_ operand: Operand) throws(PredicateParseError) -> PredicateNode {
    switch operand {
    case .predicate(let node): return node
    case .expression:
      throw PredicateParseError(
        .unexpected,
        "A comparison operator such as == is missing before \(token.text); a Boolean key is "
          + "written \"isFavorite == YES\"", at: position)
    }
  }

  private func expression(
    _ operand: Operand
  ) throws(PredicateParseError) -> (expression: PredicateExpression, depth: Int) {
    switch operand {
    case .expression(let expression, let depth): return (expression, depth)
    case .predicate: throw unexpected()
    }
  }

  private func unexpected() -> PredicateParseError {
    PredicateParseError(.unexpected, "\(token.text) is not allowed here", at: position)
  }
}
