import Foundation

/// The project's one mutual-exclusion lock, over `pthread_mutex_t`.
///
/// The standard library's `Mutex` gives false alarms under the thread sanitizer on Linux, so every
/// module uses this type instead. It is not recursive. It is never held while client code runs.
package final class Lock<State>: @unchecked Sendable {
  // Sendable because `state` is only reached between `pthread_mutex_lock` and `_unlock`.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var state: State

  /// Makes an unlocked lock that guards `state`.
  package init(_ state: sending State) {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    self.state = state
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  /// Runs `body` with the state while no other thread can reach it.
  package func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state)
  }
}
