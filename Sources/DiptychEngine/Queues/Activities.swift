import DiptychPlatform
import Foundation

/// What a library still has to do: queued blocks, writes, callbacks, prompts. A library is
/// *settled* when nothing is left.
package final class Activities: Sendable {
  private struct State {
    var next = 0
    var pending: [Int: String] = [:]
    var waiters: [Int: CheckedContinuation<[String], Never>] = [:]
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
      guard state.pending.isEmpty else { return [CheckedContinuation<[String], Never>]() }
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume(returning: []) }
  }

  /// The labels of what is left, oldest first.
  package var pending: [String] {
    state.withLock { state in state.pending.sorted { $0.key < $1.key }.map(\.value) }
  }

  /// Waits until nothing is left.
  /// - Parameter limit: Seconds to wait at most.
  /// - Returns: An empty list, or what still waits when the limit was reached.
  package func settled(within limit: TimeInterval) async -> [String] {
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    return await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if !state.pending.isEmpty { state.waiters[id] = continuation }
        return state.pending.isEmpty
      }
      guard !isIdle else { return continuation.resume(returning: []) }
      DispatchQueue.global().asyncAfter(deadline: .now() + limit) { [weak self] in
        guard let self else { return }
        let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
        waiter?.resume(returning: pending)
      }
    }
  }
}
