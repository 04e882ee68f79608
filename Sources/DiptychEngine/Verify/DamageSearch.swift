/// A tree of numbered rows of which some pages cannot be read.
protocol DamagedTree {
  /// Reads the rows of a range, in order, until that fails.
  /// - Returns: The first number that was not read; nil when the end was reached.
  mutating func read(_ range: ClosedRange<Int64>) throws -> Int64?
  /// Looks for the first number of a range, without reading its row.
  func find(_ range: ClosedRange<Int64>) throws -> DamageFinding
}

/// What a damaged tree answers to the question for the first number of a range.
enum DamageFinding: Equatable {
  case number(Int64)
  case nothing
  case damage
}

/// Finds what can be read in a damaged tree.
///
/// Every number between two rows of a damaged page leads to that page, and there can be as many as there
/// are numbers. So the search leaps: from where reading fails it doubles its step until something is
/// found again, and halves it back to where that begins. What it leapt over is asked number by number
/// where it is narrow, which finds sound pages between damaged ones, and at some thousand places where it
/// is wide. A sound page that lies between those is missed here; of the tables that hold what the user has,
/// ``StrandedRows`` reads it.
struct DamageSearch<Tree: DamagedTree> {
  private(set) var tree: Tree
  /// How many rows there may have been at least: one for each number that was asked alone, and one for each
  /// wide gap.
  private(set) var lost = 0
  /// Numbers that may be asked one by one: more than there are below a page in the middle of a tree, which
  /// names some 18,000 rows.
  private var singlesLeft: Int64 = 1 << 16
  /// Places at which wide gaps may be looked into, and at how many each is.
  private var samplesLeft = 1 << 12
  private let samplesOfGap: Int64 = 1 << 10

  init(_ tree: Tree) {
    self.tree = tree
  }

  mutating func run(_ range: ClosedRange<Int64>) throws {
    var gaps = try leap(through: range)
    while !gaps.isEmpty {
      // The narrow ones first, which are sure to be asked to their end.
      gaps.sort { $0.upperBound - $0.lowerBound < $1.upperBound - $1.lowerBound }
      gaps = try gaps.flatMap { try look(into: $0) }
    }
  }

  /// Reads what is on this side of damage, and behind it, to the end of a range.
  /// - Returns: What was leapt over.
  private mutating func leap(through range: ClosedRange<Int64>) throws -> [ClosedRange<Int64>] {
    var gaps: [ClosedRange<Int64>] = []
    var rest: ClosedRange<Int64>? = range
    while let range = rest, let first = try tree.read(range) {
      guard let gap = try damage(at: first...range.upperBound) else { break }
      gaps.append(gap)
      rest = gap.upperBound < range.upperBound ? gap.upperBound + 1...range.upperBound : nil
    }
    return gaps
  }

  /// The damage at the start of a range.
  private func damage(at range: ClosedRange<Int64>) throws -> ClosedRange<Int64>? {
    switch try tree.find(range) {
    // It is the row itself that cannot be read, and nothing stands before it.
    case .number(let number): return number...number
    case .nothing: return nil
    case .damage: break
    }
    var failing = range.lowerBound
    var step: Int64 = 1
    while step <= range.upperBound - failing {
      let next = failing + step
      if try tree.find(next...range.upperBound) != .damage {
        return range.lowerBound...(try edge(between: failing, and: next, in: range) - 1)
      }
      failing = next
      step = step > .max / 2 ? .max : step * 2
    }
    return range
  }

  /// The first number from which on something is found, between one that fails and one that does not.
  private func edge(
    between failing: Int64, and sound: Int64, in range: ClosedRange<Int64>
  ) throws -> Int64 {
    var (failing, sound) = (failing, sound)
    while sound - failing > 1 {
      let middle = failing + (sound - failing) / 2
      if try tree.find(middle...range.upperBound) == .damage {
        failing = middle
      } else {
        sound = middle
      }
    }
    return sound
  }

  /// Looks for rows in what was leapt over.
  /// - Returns: What was leapt over there.
  private mutating func look(into gap: ClosedRange<Int64>) throws -> [ClosedRange<Int64>] {
    let width = gap.upperBound - gap.lowerBound
    if width < singlesLeft {
      singlesLeft -= width + 1
      for number in gap where try tree.read(number...number) != nil { lost += 1 }
      return []
    }
    lost += 1
    let step = width / samplesOfGap
    var failing = gap.lowerBound
    while samplesLeft > 0, step > 0, step <= gap.upperBound - failing {
      samplesLeft -= 1
      let next = failing + step
      if try tree.find(next...gap.upperBound) != .damage {
        let first = try edge(between: failing, and: next, in: gap)
        return try leap(through: first...gap.upperBound)
      }
      failing = next
    }
    return []
  }
}
