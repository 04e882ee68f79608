import Foundation

/// Writes trees back as format text, for messages and `predicateFormat`.
///
/// Parsing the text gives the same tree, unless it has library objects, which have no literal.
package enum PredicatePrinter {
  /// Returns the format text of a predicate.
  package static func text(of node: PredicateNode) -> String {
    switch node {
    case .constant(let value): value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .comparison(let comparison): text(of: comparison)
    case .and(let parts): joined(parts, by: " AND ", empty: "TRUEPREDICATE")
    case .or(let parts): joined(parts, by: " OR ", empty: "FALSEPREDICATE")
    case .not(let part): "NOT " + nested(part)
    }
  }

  /// Returns the format text of any predicate, with those inside of it in place; Foundation on Linux
  /// prints a compound predicate as `FALSEPREDICATE`, or as an address.
  ///
  /// What cannot be read stands as Foundation calls it, such as `BLOCKPREDICATE`, and what nests
  /// deeper than ``PredicateLimits/nesting`` as `…`.
  package static func text(of predicate: NSPredicate) -> String {
    text(of: predicate, levels: PredicateLimits.nesting)
  }

  private static func text(of predicate: NSPredicate, levels: Int) -> String {
    if let format = predicate as? FormatPredicate { return text(of: format.node) }
    guard let compound = predicate as? NSCompoundPredicate else {
      if let node = predicate.syntaxTree { return text(of: node) }
      return type(of: predicate) == NSPredicate.self ? "BLOCKPREDICATE" : "\(type(of: predicate))"
    }
    guard levels > 0 else { return "…" }
    let parts = compound.flatSubpredicates.map { part in
      let text = text(of: part, levels: levels - 1)
      return part.isSimple ? text : "(\(text))"
    }
    switch compound.compoundPredicateType {
    case .and: return parts.isEmpty ? "TRUEPREDICATE" : parts.joined(separator: " AND ")
    case .or: return parts.isEmpty ? "FALSEPREDICATE" : parts.joined(separator: " OR ")
    case .not: return "NOT " + (parts.first ?? "TRUEPREDICATE")
    }
  }

  private static func joined(
    _ parts: [PredicateNode], by separator: String, empty: String
  ) -> String {
    parts.isEmpty ? empty : parts.map(nested).joined(separator: separator)
  }

  private static func nested(_ node: PredicateNode) -> String {
    switch node {
    case .and(let parts) where !parts.isEmpty: "(\(text(of: node)))"
    case .or(let parts) where !parts.isEmpty: "(\(text(of: node)))"
    default: text(of: node)
    }
  }

  private static func text(of comparison: PredicateComparison) -> String {
    let modifier =
      switch comparison.modifier {
      case .direct: ""
      case .any: "ANY "
      case .all: "ALL "
      case .none: "NONE "
      }
    let letters =
      (comparison.caseInsensitive ? "c" : "") + (comparison.diacriticInsensitive ? "d" : "")
    let options = letters.isEmpty ? "" : "[\(letters)]"
    return modifier + text(of: comparison.left) + " " + comparison.op.rawValue + options + " "
      + text(of: comparison.right)
  }

  /// Returns the format text of an expression.
  package static func text(of expression: PredicateExpression) -> String {
    switch expression {
    case .keyPath(let keyPath): PredicateKeyword.escaped(keyPath)
    case .selfObject: "SELF"
    case .value(let value): text(of: value)
    case .list(let elements): "{" + elements.map(text(of:)).joined(separator: ", ") + "}"
    case .arithmetic(let op, let left, let right):
      "\(operand(left)) \(op.rawValue) \(operand(right))"
    case .negate(let operand): "-" + self.operand(operand)
    }
  }

  private static func operand(_ expression: PredicateExpression) -> String {
    switch expression {
    case .arithmetic, .negate: "(\(text(of: expression)))"
    case .value(.integer), .value(.real):
      text(of: expression).hasPrefix("-") ? "(\(text(of: expression)))" : text(of: expression)
    default: text(of: expression)
    }
  }

  /// Returns the literal of a constant. A date is written as Apple writes it.
  package static func text(of value: PredicateValue) -> String {
    switch value {
    case .null: "nil"
    case .bool(let value): value ? "YES" : "NO"
    case .integer(let value): String(value)
    case .real(let value):
      value.isFinite ? value.description : PredicateCast(number: value).text
    case .string(let value): quoted(value)
    case .date(let date): PredicateCast(date: date).text
    case .list(let elements): "{" + elements.map(text(of:)).joined(separator: ", ") + "}"
    case .object(let identifier): "<object \(quoted(identifier))>"
    }
  }

  /// Returns a string in double quotes, escaped so that it can be read back.
  package static func quoted(_ string: String) -> String {
    var text = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\r": text += "\\r"
      case "%": text += "%%"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
