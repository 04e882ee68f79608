import DiptychPlatform
import Foundation

/// Runs asynchronous work to its end and serves the main queue meanwhile, on which some of it waits.
func waiting<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
  let result = Lock<Value?>(nil)
  let isDone = DispatchSemaphore(value: 0)
  Task.detached {
    let value = await work()
    result.withLock { $0 = value }
    isDone.signal()
  }
  if isDone.wait(timeout: .now() + .milliseconds(20)) == .timedOut {
    while isDone.wait(timeout: .now()) == .timedOut {
      _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.005))
    }
  }
  guard let value = result.withLock({ $0 }) else { fatalError("The work ended without a result.") }
  return value
}
