import Foundation

// Linux Foundation declares these initializers as unavailable. The compiler prefers the ones below
// in every file that sees this module, also beside `import Foundation` (P234). They are declared on
// a protocol because only there may an initializer return an object of a subclass.
extension NSCopying where Self: NSPredicate {
  /// Makes a predicate from a format string and the values for its specifiers.
  ///
  /// The language is Apple's: comparisons, `IN`, `BETWEEN`, `CONTAINS[cd]` and the like, `AND`,
  /// `OR`, `NOT`, bit and arithmetic operators, `%@ %K %d %f` and so on (P15–P20). Subqueries,
  /// functions, casts and `$variables` are not supported. A format or argument that cannot be used
  /// ends the process, where Apple raises `NSInvalidArgumentException`. O(*n*) in the length of
  /// the format and the number of values.
  public init(format predicateFormat: String, _ args: Any...) {
    self = FormatPredicate(format: predicateFormat, arguments: args).cast()
  }

  /// Makes a predicate from a format string and an array with the values for its specifiers.
  ///
  /// The same as `init(format:_:)`, but with the values in one array; `nil` is an empty one.
  public init(format predicateFormat: String, argumentArray arguments: [Any]?) {
    self = FormatPredicate(format: predicateFormat, arguments: arguments ?? []).cast()
  }
}

extension FormatPredicate {
  /// The class cluster's promise: asked of `NSPredicate`, the subclass is an answer.
  fileprivate func cast<Wanted: NSPredicate>() -> Wanted {
    guard let predicate = self as? Wanted else {
      raise(
        "NSInvalidArgumentException", reason: "A format does not make a \(Wanted.self).",
        remedy: "Call the initializer on NSPredicate.")
    }
    return predicate
  }
}

extension NSPredicate {
  /// What the predicate says, or `nil` if it has a part that cannot be read back: a block, a
  /// subclass of the client's own, or more than ``PredicateLimits/nesting`` compound levels (P19).
  ///
  /// Compound predicates and `NSPredicate(value:)` are read as well (P236).
  package var syntaxTree: PredicateNode? {
    syntaxTree(levels: PredicateLimits.nesting)
  }

  private func syntaxTree(levels: Int) -> PredicateNode? {
    guard levels > 0 else { return nil }
    if let predicate = self as? FormatPredicate { return predicate.node }
    if let compound = self as? NSCompoundPredicate {
      var parts: [PredicateNode] = []
      for predicate in compound.subpredicates {
        guard let part = predicate.syntaxTree(levels: levels - 1) else { return nil }
        parts.append(part)
      }
      switch compound.compoundPredicateType {
      case .and: return .and(parts)
      case .or: return .or(parts)
      case .not: return parts.first.map { .not($0) }
      }
    }
    guard type(of: self) == NSPredicate.self else { return nil }
    // Constants are equal to constants of the same value, blocks to nothing.
    for value in [true, false] where isEqual(NSPredicate(value: value)) { return .constant(value) }
    return nil
  }
}
