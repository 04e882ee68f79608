import DiptychEngine
import DiptychPlatform
import Foundation

/// What the threads of one process did to a library beside others.
package struct ConcurrentRecord: Codable, Sendable {
  /// A commit and the step that made it.
  package struct Commit: Codable, Sendable {
    /// The place of the commit in the change log.
    package var token: Int64
    /// The number of the step; 0 for a commit that no step made.
    package var step: Int
  }

  /// The commits that the threads made.
  package var commits: [Commit] = []
  /// What each move reported, by its number.
  package var reports: [Int: [String]] = [:]
  /// What was seen that must never be.
  package var failures: [String] = []

  /// Makes a record of nothing.
  package init() {}

  /// Adds what another process, or thread, did.
  package mutating func add(_ other: ConcurrentRecord) {
    commits += other.commits
    reports.merge(other.reports) { $1 }
    failures += other.failures
  }
}

/// Identifiers that follow from the step whose scope the task carries, whatever others do meanwhile.
final class ScopedIdentifiers: IdentifierSource {
  private struct Key: Hashable {
    let scope: String
    let kind: IdentifierKind
  }

  private let seed: String
  private let counts = Lock<[Key: Int]>([:])

  init(seed: String) {
    self.seed = seed
  }

  func next(_ kind: IdentifierKind) -> UUID {
    // A staging folder's name leaves no trace in the library, and each process needs its own.
    if kind == .owner { return UUID() }
    let key = Key(scope: LibraryScope.current?.name ?? "start", kind: kind)
    let count = counts.withLock { counts in
      counts[key, default: 0] += 1
      return counts[key] ?? 1
    }
    return UUID(hashing: "\(seed)\u{0}\(key.scope)\u{0}\(kind.rawValue)\u{0}\(count)")
  }
}

/// Runs the tasks of one thread of a story on a thread of its own.
final class ThreadExecutor: TaskExecutor {
  private let queue: DispatchQueue

  init(_ name: String) {
    queue = DispatchQueue(label: name)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
