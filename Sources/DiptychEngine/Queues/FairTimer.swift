import DiptychPlatform
import Dispatch

/// A limit of time for code that shares the process with others: it counts the seconds in which the
/// process gets round to what waits. Where a thousand tests wait for two cores, each `await` can take
/// seconds, and a limit by the clock would take waiting one's turn for hanging.
package final class FairTimer: Sendable {
  /// A wait for nothing that takes longer than this many times what was asked counts as this many.
  private static let latest = 1.5
  private let task: Task<Void, Never>
  nonisolated(unsafe) private let timer: any DispatchSourceTimer  // Any thread may cancel one.

  /// Begins to count.
  /// - Parameters:
  ///   - limit: Seconds until `body` runs.
  ///   - most: How many times as many seconds it may be by the clock: where the threads themselves
  ///     hang, nothing else is left to count by.
  ///   - sleep: Sleeps for a time, and says how long it took until the process went on.
  ///   - body: Runs once, on any thread, unless the timer is canceled before.
  package init(
    limit: Double, most: Double = 10,
    sleep: @escaping @Sendable (Duration) async throws -> Duration = FairTimer.sleep,
    _ body: @escaping @Sendable () -> Void
  ) {
    let isOver = Lock(false)
    let end: @Sendable () -> Void = {
      let isFirst = isOver.withLock { isOver in
        defer { isOver = true }
        return !isOver
      }
      if isFirst { body() }
    }
    // More is forever, and no time of Dispatch says it.
    let limit = min(max(0, limit), 1e8)
    timer = DispatchSource.makeTimerSource(queue: .global())
    timer.schedule(deadline: .now() + limit * most)
    timer.setEventHandler(handler: end)
    timer.resume()
    // In the queue that the waiting code stands in itself, so as to wait as long as it does.
    task = Task.detached(priority: Task.currentPriority) {
      let step = Duration.seconds(min(limit / 8, 0.25))
      var left = Duration.seconds(limit)
      while left > .zero {
        guard let took = try? await sleep(min(step, left)) else { return }
        left -= min(took, step * Self.latest)
      }
      if !Task.isCancelled { end() }
    }
  }

  private static func sleep(_ time: Duration) async throws -> Duration {
    let begun = ContinuousClock.now
    try await Task.sleep(for: time)
    return begun.duration(to: .now)
  }

  deinit { cancel() }

  /// Stops counting; `body` may be running already.
  package func cancel() {
    task.cancel()
    timer.cancel()
  }
}
