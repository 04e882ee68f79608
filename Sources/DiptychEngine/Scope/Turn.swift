import DiptychPlatform

/// Whose turn it is to have libraries in force: one holder alone, or several that never leave
/// their tasks. Who waits holds no thread.
package final class Turn: Sendable {
  /// How a holder shares the process.
  package enum Mode: Sendable {
    /// Alone, so that its library also holds behind a hop through a queue or a thread.
    case oneAtATime
    /// Beside others, for code that never leaves its task.
    case parallel
  }

  /// A turn as the task carries it. What a task leaves behind may outlive it.
  private final class Holding: Sendable {
    let isOver = Lock(false)
  }

  private struct State {
    var isHeldAlone = false
    var sharers = 0
    /// First come, first served, so that nobody starves.
    var waiting: [(mode: Mode, continuation: CheckedContinuation<Void, Never>)] = []

    func admits(_ mode: Mode) -> Bool {
      !isHeldAlone && (mode == .parallel || sharers == 0)
    }

    mutating func admit(_ mode: Mode) {
      switch mode {
      case .oneAtATime: isHeldAlone = true
      case .parallel: sharers += 1
      }
    }
  }

  /// The turn of the process.
  package static let shared = Turn()

  /// The turn that this task has already; to wait for another would be to wait for itself.
  @TaskLocal private static var held: Holding?

  private let state = Lock(State())

  package init() {}

  /// Waits for a turn, then runs `body`. Inside a turn it runs at once.
  package func take<T>(
    _ mode: Mode, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> T
  ) async rethrows -> T {
    if let held = Self.held, !held.isOver.withLock({ $0 }) { return try await body() }
    await begin(mode)
    let holding = Holding()
    defer {
      holding.isOver.withLock { $0 = true }
      end(mode)
    }
    return try await Self.$held.withValue(holding) { try await body() }
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
      case .oneAtATime: state.isHeldAlone = false
      case .parallel: state.sharers -= 1
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
