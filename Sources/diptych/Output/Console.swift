import DiptychEngine
import DiptychStories
import Foundation

/// Where the program prints: results on standard output, errors and progress on standard error.
struct Console: Sendable {
  /// Whether progress may be shown, which is rewritten in place.
  let showsProgress: Bool
  /// Whether results are colored: on a terminal, unless `NO_COLOR` says otherwise.
  let isColored: Bool
  /// How many characters fit into a line of results.
  let width: Int

  init() {
    let isDumb = Self.environment("TERM") == "dumb"
    showsProgress = isatty(STDERR_FILENO) == 1 && !isDumb
    isColored =
      isatty(STDOUT_FILENO) == 1 && !isDumb && (Self.environment("NO_COLOR") ?? "").isEmpty
    width = Self.columns()
  }

  /// The terminal's width; `COLUMNS` where there is no terminal, else 120.
  private static func columns() -> Int {
    if let width = Terminal.width(STDOUT_FILENO) { return width }
    return environment("COLUMNS").flatMap(Int.init).map { min(max($0, 40), 400) } ?? 120
  }

  /// The text in a color, where colors are shown.
  func colored(_ text: String, _ color: Color) -> String {
    isColored ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// The colors of the program, as the terminal's own palette has them.
  enum Color: Int {
    case bold = 1
    case faint = 2
    case red = 31
    case green = 32
    case yellow = 33
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

  /// Shows how far something is, how fast it goes and how long it will take, on a terminal only.
  func progress(_ progress: JobProgress, _ done: Int) {
    guard showsProgress else { return }
    put("\r\u{1B}[K" + progress.line(done))
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
