import DiptychPlatform
import Foundation

/// What a library still has to do: queued blocks, writes, callbacks, prompts. A library is
/// *settled* when nothing is left.
package final class Activities: Sendable {
  private struct State {
    var next = 0
    var pending: [Int: String] = [:]
    /// Those of `pending` that wait for a test to let them go on.
    var held: Set<Int> = []
    var waiters: [Int: CheckedContinuation<[String], Never>] = [:]

    /// Whether nothing is left, or nothing but what is held.
    var isIdle: Bool { pending.count == held.count }

    /// The labels of what is left, oldest first.
    var labels: [String] { pending.sorted { $0.key < $1.key }.map(\.value) }

    /// What to call behind the lock, if there is nothing more to wait for. What is left is told as it
    /// is at this moment: a moment later something else may have begun.
    mutating func takeWaiters() -> () -> Void {
      guard isIdle, !waiters.isEmpty else { return {} }
      let (waiters, labels) = (waiters.values, labels)
      self.waiters = [:]
      return { for waiter in waiters { waiter.resume(returning: labels) } }
    }
  }

  private let state = Lock(State())

  init() {}

  /// Notes that something has begun; `label` names it in reports.
  package func begin(_ label: String) -> Int {
    state.withLock { state in
      state.next += 1
      state.pending[state.next] = label
      return state.next
    }
  }

  /// Notes the end of what `begin` gave `id` for.
  package func end(_ id: Int) {
    let resume = state.withLock { state in
      state.pending[id] = nil
      state.held.remove(id)
      return state.takeWaiters()
    }
    resume()
  }

  /// Notes that what `begin` gave `id` for waits until a test lets it go on, so that nobody waits for
  /// it to end by itself.
  func hold(_ id: Int) {
    let resume = state.withLock { state in
      // It may have ended meanwhile.
      if state.pending[id] != nil { state.held.insert(id) }
      return state.takeWaiters()
    }
    resume()
  }

  /// Notes that what was held goes on.
  func release(_ id: Int) {
    state.withLock { _ = $0.held.remove(id) }
  }

  /// The labels of what is left, oldest first.
  package var pending: [String] {
    state.withLock { $0.labels }
  }

  /// Waits until nothing is left, or nothing but what a test holds.
  /// - Parameter limit: Seconds to wait at most, as ``FairTimer`` counts them.
  /// - Returns: An empty list, or what is held or still waits when the limit was reached.
  package func settled(within limit: TimeInterval) async -> [String] {
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    let timer = Lock<FairTimer?>(nil)
    defer { timer.withLock { $0.take() }?.cancel() }
    return await withCheckedContinuation { continuation in
      let settled: [String]? = state.withLock { state in
        if state.isIdle { return state.labels }
        state.waiters[id] = continuation
        return nil
      }
      if let settled { return continuation.resume(returning: settled) }
      let made = FairTimer(limit: limit) { [weak self] in
        guard let self else { return }
        let (waiter, left) = state.withLock { state in
          (state.waiters.removeValue(forKey: id), state.labels)
        }
        waiter?.resume(returning: left)
      }
      timer.withLock { $0 = made }
    }
  }
}
