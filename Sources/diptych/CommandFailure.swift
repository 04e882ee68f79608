import DiptychEngine

/// Why a command ends without doing what it was asked: a sentence with the remedy, and the status.
struct CommandFailure: Error, Sendable {
  let status: ExitStatus
  let message: String

  init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }

  /// What to print for any error. The cause stands behind the sentence only where the sentence
  /// cannot name it.
  init(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let usage as UsageError: self.init(.usage, usage.message)
    default:
      let error = LibraryError.wrapping(error)
      self.init(
        error.code.exitStatus, error.code == .system ? error.description : error.message)
    }
  }
}
