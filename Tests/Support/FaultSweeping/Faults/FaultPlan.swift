import CFaultVFS
import DiptychEngine
import DiptychPlatform
import Foundation

/// Counts the calls of the engine and of SQLite together, and makes the n-th one fail.
package final class FaultPlan: Sendable {
  private struct State {
    var kind = FaultKind.failure
    /// The call that fails; nil while nothing is to fail.
    var call: Int?
    /// Calls that passed so far.
    var passed = 0
    var isLasting = false
    var failed: String?
  }

  private let state = Lock(State())

  package init() {}

  /// The `n`-th call from now on that `kind` concerns fails; with `isLasting` every later one too.
  func arm(_ kind: FaultKind, call n: Int, isLasting: Bool) {
    state.withLock {
      $0.kind = kind
      $0.call = n
      $0.passed = 0
      $0.isLasting = isLasting
      $0.failed = nil
    }
  }

  /// Lets every call pass again.
  /// - Returns: The first call that failed; nil when the operation made too few.
  func disarm() -> String? {
    state.withLock {
      $0.call = nil
      return $0.failed
    }
  }

  /// How many calls passed since the kind was last armed.
  var passed: Int { state.withLock { $0.passed } }

  /// What libraries are given.
  package var systemCalls: any SystemCalls {
    InterceptedSystemCalls(
      RealSystemCalls(durable: false),
      before: { call in
        self.state.withLock { state in
          guard let verdict = state.kind.verdict(on: call), Self.isHit(call.name, &state) else {
            return .proceed
          }
          return verdict
        }
      })
  }

  /// Has SQLite ask this plan.
  package func attach() throws {
    try FaultVFS.use { event in
      self.state.withLock { state in
        guard let code = state.kind.code(for: event),
          Self.isHit("sqlite \(event.call.rawValue)", &state)
        else { return 0 }
        return code
      }
    }
  }

  private static func isHit(_ name: String, _ state: inout State) -> Bool {
    guard let call = state.call else { return false }
    if state.passed + 1 < call {
      state.passed += 1
      return false
    }
    if state.failed != nil { return state.isLasting }
    state.failed = name
    return true
  }
}
