import DiptychPlatform
import Foundation

/// Turns a predicate's syntax tree into a SQL condition with bound arguments. Text of the caller
/// never becomes part of the SQL.
struct PredicateCompiler {
  /// Foundation has a type of the same name.
  private typealias Expression = DiptychPlatform.PredicateExpression

  private(set) var arguments: [any BindableValue] = []
  /// Whether a comparison stands inside a negation, where unknown must not count as false.
  private var isNegated = false
  let keys: Keys

  init(keys: Keys) {
    self.keys = keys
  }

  /// The condition for `node`.
  /// - Throws: `unsupportedQuery` for a key or a form that the store does not know.
  mutating func sql(_ node: PredicateNode) throws -> String {
    switch node {
    case .constant(let value): return value ? "1" : "0"
    case .not(let inner):
      let outer = isNegated
      isNegated = true
      defer { isNegated = outer }
      return "(NOT \(try sql(inner)))"
    case .and(let parts):
      return parts.isEmpty ? "1" : Self.balanced(try parts.map { try sql($0) }[...], "AND")
    case .or(let parts):
      return parts.isEmpty ? "0" : Self.balanced(try parts.map { try sql($0) }[...], "OR")
    case .comparison(let comparison): return try sql(comparison)
    }
  }

  /// A long chain as a balanced tree: SQLite refuses expressions more than 1,000 deep.
  private static func balanced(_ parts: ArraySlice<String>, _ word: String) -> String {
    guard parts.count > 1 else { return parts.joined() }
    let middle = parts.startIndex + parts.count / 2
    return "(\(balanced(parts[..<middle], word)) \(word) \(balanced(parts[middle...], word)))"
  }

  private mutating func sql(_ comparison: PredicateComparison) throws -> String {
    guard comparison.modifier == .direct else { throw unsupported("ANY, ALL or NONE") }
    if Self.isConstant(comparison.left), Self.isConstant(comparison.right) {
      return try constant(comparison)
    }
    let type = try type(of: comparison)
    let options =
      (comparison.caseInsensitive ? 1 : 0) | (comparison.diacriticInsensitive ? 2 : 0)
    let isText = type == .text
    switch comparison.op {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard let word = Self.words[comparison.op] else { throw unsupported("operator") }
      let isEquality = comparison.op == .equal || comparison.op == .notEqual
      let sides = try [comparison.left, comparison.right].map { side in
        try isEquality
          ? equal(side, type, fold: isText ? options : nil)
          : operand(side, type, fold: isText ? options : nil)
      }
      return known("\(sides[0]) \(word) \(sides[1])")
    case .beginsWith, .endsWith, .contains, .like, .matches:
      try checkPattern(comparison)
      return try textTest(comparison.op, comparison.left, comparison.right, type, options)
    case .inList:
      guard let items = list(comparison.right) else {
        // With a text on the right, IN asks whether that contains the left.
        return try textTest(.contains, comparison.right, comparison.left, type, options)
      }
      return try membership(of: comparison.left, in: items, type, isText ? options : nil)
    case .between:
      guard let bounds = list(comparison.right), bounds.count == 2 else {
        throw unsupported("BETWEEN without two bounds")
      }
      let fold = isText ? options : nil
      let left = try operand(comparison.left, type, fold: fold)
      let low = try operand(bounds[0], type, fold: fold)
      let high = try operand(bounds[1], type, fold: fold)
      return known("\(left) BETWEEN \(low) AND \(high)")
    }
  }

  /// A comparison that is false where a value is missing, as in memory. Outside of a negation a
  /// condition that is unknown passes nothing anyway, and only the plain form can use an index.
  private func known(_ comparison: String) -> String {
    isNegated ? "coalesce(\(comparison), 0)" : "(\(comparison))"
  }

  /// What no row has a part in is answered here, by the code that evaluates in memory.
  private func constant(_ comparison: PredicateComparison) throws -> String {
    var evaluator = PredicateEvaluator(selfValue: .null) { _ in .null }
    do throws(PredicateEvaluationError) {
      return try evaluator.evaluate(.comparison(comparison)) ? "1" : "0"
    } catch {
      throw LibraryError(error)
    }
  }

  private static func isConstant(_ expression: Expression) -> Bool {
    switch expression {
    case .value: true
    case .keyPath, .selfObject: false
    case .list(let items): items.allSatisfy(isConstant)
    case .arithmetic(_, let left, let right): isConstant(left) && isConstant(right)
    case .negate(let inner): isConstant(inner)
    }
  }

  /// The kind of all keys of a comparison. In memory, values of different kinds are never equal and
  /// have no order; the store would compare their numbers.
  private func type(of comparison: PredicateComparison) throws -> KeyType? {
    var found: KeyType?
    for side in [comparison.left] + (list(comparison.right) ?? [comparison.right]) {
      guard let type = try type(of: side) else { continue }
      guard found == nil || found == type else { throw unsupported("keys of different kinds") }
      found = type
    }
    return found
  }

  /// A regular expression that is a constant is looked at before there is a row to test it on.
  private func checkPattern(_ comparison: PredicateComparison) throws {
    guard comparison.op == .matches, case .value(.string(let pattern)) = comparison.right else {
      return
    }
    do {
      _ = try PredicateTextMatcher(.matches, pattern, folding: PredicateFolding())
    } catch {
      throw LibraryError(error)
    }
  }

  private mutating func textTest(
    _ op: PredicateOperator, _ left: Expression, _ second: Expression, _ type: KeyType?,
    _ options: Int
  ) throws -> String {
    guard type == .text, let number = TextFunction.tests.firstIndex(of: op) else {
      throw unsupported("a text operator on a key that is no text")
    }
    let left = try operand(left, type, fold: nil)
    let right: String
    if op == .matches, case .value(.string(let pattern)) = second {
      // A regular expression is matched letter by letter, so it stays as it was written.
      arguments.append(pattern)
      right = "?"
    } else {
      right = try operand(second, type, fold: nil)
    }
    return "text_test(\(left), \(number), \(right), \(options))"
  }

  /// A long list is bound as one JSON text, since a statement takes only so many arguments.
  private mutating func membership(
    of expression: Expression, in items: [Expression], _ type: KeyType?, _ fold: Int?
  ) throws -> String {
    guard !items.isEmpty else { return "0" }
    var constants: [Value] = []
    var others: [Expression] = []
    for item in items {
      if case .value(let value) = item {
        constants.append(try bound(value, type, fold: fold))
      } else {
        others.append(item)
      }
    }
    var conditions: [String] = []
    if constants.count > Self.longList {
      let left = try equal(expression, type, fold: fold)
      let (text, column) = PredicateList.json(constants)
      arguments.append(text)
      conditions.append(known("\(left) IN (SELECT \(column) FROM json_each(?))"))
    } else if !constants.isEmpty {
      let left = try equal(expression, type, fold: fold)
      for constant in constants { try append(constant) }
      let parts = Array(repeating: "?", count: constants.count).joined(separator: ", ")
      conditions.append(known("\(left) IN (\(parts))"))
    }
    if constants.contains(.null) {
      conditions.append("\(try equal(expression, type, fold: fold)) IS NULL")
    }
    // What a row brings along may be missing on both sides, which `IN` would not call equal.
    for item in others {
      let left = try equal(expression, type, fold: fold)
      conditions.append("\(left) IS \(try equal(item, type, fold: fold))")
    }
    return "(\(Self.balanced(conditions[...], "OR")))"
  }

  /// An operand of an equality. SQLite binds what is no number as NULL, which would be equal to
  /// what is missing; in memory it is equal to nothing.
  private mutating func equal(
    _ expression: Expression, _ type: KeyType?, fold: Int?
  ) throws -> String {
    guard case .value(let value) = expression,
      case .real(let number) = try bound(value, type, fold: fold), number.isNaN
    else { return try operand(expression, type, fold: fold) }
    try append(.blob([]))
    return "?"
  }

  private mutating func append(_ value: Value) throws {
    guard arguments.count < Self.maximumArguments else {
      throw LibraryError(
        .limitExceeded,
        "The predicate has more than \(Self.maximumArguments) values. Put them into one list "
          + "for IN.")
    }
    arguments.append(value)
  }

  /// Lists longer than this are not bound item by item.
  private static let longList = 100
  /// What SQLite takes in one statement, with room for the arguments of the rest of it.
  private static let maximumArguments = 32_000

  /// `IS` and `IS NOT` treat nil as a value, as `NSPredicate` does.
  private static let words: [PredicateOperator: String] = [
    .equal: "IS", .notEqual: "IS NOT", .less: "<", .lessOrEqual: "<=", .greater: ">",
    .greaterOrEqual: ">=",
  ]

  private func list(_ expression: Expression) -> [Expression]? {
    switch expression {
    case .list(let items): items
    case .value(.list(let values)): values.map { .value($0) }
    default: nil
    }
  }

  private func type(of expression: Expression) throws -> KeyType? {
    switch expression {
    case .keyPath(let key):
      guard let column = keys.columns[key] else { throw unsupported("the key \(key)") }
      return column.type
    case .selfObject: return .object
    case .arithmetic, .negate: return .number
    case .value, .list: return nil
    }
  }

  private mutating func operand(
    _ expression: Expression, _ type: KeyType?, fold: Int?
  ) throws -> String {
    switch expression {
    case .keyPath(let key):
      guard let column = keys.columns[key] else { throw unsupported("the key \(key)") }
      guard let fold, column.type == .text else { return column.sql }
      return "text_fold(\(column.sql), \(fold))"
    case .selfObject: return keys.identifier
    case .value(let value):
      try append(try bound(value, type, fold: fold))
      return "?"
    case .arithmetic(let operation, let left, let right):
      guard let word = Self.arithmetic[operation] else { throw unsupported("this arithmetic") }
      let isOfBits = operation == .bitwiseAnd || operation == .bitwiseOr
      let first = try number(left, isWhole: isOfBits)
      let second = try number(right, isWhole: isOfBits)
      return "(\(first) \(word) \(second))"
    case .negate(let inner): return "(- \(try number(inner, isWhole: false)))"
    case .list: throw unsupported("a list as an operand")
    }
  }

  /// An operand of arithmetic. Bits are those of whole numbers; SQLite would cut others off.
  private mutating func number(_ expression: Expression, isWhole: Bool) throws -> String {
    if let type = try type(of: expression), type != .number {
      throw unsupported("arithmetic on a key that is no number")
    }
    let sql = try operand(expression, .number, fold: nil)
    guard isWhole, !Self.isWhole(expression) else { return sql }
    return "whole_number(\(sql))"
  }

  /// Whether an expression is known to give a whole number.
  private static func isWhole(_ expression: Expression) -> Bool {
    switch expression {
    case .value(.integer), .value(.bool): true
    case .keyPath(let key): key != "duration"
    case .arithmetic(let operation, _, _): operation == .bitwiseAnd || operation == .bitwiseOr
    default: false
    }
  }

  private static let arithmetic: [PredicateArithmetic: String] = [
    .add: "+", .subtract: "-", .multiply: "*", .divide: "/", .bitwiseAnd: "&", .bitwiseOr: "|",
  ]

  private func bound(
    _ value: PredicateValue, _ type: KeyType?, fold: Int?
  ) throws -> Value {
    switch (type, value) {
    case (_, .null): return .null
    case (.identifier, .string(let text)), (.object, .object(identifier: let text)),
      (.object, .string(let text)), (.identifier, .object(identifier: let text)):
      return keys.name(text)
    case (.burst, .string(let text)):
      return UUID(written: text).map { .blob($0.bytes) } ?? .blob([])
    case (.date, .date(let date)):
      let isNumber = !date.timeIntervalSinceReferenceDate.isNaN
      return isNumber ? .integer(date.microseconds) : .real(.nan)
    case (.text, .string(let text)): return .text(text.folded(fold ?? 0))
    case (.number, .bool(let flag)): return flag.sqliteValue
    case (.number, .integer(let number)): return .integer(number)
    case (.number, .real(let number)): return .real(number)
    case (.number, .string(let text)):
      guard let number = Double(text) else { throw unsupported("text for a number") }
      return .real(number)
    case (nil, .bool(let flag)): return flag.sqliteValue
    case (nil, .integer(let number)): return .integer(number)
    case (nil, .real(let number)): return .real(number)
    case (nil, .string(let text)): return .text(text)
    default: throw unsupported("a value of another type than its key")
    }
  }

  private func unsupported(_ what: String) -> LibraryError {
    LibraryError(
      .unsupportedQuery, "The store cannot answer this predicate. Filter after the fetch.",
      cause: what)
  }
}
