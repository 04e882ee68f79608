import DiptychEngine
import DiptychPlatform
import Foundation

/// Which half of a row.
package enum FlowSide: String, Sendable, CaseIterable {
  case legacy, modern
}

extension FlowRow {
  /// One half of this row.
  package func half(_ side: FlowSide) -> FlowHalf { side == .legacy ? legacy : modern }
}

/// Halves outside the comparison: on a library that stays, and step by step.
extension FlowRunner {
  /// The byte of the lock file that is locked for the length of a write transaction.
  private static let writerByte: Int64 = 0

  /// Opens a library that stays on disk, as a half of `row` uses it.
  package func openDurable(_ row: FlowRow, at path: String) throws -> Library {
    try open(
      row, at: path, VirtualClock(), SeededIdentifiers(seed: row.name), RealSystemCalls())
  }

  /// Runs one half of a row on a durable library and closes it.
  /// - Parameters:
  ///   - path: The library's folder, made when it is missing.
  ///   - documents: The folder for property lists, likewise.
  ///   - begun: Called once, when the half first sets about to write something into the library:
  ///     what comes before, such as decoding pictures, leaves no trace.
  /// - Throws: What the half throws; `busy` when work is left after 30 seconds.
  package func runDurable(
    _ side: FlowSide, of row: FlowRow, at path: String, documents: URL,
    begun: @escaping @Sendable () -> Void
  ) async throws {
    let clock = VirtualClock()
    let identifiers = SeededIdentifiers(seed: row.name)
    let isAwaited = Lock(false)
    let calls = InterceptedSystemCalls(
      RealSystemCalls(),
      after: { call, result in
        switch call {
        case .makeFolder: break
        case .tryLockByte(_, Self.writerByte, _) where result == 1: break
        default: return
        }
        let isFirst = isAwaited.withLock { isAwaited in
          defer { isAwaited = false }
          return isAwaited
        }
        if isFirst { begun() }
      })
    let library = try open(row, at: path, clock, identifiers, calls)
    defer { library.close() }
    try FileManager.default.createDirectory(at: documents, withIntermediateDirectories: true)
    let context = FlowContext(
      library: library, client: client, media: media, documents: documents, clock: clock,
      identifiers: identifiers)
    try prepare(context, row)
    isAwaited.withLock { $0 = true }
    try await run(side, of: row, context)
  }

  /// The states that one half of a row may leave wherever it ends: that of an empty library, what
  /// is given, and what is there after each commit, each state once, in the order of the commits.
  package func states(_ side: FlowSide, of row: FlowRow) async throws -> [Dump] {
    let clock = VirtualClock()
    let identifiers = SeededIdentifiers(seed: row.name)
    let watched = Lock<Library?>(nil)
    let found = Lock<Result<[Dump], LibraryError>>(.success([]))
    let calls = InterceptedSystemCalls(
      RealSystemCalls(durable: false),
      after: { call, _ in
        guard case .unlockByte(_, Self.writerByte) = call, let library = watched.withLock({ $0 })
        else { return }
        let state = Result { try library.dump(.state) }.mapError(LibraryError.wrapping)
        found.withLock { found in
          found = found.flatMap { states in state.map { states.last == $0 ? states : states + [$0] }
          }
        }
      })
    let library = try EphemeralLibrary.open { configuration in
      configure(&configuration, row, clock, identifiers)
      configuration.systemCalls = calls
    }
    defer { library.close() }
    let empty = try library.dump(.state)
    watched.withLock { $0 = library }
    defer { watched.withLock { $0 = nil } }
    let documents = FileManager.default.temporaryDirectory
      .appendingPathComponent("diptych-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: documents, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: documents) }
    let context = FlowContext(
      library: library, client: client, media: media, documents: documents, clock: clock,
      identifiers: identifiers)
    try prepare(context, row)
    try await run(side, of: row, context)
    let states = try found.withLock { $0 }.get()
    return states.first == empty ? states : [empty] + states
  }

  private func open(
    _ row: FlowRow, at path: String, _ clock: VirtualClock, _ identifiers: SeededIdentifiers,
    _ calls: any SystemCalls
  ) throws -> Library {
    var configuration = LibraryConfiguration(folder: path)
    configuration.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    configure(&configuration, row, clock, identifiers)
    configuration.systemCalls = calls
    return try Library.open(configuration)
  }

  private func run(_ side: FlowSide, of row: FlowRow, _ context: FlowContext) async throws {
    // A half may hop, and then means the library that is in force for the process.
    try await Turn.shared.take(.oneAtATime) {
      try await context.scope.run { try await row.half(side)(context) }
    }
    let waiting = await context.library.activities.settled(within: 30)
    guard waiting.isEmpty else {
      throw LibraryError(
        .busy, "The flow has not ended: \(waiting.joined(separator: ", ")) still waits.")
    }
  }
}
