import DiptychPlatform
import Foundation

/// One piece of work on a thread of its own, whose result is waited for.
final class BackgroundWork<Value: Sendable>: Sendable {
  private let value: Lock<Value?>
  private let group = DispatchGroup()

  /// Begins.
  /// - Parameter body: The work.
  init(_ body: @escaping @Sendable () -> Value) {
    let value = Lock<Value?>(nil)
    self.value = value
    DispatchQueue.global(qos: .userInitiated).async(group: group) {
      let result = body()
      value.withLock { $0 = result }
    }
  }

  /// Waits for the end of the work.
  func result() -> Value {
    while true {
      group.wait()
      if let result = value.withLock({ $0 }) { return result }
    }
  }
}
