/// The reserved words of the predicate format language, in any case of letters.
enum PredicateKeyword: String, CaseIterable, Sendable {
  case and = "AND"
  case or = "OR"
  case not = "NOT"
  case `in` = "IN"
  case between = "BETWEEN"
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case contains = "CONTAINS"
  case like = "LIKE"
  case matches = "MATCHES"
  case any = "ANY"
  case some = "SOME"
  case all = "ALL"
  case none = "NONE"
  case `nil` = "NIL"
  case null = "NULL"
  case yes = "YES"
  case no = "NO"
  case `true` = "TRUE"
  case `false` = "FALSE"
  case selfObject = "SELF"
  case truePredicate = "TRUEPREDICATE"
  case falsePredicate = "FALSEPREDICATE"

  /// Returns the keyword that `word` is, or `nil` if it is a key.
  init?(word: String) {
    guard let keyword = PredicateKeyword(rawValue: word.uppercased()) else { return nil }
    self = keyword
  }

  /// The comparison operator that the word is.
  var comparisonOperator: PredicateOperator? {
    switch self {
    case .in: .inList
    case .between: .between
    case .beginsWith: .beginsWith
    case .endsWith: .endsWith
    case .contains: .contains
    case .like: .like
    case .matches: .matches
    default: nil
    }
  }

  /// Returns a key path as it must be written in a format: with `#` if it is a reserved word, or
  /// begins with the one that stands for the object itself.
  static func escaped(_ keyPath: String) -> String {
    let isReserved =
      PredicateKeyword(word: keyPath) != nil || keyPath.lowercased().hasPrefix("self.")
    return isReserved ? "#" + keyPath : keyPath
  }
}
