import Foundation

/// Signals that interrupt system calls all the time. Nothing may notice, so there is one point.
struct SignalStorm: Disturbance {
  let name = "signals"
  let kind = FaultKind.failure

  func begin(_ n: Int) throws {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in }
    // Without SA_RESTART, calls that wait end with EINTR.
    sigaction(SIGALRM, &action, nil)
    Self.repeatEvery(50)
  }

  func end(_ isSuccess: Bool) -> String? {
    Self.repeatEvery(0)
    return nil
  }

  private static func repeatEvery(_ microseconds: Int) {
    var timer = itimerval()
    timer.it_interval.tv_usec = __suseconds_t(microseconds)
    timer.it_value.tv_usec = __suseconds_t(microseconds)
    setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
  }
}
