import DiptychPlatform
import Foundation

/// Says which library the entry points of both facades mean (decision 42), and on whose behalf and
/// where results are delivered.
package final class LibraryScope: Sendable {
  package let library: Library
  package let client: String
  package let delivery: DeliveryQueue
  /// Whether a legacy call starts only after the results of earlier ones were delivered, so that
  /// two runs of the same calls commit in the same order. Story runners ask for it; an application
  /// does not, since a main queue that nobody serves would hold up its writes.
  package let isOrdered: Bool
  /// A name for messages.
  package let name: String

  /// The scope that the current task carries.
  @TaskLocal package static var current: LibraryScope?

  private struct Entry {
    let scope: LibraryScope
    var uses = 0
    /// How many others have taken its place for now.
    var suspensions = 0

    var isInForce: Bool { uses > suspensions }
  }

  /// What was put in force and not taken out yet, in that order.
  private static let active = Lock<[Entry]>([])

  package init(
    library: Library, client: String? = nil, delivery: DeliveryQueue = .fromEnvironment,
    isOrdered: Bool = false, name: String = "scope"
  ) {
    self.library = library
    self.client = client ?? library.configuration.client
    self.delivery = delivery
    self.isOrdered = isOrdered
    self.name = name
  }

  /// Puts the scope in force for the process until `leave()`.
  package func enter() { update { $0.uses += 1 } }

  /// Ends what `enter()` began.
  package func leave() { update { $0.uses = max(0, $0.uses - 1) } }

  /// Takes the scope out of force until `resume()`, if it is in force: another one takes its place.
  /// - Returns: Whether there is something to resume.
  package func suspend() -> Bool {
    update { entry in
      guard entry.uses > 0 else { return false }
      entry.suspensions += 1
      return true
    }
  }

  /// Ends what `suspend()` began. Of several who took its place, the last to go ends it.
  package func resume() { update { $0.suspensions = max(0, $0.suspensions - 1) } }

  /// Takes the scope out of force for good, with whatever still uses it.
  package func abandon() { update { ($0.uses, $0.suspensions) = (0, 0) } }

  @discardableResult
  private func update<R>(_ body: (inout Entry) -> R) -> R {
    Self.active.withLock { active in
      var entry = Entry(scope: self)
      let index = active.firstIndex { $0.scope === self }
      if let index { entry = active[index] }
      let result = body(&entry)
      let isOver = entry.uses == 0 && entry.suspensions == 0
      switch index {
      case let index?: if isOver { active.remove(at: index) } else { active[index] = entry }
      case nil: if !isOver { active.append(entry) }
      }
      return result
    }
  }

  /// Runs `body` with this scope carried by the task only: for code that never leaves its task, or
  /// leaves it only through a library's own queues. Several may run side by side.
  package func runInTask<T>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> T
  ) async rethrows -> T {
    try await Self.$current.withValue(self) { try await body() }
  }

  /// Runs `body` with this scope carried by the task, and in force for the process.
  package func run<T>(_ body: () throws -> T) rethrows -> T {
    enter()
    defer { leave() }
    return try Self.$current.withValue(self) { try body() }
  }

  /// The asynchronous form of `run(_:)`.
  package func run<T>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> T
  ) async rethrows -> T {
    enter()
    defer { leave() }
    return try await Self.$current.withValue(self) { try await body() }
  }

  /// Runs `body` with the scope that the task carries out of force, so that what `body` puts in force
  /// is alone, also behind a hop.
  package static func suspendingCurrent<T>(_ body: () throws -> T) rethrows -> T {
    let current = current
    let isSuspended = current?.suspend() ?? false
    defer { if isSuspended { current?.resume() } }
    return try body()
  }

  /// The asynchronous form of `suspendingCurrent(_:)`.
  package static func suspendingCurrent<T>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> T
  ) async rethrows -> T {
    let current = current
    let isSuspended = current?.suspend() ?? false
    defer { if isSuspended { current?.resume() } }
    return try await body()
  }

  /// The scope that the task carries, or the only one in force; nil for the process's own library,
  /// which is not opened.
  package static var inForce: LibraryScope? {
    if let current { return current }
    let scopes = scopesInForce
    return scopes.count == 1 ? scopes[0] : nil
  }

  /// What is in force. Of scopes that mean one library for one client, the last: they are no two
  /// answers to the question which library is meant.
  private static var scopesInForce: [LibraryScope] {
    active.withLock { active in
      active.filter(\.isInForce).map(\.scope).reduce(into: []) { scopes, scope in
        scopes.removeAll { $0.library === scope.library && $0.client == scope.client }
        scopes.append(scope)
      }
    }
  }

  /// The scope that an entry point called now means: the task's, else the only one in force, else
  /// the process's own library.
  package static func resolve() -> LibraryScope {
    if let current { return current }
    let scopes = scopesInForce
    switch scopes.count {
    case 0: return DefaultLibrary.scope()
    case 1: return scopes[0]
    default:
      raise(
        "NSInternalInconsistencyException",
        reason: "\(scopes.count) photo libraries are in use and this call belongs to none of them.",
        remedy: "Carry the scope across the hop with LibraryScope.current.run { }, in tests with "
          + "TestPhotoLibrary.current.run { }, or make the suite serial.")
    }
  }
}
