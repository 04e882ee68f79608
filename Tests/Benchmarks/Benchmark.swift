import Foundation

/// One line of the report: a piece of work against its floor, which is the same durable or read
/// work with plain calls of C and no layers, in the same process.
struct Figure {
  let work: String
  /// Seconds.
  let time: Double
  /// What the floor is.
  let floor: String
  /// Seconds.
  let floorTime: Double
  /// The largest ratio that is wanted; nil for a line that is only for comparison.
  let goal: Double?
  /// The row of the table that the line belongs to, and among how many assets it was measured.
  var row: TableRow?
  var size: Int?

  var ratio: Double { time / floorTime }
  var isReached: Bool { goal.map { ratio <= $0 } ?? true }
}

/// A benchmark found that the work was not done as it must be.
struct WrongResult: Error, CustomStringConvertible {
  let description: String
}

/// Throws unless the work was done.
func check(_ isRight: Bool, _ sentence: @autoclosure () -> String) throws {
  guard isRight else { throw WrongResult(description: sentence()) }
}

enum Measure {
  /// Seconds that `body` takes.
  static func time(_ body: () throws -> Void) rethrows -> Double {
    let begun = DispatchTime.now().uptimeNanoseconds
    try body()
    return Double(DispatchTime.now().uptimeNanoseconds - begun) / 1e9
  }

  /// The medians of pieces of work that take turns, so that what else the machine does meets all.
  /// Each gives the seconds that count.
  static func medians(rounds: Int, _ bodies: [() throws -> Double]) throws -> [Double] {
    var times = [[Double]](repeating: [], count: bodies.count)
    for round in 0..<rounds {
      for step in bodies.indices {
        // Each is first as often as the others.
        let index = (step + round) % bodies.count
        times[index].append(try bodies[index]())
      }
    }
    return times.map { $0.sorted()[rounds / 2] }
  }
}

/// Prints what was measured, as it comes.
struct Report {
  private(set) var figures: [Figure] = []
  private(set) var counts: [Count] = []

  static func seconds(_ time: Double) -> String {
    switch time {
    case ..<0.001: String(format: "%.1f µs", time * 1e6)
    case ..<1: String(format: "%.2f ms", time * 1e3)
    default: String(format: "%.2f s", time)
    }
  }

  mutating func add(_ figure: Figure) {
    figures.append(figure)
    print("\(figure.work)")
    print(
      "    \(Self.seconds(figure.time)), floor \(Self.seconds(figure.floorTime)): \(figure.floor)")
    let goal = figure.goal.map {
      String(format: ", goal %.2f ×: \(figure.isReached ? "reached" : "missed")", $0)
    }
    print(String(format: "    %.2f ×\(goal ?? "")", figure.ratio))
    // The whole takes minutes: each line shows as it comes, also in a file.
    fflush(nil)
  }

  /// Adds a count that has a limit.
  mutating func add(_ count: Count) {
    counts.append(count)
    note(count.text)
  }

  /// A figure that is a count and not a time.
  func note(_ line: String) {
    print("    \(line)")
  }
}
