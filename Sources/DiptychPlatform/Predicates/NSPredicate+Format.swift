import Foundation

// Linux Foundation declares these initializers as unavailable. The compiler prefers the ones below
// in every file that sees this module, also beside `import Foundation` (P234). They are declared on
// a protocol because only there may an initializer return an object of a subclass.
extension NSCopying where Self: NSPredicate {
  /// Makes a predicate from a format string and the values for its specifiers.
  ///
  /// The language is Apple's: comparisons, `IN`, `BETWEEN`, `CONTAINS[cd]` and the like, `AND`,
  /// `OR`, `NOT`, bit and arithmetic operators, `%@ %K %d %f` and so on (P15–P20), and
  /// `CAST(…, "NSDate")`, as descriptions write dates. Subqueries, functions, other casts and
  /// `$variables` are not supported. A format or argument that cannot be used
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

/// Why a predicate has no tree.
package enum PredicateReadError: Error, Hashable, Sendable {
  /// A block, or a subclass of the client's own (P19).
  case opaque
  /// Compound predicates of different kinds nest deeper than ``PredicateLimits/nesting``.
  case nestedTooDeeply
}

extension NSPredicate {
  /// What the predicate says, or `nil` if it cannot be read back.
  package var syntaxTree: PredicateNode? { try? readTree() }

  /// Returns what the predicate says.
  ///
  /// Compound predicates and `NSPredicate(value:)` are read as well (P236). Those of one kind inside
  /// of each other, as a loop makes them, are one flat list (P16).
  /// - Throws: ``PredicateReadError``.
  package func readTree() throws(PredicateReadError) -> PredicateNode {
    try readTree(levels: PredicateLimits.nesting)
  }

  private func readTree(levels: Int) throws(PredicateReadError) -> PredicateNode {
    guard levels > 0 else { throw .nestedTooDeeply }
    if let predicate = self as? FormatPredicate { return predicate.node }
    if let compound = self as? NSCompoundPredicate {
      var parts: [PredicateNode] = []
      for predicate in compound.flatSubpredicates {
        parts.append(try predicate.readTree(levels: levels - 1))
      }
      switch compound.compoundPredicateType {
      case .and: return .and(parts)
      case .or: return .or(parts)
      case .not:
        guard let part = parts.first else { throw .opaque }
        return .not(part)
      }
    }
    guard type(of: self) == NSPredicate.self else { throw .opaque }
    // Constants are equal to constants of the same value, blocks to nothing.
    for value in [true, false] where isEqual(NSPredicate(value: value)) { return .constant(value) }
    throw .opaque
  }

  /// Whether it is printed without parentheses inside of another.
  var isSimple: Bool {
    if let predicate = self as? FormatPredicate {
      switch predicate.node {
      case .and(let parts), .or(let parts): return parts.isEmpty
      case .constant, .comparison, .not: return true
      }
    }
    guard let compound = self as? NSCompoundPredicate else { return true }
    return compound.compoundPredicateType == .not || compound.subpredicates.isEmpty
  }
}

extension NSCompoundPredicate {
  /// The parts, with those of parts of the same kind in their places. Without recursion, for a loop
  /// nests them thousands deep.
  var flatSubpredicates: [NSPredicate] {
    let parts = subpredicates
    let kind = compoundPredicateType
    guard kind != .not else { return parts }
    var flat: [NSPredicate] = []
    var waiting = Array(parts.reversed())
    while let part = waiting.popLast() {
      if let inner = part as? NSCompoundPredicate, inner.compoundPredicateType == kind {
        waiting.append(contentsOf: inner.subpredicates.reversed())
      } else {
        flat.append(part)
      }
    }
    return flat
  }
}
