import DiptychStories
import Foundation

/// What a part of a sweep is told on its command line, and how it says what it found.
package struct SweepOptions: Sendable {
  /// Which points are tried; all of them when nothing is said.
  package var sampling = Sampling.every(1)
  package var seed: UInt64 = 1
  /// Rounds of what is drawn: kills, draws.
  package var rounds = 1
  /// Only what has this word in its name.
  package var word: String?
  /// Which part of the subjects is this process's, and of how many.
  private var shard = (index: 0, count: 1)
  private var base = KillLoop.usualFolder

  /// Reads options with a value each; nil when there is another.
  package init?(_ arguments: [String]) {
    var arguments = arguments[...]
    while let option = arguments.popFirst() {
      guard let value = arguments.popFirst() else { return nil }
      let number = Int(value) ?? 0
      switch option {
      case "--stride" where number > 0: sampling = .every(number)
      case "--most" where number > 0: sampling = .most(number)
      case "--rounds" where number > 0: rounds = number
      case "--seed" where number > 0: seed = UInt64(number)
      case "--word": word = value
      case "--folder": base = URL(fileURLWithPath: value, isDirectory: true)
      case "--shard":
        let parts = value.split(separator: "/").compactMap { Int($0) }
        guard parts.count == 2, parts[0] >= 1, parts[0] <= parts[1] else { return nil }
        shard = (parts[0] - 1, parts[1])
      default: return nil
      }
    }
  }

  /// A folder of this process's own.
  package func makeFolder() throws -> URL {
    let folder = base.appendingPathComponent("diptych-sweep-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// This process's part of the subjects.
  package func share<Subject>(of subjects: [Subject]) -> [Subject] {
    subjects.filter { subject in word.map { "\(subject)".contains($0) } ?? true }
      .enumerated().filter { $0.offset % shard.count == shard.index }.map(\.element)
  }

  /// Runs the sweep of one subject, says what it tried and how fast, and adds it to `total`.
  package func measured(
    _ name: String, _ total: inout SweepReport, _ body: () async throws -> SweepReport
  ) async throws {
    let begun = DispatchTime.now().uptimeNanoseconds
    var report = try await body()
    // What is drawn is drawn from no list.
    report.there = max(report.there, report.points)
    let seconds = Double(DispatchTime.now().uptimeNanoseconds - begun) / 1e9
    for violation in report.violations { Self.say("VIOLATION: \(violation)") }
    Self.say(
      String(
        format: "  %@: %d of %d points, %d runs, %@%d violations, %.1f s, %.0f runs/s", name,
        report.points, report.there, report.runs, report.ends, report.violations.count, seconds,
        Double(report.runs) / max(seconds, 0.001)))
    total.add(report)
  }

  /// Says the result, which ``SweepReport/init(result:)`` reads, and ends the process with 1 when
  /// something was wrong.
  package func end(_ total: SweepReport) {
    Self.say(total.result)
    if !total.violations.isEmpty { exit(1) }
  }

  /// Written at once: a sweep that is stopped has told what it found so far.
  package static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  /// Ends the process because it was called wrongly.
  package static func refuse(_ sentence: String) -> Never {
    FileHandle.standardError.write(Data((sentence + "\n").utf8))
    exit(64)
  }
}

extension SweepReport {
  /// What a line says of runs that ended the process as documented.
  package var ends: String { traps == 0 ? "" : "\(traps) documented ends, " }

  private static let mark = "RESULT"

  /// One line with the numbers.
  fileprivate var result: String {
    [
      Self.mark, "\(subjects)", "\(points)", "\(there)", "\(runs)", "\(traps)",
      "\(violations.count)", kinds.sorted().joined(separator: ";"),
    ].joined(separator: "\t")
  }

  /// Reads such a line; nil for any other. Of the violations only the number is known.
  package init?(result line: String) {
    let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard parts.count == 8, parts[0] == Self.mark, let subjects = Int(parts[1]),
      let points = Int(parts[2]), let there = Int(parts[3]), let runs = Int(parts[4]),
      let traps = Int(parts[5]), let wrong = Int(parts[6])
    else { return nil }
    self.init()
    self.subjects = subjects
    self.points = points
    self.there = there
    self.runs = runs
    self.traps = traps
    violations = Array(repeating: "", count: wrong)
    kinds = Set(parts[7].split(separator: ";").map(String.init))
  }
}
