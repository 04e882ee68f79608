import DiptychPlatform
import DiptychStories
import FaultSweeping
import Foundation

/// Runs the sections one after the other, each in several processes, and adds up what they found.
struct Sweep {
  private var isShort = false
  private var sections = Section.allCases
  private var jobs = max(1, min(8, ProcessInfo.processInfo.activeProcessorCount))
  /// Given on to every section, behind its own extent.
  private var options: [String] = []

  init(_ arguments: [String]) {
    var arguments = arguments[...]
    while let option = arguments.popFirst() {
      if option == "--short" {
        isShort = true
        continue
      }
      guard let value = arguments.popFirst() else {
        SweepOptions.refuse("\(option) is no option, or takes a value.")
      }
      switch option {
      case "--only":
        sections = value.split(separator: ",").map { name in
          guard let section = Section(rawValue: String(name)) else {
            let known = Section.allCases.map(\.rawValue).joined(separator: ", ")
            SweepOptions.refuse("There is no section \(name). There are \(known).")
          }
          return section
        }
      case "--jobs":
        guard let number = Int(value), number > 0 else {
          SweepOptions.refuse("--jobs takes a number.")
        }
        jobs = number
      default: options += [option, value]
      }
    }
    guard SweepOptions(options) != nil else {
      SweepOptions.refuse(
        "Options are --short, --only, --jobs, --stride, --most, --rounds, --seed, --word and "
          + "--folder.")
    }
  }

  /// Prints what was tried; ends the process with 1 when a library was not as it must be.
  func run() throws {
    let begun = DispatchTime.now().uptimeNanoseconds
    var lines: [String] = []
    var total = SweepReport()
    var isWhole = true
    for section in sections {
      SweepOptions.say("\(section.rawValue):")
      let sectionBegun = DispatchTime.now().uptimeNanoseconds
      guard let report = try run(section) else {
        isWhole = false
        lines.append("\(section.rawValue): ended before its time")
        continue
      }
      var text = line(section.rawValue, report, since: sectionBegun)
      // Not to be taken for a whole run by somebody who reads the last lines only.
      if section == .limits, !report.kinds.contains("a full volume") {
        text += ", none of them on a full volume: mounting one needs root"
      }
      lines.append(text)
      total.add(report)
    }
    lines.append(line("all", total, since: begun))
    SweepOptions.say("")
    lines.forEach(SweepOptions.say)
    if !isWhole || !total.violations.isEmpty { exit(1) }
  }

  private func line(_ name: String, _ report: SweepReport, since begun: UInt64) -> String {
    let seconds = Double(DispatchTime.now().uptimeNanoseconds - begun) / 1e9
    return String(
      format: "%@: %d operations × %d of %d points × %d kinds, %d runs, %@%d violations, %.0f s",
      name, report.subjects, report.points, report.there, report.kinds.count, report.runs,
      report.ends, report.violations.count, seconds)
  }

  /// Runs a section's shares side by side.
  /// - Returns: Nil when one of them ended without a result.
  private func run(_ section: Section) throws -> SweepReport? {
    let count = section.shards(jobs)
    let extent = isShort ? section.extent.short : section.extent.full
    let program = section == .memory ? try Self.beside("AllocationSweep") : "/proc/self/exe"
    let name = section == .memory ? [] : [section.rawValue]
    let shares = try (1...count).map { index in
      try VictimProcess(program, name + extent + options + ["--shard", "\(index)/\(count)"])
    }
    let found = Lock<[SweepReport]>([])
    DispatchQueue.concurrentPerform(iterations: count) { index in
      for line in shares[index].lines {
        if let report = SweepReport(result: line) {
          found.withLock { $0.append(report) }
        } else {
          SweepOptions.say(line)
        }
      }
      _ = shares[index].waitForEnd()
    }
    let reports = found.withLock { $0 }
    guard reports.count == count else { return nil }
    var total = SweepReport()
    reports.forEach { total.add($0) }
    return total
  }

  /// Another program of the same build.
  private static func beside(_ name: String) throws -> String {
    let here = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(fileURLWithPath: here).deletingLastPathComponent().appendingPathComponent(name).path
  }
}
