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
    var uses: Int
  }

  private static let active = Lock<[ObjectIdentifier: Entry]>([:])

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
  package func enter() {
    Self.active.withLock { active in
      active[ObjectIdentifier(self), default: Entry(scope: self, uses: 0)].uses += 1
    }
  }

  /// Ends what `enter()` began.
  package func leave() {
    Self.active.withLock { active in
      let key = ObjectIdentifier(self)
      active[key]?.uses -= 1
      if active[key]?.uses == 0 { active[key] = nil }
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

  /// The scope that the task carries, or the only one in force; nil for the process's own library,
  /// which is not opened.
  package static var inForce: LibraryScope? {
    if let current { return current }
    let scopes = active.withLock { $0.values.map(\.scope) }
    return scopes.count == 1 ? scopes[0] : nil
  }

  /// The scope that an entry point called now means: the task's, else the only one in force, else
  /// the process's own library.
  package static func resolve() -> LibraryScope {
    if let current { return current }
    let scopes = active.withLock { $0.values.map(\.scope) }
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
