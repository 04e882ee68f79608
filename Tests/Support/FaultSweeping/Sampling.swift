/// Which of the points of a subject are tried.
package enum Sampling: Sendable, Equatable, CustomStringConvertible {
  /// Every n-th one; 1 for all. Goes on until a point is met no more.
  case every(Int)
  /// So many at most, spread evenly; the first and the last are among them. Where nobody can tell how
  /// many there are, each is twice as far as the one before it.
  case most(Int)

  /// Reads what ``description`` says; nil for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: ":")
    guard parts.count == 2, let number = Int(parts[1]), number > 0 else { return nil }
    switch parts[0] {
    case "every": self = .every(number)
    case "most": self = .most(number)
    default: return nil
    }
  }

  package var description: String {
    switch self {
    case .every(let number): "every:\(number)"
    case .most(let number): "most:\(number)"
    }
  }

  /// Whether it must be known beforehand how many points there are.
  package var counts: Bool {
    if case .most = self { true } else { false }
  }

  /// The next point to try.
  /// - Parameters:
  ///   - point: The last one that was tried, 0 for none.
  ///   - count: How many there are, nil where nobody can tell. Points count from 1.
  /// - Returns: Nil when no more is to be tried.
  package func next(after point: Int, of count: Int?) -> Int? {
    switch self {
    case .every(let number): return point == 0 ? 1 : point + number
    case .most(let most):
      guard let count else { return max(1, 2 * point) }
      guard point < count else { return nil }
      guard count > most else { return point + 1 }
      return (0..<most).lazy.map { 1 + (count - 1) * $0 / max(1, most - 1) }.first { $0 > point }
    }
  }

  /// The points to try of so many, where all of them are known.
  func points(of count: Int) -> [Int] {
    var points: [Int] = []
    while let point = next(after: points.last ?? 0, of: count), point <= count {
      points.append(point)
    }
    return points
  }
}
