import Foundation

/// Where the program prints: results on standard output, errors and progress on standard error.
struct Console: Sendable {
  /// Whether progress may be shown, which is rewritten in place.
  let showsProgress: Bool

  init() {
    showsProgress = isatty(STDERR_FILENO) == 1 && Self.environment("TERM") != "dumb"
  }

  private static func environment(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name]
  }

  /// Prints a result.
  /// - Throws: A failure when the output takes nothing more, such as on a full disk.
  func out(_ text: String) throws(CommandFailure) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
      throw CommandFailure(
        .unavailable, "The output cannot be written. Check the file or disk that it goes to.")
    }
  }

  /// Prints a line about a failure or a notice. There is nowhere to report that it cannot be.
  func err(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
  }

  /// Shows how far something is, on a terminal only.
  func progress(_ label: String, _ done: Int, of total: Int) {
    guard showsProgress else { return }
    put("\r\u{1B}[K\(label) \(done) of \(total)")
  }

  /// Takes the progress line away.
  func endProgress() {
    guard showsProgress else { return }
    put("\r\u{1B}[K")
  }

  private func put(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
