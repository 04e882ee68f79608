import DiptychEngine
import DiptychPlatform
import Foundation

extension PHAsset {
  /// The value for a key, as key-value coding gives it on Apple systems, for the keys that clients
  /// use (P213, P240): `filename`, the original file name of the asset's first resource, and the
  /// keys of predicates. Any other key ends the process, where Apple raises
  /// `NSUnknownKeyException`.
  public func value(forKey key: String) -> Any? {
    if key == "filename" {
      return PHAssetResource.assetResources(for: self).first?.originalFilename
    }
    guard let value = predicateValue(forKeyPath: key) else {
      raise(
        "NSUnknownKeyException",
        reason: "PHAsset is not key value coding-compliant for the key \(key).",
        remedy: "Read a property instead; Linux has no key-value coding.")
    }
    return value.foundationValue
  }
}

extension PredicateValue {
  /// The value as key-value coding would give it.
  var foundationValue: Any? {
    switch self {
    case .null: nil
    case .bool(let value): NSNumber(value: value)
    case .integer(let value): NSNumber(value: value)
    case .real(let value): NSNumber(value: value)
    case .string(let value): value
    case .date(let value): value
    case .list(let values): values.map { $0.foundationValue as Any }
    case .object(let identifier): identifier
    }
  }
}
