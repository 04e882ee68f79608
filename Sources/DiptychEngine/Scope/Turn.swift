import DiptychPlatform

/// Whose turn it is to have libraries in force: one holder alone, or several that never leave
/// their tasks. Who waits holds no thread.
///
/// Turns nest: what is taken inside a turn waits only for what else is taken inside it, and is over
/// with it. A task that lost its turn, as a detached one does, finds it again by the library that the
/// turn was taken for (decision 215).
package final class Turn: Sendable {
  /// How a holder shares the process, or the turn that it is inside of.
  package enum Mode: Sendable {
    /// Alone, so that its library also holds behind a hop through a queue or a thread.
    case oneAtATime
    /// Beside others, for code that never leaves its task.
    case parallel
  }

  /// The turn of the process.
  package static let shared = Turn()

  /// The turn that this task is inside of. What a task leaves behind may outlive it.
  @TaskLocal private static var held: TurnHolding?

  private let state = Lock(TurnState())

  package init() {}

  /// Waits for a turn, then runs `body`. Inside a turn it waits only until no other part of it has
  /// one.
  /// - Parameters:
  ///   - mode: Whether others may have a turn meanwhile.
  ///   - scope: What `body` puts in force, by which tasks that lost the turn find it.
  ///   - isolation: The caller's, in which `body` runs.
  ///   - body: Runs at once inside a turn that nobody shares.
  package func take<T>(
    _ mode: Mode, for scope: LibraryScope? = nil, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> T
  ) async rethrows -> T {
    let (holding, _) = await begin(mode, scope, joins: false)
    defer { end(holding) }
    return try await Self.$held.withValue(holding) { try await body() }
  }

  /// The same, but where somebody has a turn for this library already, `body` runs inside that turn
  /// and at once: whoever has it may be waiting for `body`.
  /// - Parameters:
  ///   - mode: Whether others may have a turn meanwhile.
  ///   - scope: What `body` puts in force, of the library whose turn it joins.
  ///   - isolation: The caller's, in which `body` runs.
  ///   - body: Gets the scope that is in force in the turn that it joined; nil in a turn of its own.
  package func join<T>(
    _ mode: Mode, for scope: LibraryScope, isolation: isolated (any Actor)? = #isolation,
    _ body: (LibraryScope?) async throws -> T
  ) async rethrows -> T {
    let (holding, isJoined) = await begin(mode, scope, joins: true)
    defer { if !isJoined { end(holding) } }
    return try await Self.$held.withValue(holding) {
      try await body(isJoined ? holding.scope : nil)
    }
  }

  /// The scopes of the turns that a call in `scope` is inside of, the innermost first.
  package func scopes(around scope: LibraryScope) -> [LibraryScope] {
    state.withLock { state in
      state.holder(of: scope.library).map {
        sequence(first: $0, next: \.parent).compactMap(\.scope)
      }
    } ?? []
  }

  /// Ends the turns that were taken inside of a scope's, and takes their libraries out of force: their
  /// tasks stand still for ever.
  /// - Returns: What these turns were taken for.
  package func abandon(inside scope: LibraryScope) -> [LibraryScope] {
    let (scopes, admitted) = state.withLock { $0.abandon(inside: scope) }
    resume(admitted)
    for scope in scopes { scope.abandon() }
    return scopes
  }

  private func begin(
    _ mode: Mode, _ scope: LibraryScope?, joins: Bool,
    isolation: isolated (any Actor)? = #isolation
  ) async -> TurnHolding.Entry {
    let (held, carried) = (Self.held, LibraryScope.current)
    return await withCheckedContinuation { continuation in
      let waiter = TurnState.Waiter(
        mode: mode, scope: scope, joins: joins, continuation: continuation)
      resume(state.withLock { $0.add(waiter, inside: held, carrying: carried) })
    }
  }

  private func end(_ holding: TurnHolding) {
    resume(state.withLock { $0.end(holding) })
  }

  private func resume(_ admitted: TurnState.Admitted) {
    for (waiter, entry) in admitted { waiter.continuation.resume(returning: entry) }
  }
}

/// A turn that somebody has, as tasks carry it.
final class TurnHolding: Sendable {
  /// The turn of a task, and whether somebody else took it.
  typealias Entry = (holding: TurnHolding, isJoined: Bool)

  /// The turn that this one is inside of.
  let parent: TurnHolding?
  let mode: Turn.Mode
  /// What it was taken for.
  let scope: LibraryScope?

  init(inside parent: TurnHolding?, _ mode: Turn.Mode, for scope: LibraryScope?) {
    self.parent = parent
    self.mode = mode
    self.scope = scope
  }
}
