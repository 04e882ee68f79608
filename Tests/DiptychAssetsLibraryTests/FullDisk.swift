import DiptychEngine
import DiptychPlatform
import Foundation

/// The machine's files on a disk that a test can fill.
final class FullDisk: Sendable {
  private let full: Lock<Bool>
  /// What a library is given.
  let calls: any SystemCalls

  init() {
    let full = Lock(false)
    self.full = full
    calls = InterceptedSystemCalls(RealSystemCalls(durable: false)) { call in
      guard full.withLock({ $0 }) else { return .proceed }
      return switch call {
      case .write, .signal: .fail(ENOSPC)
      default: .proceed
      }
    }
  }

  /// Whether no byte fits any more.
  var isFull: Bool {
    get { full.withLock { $0 } }
    set { full.withLock { $0 = newValue } }
  }
}
