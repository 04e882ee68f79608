import DiptychEngine
import DiptychPlatform
import DiptychStories
import Foundation

/// Ends a process that plays a story before each of its calls that change the volume, and half-way
/// through each of its writes; and the process that comes after it, at each call of its recovery.
/// Stops one at each call, too, and opens its library meanwhile.
package struct CrashSweep: Sendable {
  private let program: String
  /// Which calls of a story.
  private let sampling: Sampling
  /// Which calls of a recovery.
  private let recoverySampling: Sampling
  private let folder: URL

  /// - Parameters:
  ///   - program: What ``StoryVictim`` runs in.
  ///   - sampling: Which of a story's calls are tried, for each way to end there. Of the calls of a
  ///     recovery two are tried where not all are.
  ///   - folder: Where libraries are made.
  package init(program: String, _ sampling: Sampling = .every(1), folder: URL) {
    self.program = program
    self.sampling = sampling
    recoverySampling = sampling.counts ? .most(2) : sampling
    self.folder = folder
  }

  /// What a victim said.
  private struct Progress {
    var started = 0
    var acknowledged: Int?
    /// How many calls were counted; nil when the victim did not come to its end.
    var calls: Int?

    init(_ output: String) {
      for line in output.split(separator: "\n") {
        let words = line.split(separator: " ")
        guard words.count == 2, let step = Int(words[1]) else { continue }
        if words[0] == "started" { started = step }
        if words[0] == "acknowledged" { acknowledged = step }
        if words[0] == "calls" { calls = step }
      }
    }
  }

  package func run(_ story: CrashStory) async throws -> SweepReport {
    var report = SweepReport()
    report.subjects = 1
    let check = StoryCheck(states: try await story.states(in: folder))
    let template = place("template")
    defer { remove(template) }
    try story.prepare(template)
    for action in CallTrap.Action.allCases {
      // Opening a library that is being made waits for it.
      if action == .stop, case .nothing = story.beginning { continue }
      let count = try sampling.counts ? calls(of: story, action, template) : 0
      var last = 0
      while let call = sampling.next(after: last, of: count),
        try await attempt(story, action, call, template, check, &report)
      {
        report.points += 1
        last = call
      }
      report.there += max(count, last)
      report.kinds.insert(
        action == .stop ? "opened beside" : action == .half ? "half a write" : "killed")
    }
    return report
  }

  /// How many calls of the story count, by a victim that nothing happens to.
  private func calls(
    of story: CrashStory, _ action: CallTrap.Action, _ template: StoryPlace
  ) throws -> Int {
    let place = try copy(template)
    defer { remove(place) }
    let victim = try VictimProcess(
      program,
      ["story", story.name, place.volume.path, place.files.path, action.rawValue, "\(Int.max)"])
    let output = victim.readAll()
    guard victim.waitForEnd() == .exited(0), let calls = Progress(output).calls else {
      throw SweepFailure("\(story) does not come to its end.")
    }
    return calls
  }

  /// - Returns: Whether the victim made so many calls.
  private func attempt(
    _ story: CrashStory, _ action: CallTrap.Action, _ call: Int, _ template: StoryPlace,
    _ check: StoryCheck, _ report: inout SweepReport
  ) async throws -> Bool {
    let place = try copy(template)
    defer { remove(place) }
    let name = "\(story), \(action.rawValue) at call \(call)"
    let victim = try VictimProcess(
      program,
      [
        "story", story.name, place.volume.path, place.files.path, action.rawValue, "\(call)",
      ])
    var findings: [String] = []
    let isHit: Bool
    if action == .stop {
      isHit = try lookBeside(victim, place, check, &findings)
    } else {
      let output = victim.readAll()
      let end = victim.waitForEnd()
      isHit = end == .killed(SIGKILL)
      if !isHit, end != .exited(0) { findings.append("the victim ended by \(end)") }
      let progress = Progress(output)
      if isHit { try crashRecovery(of: story, place, progress, check, name, &report) }
      findings += check.examine(
        place.library, acknowledged: progress.acknowledged, started: progress.started)
      if !isHit, progress.acknowledged != check.states.count - 1 {
        findings.append("the victim ended before the story did")
      }
    }
    report.runs += 1
    report.violations += findings.map { "\(name): \($0)" }
    return isHit
  }

  /// Ends the process that recovers, at each call. Where no file is staged and no removal waits, that
  /// is SQLite's own recovery.
  private func crashRecovery(
    of story: CrashStory, _ left: StoryPlace, _ progress: Progress, _ check: StoryCheck,
    _ name: String,
    _ report: inout SweepReport
  ) throws {
    // Making a library goes on there, which takes hundreds of calls and has its own turn.
    var recoverySampling = recoverySampling
    if case .nothing = story.beginning, case .every = sampling { recoverySampling = .most(8) }
    let place = place("recovered")
    // One that nothing happens to counts the calls.
    var call = recoverySampling.counts ? Int.max : 1
    var count = 0
    while true {
      remove(place)
      defer { remove(place) }
      try Self.copyWithLinks(left.volume, to: place.volume)
      let victim = try VictimProcess(program, ["reopen", place.volume.path, "die", "\(call)"])
      let output = victim.readAll()
      let end = victim.waitForEnd()
      var findings = check.examine(
        place.library, acknowledged: progress.acknowledged, started: progress.started)
      if end != .killed(SIGKILL), end != .exited(0) {
        findings.append("the recovering process ended by \(end)")
      }
      report.runs += 1
      report.kinds.insert("killed in recovery")
      report.violations += findings.map { "\(name), recovery killed at call \(call): \($0)" }
      if call == .max {
        count = Progress(output).calls ?? 0
        call = 0
      } else if end != .killed(SIGKILL) {
        return
      }
      guard let next = recoverySampling.next(after: call, of: count) else { return }
      call = next
    }
  }

  /// Opens the library of a process that stands still in the middle of a save, and has it go on.
  private func lookBeside(
    _ victim: VictimProcess, _ place: StoryPlace, _ check: StoryCheck, _ findings: inout [String]
  ) throws -> Bool {
    let isStopped = victim.waitForStop()
    if isStopped {
      var configuration = SweepStage.configuration(
        place.library, RealSystemCalls(durable: false), isDurable: false)
      // It may stand still with the writer's lock.
      configuration.busyTimeout = 1_000
      do {
        let library = try Library.open(configuration)
        defer { library.close() }
        findings += try library.verify().map { "beside: \($0)" }
        if check.states.firstIndex(of: try library.dump(.exact)) == nil {
          findings.append("beside: the state is not one of the story's")
        }
      } catch let error as LibraryError where error.code == .busy {
        // There is work left that only the holder of the lock may do.
      } catch {
        findings.append("beside: \(error)")
      }
      victim.proceed()
    }
    let progress = Progress(victim.readAll())
    let end = victim.waitForEnd()
    if end != .exited(0) { findings.append("the victim ended by \(end)") }
    let last = check.states.count - 1
    if progress.acknowledged != last { findings.append("the story stopped at \(progress)") }
    findings += check.examine(place.library, acknowledged: last, started: last)
    return isStopped
  }

  /// A story's beginning for one victim.
  private func copy(_ template: StoryPlace) throws -> StoryPlace {
    let place = place("victim")
    remove(place)
    try FileManager.default.copyItem(at: template.volume, to: place.volume)
    try FileManager.default.copyItem(at: template.files, to: place.files)
    return place
  }

  /// Copies a folder as it is: what is one file under several names is one in the copy, too, since
  /// recovery tells by that whose a final name is.
  private static func copyWithLinks(_ source: URL, to target: URL) throws {
    try FileManager.default.copyItem(at: source, to: target)
    var first: [UInt64: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: source.path).sorted() {
      var info = stat()
      guard lstat(source.path + "/" + name, &info) == 0, info.st_mode & S_IFMT == S_IFREG,
        info.st_nlink > 1
      else { continue }
      guard let twin = first[UInt64(info.st_ino)] else {
        first[UInt64(info.st_ino)] = name
        continue
      }
      let copy = target.path + "/" + name
      try FileManager.default.removeItem(atPath: copy)
      try FileManager.default.linkItem(atPath: target.path + "/" + twin, toPath: copy)
    }
  }

  private func place(_ name: String) -> StoryPlace {
    StoryPlace(
      volume: folder.appendingPathComponent(name),
      files: folder.appendingPathComponent(name + " files"))
  }

  private func remove(_ place: StoryPlace) {
    try? FileManager.default.removeItem(at: place.volume)
    try? FileManager.default.removeItem(at: place.files)
  }
}
