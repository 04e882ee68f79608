import DiptychEngine
import DiptychPlatform
import Foundation

/// What one half of a row left.
package struct HalfResult: Sendable {
  /// The library's state, with what was reported, said and asked beside it.
  package var state: Dump
  /// The same with identifiers.
  package var exact: Dump
  package var history: Dump
  package var raw: String
  package var threads: [String]
  package var steps: [String]
  /// Read transactions and commits of the half.
  package var reads: Int
  package var commits: Int
  /// Seconds.
  package var time: Double
  /// What `verify` found, or the sentence of a half that failed.
  package var issues: [String]
  /// Only where the runner illustrates.
  package var illustration: Illustration?

  /// The state in one line, such as `2 photos, 1 album`.
  package var summary: String { state.summary }
}

extension Dump {
  /// What the library holds, in one line, such as `2 photos, 1 album`.
  package var summary: String {
    func count(_ kind: String, _ one: String) -> String? {
      let number = objects.filter { object in
        object.value("kind") == kind && object.value("trashed") == nil
      }.count
      return number == 0 ? nil : "\(number) \(one)\(number == 1 ? "" : "s")"
    }
    let trashed = objects.filter { $0.value("trashed") != nil }.count
    let parts = [
      count("image", "photo"), count("video", "video"), count("album", "album"),
      count("folder", "folder"), trashed == 0 ? nil : "\(trashed) in the trash",
    ].compactMap { $0 }
    return parts.isEmpty ? "empty" : parts.joined(separator: ", ")
  }
}

/// What comparing a row's halves gave.
package struct RowResult: Sendable {
  package enum Verdict: String, Sendable {
    case same
    case declared = "differs as declared"
    case differs = "DIFFERS"
  }

  package let name: String
  package let title: String
  package let verdict: Verdict
  package let differences: [DumpDifference]
  /// Declared lines that did not differ, which is a failure too.
  package let missing: [DeclaredDifference]
  package let declared: Set<DeclaredDifference>
  package let legacy: HalfResult
  package let modern: HalfResult

  /// The declared divergences that showed, by name.
  package var divergences: [String] {
    Set(declared.map(\.divergence.rawValue)).sorted {
      $0.dropFirst().count < $1.dropFirst().count
        || ($0.count == $1.count && $0 < $1)
    }
  }
}

/// Runs rows, each half on a fresh library of its own with the same seed, clock and beginning.
package struct FlowRunner: Sendable {
  package var media = FlowMedia.bundled
  /// Whether identifiers and history are compared too.
  package var isExact = false
  /// The profile of every row that asks for no other; nil for the row's own.
  package var profile: BehaviorProfile?
  package var client = "Diptych"
  /// Keeps the libraries here, one folder a half, instead of throwing them away.
  package var keeps: URL?
  /// Whether the calls are recorded and small pictures made, for a page.
  package var isIllustrated = false

  package init() {}

  /// Runs both halves and compares them.
  package func run(_ row: FlowRow) async throws -> RowResult {
    let legacy = try await run(row.legacy, of: row, as: "legacy")
    let modern = try await run(row.modern, of: row, as: "modern")
    return compare(row.name, row.title, row.declared(for: media), legacy, modern)
  }

  /// The names of the mix's runs, in their order.
  package static let mixNames = Mix.all.indices.map { "7-\($0 + 1)" }

  /// Runs the twelve mixes and compares each with the first.
  package func runMix() async throws -> [RowResult] {
    let row = Self.mixRow
    var first: HalfResult?
    var results: [RowResult] = []
    for (index, mix) in Mix.all.enumerated() {
      let half = try await run(mix.half, of: row, as: "mix \(index + 1)")
      results.append(compare(Self.mixNames[index], mix.title, [], first ?? half, half))
      first = first ?? half
    }
    return results
  }

  private static let mixRow = FlowRow(
    name: "7", title: "the mix", legacy: { _ in }, modern: { _ in })

  /// Runs one half of a row on a library of its own, alone in the process: flows hop through
  /// queues as applications do.
  package func run(_ half: FlowHalf, of row: FlowRow, as name: String) async throws -> HalfResult {
    try await Turn.shared.take(.oneAtATime) { try await runAlone(half, of: row, as: name) }
  }

  private func runAlone(
    _ half: FlowHalf, of row: FlowRow, as name: String
  ) async throws -> HalfResult {
    let clock = VirtualClock()
    let identifiers = SeededIdentifiers(seed: row.name)
    let trace = isIllustrated ? CallTrace() : nil
    let library = try open(row, name, clock, identifiers, trace)
    defer { library.close() }
    let documents = FileManager.default.temporaryDirectory
      .appendingPathComponent("diptych-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: documents, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: documents) }
    let context = FlowContext(
      library: library, client: client, media: media, documents: documents, clock: clock,
      identifiers: identifiers)
    try prepare(context, row)
    trace?.clear()
    let reads = library.statistics
    let start = DispatchTime.now().uptimeNanoseconds
    var issues: [String] = []
    do {
      try await context.scope.run { try await half(context) }
    } catch {
      issues.append("\(error)")
    }
    let time = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    let used = library.statistics
    let waiting = await library.activities.settled(within: 30)
    issues += waiting.map { "\($0) still waits after 30 seconds." }
    let illustration = try trace.map { try Illustration(library, $0) }
    issues += try library.verify().map(\.description)
    return HalfResult(
      state: try state(context), exact: try library.dump(.exact),
      history: try library.dump(.history), raw: try library.rawDump(),
      threads: context.threads, steps: context.steps, reads: used.reads - reads.reads,
      commits: used.commits - reads.commits, time: time, issues: issues,
      illustration: illustration)
  }

  private func open(
    _ row: FlowRow, _ name: String, _ clock: VirtualClock, _ identifiers: SeededIdentifiers,
    _ trace: CallTrace?
  ) throws -> Library {
    let keeps = self.keeps
    return try EphemeralLibrary.open { configuration in
      configure(&configuration, row, clock, identifiers)
      configuration.trace = trace
      if let keeps {
        configuration.folder = keeps.appendingPathComponent("\(row.name)-\(name).diptych").path
        configuration.removesOnClose = false
      }
    }
  }

  /// What every library has on which a half of `row` runs.
  func configure(
    _ configuration: inout LibraryConfiguration, _ row: FlowRow, _ clock: VirtualClock,
    _ identifiers: SeededIdentifiers
  ) {
    configuration.clock = clock
    configuration.identifiers = identifiers
    configuration.client = client
    configuration.language = "en"
    configuration.profile = row.profile == .documented ? profile ?? .documented : row.profile
  }

  /// Brings a fresh library to where the halves of `row` begin.
  func prepare(_ context: FlowContext, _ row: FlowRow) throws {
    try row.given(context)
    context.library.access.setStanding(row.access.answer)
    try context.library.access.set(row.access.preset, client)
  }

  /// The library's state, and beside it what the user was told and asked, and what else was left.
  private func state(_ context: FlowContext) throws -> Dump {
    var state = try context.library.dump(.state)
    func list(_ name: String, _ values: [String]) {
      guard !values.isEmpty else { return }
      let fields = values.enumerated().map {
        Dump.Field(name: String($0.offset + 1), value: $0.element)
      }
      state.objects.append(Dump.Object(name: name, title: nil, fields: fields))
    }
    list("messages", context.messages)
    list("prompts", context.library.access.prompts.map(\.description))
    state.objects += context.reports
    return state
  }

  private func compare(
    _ name: String, _ title: String, _ declared: Set<DeclaredDifference>, _ legacy: HalfResult,
    _ modern: HalfResult
  ) -> RowResult {
    var differences = legacy.state.differences(from: modern.state)
    let lines = Set(differences.map { "\($0.object)\u{0}\($0.field)" })
    let missing = declared.filter { !lines.contains("\($0.object)\u{0}\($0.field)") }
    let expected = Set(declared.map { "\($0.object)\u{0}\($0.field)" })
    let hasOthers = !lines.isSubset(of: expected)
    // Where the state may differ, identifiers and history differ with it.
    if isExact, declared.isEmpty {
      differences += legacy.exact.differences(from: modern.exact)
      differences += legacy.history.differences(from: modern.history)
    }
    let failed = !legacy.issues.isEmpty || !modern.issues.isEmpty
    let verdict: RowResult.Verdict =
      if failed || hasOthers || !missing.isEmpty || (declared.isEmpty && !differences.isEmpty) {
        .differs
      } else {
        declared.isEmpty ? .same : .declared
      }
    return RowResult(
      name: name, title: title, verdict: verdict, differences: differences,
      missing: missing.sorted { ($0.object, $0.field) < ($1.object, $1.field) },
      declared: declared, legacy: legacy, modern: modern)
  }
}
