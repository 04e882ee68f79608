import Foundation

/// Ends the process where Apple raises an Objective-C exception, which Swift cannot catch either.
///
/// The text starts with Apple's exception name and reason and ends with what to do (decision 40,
/// P239). Works in release builds, where a failed precondition is silent. A test that asked for it
/// gets the text instead, and the thread stops (`TrapRecorder`).
package func raise(
  _ name: String, reason: String, remedy: String, file: StaticString = #file, line: UInt = #line
) -> Never {
  let text = "\(name): \(reason) \(remedy)"
  TrapRecorder.stop(text)
  fatalError(text, file: file, line: line)
}
