import Foundation

/// The constants that the format language has no literal for, as descriptions write them:
/// dates, as on Apple systems, and numbers that are infinite or none (decision 247).
struct PredicateCast {
  /// What the number is cast to; the raw value is the name of the class.
  enum Kind: String {
    case date = "NSDate"
    case number = "NSNumber"
  }

  private let kind: Kind
  private let number: Double

  /// Makes the cast of a date.
  init(date: Date) {
    (kind, number) = (.date, date.timeIntervalSinceReferenceDate)
  }

  /// Makes the cast of a number.
  init(number: Double) {
    (kind, self.number) = (.number, number)
  }

  /// Makes a cast of what stands in one; nil for another class.
  init?(_ number: Double, _ name: String) {
    guard let kind = Kind(rawValue: name) else { return nil }
    (self.kind, self.number) = (kind, number)
  }

  /// Reads what stands in quotes because it has no literal.
  static func number(_ text: String) -> Double? {
    switch text {
    case "inf": .infinity
    case "-inf": -.infinity
    case "nan": .nan
    default: nil
    }
  }

  /// The constant.
  var value: PredicateValue {
    switch kind {
    case .date: .date(Date(timeIntervalSinceReferenceDate: number))
    case .number: .real(number)
    }
  }

  /// The cast as it is written.
  var text: String {
    let operand =
      number.isNaN
      ? "\"nan\"" : number.isFinite ? number.description : number < 0 ? "\"-inf\"" : "\"inf\""
    return "CAST(\(operand), \"\(kind.rawValue)\")"
  }
}
