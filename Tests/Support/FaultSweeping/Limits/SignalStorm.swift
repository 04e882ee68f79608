import DiptychPlatform
import Foundation

/// Signals that interrupt system calls all the time. No operation may notice, so there is one point.
struct SignalStorm: Disturbance {
  let name = "signals"
  let kind = FaultKind.failure
  let counted: Int? = 1
  private let isOn = Lock(false)

  func begin(_ n: Int) throws {
    isOn.withLock { $0 = n == 1 }
    guard n == 1 else { return }
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in }
    // Without SA_RESTART, calls that wait end with EINTR.
    sigaction(SIGALRM, &action, nil)
    Self.repeatEvery(50)
  }

  func end(_ isSuccess: Bool) -> String? {
    Self.repeatEvery(0)
    return isSuccess && isOn.withLock { $0 } ? name : nil
  }

  private static func repeatEvery(_ microseconds: Int) {
    var timer = itimerval()
    timer.it_interval.tv_usec = __suseconds_t(microseconds)
    timer.it_value.tv_usec = __suseconds_t(microseconds)
    setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
  }
}
