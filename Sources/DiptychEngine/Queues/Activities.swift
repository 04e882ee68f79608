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

    /// Those who wait, if there is nothing more to wait for.
    mutating func takeWaiters() -> [CheckedContinuation<[String], Never>] {
      guard isIdle else { return [] }
      defer { waiters = [:] }
      return Array(waiters.values)
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
    let waiters = state.withLock { state in
      state.pending[id] = nil
      state.held.remove(id)
      return state.takeWaiters()
    }
    for waiter in waiters { waiter.resume(returning: pending) }
  }

  /// Notes that what `begin` gave `id` for waits until a test lets it go on, so that nobody waits for
  /// it to end by itself.
  func hold(_ id: Int) {
    let waiters = state.withLock { state in
      // It may have ended meanwhile.
      if state.pending[id] != nil { state.held.insert(id) }
      return state.takeWaiters()
    }
    for waiter in waiters { waiter.resume(returning: pending) }
  }

  /// Notes that what was held goes on.
  func release(_ id: Int) {
    state.withLock { _ = $0.held.remove(id) }
  }

  /// The labels of what is left, oldest first.
  package var pending: [String] {
    state.withLock { state in state.pending.sorted { $0.key < $1.key }.map(\.value) }
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
      let isIdle = state.withLock { state in
        if !state.isIdle { state.waiters[id] = continuation }
        return state.isIdle
      }
      guard !isIdle else { return continuation.resume(returning: pending) }
      let made = FairTimer(limit: limit) { [weak self] in
        guard let self else { return }
        let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
        waiter?.resume(returning: pending)
      }
      timer.withLock { $0 = made }
    }
  }
}
