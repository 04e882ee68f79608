import Foundation

extension PredicateEvaluator {
  /// Makes an evaluator for what `evaluate(with:)` was given: a dictionary, a library object, or a
  /// plain value that only `SELF` can name.
  package init(object: Any?) {
    let keyPaths = PredicateObjectReader(object: object)
    self.init(selfValue: keyPaths.selfValue, lookup: keyPaths.value(forKeyPath:))
  }
}

/// Reads keys of an object without key-value coding, which Linux lacks.
package struct PredicateObjectReader {
  private let object: Any?

  /// Makes a reader for a dictionary, a library object or a plain value.
  package init(object: Any?) {
    self.object = object
  }

  /// What `SELF` stands for; `nil` values and dictionaries are null.
  package var selfValue: PredicateValue {
    guard let object, let value = try? PredicateArguments.value(of: object) else { return .null }
    return value
  }

  /// Returns the value of a key path; a key that a dictionary lacks is null.
  /// - Throws: `unknownKey`.
  package func value(
    forKeyPath keyPath: String
  ) throws(PredicateEvaluationError) -> PredicateValue {
    if let readable = object as? any PredicateReadable {
      guard let value = readable.predicateValue(forKeyPath: keyPath) else {
        throw unknownKey(keyPath)
      }
      return value
    }
    var value: Any = object as Any
    for key in keyPath.split(separator: ".") {
      if let dictionary = value as? [String: Any] {
        guard let next = dictionary[String(key)] else { return .null }
        value = next
      } else if let dictionary = value as? NSDictionary {
        guard let next = dictionary[String(key)] else { return .null }
        value = next
      } else {
        throw unknownKey(keyPath)
      }
    }
    do throws(PredicateParseError) {
      return try PredicateArguments.value(of: value)
    } catch {
      throw unknownKey(keyPath)
    }
  }

  private func unknownKey(_ keyPath: String) -> PredicateEvaluationError {
    PredicateEvaluationError(
      .unknownKey,
      "This class is not key value coding-compliant for the key \(keyPath).",
      remedy: "Evaluate predicates with keys on dictionaries or on library objects.")
  }
}
