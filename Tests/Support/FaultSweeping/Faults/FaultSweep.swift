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
  private var logBound: Int?
  private let sampling: Sampling
  private let folder: URL

  /// - Parameters:
  ///   - disturbances: What goes wrong.
  ///   - systemCalls: The libraries'.
  ///   - vfs: SQLite's file layer, nil for the system's.
  ///   - sampling: Which points are tried, for each disturbance.
  ///   - folder: Where libraries are made.
  package init(
    _ disturbances: [any Disturbance], systemCalls: any SystemCalls, vfs: String? = nil,
    sampling: Sampling = .every(1), folder: URL
  ) {
    self.disturbances = disturbances
    self.systemCalls = systemCalls
    self.vfs = vfs
    self.sampling = sampling
    self.folder = folder
  }

  /// A sweep in which calls of the engine and of SQLite fail: each kind, once and for good.
  package static func calls(_ sampling: Sampling = .every(1), folder: URL) throws -> FaultSweep {
    let plan = FaultPlan()
    try plan.attach()
    let failing = FaultKind.ofCalls.flatMap { kind in
      [false, true].map { FailingCall(plan: plan, kind: kind, isLasting: $0) }
    }
    return FaultSweep(
      failing, systemCalls: plan.systemCalls, vfs: FaultVFS.name, sampling: sampling,
      folder: folder)
  }

  /// Sweeps one operation with every disturbance.
  package func run(_ operation: SweptOperation) async throws -> SweepReport {
    var tally = SweepTally()
    try await run(operation, behind: nil) { tally.take($0) }
    return tally.result
  }

  /// Sweeps one operation with every disturbance, and says each step.
  /// - Parameter mark: Where another process ended that swept it, in the middle of a run: what that
  ///   left is looked at, and the points behind it are tried. Nil for a new sweep.
  func run(
    _ operation: SweptOperation, behind mark: SweepMark?, say: (SweepStep) -> Void
  ) async throws {
    var sweep = self
    if !operation.hasLinks { sweep.systemCalls = withoutLinks(systemCalls) }
    sweep.logBound = operation.logBound
    try await sweep.runAll(operation, behind: mark, say)
    say(.ended)
  }

  private func runAll(
    _ operation: SweptOperation, behind mark: SweepMark?, _ say: (SweepStep) -> Void
  ) async throws {
    let template = folder.appendingPathComponent("template")
    defer { try? FileManager.default.removeItem(at: template) }
    let legal = try await states(of: operation, template)
    for (number, disturbance) in disturbances.enumerated() where number >= mark?.disturbance ?? 0 {
      let row = Row(
        number: number, operation: operation, disturbance: disturbance, legal: legal,
        template: template)
      try await sweep(row, behind: number == mark?.disturbance ? mark?.point : nil, say)
      say(.finished(kind: disturbance.name))
    }
  }

  /// What there is to see of a library.
  private struct State: Equatable {
    let dump: Dump
    /// What the operation shows beside it.
    let beside: String
  }

  private struct Row {
    let number: Int
    let operation: SweptOperation
    let disturbance: any Disturbance
    /// The states before and after, and those in between.
    let legal: [State]
    /// The library before the operation.
    let template: URL

    func name(_ point: Int) -> String { "\(operation), \(disturbance.name) at \(point)" }
  }

  private var place: URL { folder.appendingPathComponent("swept") }

  private func copyTemplate(_ row: Row) throws {
    try? FileManager.default.removeItem(at: place)
    try FileManager.default.copyItem(at: row.template, to: place)
  }

  private func sweep(
    _ row: Row, behind ended: Int?, _ say: (SweepStep) -> Void
  ) async throws {
    defer { try? FileManager.default.removeItem(at: place) }
    if let ended {
      var findings: [String] = []
      let state = try examine(row, nil, place, &findings)
      if state == 1 { findings.append("the process ended, and all was done") }
      for finding in findings { say(.wrong("\(row.name(ended)) (the process ended): \(finding)")) }
      say(.met)
    }
    let count = sampling.counts ? try await count(row) : nil
    if let count { say(.there(disturbance: row.number, count: count)) }
    var isFresh = false
    var last = ended ?? 0
    while let point = sampling.next(after: last, of: count) {
      if !isFresh { try copyTemplate(row) }
      say(.trying(SweepMark(disturbance: row.number, point: point)))
      var findings: [String] = []
      let (failed, state) = try await attempt(row, point, &findings)
      for finding in findings {
        say(.wrong("\(row.name(point)) (\(failed ?? "no fault")): \(finding)"))
      }
      // What was counted may be a point less the next time.
      if failed == nil, count == nil { break }
      if failed != nil { say(.met) }
      last = point
      // What is as before serves the next attempt as well.
      // What was prepared for one operation may be used up.
      isFresh = state == 0 && findings.isEmpty && row.operation.prepare == nil
    }
    if count == nil { say(.there(disturbance: row.number, count: last)) }
  }

  /// How many points the operation has; nil where nobody can tell.
  private func count(_ row: Row) async throws -> Int? {
    guard row.disturbance.counted != nil else { return nil }
    try copyTemplate(row)
    let stage = try open(place)
    defer { stage.library.close() }
    beginStep(stage)
    try row.disturbance.begin(.max)
    let outcome = await outcome(of: row.operation, stage)
    _ = row.disturbance.end((try? outcome.get()) != nil)
    _ = await stage.library.activities.settled(within: 20)
    return row.disturbance.counted
  }

  /// One run of the operation with one fault.
  /// - Returns: What went wrong first, and which legal state the library is in.
  private func attempt(
    _ row: Row, _ point: Int, _ findings: inout [String]
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
    // What was done again by looking is all done.
    if hasFailedEarly, state == 1, row.operation.finish == nil, !row.operation.readsBehind {
      findings.append("it reports a failure, and all was done")
    }
    return (failed, state)
  }

  /// Looks at what is left.
  /// - Parameter outcome: Nil when the process ended in the middle.
  /// - Returns: Which legal state the library is in.
  private func examine(
    _ row: Row, _ outcome: Result<Void, SweptOperation.Refusal>?, _ place: URL,
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
    let looked = SweepPlace(library: library, files: files(place))
    if case .success? = outcome {} else { try row.operation.finish?(looked) }
    findings += try library.verify().map(\.description)
    let staged = try FileManager.default.subpathsOfDirectory(
      atPath: library.path + "/staging")
    if !staged.isEmpty { findings.append("staging still holds \(staged)") }
    try library.write { _ in }
    findings += try examineOther(looked)
    let found = State(
      dump: try library.dump(.exact), beside: try row.operation.beside(looked))
    guard let state = row.legal.firstIndex(of: found) else {
      findings.append(
        "the state is neither that before nor that after:\n\(found.dump.text)\(found.beside)")
      return nil
    }
    if state == 0 {
      let given = try FileManager.default.contentsOfDirectory(atPath: files(row.template).path)
      let left = try FileManager.default.contentsOfDirectory(atPath: files(place).path)
      let gone = Set(given).subtracting(left).sorted()
      if !gone.isEmpty { findings.append("nothing was saved, and \(gone) is gone") }
    }
    if case .success? = outcome, state == 0, row.operation.isShown {
      findings.append("it reports success, and nothing was done")
    }
    return state
  }

  /// A library that was half made is finished by the next opening.
  private func examineOther(_ place: SweepPlace) throws -> [String] {
    let configuration = place.otherLibrary
    guard FileManager.default.fileExists(atPath: configuration.folder) else { return [] }
    let library = try Library.open(configuration)
    defer { library.close() }
    let staged = try FileManager.default.subpathsOfDirectory(
      atPath: library.path + "/staging")
    return try library.verify().map { "the other library: \($0)" }
      + (staged.isEmpty ? [] : ["the other library: staging still holds \(staged)"])
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

  /// Makes the template, and runs the operation and its parts once without faults.
  private func states(
    of operation: SweptOperation, _ template: URL
  ) async throws -> [State] {
    try? FileManager.default.removeItem(at: template)
    try SweepStage.make(configuration(template), files: files(template))
    if let prepare = operation.prepare {
      let stage = try open(template)
      defer { stage.library.close() }
      beginStep(stage, "preparation")
      try prepare(stage)
    }
    let before = try await state(after: operation, template) { _ in }
    let after = try await state(after: operation, template) { stage in
      if case .failure(let refusal) = await outcome(of: operation, stage) {
        throw SweepFailure(
          "\(operation.name) fails by itself with \(refusal.code ?? "no code").")
      }
      let waiting = await stage.library.activities.settled(within: 20)
      guard waiting.isEmpty else { throw SweepFailure("\(operation.name) does not end.") }
    }
    guard before != after || !operation.isShown else {
      throw SweepFailure("\(operation.name) changes nothing.")
    }
    var states = [before, after]
    for part in operation.parts {
      states.append(try await state(after: operation, template, part))
    }
    if let finish = operation.finish {
      states.append(try await state(after: operation, template) { try finish($0.place) })
    }
    return states
  }

  /// The state after something was done to the template.
  private func state(
    after operation: SweptOperation, _ template: URL, _ body: (SweepStage) async throws -> Void
  ) async throws -> State {
    let place = folder.appendingPathComponent("undisturbed")
    try? FileManager.default.removeItem(at: place)
    try FileManager.default.copyItem(at: template, to: place)
    defer { try? FileManager.default.removeItem(at: place) }
    let stage = try open(place)
    defer { stage.library.close() }
    beginStep(stage)
    try await body(stage)
    return State(
      dump: try stage.library.dump(.exact), beside: try operation.beside(stage.place))
  }

  private func open(_ place: URL) throws -> SweepStage {
    try SweepStage(Library.open(configuration(place)), files: files(place))
  }

  private func beginStep(_ stage: SweepStage, _ name: String = "operation") {
    (stage.library.configuration.identifiers as? SeededIdentifiers)?.beginStep(name)
  }

  private func files(_ place: URL) -> URL { place.appendingPathComponent("Files") }

  private func configuration(_ place: URL) -> LibraryConfiguration {
    var configuration = SweepStage.configuration(
      place.appendingPathComponent("Library.diptych").path, systemCalls)
    configuration.vfs = vfs
    configuration.logBound = logBound ?? configuration.logBound
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
