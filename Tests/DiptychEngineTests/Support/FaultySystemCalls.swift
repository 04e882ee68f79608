import DiptychEngine
import DiptychPlatform
import Foundation

/// Real system calls that can be made to fail: the n-th one once, or every one of a name.
///
/// It also keeps the books of what is open.
final class FaultySystemCalls {
  private struct State {
    var callsLeft = Int.max
    var hasFailed = false
    /// The name of the call that was made to fail.
    var failed: String?
    var number = EIO
    var failing: [String: Int32] = [:]
    var open: Set<Int32> = []
    var isNetwork = false
    var pauses = 0
  }

  private let state: Lock<State>
  /// What a library is given.
  let calls: any SystemCalls

  init() {
    let state = Lock(State())
    self.state = state
    calls = InterceptedSystemCalls(
      RealSystemCalls(durable: false),
      before: { call in state.withLock { Self.verdict(on: call, &$0) } },
      after: { call, result in
        switch call {
        case .open: state.withLock { _ = $0.open.insert(Int32(result)) }
        case .pause: state.withLock { $0.pauses += 1 }
        default: break
        }
      })
  }

  /// The `n`-th call from now on fails once with `number`.
  func failCall(_ n: Int, _ number: Int32 = EIO) {
    state.withLock {
      $0.callsLeft = n - 1
      $0.hasFailed = false
      $0.failed = nil
      $0.number = number
    }
  }

  /// Stops the counting; true if the call that was to fail was reached.
  func disarm() -> Bool {
    state.withLock {
      $0.callsLeft = .max
      return $0.hasFailed
    }
  }

  /// Every call named `call` fails with `number` from now on; nil lets it work again.
  func fail(_ call: String, _ number: Int32?) {
    state.withLock { $0.failing[call] = number }
  }

  /// Whether every path counts as one on a network file system.
  var isNetwork: Bool {
    get { state.withLock { $0.isNetwork } }
    set { state.withLock { $0.isNetwork = newValue } }
  }

  /// The call that failed once, by name.
  var failedCall: String? { state.withLock { $0.failed } }
  /// Descriptors that were opened and not closed.
  var openCount: Int { state.withLock { $0.open.count } }
  var pauses: Int { state.withLock { $0.pauses } }

  private static func verdict(
    on call: SystemCall, _ state: inout State
  ) -> InterceptedSystemCalls.Verdict {
    switch call {
    case .close(let descriptor):
      state.open.remove(descriptor)
      return .proceed
    case .unlockByte, .pause: return .proceed
    default: break
    }
    if let number = state.failing[call.name] { return .fail(number) }
    if state.callsLeft != .max {
      state.callsLeft -= 1
      if state.callsLeft < 0, !state.hasFailed {
        state.hasFailed = true
        state.failed = call.name
        return .fail(state.number)
      }
    }
    if case .isOnNetwork = call, state.isNetwork { return .refuse }
    return .proceed
  }
}
