/// Two texts side by side.
package struct Columns: Sendable {
  /// Characters of the whole line.
  package let width: Int

  package init(width: Int) {
    self.width = width
  }

  private var half: Int { max(20, (width - 3) / 2) }

  /// The lines beside each other; lines that are too long go on below, with a margin.
  /// - Parameter marking: Whether a `≠` stands between lines that differ; texts of the same lines
  ///   up to a change are assumed, so lines are aligned by what they share.
  package func text(_ left: [String], _ right: [String], marking: Bool = false) -> String {
    let pairs = marking ? Self.aligned(left, right) : Self.together(left, right)
    return pairs.map { pair in
      let isDifferent = marking && pair.0 != pair.1
      let lefts = folded(pair.0 ?? "")
      let rights = folded(pair.1 ?? "")
      return (0..<max(lefts.count, rights.count)).map { index in
        let cell = index < lefts.count ? lefts[index] : ""
        let other = index < rights.count ? rights[index] : ""
        let padding = String(repeating: " ", count: max(0, half - cell.count))
        let line = "\(cell)\(padding) \(isDifferent ? "≠" : "│") \(other)"
        return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
      }.joined()
    }.joined()
  }

  private static func together(_ left: [String], _ right: [String]) -> [(String?, String?)] {
    (0..<max(left.count, right.count)).map { index in
      (index < left.count ? left[index] : nil, index < right.count ? right[index] : nil)
    }
  }

  /// Equal lines stand beside each other; what stands between them, too.
  private static func aligned(_ left: [String], _ right: [String]) -> [(String?, String?)] {
    var pairs: [(String?, String?)] = []
    var (start, end) = (left[...], right[...])
    for change in anchors(left, right) {
      pairs += together(Array(start[..<change.0]), Array(end[..<change.1]))
      pairs.append((left[change.0], right[change.1]))
      start = left[(change.0 + 1)...]
      end = right[(change.1 + 1)...]
    }
    return pairs + together(Array(start), Array(end))
  }

  /// The indexes of a longest list of equal lines, in order.
  private static func anchors(_ left: [String], _ right: [String]) -> [(Int, Int)] {
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in right.difference(from: left) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    return Array(
      zip(
        left.indices.filter { !removed.contains($0) },
        right.indices.filter { !inserted.contains($0) }))
  }

  /// A line in pieces that fit; it breaks at a space where there is one.
  private func folded(_ line: String) -> [String] {
    guard line.count > half else { return [line] }
    let margin = String(repeating: " ", count: min(line.prefix { $0 == " " }.count + 4, half / 2))
    var pieces: [String] = []
    var rest = line[...]
    while rest.count > half {
      let piece = rest.prefix(half)
      let head = piece.firstIndex { $0 != " " } ?? piece.startIndex
      let space = piece.lastIndex(of: " ").flatMap { $0 > head ? $0 : nil }
      let cut = space ?? piece.endIndex
      pieces.append(String(rest[..<cut]))
      rest = margin + rest[cut...].drop { $0 == " " }
    }
    return pieces + [String(rest)]
  }
}
