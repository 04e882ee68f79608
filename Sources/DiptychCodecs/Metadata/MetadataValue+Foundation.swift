import Foundation

extension MetadataValue {
  /// Nesting beyond this is refused, so that no dictionary exhausts the stack.
  private static let deepest = 32

  /// The value of a Foundation object or Swift value: text, numbers, truth values (0 and 1), data,
  /// arrays and dictionaries with text keys, nested at most 32 deep.
  ///
  /// nil for anything else. Entries of a dictionary that have no counterpart here are left out,
  /// as a key of no meaning would be; an array with such an element has no counterpart itself.
  package init?(_ any: Any) {
    self.init(any, depth: 0)
  }

  private init?(_ any: Any, depth: Int) {
    guard depth < Self.deepest else { return nil }
    if let text = any as? String {
      self = .string(text)
    } else if let truth = any as? Bool, !(any is NSNumber) {
      self = .integer(truth ? 1 : 0)
    } else if let number = any as? NSNumber {
      self.init(number)
    } else if let number = any as? CGFloat {
      // Apple's Foundation makes an `NSNumber` of this one and the next; Linux's does not.
      self = .real(Double(number))
    } else if let number = any as? Decimal {
      self.init(NSDecimalNumber(decimal: number))
    } else if let data = any as? Data {
      self = .data(data)
    } else if let list = any as? [Any] {
      var values: [MetadataValue] = []
      for element in list {
        guard let value = MetadataValue(element, depth: depth + 1) else { return nil }
        values.append(value)
      }
      self = .list(values)
    } else if let dictionary = any as? [AnyHashable: Any] {
      var values: ImageMetadata = [:]
      for (key, element) in dictionary {
        guard let name = key.base as? String else { continue }
        values[name] = MetadataValue(element, depth: depth + 1)
      }
      self = .dictionary(values)
    } else {
      return nil
    }
  }

  private init(_ number: NSNumber) {
    switch String(cString: number.objCType) {
    case "d", "f":
      self = .real(number.doubleValue)
    case "Q":
      let value = number.uint64Value
      self = Int(exactly: value).map { .integer($0) } ?? .real(Double(value))
    default:
      self = .integer(number.intValue)
    }
  }

  /// The value as Foundation types: `String`, `Int`, `Double`, `[Any]`, `Data`, `[String: Any]`.
  package var foundationValue: Any {
    switch self {
    case .string(let text): text
    case .integer(let number): number
    case .real(let number): number
    case .list(let values): values.map(\.foundationValue)
    case .data(let data): data
    case .dictionary(let values): values.mapValues(\.foundationValue)
    }
  }
}
