import DiptychPlatform
import Foundation

/// Records what happens to a library, in order, with threads and times: for reports that show the
/// calls as they happened. A library without one records nothing.
package final class CallTrace: Sendable {
  /// What an event is.
  package enum Kind: String, Sendable {
    /// A call that came in through a facade.
    case call
    /// The work of an asynchronous call, or a change block.
    case work
    /// A result handler of the application.
    case result
    /// One read transaction.
    case read
    /// One committed write transaction.
    case commit
  }

  package struct Event: Sendable {
    package let kind: Kind
    package let label: String
    /// The queue that it ran on, such as `main queue`.
    package let thread: String
    /// Seconds since the trace began.
    package let start: Double
    /// Seconds.
    package let duration: Double
    /// Of a commit that changed something.
    package let token: Int64?
    /// The name of the scope that it ran in.
    package let scope: String?
  }

  private let events = Lock<[Event]>([])
  private let origin = DispatchTime.now().uptimeNanoseconds
  private static let key = DispatchSpecificKey<String>()
  private static let namesMainQueue: Void = DispatchQueue.main.setSpecific(
    key: key, value: "main queue")

  package init() {
    Self.namesMainQueue
  }

  /// Forgets what was recorded so far.
  package func clear() {
    events.withLock { $0 = [] }
  }

  /// What was recorded, by the time of the beginning.
  package var recorded: [Event] {
    events.withLock { $0.sorted { ($0.start, $1.duration) < ($1.start, $0.duration) } }
  }

  /// Gives a queue the name under which its events are recorded.
  static func name(_ queue: DispatchQueue, _ name: String) {
    queue.setSpecific(key: key, value: name)
  }

  /// The time, for `end`.
  package func begin() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

  /// Records what began at `start` and has ended now.
  package func end(
    _ kind: Kind, _ label: String, since start: UInt64, on thread: String? = nil,
    token: Int64? = nil
  ) {
    let now = DispatchTime.now().uptimeNanoseconds
    let event = Event(
      kind: kind, label: label,
      thread: thread ?? DispatchQueue.getSpecific(key: Self.key) ?? "caller's thread",
      start: Double(start - origin) / 1e9, duration: Double(now - start) / 1e9, token: token,
      scope: LibraryScope.current?.name)
    events.withLock { $0.append(event) }
  }

  /// Records a call that begins now; what it does is recorded by itself.
  package func note(_ label: String) {
    end(.call, label, since: begin())
  }
}
