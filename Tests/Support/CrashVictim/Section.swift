import DiptychEngine
import DiptychStories
import FaultSweeping
import Foundation

/// A part of the sweep, run by processes of its own.
enum Section: String, CaseIterable {
  /// A process is killed at random moments of a flow.
  case kills
  /// A call of the engine or of SQLite fails.
  case faults
  /// A process dies or stops at a call.
  case crashes
  /// The power ends.
  case cuts
  /// Memory is not given.
  case memory
  /// The system refuses files, long files and room.
  case limits
  /// Several processes share a library.
  case processes

  /// How much is tried in the full form and in the short one.
  var extent: (full: [String], short: [String]) {
    switch self {
    case .kills: (["--rounds", "200"], ["--rounds", "60"])
    case .faults: (["--stride", "1"], ["--most", "5"])
    case .crashes: (["--stride", "1"], ["--most", "4"])
    case .cuts: (["--stride", "1", "--rounds", "3"], ["--most", "6", "--rounds", "1"])
    case .memory: (["--stride", "1"], ["--most", "8"])
    case .limits: (["--stride", "1"], ["--most", "8"])
    case .processes: (["--rounds", "300"], ["--rounds", "24"])
    }
  }

  /// How many processes share its work. One, where time is measured.
  func shards(_ jobs: Int) -> Int { self == .processes ? 1 : jobs }

  /// This process's share.
  func run(_ options: SweepOptions) async throws {
    let folder = try options.makeFolder()
    var total = SweepReport()
    switch self {
    case .kills: try await kills(options, folder, &total)
    case .faults: try await faults(.calls, options, folder, &total)
    case .crashes:
      let sweep = CrashSweep(program: Self.program, options.sampling, folder: folder)
      for story in options.share(of: CrashStory.all) {
        try await options.measured("\(story)", &total) { try await sweep.run(story) }
      }
    case .cuts:
      var extent = PowerCutSweep.Extent()
      extent.sampling = options.sampling
      if case .most = options.sampling {
        extent.recoveryStride = 3
        extent.recoveryPoints = 2
      } else {
        extent.recoveryStride = 1
        extent.recoveryPoints = 40
      }
      extent.draws = options.rounds
      extent.seed = options.seed
      let sweep = PowerCutSweep(extent, folder: folder)
      for story in options.share(of: CrashStory.all) {
        try await options.measured("\(story)", &total) { try await sweep.run(story) }
      }
    case .memory:
      SweepOptions.refuse("Memory has a program of its own, AllocationSweep.")
    case .limits:
      let volume = SmallVolume(at: folder.appendingPathComponent("volume"))
      defer { volume?.close() }
      if volume == nil { SweepOptions.say("  No full volume: mounting one needs root.") }
      let source = volume == nil ? FaultSource.limits : .volume
      try await faults(source, options, volume?.folder ?? folder, &total)
    case .processes: try await processes(options, folder, &total)
    }
    try? FileManager.default.removeItem(at: folder)
    options.end(total)
  }

  private static let program = "/proc/self/exe"

  /// Where what goes wrong for an operation comes from.
  enum FaultSource: String {
    /// Nowhere: the process ends, so that a test sees what a sweep makes of that.
    case deadly
    case calls
    case limits
    /// The limits, in the folder of a small volume.
    case volume

    func sweep(_ sampling: Sampling, _ folder: URL) throws -> FaultSweep {
      switch self {
      case .deadly:
        FaultSweep(
          [Death()], systemCalls: RealSystemCalls(durable: false), sampling: sampling,
          folder: folder)
      case .calls: try .calls(sampling, folder: folder)
      case .limits: .limits(sampling, volume: nil, folder: folder)
      case .volume: .limits(sampling, volume: SmallVolume(mountedAt: folder), folder: folder)
      }
    }
  }

  private func faults(
    _ source: FaultSource, _ options: SweepOptions, _ folder: URL, _ total: inout SweepReport
  ) async throws {
    let sweep = IsolatedSweep(
      program: Self.program, source.rawValue, options.sampling, folder: folder)
    for operation in options.share(of: SweptOperation.all) {
      try await options.measured("\(operation)", &total) { try sweep.run(operation) }
    }
  }

  private func kills(
    _ options: SweepOptions, _ folder: URL, _ total: inout SweepReport
  ) async throws {
    for name in options.share(of: ["3-insert", "5"]) {
      guard let row = FlowRow.named(name) else { throw SweepFailure("There is no row \(name).") }
      try await options.measured("flow \(name)", &total) {
        let report = try await KillLoop(program: Self.program, row: row, folder: folder).run(
          kills: options.rounds, openingKills: max(1, options.rounds / 10), seed: options.seed)
        for (state, count) in report.states.sorted(by: { $0.key < $1.key }) {
          SweepOptions.say("    \(count) × \(state)")
        }
        var result = SweepReport()
        result.subjects = 2
        result.points = report.kills + report.openingKills
        result.runs = result.points
        result.kinds = ["killed at random"]
        result.violations = report.failures
        return result
      }
    }
  }

  private func processes(
    _ options: SweepOptions, _ folder: URL, _ total: inout SweepReport
  ) async throws {
    let sweep = ProcessSweep(program: Self.program, seed: options.seed, folder: folder)
    try await options.measured("a ring of albums", &total) {
      try sweep.ring(processes: 3, kills: options.rounds)
    }
    try await options.measured("opened at once", &total) {
      try sweep.opening(processes: 4, rounds: max(4, options.rounds / 6))
    }
    try await options.measured("notices", &total) {
      let (report, longest) = try sweep.notices(options.rounds)
      SweepOptions.say(String(format: "    at most %.1f ms", Double(longest) / 1e6))
      return report
    }
  }
}

/// An end that nothing documents, at each of six points.
private struct Death: Disturbance {
  let name = "death"
  let kind = FaultKind.failure
  let counted: Int? = 6

  func begin(_ n: Int) {
    if n != .max { kill(getpid(), SIGKILL) }
  }

  func end(_ isSuccess: Bool) -> String? { nil }
}
