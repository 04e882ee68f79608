import Foundation

/// A value that goes into a statement or comes out of a row.
package enum Value: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

/// A Swift type that a statement's parameter takes.
package protocol BindableValue {
  var sqliteValue: Value { get }
}

extension Value: BindableValue {
  package var sqliteValue: Value { self }
}
extension Int64: BindableValue {
  package var sqliteValue: Value { .integer(self) }
}
extension Int: BindableValue {
  package var sqliteValue: Value { .integer(Int64(self)) }
}
extension Double: BindableValue {
  package var sqliteValue: Value { .real(self) }
}
extension Bool: BindableValue {
  package var sqliteValue: Value { .integer(self ? 1 : 0) }
}
extension String: BindableValue {
  package var sqliteValue: Value { .text(self) }
}
extension UUID: BindableValue {
  package var sqliteValue: Value { .blob(bytes) }
}
extension [UInt8]: BindableValue {
  package var sqliteValue: Value { .blob(self) }
}
extension Date: BindableValue {
  package var sqliteValue: Value { .integer(microseconds) }
}
extension Optional: BindableValue where Wrapped: BindableValue {
  package var sqliteValue: Value { self?.sqliteValue ?? .null }
}
