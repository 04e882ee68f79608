/// What the scanner knows of the type of an expression.
enum TypeNote: Hashable {
  /// Nothing: a type that may be anything, or an expression that it does not follow.
  case unknown
  /// An object of the class, or the class itself; by the number of its name.
  case object(Int32)
  /// A collection of such objects.
  case list(Int32)

  var name: Int32? {
    switch self {
    case .unknown: nil
    case .object(let name), .list(let name): name
    }
  }

  var element: TypeNote {
    guard case .list(let name) = self else { return .unknown }
    return .object(name)
  }
}
