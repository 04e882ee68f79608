/// One option of a command, such as `--album TITLE`, or a flag, such as `--json`.
struct OptionSpec: Sendable {
  /// The long name without its dashes.
  let name: String
  /// What the value is, in capitals; nil for a flag.
  let value: String?
  /// What it does, in one line of the help.
  let help: String

  static func flag(_ name: String, _ help: String) -> OptionSpec {
    OptionSpec(name: name, value: nil, help: help)
  }

  static func option(_ name: String, _ value: String, _ help: String) -> OptionSpec {
    OptionSpec(name: name, value: value, help: help)
  }

  /// The option as the help shows it.
  var usage: String { value.map { "--\(name) \($0)" } ?? "--\(name)" }

  static let json = flag("json", "Print JSON for machines; its keys stay as they are.")
  static let help = flag("help", "Print this text.")
  static let library = option(
    "library", "PATH", "The library; without it DIPTYCH_LIBRARY, else the user's own.")
  static let wait = option(
    "wait", "SECONDS", "How long to wait for another process's writer (5).")
  static let client = option(
    "client", "NAME", "The application that is meant; without it DIPTYCH_CLIENT.")

  /// What every command that opens a library takes. They may stand before the command, too.
  static let global = [library, wait]
}
