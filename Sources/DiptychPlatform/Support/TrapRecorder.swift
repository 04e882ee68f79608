import Foundation

/// Takes the place of the process's end where Apple raises, for a test that asks for it
/// (decision 40).
///
/// A raised exception is the end of the code that it is raised in, and Swift cannot unwind it: the
/// thread stops there for ever, with whatever it holds.
package enum TrapRecorder {
  private static let recorder = Lock<(@Sendable (String) -> Void)?>(nil)

  /// Whether somebody records now.
  package static var isRecording: Bool { recorder.withLock { $0 != nil } }

  /// Gives every trap of the process to `record` from now on, until `end()`.
  package static func begin(_ record: @escaping @Sendable (String) -> Void) {
    recorder.withLock { $0 = record }
  }

  /// Traps end the process again.
  package static func end() {
    recorder.withLock { $0 = nil }
  }

  /// Records a trap and stops the calling thread for ever; returns where nobody records.
  static func stop(_ text: String) {
    guard let record = recorder.withLock({ $0 }) else { return }
    record(text)
    while true { sleep(.max) }
  }
}
