import DiptychPlatform
import DiptychStories
import Foundation

/// Sweeps each operation in a process of its own, so that one that ends takes nothing else with it:
/// the next process looks at what was left and goes on behind that point.
///
/// An end that is documented counts as an outcome; any other is a violation.
package struct IsolatedSweep: Sendable {
  private static let word = "swept"
  /// The exit status of a process that ended in a recorded trap.
  private static let trapped: Int32 = 75

  private let program: String
  private let arguments: [String]

  /// - Parameters:
  ///   - program: What calls ``runChild(_:_:)``.
  ///   - name: What is swept, as the program knows it.
  ///   - sampling: Which points are tried.
  ///   - folder: Where libraries are made.
  package init(program: String, _ name: String, _ sampling: Sampling, folder: URL) {
    self.program = program
    arguments = [Self.word, name, sampling.description, folder.path]
  }

  /// Sweeps one operation.
  package func run(_ operation: SweptOperation) throws -> SweepReport {
    var tally = SweepTally()
    var mark: SweepMark?
    while true {
      let from = mark.map { ["\($0.disturbance)", "\($0.point)"] } ?? []
      let child = try VictimProcess(program, arguments + [operation.description] + from)
      for line in child.lines {
        if let step = SweepStep(line: line) {
          tally.take(step)
        } else {
          tally.complain("\(operation): the process says \(line)")
        }
      }
      let end = child.waitForEnd()
      let reached = tally.mark
      switch (tally.last, end) {
      case (.ended?, .exited(0)): return tally.result
      case (.trapped(let text)?, .exited(Self.trapped)) where operation.isPromised(trap: text):
        break
      case (.trapped(let text)?, _):
        tally.complain("\(operation), \(Self.describe(reached)) ends the process: \(text)")
      default: tally.complain("\(operation), \(Self.describe(reached)) ends the process: \(end)")
      }
      // One that did not come further would not the next time either.
      guard let reached, reached != mark else {
        if mark == reached { tally.complain("\(operation) cannot be swept to its end") }
        return tally.result
      }
      mark = reached
    }
  }

  private static func describe(_ mark: SweepMark?) -> String {
    mark.map { "disturbance \($0.disturbance + 1) at \($0.point)" } ?? "before it was disturbed,"
  }

  /// Runs in the process of one operation.
  /// - Parameter sweep: Gives the sweep of a name.
  /// - Returns: Whether the arguments are such a process's.
  package static func runChild(
    _ arguments: [String], _ sweep: @Sendable (String, Sampling, URL) throws -> FaultSweep?
  ) async throws -> Bool {
    guard arguments.first == word, arguments.count >= 5, let sampling = Sampling(arguments[2]),
      let operation = SweptOperation.named(arguments[4]),
      let sweep = try sweep(
        arguments[1], sampling, URL(fileURLWithPath: arguments[3], isDirectory: true))
    else { return false }
    var mark: SweepMark?
    if arguments.count == 7, let disturbance = Int(arguments[5]), let point = Int(arguments[6]) {
      mark = SweepMark(disturbance: disturbance, point: point)
    }
    TrapRecorder.begin { text in
      say(.trapped(text))
      _exit(trapped)
    }
    try await sweep.run(operation, behind: mark, say: say)
    return true
  }

  private static func say(_ step: SweepStep) { SweepOptions.say(step.line) }
}
