/// A command line that cannot be understood: a sentence that says what to write instead.
struct UsageError: Error, Sendable {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}
