import DiptychEngine
import DiptychPlatform
import Foundation

/// The faults that a test has switched on.
struct Faults {
  var isDiskFull = false
  var isBusy = false

  /// The engine locks this byte of the lock file for every write.
  private static let writerByte: Int64 = 0

  /// The machine's file system, with the faults that are on at the moment of a call.
  static func systemCalls(_ faults: Lock<Faults>) -> any SystemCalls {
    InterceptedSystemCalls(RealSystemCalls(durable: false)) { call in
      let faults = faults.withLock { $0 }
      if faults.isDiskFull, call.takesSpace { return .fail(ENOSPC) }
      guard faults.isBusy else { return .proceed }
      switch call {
      case .tryLockByte(_, writerByte, _): return .refuse
      // The seconds that a writer waits for a busy library pass at once: nobody is going to free it.
      case .pause: return .refuse
      default: return .proceed
      }
    }
  }
}
