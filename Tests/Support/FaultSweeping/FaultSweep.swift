import DiptychEngine
import DiptychPlatform
import DiptychTesting
import Foundation
import TestMedia

/// Makes every call of every operation fail, one after the other, and looks each time at what is
/// left: the operation reports what its API promises, the library opens, verifies clean and is as
/// before or as after, and no file, lock or staged file stays.
package struct FaultSweep: Sendable {
  /// What was tried and found.
  package struct Report: Sendable {
    package var operations = 0
    /// Faults that were met.
    package var faults = 0
    /// The most calls that an operation made, by its name.
    package var calls: [String: Int] = [:]
    /// What was wrong, a sentence each.
    package var violations: [String] = []

    package init() {}
  }

  /// Every n-th fault point is tried; 1 for all.
  private let stride: Int
  private let folder: URL

  /// - Parameters:
  ///   - stride: 1 tries every call, n every n-th, the first ones always.
  ///   - folder: Where libraries are made.
  package init(stride: Int = 1, folder: URL) {
    self.stride = stride
    self.folder = folder
  }

  /// Sweeps one operation with every kind of fault, each once and for good.
  package func run(_ operation: SweptOperation, _ report: inout Report) async throws {
    report.operations += 1
    let plan = FaultPlan()
    try plan.attach()
    defer { try? FaultVFS.use(nil) }
    let template = folder.appendingPathComponent("template")
    defer { try? FileManager.default.removeItem(at: template) }
    let legal = try await states(of: operation, template, plan)
    for kind in FaultKind.allCases {
      for isLasting in [false, true] {
        let row = Row(operation: operation, kind: kind, isLasting: isLasting, legal: legal)
        try await sweep(row, template, plan, &report)
      }
    }
  }

  private struct Row {
    let operation: SweptOperation
    let kind: FaultKind
    let isLasting: Bool
    /// The states before and after.
    let legal: [Dump]

    func name(_ call: Int) -> String {
      "\(operation.caller) \(operation.name), \(kind) \(isLasting ? "for good" : "once") at call \(call)"
    }
  }

  private func sweep(
    _ row: Row, _ template: URL, _ plan: FaultPlan, _ report: inout Report
  ) async throws {
    let place = folder.appendingPathComponent("swept")
    defer { try? FileManager.default.removeItem(at: place) }
    var isFresh = false
    var call = 1
    while true {
      if !isFresh {
        try? FileManager.default.removeItem(at: place)
        try FileManager.default.copyItem(at: template, to: place)
      }
      var findings: [String] = []
      let (failed, state) = try await attempt(row, call, place, plan, &findings)
      report.violations += findings.map { "\(row.name(call)) (\(failed ?? "no fault")): \($0)" }
      guard failed != nil else { break }
      report.faults += 1
      report.calls[row.operation.name] = max(call, report.calls[row.operation.name] ?? 0)
      // What is as before serves the next attempt as well.
      isFresh = state == 0 && findings.isEmpty
      call += call < 12 ? 1 : stride
    }
  }

  /// One run of the operation with one fault.
  /// - Returns: The call that failed, and which legal state the library is in.
  private func attempt(
    _ row: Row, _ call: Int, _ place: URL, _ plan: FaultPlan, _ findings: inout [String]
  ) async throws -> (failed: String?, state: Int?) {
    let stage = try open(place, plan)
    beginStep(stage)
    plan.arm(row.kind, call: call, isLasting: row.isLasting)
    let outcome = await outcome(of: row.operation, stage)
    let failed = plan.disarm()
    let waiting = await stage.library.activities.settled(within: 20)
    if !waiting.isEmpty { findings.append("\(waiting.joined(separator: ", ")) still waits") }
    if case .failure(let refusal) = outcome,
      failed == nil || !row.operation.isPromised(refusal.code, after: row.kind)
    {
      findings.append("it reports \(refusal.code ?? "a failure")")
    }
    stage.library.close()
    // A check for changes that was under way gives its connection up behind the closing.
    var open = openFiles(below: place)
    for _ in 0..<200 where !open.isEmpty {
      RealSystemCalls().pause(5_000)
      open = openFiles(below: place)
    }
    if !open.isEmpty { findings.append("left open: \(open.joined(separator: ", "))") }
    let state = try examine(row, outcome, place, plan, &findings)
    return (failed, state)
  }

  private func examine(
    _ row: Row, _ outcome: Result<Void, SweptOperation.Refusal>, _ place: URL, _ plan: FaultPlan,
    _ findings: inout [String]
  ) throws -> Int? {
    let library: Library
    do {
      library = try Library.open(configuration(place, plan))
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
    of operation: SweptOperation, _ template: URL, _ plan: FaultPlan
  ) async throws -> [Dump] {
    try? FileManager.default.removeItem(at: template)
    try SweepStage.make(configuration(template, plan), files: files(template))
    let place = folder.appendingPathComponent("undisturbed")
    try? FileManager.default.removeItem(at: place)
    try FileManager.default.copyItem(at: template, to: place)
    defer { try? FileManager.default.removeItem(at: place) }
    let stage = try open(place, plan)
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

  private func open(_ place: URL, _ plan: FaultPlan) throws -> SweepStage {
    try SweepStage(Library.open(configuration(place, plan)), files: files(place))
  }

  private func beginStep(_ stage: SweepStage) {
    (stage.library.configuration.identifiers as? SeededIdentifiers)?.beginStep("operation")
  }

  private func files(_ place: URL) -> URL { place.appendingPathComponent("Files") }

  private func configuration(_ place: URL, _ plan: FaultPlan) -> LibraryConfiguration {
    var configuration = LibraryConfiguration(
      folder: place.appendingPathComponent("Library.diptych").path)
    configuration.isDurable = true
    configuration.client = "App"
    configuration.clock = VirtualClock(Date(timeIntervalSince1970: 1_400_000_000))
    configuration.identifiers = SeededIdentifiers(seed: "sweep")
    configuration.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    configuration.systemCalls = plan.systemCalls
    configuration.vfs = FaultVFS.name
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
