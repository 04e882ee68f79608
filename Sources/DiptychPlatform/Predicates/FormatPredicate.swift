import Foundation

/// A predicate that was made from a format string and remembers its tree.
///
/// It never changes, so copying it gives itself.
package final class FormatPredicate: NSPredicate {
  /// What the predicate says.
  package let node: PredicateNode

  /// Makes a predicate from a tree.
  package init(node: PredicateNode) {
    self.node = node
    // Foundation finds a block equal to nothing; a value would equal `NSPredicate(value:)`.
    super.init(block: { _, _ in false })
  }

  /// Makes a predicate from a format, and ends the process if it cannot be used.
  package convenience init(format: String, arguments: [Any]) {
    do throws(PredicateParseError) {
      self.init(node: try PredicateParser.parse(format, arguments: arguments))
    } catch {
      raise(
        "NSInvalidArgumentException", reason: "Unable to parse the format string \"\(format)\".",
        remedy: "\(error).")
    }
  }

  /// Returns this object, which never changes.
  package override func copy(with zone: NSZone? = nil) -> Any {
    self
  }

  /// Returns whether the other predicate says the same, written the same way.
  package override func isEqual(_ object: Any?) -> Bool {
    (object as? FormatPredicate)?.node == node
  }

  /// Equal trees have equal hashes.
  package override var hash: Int {
    node.hashValue
  }

  /// The format text, with the arguments in place.
  package override var predicateFormat: String {
    PredicatePrinter.text(of: node)
  }

  /// The format text, with the arguments in place.
  package override var description: String {
    PredicatePrinter.text(of: node)
  }

  /// Returns whether the predicate holds for `object`.
  ///
  /// Keys are looked up in dictionaries and in library objects; `SELF` may also be a string,
  /// number or date. Linux has no key-value coding, so a key of any other object ends the process
  /// where Apple raises `NSUnknownKeyException`.
  package override func evaluate(
    with object: Any?, substitutionVariables bindings: [String: Any]?
  ) -> Bool {
    var evaluator = PredicateEvaluator(object: object)
    do throws(PredicateEvaluationError) {
      return try evaluator.evaluate(node)
    } catch {
      raise(error.exceptionName, reason: error.message, remedy: error.remedy)
    }
  }
}
