import Foundation

/// A point of an operation's sweep.
package struct SweepMark: Codable, Equatable, Sendable {
  /// The number of the disturbance.
  var disturbance: Int
  /// Counts from 1.
  var point: Int
}

/// What a sweep says on its way, so that another process knows how far it is.
enum SweepStep: Codable, Equatable, Sendable {
  /// So many points there are for a disturbance.
  case there(disturbance: Int, count: Int)
  /// A point is about to be tried.
  case trying(SweepMark)
  /// What was last tried met the disturbance, and was looked at.
  case met
  /// Something was wrong.
  case wrong(String)
  /// Every point of a disturbance was tried.
  case finished(kind: String)
  /// The process is about to end in a trap.
  case trapped(String)
  /// The operation was swept to its end.
  case ended

  /// Reads what ``line`` says; nil for any other text.
  init?(line: String) {
    guard let step = try? JSONDecoder().decode(Self.self, from: Data(line.utf8)) else { return nil }
    self = step
  }

  /// One line.
  var line: String {
    guard let data = try? JSONEncoder().encode(self) else { return "" }
    return String(decoding: data, as: UTF8.self)
  }
}

/// Adds up what the steps of one operation's sweep say.
struct SweepTally {
  private(set) var mark: SweepMark?
  private(set) var last: SweepStep?
  private var report = SweepReport()
  /// How many points there are for each disturbance, as was said first.
  private var there: [Int: Int] = [:]

  init() { report.subjects = 1 }

  mutating func take(_ step: SweepStep) {
    last = step
    switch step {
    case .there(let disturbance, let count):
      there[disturbance] = there[disturbance] ?? count
    case .trying(let mark): self.mark = mark
    case .met:
      report.points += 1
      report.runs += 1
    case .wrong(let sentence): report.violations.append(sentence)
    case .finished(let kind): report.kinds.insert(kind)
    case .trapped: report.traps += 1
    case .ended: break
    }
  }

  mutating func complain(_ sentence: String) { report.violations.append(sentence) }

  var result: SweepReport {
    var result = report
    result.there = max(there.values.reduce(0, +), report.points)
    return result
  }
}
