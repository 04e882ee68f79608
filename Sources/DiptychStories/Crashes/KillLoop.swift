import DiptychEngine
import DiptychPlatform
import Foundation

/// Kills a process at random moments of a flow, and looks each time at the library that it leaves:
/// it must open, verify clean, hold nothing half-done, and be in one of the flow's legal states.
package struct KillLoop: Sendable {
  /// What the kills of one row found.
  package struct Report: Sendable {
    /// Kills that hit a running flow.
    package var kills = 0
    /// Kills that hit a program while it made its library.
    package var openingKills = 0
    /// Victims that had ended before their moment came.
    package var late = 0
    /// How often each legal state was found, by its half and number.
    package var states: [String: Int] = [:]
    /// Staged files that recovery found something to do with.
    package var recoveries = 0
    /// What was wrong, a sentence each.
    package var failures: [String] = []
  }

  /// One half and what is known of it before anything is killed.
  private struct Course {
    let side: FlowSide
    let states: [Dump]
    /// Nanoseconds from the start of the program to the flow's first write.
    var opening: UInt64
    /// Nanoseconds from there to the end of the program.
    var duration: UInt64
  }

  private let program: String
  private let row: FlowRow
  private let folder: URL
  private let runner = FlowRunner()

  /// - Parameters:
  ///   - program: The victim: it takes the row's name, the half, and the library's path.
  ///   - folder: Where libraries are made. One that failed is left there.
  package init(program: String, row: FlowRow, folder: URL) {
    self.program = program
    self.row = row
    self.folder = folder
  }

  /// Memory-backed storage where the machine has it, else the temporary folder. What a killed
  /// process has written stays on either; without waits for a disk, more of the moments fall between
  /// two writes than into one sync.
  package static var usualFolder: URL {
    URL(fileURLWithPath: EphemeralLibrary.base, isDirectory: true)
  }

  /// The states that the halves of the row may leave.
  package func legalStates() async throws -> [FlowSide: [Dump]] {
    var all: [FlowSide: [Dump]] = [:]
    for side in FlowSide.allCases { all[side] = try await runner.states(side, of: row) }
    return all
  }

  /// Kills the halves in turn.
  /// - Parameters:
  ///   - kills: How many victims are killed between the flow's first write and its end.
  ///   - openingKills: How many are killed before that, while the library is made.
  ///   - seed: The moments depend on it and on nothing else.
  package func run(
    kills: Int, openingKills: Int, seed: UInt64, progress: (Int) -> Void = { _ in }
  ) async throws -> Report {
    var generator = SplitMix64(seed: seed)
    let courses = try await courses()
    var report = Report()
    var number = 0
    // One that ends before its moment is replaced.
    while report.kills < kills, number < 4 * kills {
      let course = courses[number % courses.count]
      let moment = UInt64.random(in: 0...course.duration, using: &generator)
      let victim = try VictimProcess(program, arguments(course.side, number))
      try awaitBeginning(victim)
      let begun = DispatchTime.now().uptimeNanoseconds
      while victim.waitForOutput(until: begun + moment), !victim.readOutput().isEmpty {}
      if try end(victim, course, number, moment, &report) { report.kills += 1 }
      number += 1
      progress(number)
    }
    for _ in 0..<openingKills {
      let course = courses[number % courses.count]
      let moment = UInt64.random(in: 0...course.opening, using: &generator)
      let victim = try VictimProcess(program, arguments(course.side, number))
      _ = victim.waitForOutput(until: DispatchTime.now().uptimeNanoseconds + moment)
      if try end(victim, course, number, moment, &report) { report.openingKills += 1 }
      number += 1
    }
    return report
  }

  /// Kills a victim and looks at its library.
  /// - Returns: Whether it was still running.
  private func end(
    _ victim: VictimProcess, _ course: Course, _ number: Int, _ moment: UInt64,
    _ report: inout Report
  ) throws -> Bool {
    victim.kill()
    let end = victim.waitForEnd()
    switch end {
    case .killed(SIGKILL): break
    case .exited(0): report.late += 1
    default: report.failures.append("\(name(course, number, moment)): the victim ended by \(end)")
    }
    try examine(course, number, moment, &report)
    return end == .killed(SIGKILL)
  }

  // MARK: Before the first kill

  /// Runs each half undisturbed five times: that it ends as it should, and how long it takes. The
  /// shortest time counts, and a quarter more, so that a machine that is busy just now does not
  /// make most moments come too late.
  private func courses() async throws -> [Course] {
    var courses: [Course] = []
    for (side, states) in try await legalStates().sorted(by: { $0.key.rawValue < $1.key.rawValue })
    {
      var course = Course(side: side, states: states, opening: 0, duration: 0)
      var runs: [(opening: UInt64, duration: UInt64)] = []
      for number in 0..<5 { runs.append(try undisturbed(course, number)) }
      course.opening = runs.map(\.opening).min() ?? 0
      course.duration = (runs.map(\.duration).min() ?? 0) * 5 / 4
      courses.append(course)
    }
    return courses
  }

  private func undisturbed(_ course: Course, _ number: Int) throws
    -> (opening: UInt64, duration: UInt64)
  {
    let started = DispatchTime.now().uptimeNanoseconds
    let victim = try VictimProcess(program, arguments(course.side, number))
    try awaitBeginning(victim)
    let begun = DispatchTime.now().uptimeNanoseconds
    while !victim.readOutput().isEmpty {}
    let end = victim.waitForEnd()
    let ended = DispatchTime.now().uptimeNanoseconds
    guard end == .exited(0) else {
      throw LibraryError(
        .system, "The \(course.side) half of flow \(row.name) does not run by itself: \(end).")
    }
    var report = Report()
    try examine(course, number, ended - begun, &report)
    guard report.failures.isEmpty, report.states[label(course.states.count - 1, course)] == 1
    else {
      throw LibraryError(
        .system,
        "The \(course.side) half of flow \(row.name) ends in another state than "
          + "expected. " + report.failures.joined(separator: " "))
    }
    return (begun - started, ended - begun)
  }

  private func awaitBeginning(_ victim: VictimProcess) throws {
    _ = victim.waitForOutput()
    guard victim.readOutput().hasPrefix("begun") else {
      throw LibraryError(.system, "A victim of flow \(row.name) ended before it wrote anything.")
    }
  }

  // MARK: After a kill

  /// Opens the library twice, so that recovery is seen to leave nothing for a second one.
  private func examine(
    _ course: Course, _ number: Int, _ moment: UInt64, _ report: inout Report
  ) throws {
    let path = library(course.side, number)
    let failures = report.failures.count
    func fail(_ what: String) { report.failures.append("\(name(course, number, moment)): \(what)") }
    if !stagedFiles(path).isEmpty { report.recoveries += 1 }
    var found: [Dump] = []
    for _ in 0..<2 {
      do {
        let library = try runner.openDurable(row, at: path)
        defer { library.close() }
        try library.verify().forEach { fail($0.description) }
        let staged = stagedFiles(path)
        if !staged.isEmpty { fail("staging still holds \(staged.joined(separator: ", "))") }
        found.append(try library.dump(.state))
      } catch {
        fail("\(error)")
      }
    }
    if let state = found.last {
      if let index = course.states.firstIndex(of: state) {
        report.states[label(index, course), default: 0] += 1
      } else {
        fail("the state is not one of the flow's:\n\(state.text)")
      }
      if found.first != state { fail("a second opening changed the library") }
    }
    if report.failures.count == failures {
      try FileManager.default.removeItem(at: home(course.side, number))
    }
  }

  /// What is below `staging/`, folders of processes and their files.
  private func stagedFiles(_ path: String) -> [String] {
    (try? FileManager.default.subpathsOfDirectory(atPath: path + "/staging")) ?? []
  }

  // MARK: Names

  private func home(_ side: FlowSide, _ number: Int) -> URL {
    folder.appendingPathComponent("\(row.name)-\(side)-\(number + 1)")
  }

  private func library(_ side: FlowSide, _ number: Int) -> String {
    home(side, number).appendingPathComponent("Library.diptych").path
  }

  private func arguments(_ side: FlowSide, _ number: Int) -> [String] {
    [row.name, side.rawValue, library(side, number)]
  }

  private func label(_ index: Int, _ course: Course) -> String {
    "\(course.side) \(index): \(course.states[index].summary)"
  }

  private func name(_ course: Course, _ number: Int, _ moment: UInt64) -> String {
    "flow \(row.name), \(course.side), victim \(number + 1) at \(moment / 1_000) µs"
  }
}
