import DiptychEngine
import DiptychPlatform

/// Who records traps, and whose a trap is: tests that run side by side get their own only
/// (decision 217).
enum Recordings {
  /// One recording; it is told of one trap.
  private struct Entry {
    /// Made for this recording. Code that goes on after its end still names it.
    weak var scope: LibraryScope?
    /// Gets the trap; nil when the recording is over.
    var record: (@Sendable (String) -> Void)?
  }

  private static let entries = Lock<[Entry]>([])
  /// The recording that this task is part of, whatever library it has in force.
  @TaskLocal private static var carried: LibraryScope?

  /// Gives the first trap of what runs in `scope` to `record`, until `end(_:)`.
  static func begin(_ scope: LibraryScope, _ record: @escaping @Sendable (String) -> Void) {
    entries.withLock { entries in
      entries.removeAll { $0.scope == nil }
      entries.append(Entry(scope: scope, record: record))
    }
    // It stays: to take it away could take it from the recording that begins meanwhile.
    TrapRecorder.begin(take)
  }

  /// Ends a recording.
  static func end(_ scope: LibraryScope) {
    entries.withLock { entries in
      for index in entries.indices where entries[index].scope === scope {
        entries[index].record = nil
      }
    }
  }

  /// Runs `body` as a part of a recording.
  static func carry<T>(
    _ scope: LibraryScope, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> T
  ) async rethrows -> T {
    try await $carried.withValue(scope) { try await body() }
  }

  /// Tells a trap to its recording, on the thread that it is raised on, which stops when this returns.
  private static func take(_ text: String) {
    // A second trap of one recording has nobody to tell, and stops its thread like the first.
    guard let entry = entryOfCaller() else { fatalError(text) }
    entry.record?(text)
  }

  private static func entryOfCaller() -> Entry? {
    let scope = LibraryScope.inForce
    let around = scope.map { Turn.shared.scopes(around: $0) } ?? []
    let entries = entries.withLock { $0 }
    func entry(_ scope: LibraryScope?) -> Entry? {
      scope.flatMap { scope in entries.first { $0.scope === scope } }
    }
    // What a task carries is sure. On a queue of a library its scope is, and else the library that is
    // in force, or the turn that it was put in force in.
    return entry(carried) ?? entry(scope)
      ?? entries.last { $0.record != nil && $0.scope?.library === scope?.library }
      ?? around.lazy.compactMap(entry).first
  }
}
