import DiptychPlatform

/// Whose turn it is to have libraries in force: one holder alone, or several that never leave
/// their tasks. Who waits holds no thread.
package final class Turn: Sendable {
  /// How a turn is held.
  package enum Mode: Sendable {
    /// Nobody else has a turn.
    case alone
    /// Others that share have a turn at the same time.
    case shared
  }

  private struct State {
    var isHeldAlone = false
    var sharers = 0
    /// First come, first served, so that nobody starves.
    var waiting: [(mode: Mode, continuation: CheckedContinuation<Void, Never>)] = []

    func admits(_ mode: Mode) -> Bool {
      !isHeldAlone && (mode == .shared || sharers == 0)
    }

    mutating func admit(_ mode: Mode) {
      switch mode {
      case .alone: isHeldAlone = true
      case .shared: sharers += 1
      }
    }
  }

  /// The turn of the process.
  package static let shared = Turn()

  /// Whether this task has a turn already; taking it twice would wait for ever.
  @TaskLocal private static var isHeld = false

  private let state = Lock(State())

  package init() {}

  /// Waits for a turn, then runs `body`. Inside a turn it runs at once.
  package func take<T>(
    _ mode: Mode, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> T
  ) async rethrows -> T {
    if Self.isHeld { return try await body() }
    await begin(mode)
    defer { end(mode) }
    return try await Self.$isHeld.withValue(true) { try await body() }
  }

  private func begin(
    _ mode: Mode, isolation: isolated (any Actor)? = #isolation
  ) async {
    await withCheckedContinuation { continuation in
      let mayStart = state.withLock { state in
        guard state.waiting.isEmpty, state.admits(mode) else {
          state.waiting.append((mode, continuation))
          return false
        }
        state.admit(mode)
        return true
      }
      if mayStart { continuation.resume() }
    }
  }

  private func end(_ mode: Mode) {
    let next = state.withLock { state in
      switch mode {
      case .alone: state.isHeldAlone = false
      case .shared: state.sharers -= 1
      }
      var next: [CheckedContinuation<Void, Never>] = []
      while let first = state.waiting.first, state.admits(first.mode) {
        state.admit(first.mode)
        next.append(first.continuation)
        state.waiting.removeFirst()
      }
      return next
    }
    for continuation in next { continuation.resume() }
  }
}
