import Dispatch
import Foundation

/// Takes the place of the process's end where Apple raises, for a test that asks for it
/// (decision 40).
///
/// A raised exception is the end of the code that it is raised in, and Swift cannot unwind it: the
/// thread stops there for ever, with whatever it holds. On the main queue nothing is recorded and the
/// process ends: a main queue that stands still would hang whatever comes next, without a word.
package enum TrapRecorder {
  private static let recorder = Lock<(@Sendable (String) -> Void)?>(nil)

  /// Whether somebody records now.
  package static var isRecording: Bool { recorder.withLock { $0 != nil } }

  /// Gives every trap of the process to `record` from now on, until `end()`.
  package static func begin(_ record: @escaping @Sendable (String) -> Void) {
    MainQueue.mark()
    recorder.withLock { $0 = record }
  }

  /// Traps end the process again.
  package static func end() {
    recorder.withLock { $0 = nil }
  }

  /// Records a trap and stops the calling thread for ever; returns where nobody records.
  static func stop(_ text: String) {
    guard !MainQueue.isCurrent, let record = recorder.withLock({ $0 }) else { return }
    record(text)
    while true { sleep(.max) }
  }

  /// Tells the main queue from others, whatever thread serves it.
  private enum MainQueue {
    private static let key = DispatchSpecificKey<Bool>()

    static func mark() { DispatchQueue.main.setSpecific(key: key, value: true) }

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
  }
}
