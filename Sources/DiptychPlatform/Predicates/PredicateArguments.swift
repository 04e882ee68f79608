import Foundation

/// The arguments of a predicate format, taken one after the other and turned into constants.
///
/// Dates, numbers, strings, `nil`, library objects, raw values, and lists of these are accepted in
/// their Swift and their Foundation forms (P17, P235).
struct PredicateArguments {
  private let arguments: [Any]
  private var index = 0

  init(_ arguments: [Any]) {
    self.arguments = arguments
  }

  /// Takes the argument of a `%@`.
  mutating func nextValue(at position: Int) throws(PredicateParseError) -> PredicateValue {
    let argument = try next(at: position)
    return try Self.value(of: argument, at: position)
  }

  /// Takes the argument of a `%d`, `%f` or the like.
  mutating func nextNumber(
    for specifier: String, at position: Int
  ) throws(PredicateParseError) -> PredicateValue {
    let argument = try next(at: position)
    switch try Self.value(of: argument, at: position) {
    case .bool(let value): return .integer(value ? 1 : 0)
    case .integer(let value): return .integer(value)
    case .real(let value): return .real(value)
    default:
      throw PredicateParseError(
        .unsupportedArgument,
        "\(specifier) needs a number, not \(Self.kind(of: argument)); use %@ for other values",
        at: position)
    }
  }

  /// Takes the argument of a `%K`.
  mutating func nextKeyPath(at position: Int) throws(PredicateParseError) -> String {
    let argument = try next(at: position)
    guard case .string(let keyPath) = try Self.value(of: argument, at: position) else {
      throw PredicateParseError(
        .unsupportedArgument, "%K needs a String, not \(Self.kind(of: argument))", at: position)
    }
    let components = keyPath.split(separator: ".", omittingEmptySubsequences: false)
    guard keyPath.utf8.count <= 1024, components.allSatisfy(Self.isKey) else {
      throw PredicateParseError(
        .unsupportedArgument, "%K needs a key such as \"title\" or several joined by points",
        at: position)
    }
    return keyPath
  }

  private static func isKey(_ component: Substring) -> Bool {
    let scalars = component.unicodeScalars.drop { $0 == "@" }
    guard component.unicodeScalars.count - scalars.count <= 1, let first = scalars.first else {
      return false
    }
    return (first == "_" || first.properties.isXIDStart)
      && scalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
  }

  private mutating func next(at position: Int) throws(PredicateParseError) -> Any {
    guard index < arguments.count else {
      throw PredicateParseError(
        .missingArgument,
        "The format has more specifiers than there are arguments (\(arguments.count))",
        at: position)
    }
    defer { index += 1 }
    return arguments[index]
  }

  /// Returns the constant that an argument stands for.
  static func value(
    of argument: Any, nesting: Int = 0, at position: Int = 0
  ) throws(PredicateParseError) -> PredicateValue {
    if let optional = argument as? any OptionalArgument {
      guard let wrapped = optional.wrappedArgument else { return .null }
      return try value(of: wrapped, nesting: nesting, at: position)
    }
    if let value = scalar(argument) { return value }
    if let object = argument as? any PredicateObject {
      return .object(identifier: object.predicateIdentifier)
    }
    if let collection = argument as? any NSFastEnumeration {
      return try list(collection, nesting: nesting, at: position)
    }
    if let raw = argument as? any RawRepresentable {
      return try value(of: raw.rawValue, nesting: nesting, at: position)
    }
    throw PredicateParseError(
      .unsupportedArgument,
      "An argument of type \(kind(of: argument)) cannot be compared; pass a number, String, Date, "
        + "library object or an array of these", at: position)
  }

  private static func list(
    _ collection: any NSFastEnumeration, nesting: Int, at position: Int
  ) throws(PredicateParseError) -> PredicateValue {
    guard nesting < 8 else {
      throw PredicateParseError(
        .nestedTooDeeply, "Arrays in arguments nest too deeply; pass a flat array", at: position)
    }
    // Lists of a million identifiers are usual, so their common form skips the boxes.
    if let strings = collection as? [String] { return .list(strings.map(PredicateValue.string)) }
    var values: [PredicateValue] = []
    for element in NSFastEnumerationIterator(collection) {
      values.append(try value(of: element, nesting: nesting + 1, at: position))
    }
    return .list(values)
  }

  private static func scalar(_ argument: Any) -> PredicateValue? {
    if type(of: argument) is AnyClass { return foundationObject(argument) }
    return switch argument {
    case let value as Bool: .bool(value)
    case let value as any BinaryInteger:
      Int64(exactly: value).map(PredicateValue.integer) ?? .real(Double(value))
    case let value as any BinaryFloatingPoint: .real(Double(value))
    case let value as String: .string(value)
    case let value as Substring: .string(String(value))
    case let value as Date: .date(value)
    case let value as Decimal: .real(NSDecimalNumber(decimal: value).doubleValue)
    default: nil
    }
  }

  private static func foundationObject(_ argument: Any) -> PredicateValue? {
    switch argument {
    case let number as NSNumber: number.predicateValue
    case let string as NSString: .string(String(string))
    case let date as NSDate: .date(date as Date)
    case is NSNull: .null
    default: nil
    }
  }

  private static func kind(of argument: Any) -> String {
    String(describing: type(of: argument))
  }
}

extension NSNumber {
  fileprivate var predicateValue: PredicateValue {
    // Truth values are two shared objects, which tells them from the integers 0 and 1.
    if self === NSNumber(value: true) || self === NSNumber(value: false) {
      return .bool(boolValue)
    }
    switch String(cString: objCType) {
    case "f", "d": return .real(doubleValue)
    case "Q" where uint64Value > UInt64(Int64.max): return .real(doubleValue)
    default: return .integer(int64Value)
    }
  }
}

/// Lets an optional inside `Any` be told from other values.
private protocol OptionalArgument {
  var wrappedArgument: Any? { get }
}

extension Optional: OptionalArgument {
  var wrappedArgument: Any? { self }
}
