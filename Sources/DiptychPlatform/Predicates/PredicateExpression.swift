import Foundation

/// One side of a comparison.
package indirect enum PredicateExpression: Hashable, Sendable {
  /// A key, or several joined by points, of the object that is tested.
  case keyPath(String)
  /// `SELF`: the object that is tested.
  case selfObject
  /// A constant. Arguments and literals arrive here.
  case value(PredicateValue)
  /// `{a, b}` with at least one element that is not a constant.
  case list([PredicateExpression])
  /// Two expressions joined by an arithmetic or bit operator.
  case arithmetic(PredicateArithmetic, PredicateExpression, PredicateExpression)
  /// The expression with its sign turned.
  case negate(PredicateExpression)
}

/// The arithmetic and bit operators; the raw value is the spelling.
package enum PredicateArithmetic: String, CaseIterable, Hashable, Sendable {
  case bitwiseOr = "|"
  case bitwiseAnd = "&"
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case power = "**"

  /// How tightly the operator binds; a higher number binds first, as in C.
  var precedence: Int {
    switch self {
    case .bitwiseOr: 1
    case .bitwiseAnd: 2
    case .add, .subtract: 3
    case .multiply, .divide: 4
    case .power: 5
    }
  }
}

/// A constant of a predicate.
package enum PredicateValue: Hashable, Sendable {
  /// `nil`, `NULL`, or an argument that is `nil` or `NSNull`.
  case null
  case bool(Bool)
  case integer(Int64)
  case real(Double)
  case string(String)
  case date(Date)
  /// The elements of an array or set argument, or of `{…}` with constants only.
  case list([PredicateValue])
  /// A library object, by the identifier that it gave.
  case object(identifier: String)
}

/// An object that can be an argument of a predicate, such as a fetched album.
package protocol PredicateObject {
  /// What the predicate compares in place of the object.
  var predicateIdentifier: String { get }
}

/// An object whose keys a predicate or a sort descriptor can read in memory.
package protocol PredicateReadable: PredicateObject {
  /// Returns the value for a key, or `nil` if there is no such key.
  func predicateValue(forKeyPath keyPath: String) -> PredicateValue?
}
