import DiptychEngine
import DiptychPlatform
import DiptychStories
import Foundation

/// Several processes on one library, some of them killed at random moments.
package struct ProcessSweep: Sendable {
  private let program: String
  private let seed: UInt64
  private let folder: URL

  /// - Parameters:
  ///   - program: What ``ProcessVictim`` runs in.
  ///   - seed: The moments of the kills depend on it.
  ///   - folder: Where libraries are made.
  package init(program: String, seed: UInt64, folder: URL) {
    self.program = program
    self.seed = seed
    self.folder = folder
  }

  /// What the threads that mind one process each found.
  private struct Findings {
    var turns = 0
    var kills = 0
    var violations: [String] = []
  }

  /// Processes turn a ring of albums, save and read, and are killed; the ring stays a ring, no turn
  /// that was reported is lost, and what is left verifies clean.
  package func ring(processes: Int, kills: Int) throws -> SweepReport {
    let path = folder.appendingPathComponent("Ring.diptych").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let configuration = ProcessVictim.configuration(path, RealSystemCalls())
    do {
      let library = try Library.open(configuration)
      defer { library.close() }
      try AlbumRing.make(library)
    }
    let findings = Lock(Findings())
    let each = (kills + processes - 1) / processes
    DispatchQueue.concurrentPerform(iterations: processes) { process in
      var generator = SplitMix64(seed: seed &+ UInt64(process) &* 7_919)
      for life in 0..<each {
        let moment = UInt64.random(in: 1...150, using: &generator) * 1_000_000
        do {
          let victim = try VictimProcess(
            program, ["ring", path, "\(seed &+ UInt64(process * 100_000 + life))"])
          // The moment counts from the first turn, so that slow starts do not eat it.
          _ = victim.waitForOutput()
          let deadline = DispatchTime.now().uptimeNanoseconds + moment
          var output = ""
          while victim.waitForOutput(until: deadline) {
            let more = victim.readOutput()
            if more.isEmpty { break }
            output += more
          }
          victim.kill()
          output += victim.readAll()
          let end = victim.waitForEnd()
          let lines = output.split(separator: "\n")
          findings.withLock { findings in
            findings.kills += 1
            findings.turns += lines.filter { $0 == "turned" }.count
            findings.violations += lines.filter { $0.hasPrefix("PROBLEM") }.map(String.init)
            if end != .killed(SIGKILL) {
              findings.violations.append("process \(process), life \(life) ended by \(end)")
            }
          }
        } catch {
          findings.withLock { $0.violations.append("\(error)") }
        }
      }
    }
    var report = SweepReport()
    report.subjects = 1
    report.kinds = ["killed beside others"]
    let found = findings.withLock { $0 }
    report.points = found.turns
    report.runs = found.kills
    report.violations = found.violations.map { "ring: \($0)" }
    let library = try Library.open(configuration)
    defer { library.close() }
    report.violations += try library.verify().map { "ring: \($0)" }
    let (ring, turns) = try library.read { transaction in
      (
        try AlbumRing.walk(transaction),
        try transaction.connection.first(
          "SELECT count(*) FROM commits WHERE client = 'ring'", [], { $0.int(0) }) ?? 0
      )
    }
    if ring == nil { report.violations.append("ring: it is open") }
    // One that was killed between its commit and its word may have done one turn more.
    if !(found.turns...(found.turns + found.kills)).contains(turns) {
      report.violations.append("ring: \(found.turns) turns were reported, \(turns) are there")
    }
    return report
  }

  /// Processes open a library at once that is not there, or is of the first format: one makes it or
  /// brings it up to date, all have it. Some are killed.
  package func opening(processes: Int, rounds: Int) throws -> SweepReport {
    var report = SweepReport()
    report.subjects = 1
    report.kinds = ["opened at once", "killed while it was made"]
    let old = folder.appendingPathComponent("Old.diptych").path
    let files = folder.appendingPathComponent("Old files")
    defer { for path in [old, files.path] { try? FileManager.default.removeItem(atPath: path) } }
    try SweepStage.make(
      SweepStage.configuration(old, RealSystemCalls(durable: false)), files: files)
    try SweepStage.takeBack(old)
    var generator = SplitMix64(seed: seed)
    for round in 0..<rounds {
      let path = folder.appendingPathComponent("Opening.diptych").path
      defer { try? FileManager.default.removeItem(atPath: path) }
      let isOld = round / 2 % 2 == 1
      if isOld { try FileManager.default.copyItem(atPath: old, toPath: path) }
      let victims = try (0..<processes).map { _ in try VictimProcess(program, ["open", path]) }
      let killed = round % 2 == 0 ? nil : Int.random(in: 0..<processes, using: &generator)
      if let killed {
        let moment = UInt64.random(in: 1...60, using: &generator) * 1_000_000
        _ = victims[killed].waitForOutput(until: DispatchTime.now().uptimeNanoseconds + moment)
        victims[killed].kill()
      }
      var uuids: Set<String> = []
      for (index, victim) in victims.enumerated() {
        let output = victim.readAll()
        if !output.isEmpty { uuids.insert(output) }
        let end = victim.waitForEnd()
        if end != .exited(0), index != killed {
          report.violations.append("opening, round \(round): a process ended by \(end)")
        }
      }
      if uuids.count != 1 {
        report.violations.append("opening, round \(round): \(uuids.count) libraries")
      }
      let library = try Library.open(ProcessVictim.configuration(path, RealSystemCalls()))
      defer { library.close() }
      report.violations += try library.verify().map { "opening, round \(round): \($0)" }
      if isOld { _ = try SweepStage(library, files: files) }
      report.points += 1
      report.runs += processes
    }
    return report
  }

  /// A process is told of another one's commits within a second.
  /// - Returns: The report, and the longest time in nanoseconds.
  package func notices(_ count: Int) throws -> (SweepReport, longest: UInt64) {
    let path = folder.appendingPathComponent("Notices.diptych").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let library = try Library.open(ProcessVictim.configuration(path, RealSystemCalls()))
    defer { library.close() }
    let observer = try VictimProcess(program, ["observe", path])
    _ = observer.waitForOutput()
    var output = observer.readOutput()
    var report = SweepReport()
    report.subjects = 1
    report.kinds = ["told of a commit"]
    var longest: UInt64 = 0
    for number in 1...count {
      try library.user.make(titled: "\(number)")
      let committed = DispatchTime.now().uptimeNanoseconds
      let token = try library.read { try $0.token() }
      var told: UInt64?
      while told == nil, observer.waitForOutput(until: committed + 2_000_000_000) {
        let more = observer.readOutput()
        if more.isEmpty { break }
        output += more
        told = Self.moment(of: token, in: output)
      }
      let delay = told.map { $0 > committed ? $0 - committed : 0 } ?? .max
      if delay > 1_000_000_000 {
        report.violations.append("notices: commit \(number) was not told of within a second")
      }
      longest = max(longest, delay)
      report.points += 1
      report.runs += 1
    }
    observer.kill()
    _ = observer.waitForEnd()
    return (report, longest)
  }

  private static func moment(of token: Int64, in output: String) -> UInt64? {
    // The last line may be on its way still.
    guard let end = output.lastIndex(of: "\n") else { return nil }
    for line in output[..<end].split(separator: "\n").reversed() {
      let words = line.split(separator: " ")
      if words.count == 3, words[0] == "told", words[1] == "\(token)" { return UInt64(words[2]) }
    }
    return nil
  }
}
