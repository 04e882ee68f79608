import DiptychEngine
import DiptychPlatform
import Foundation

/// A signal that interrupts every call of the engine, twice before each goes through. No operation may
/// notice, so there is one point.
final class InterruptedCalls: Disturbance {
  private struct State {
    var isOn = false
    var attempts = 0
  }

  let name = "interrupted calls"
  let kind = FaultKind.failure
  let counted: Int? = 1
  private let state = Lock(State())

  /// What libraries are given.
  var systemCalls: any SystemCalls {
    RealSystemCalls(durable: false) { [state] _ in
      state.withLock { state in
        guard state.isOn else { return false }
        state.attempts += 1
        return state.attempts % 3 != 0
      }
    }
  }

  func begin(_ n: Int) {
    state.withLock { $0 = State(isOn: n == 1) }
  }

  func end(_ isSuccess: Bool) -> String? {
    state.withLock { state in
      defer { state.isOn = false }
      return isSuccess && state.isOn ? name : nil
    }
  }
}
