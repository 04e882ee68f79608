import DiptychEngine
import DiptychPlatform
import DiptychTesting
import Foundation
import TestMedia

/// Makes one thing after the other go wrong for an operation, and looks each time at what is left:
/// the operation reports what its API promises, the library opens, verifies clean and is as before
/// or as after, and no file, lock or staged file stays.
package struct FaultSweep: Sendable {
  private let disturbances: [any Disturbance]
  private var systemCalls: any SystemCalls
  private let vfs: String?
  /// Every n-th point is tried; 1 for all.
  private let stride: Int
  private let folder: URL

  /// - Parameters:
  ///   - disturbances: What goes wrong.
  ///   - systemCalls: The libraries'.
  ///   - vfs: SQLite's file layer, nil for the system's.
  ///   - stride: 1 tries every point, n every n-th, the first ones always.
  ///   - folder: Where libraries are made.
  package init(
    _ disturbances: [any Disturbance], systemCalls: any SystemCalls, vfs: String? = nil,
    stride: Int = 1, folder: URL
  ) {
    self.disturbances = disturbances
    self.systemCalls = systemCalls
    self.vfs = vfs
    self.stride = stride
    self.folder = folder
  }

  /// A sweep in which calls of the engine and of SQLite fail: each kind, once and for good.
  package static func calls(stride: Int = 1, folder: URL) throws -> FaultSweep {
    let plan = FaultPlan()
    try plan.attach()
    let failing = FaultKind.ofCalls.flatMap { kind in
      [false, true].map { FailingCall(plan: plan, kind: kind, isLasting: $0) }
    }
    return FaultSweep(
      failing, systemCalls: plan.systemCalls, vfs: FaultVFS.name, stride: stride, folder: folder)
  }

  /// Sweeps one operation with every disturbance.
  package func run(_ operation: SweptOperation) async throws -> SweepReport {
    var sweep = self
    if !operation.hasLinks { sweep.systemCalls = withoutLinks(systemCalls) }
    return try await sweep.runAll(operation)
  }

  private func runAll(_ operation: SweptOperation) async throws -> SweepReport {
    var report = SweepReport()
    report.subjects = 1
    let template = folder.appendingPathComponent("template")
    defer { try? FileManager.default.removeItem(at: template) }
    let legal = try await states(of: operation, template)
    for disturbance in disturbances {
      let row = Row(operation: operation, disturbance: disturbance, legal: legal)
      try await sweep(row, template, &report)
      report.kinds.insert(disturbance.name)
    }
    return report
  }

  private struct Row {
    let operation: SweptOperation
    let disturbance: any Disturbance
    /// The states before and after.
    let legal: [Dump]

    func name(_ point: Int) -> String { "\(operation), \(disturbance.name) at \(point)" }
  }

  private func sweep(_ row: Row, _ template: URL, _ report: inout SweepReport) async throws {
    let place = folder.appendingPathComponent("swept")
    defer { try? FileManager.default.removeItem(at: place) }
    var isFresh = false
    var point = 1
    while true {
      if !isFresh {
        try? FileManager.default.removeItem(at: place)
        try FileManager.default.copyItem(at: template, to: place)
      }
      var findings: [String] = []
      let (failed, state) = try await attempt(row, point, place, &findings)
      report.violations += findings.map { "\(row.name(point)) (\(failed ?? "no fault")): \($0)" }
      guard failed != nil else { break }
      report.points += 1
      report.runs += 1
      // What is as before serves the next attempt as well.
      isFresh = state == 0 && findings.isEmpty
      point += point < 12 ? 1 : stride
    }
  }

  /// One run of the operation with one fault.
  /// - Returns: What went wrong first, and which legal state the library is in.
  private func attempt(
    _ row: Row, _ point: Int, _ place: URL, _ findings: inout [String]
  ) async throws -> (failed: String?, state: Int?) {
    let stage = try open(place)
    beginStep(stage)
    try row.disturbance.begin(point)
    let outcome = await outcome(of: row.operation, stage)
    let failed = row.disturbance.end((try? outcome.get()) != nil)
    let waiting = await stage.library.activities.settled(within: 20)
    if !waiting.isEmpty { findings.append("\(waiting.joined(separator: ", ")) still waits") }
    // What fails outside SQLite fails before the commit, or is put off until later.
    var hasFailedEarly = false
    switch outcome {
    case .failure(let refusal):
      hasFailedEarly = row.disturbance is FailingCall && failed?.hasPrefix("sqlite") == false
      if failed == nil || !row.operation.isPromised(refusal.code, after: row.disturbance.kind) {
        findings.append("it reports \(refusal.code ?? "a failure")")
      }
    case .success:
      // What is not on the disk was not saved, so these may never fail in silence.
      if let failed, row.operation.needs(failed), row.disturbance.kind != .half {
        findings.append("it reports success although \(failed) failed")
      }
    }
    stage.library.close()
    // A check for changes that was under way gives its connection up behind the closing.
    var open = openFiles(below: place)
    for _ in 0..<200 where !open.isEmpty {
      RealSystemCalls().pause(5_000)
      open = openFiles(below: place)
    }
    if !open.isEmpty { findings.append("left open: \(open.joined(separator: ", "))") }
    let state = try examine(row, outcome, place, &findings)
    if hasFailedEarly, state == 1 { findings.append("it reports a failure, and all was done") }
    return (failed, state)
  }

  private func examine(
    _ row: Row, _ outcome: Result<Void, SweptOperation.Refusal>, _ place: URL,
    _ findings: inout [String]
  ) throws -> Int? {
    let library: Library
    do {
      library = try Library.open(configuration(place))
    } catch {
      findings.append("the library does not open: \(error)")
      return nil
    }
    defer { library.close() }
    findings += try library.verify().map(\.description)
    let staged = try FileManager.default.subpathsOfDirectory(
      atPath: library.path + "/staging")
    if !staged.isEmpty { findings.append("staging still holds \(staged)") }
    try library.write { _ in }
    findings += try examineOther(place)
    let dump = try library.dump(.exact)
    guard let state = row.legal.firstIndex(of: dump) else {
      findings.append("the state is neither that before nor that after:\n\(dump.text)")
      return nil
    }
    if case .success = outcome, state == 0, row.operation.isShown {
      findings.append("it reports success, and nothing was done")
    }
    return state
  }

  /// A library that was half made is finished by the next opening.
  private func examineOther(_ place: URL) throws -> [String] {
    var configuration = configuration(place)
    configuration.folder = SweepStage.otherLibrary(files(place))
    guard FileManager.default.fileExists(atPath: configuration.folder) else { return [] }
    let library = try Library.open(configuration)
    defer { library.close() }
    return try library.verify().map { "the other library: \($0)" }
  }

  private func outcome(
    of operation: SweptOperation, _ stage: SweepStage
  ) async -> Result<Void, SweptOperation.Refusal> {
    do {
      // Carried by the task: other tests of the process have libraries in force.
      try await stage.scope.runInTask { try await operation.run(stage) }
      return .success(())
    } catch let refusal as SweptOperation.Refusal {
      return .failure(refusal)
    } catch {
      return .failure(SweptOperation.Refusal(code: "\(error)"))
    }
  }

  // MARK: Libraries

  /// Makes the template, and runs the operation once without faults.
  private func states(
    of operation: SweptOperation, _ template: URL
  ) async throws -> [Dump] {
    try? FileManager.default.removeItem(at: template)
    try SweepStage.make(configuration(template), files: files(template))
    let place = folder.appendingPathComponent("undisturbed")
    try? FileManager.default.removeItem(at: place)
    try FileManager.default.copyItem(at: template, to: place)
    defer { try? FileManager.default.removeItem(at: place) }
    let stage = try open(place)
    defer { stage.library.close() }
    let before = try stage.library.dump(.exact)
    beginStep(stage)
    if case .failure(let refusal) = await outcome(of: operation, stage) {
      throw SweepFailure(
        "\(operation.name) fails by itself with \(refusal.code ?? "no code").")
    }
    let waiting = await stage.library.activities.settled(within: 20)
    guard waiting.isEmpty else { throw SweepFailure("\(operation.name) does not end.") }
    let after = try stage.library.dump(.exact)
    guard before != after || !operation.isShown else {
      throw SweepFailure("\(operation.name) changes nothing.")
    }
    return [before, after]
  }

  private func open(_ place: URL) throws -> SweepStage {
    try SweepStage(Library.open(configuration(place)), files: files(place))
  }

  private func beginStep(_ stage: SweepStage) {
    (stage.library.configuration.identifiers as? SeededIdentifiers)?.beginStep("operation")
  }

  private func files(_ place: URL) -> URL { place.appendingPathComponent("Files") }

  private func configuration(_ place: URL) -> LibraryConfiguration {
    var configuration = SweepStage.configuration(
      place.appendingPathComponent("Library.diptych").path, systemCalls)
    configuration.vfs = vfs
    // Nobody else is there: a lock that is not free at once never will be.
    configuration.busyTimeout = 1_000
    return configuration
  }

  /// The open files of this process below a folder.
  private func openFiles(below place: URL) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return names.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
    }.filter { $0.hasPrefix(place.path + "/") }
  }
}
