/// One command of the program. Each has a file of its own under `Commands`.
protocol Command: Sendable {
  /// What the help says about it, and what it takes.
  var description: CommandDescription { get }
  /// Does the work.
  /// - Throws: A `CommandFailure`, a `UsageError`, or an error of the engine.
  func run(_ invocation: Invocation) async throws -> ExitStatus
}

/// What a command is called with.
struct Invocation: Sendable {
  let arguments: ParsedArguments
  /// The arguments as they were written, behind the command's own words.
  let words: [String]
  let console: Console
}

/// The name, the arguments and the help of a command.
struct CommandDescription: Sendable {
  struct Example: Sendable {
    let line: String
    let meaning: String
  }

  /// The words that name it, such as `library create`.
  var name: String
  /// Its positional arguments, for the help.
  var arguments = ""
  /// How many positional arguments it takes.
  var count = 0...0
  /// One line.
  var summary: String
  /// Further lines of the help.
  var details: [String] = []
  var options: [OptionSpec] = []
  /// Whether it opens a library, and so takes the global options.
  var opensLibrary = true
  /// Whether it tells its arguments apart itself.
  var takesWords = false
  /// Whether the help and the manual name it.
  var isListed = true
  var examples: [Example] = []

  var words: [String] { name.split(separator: " ").map(String.init) }

  var allOptions: [OptionSpec] {
    options + (opensLibrary ? OptionSpec.global : []) + [.help]
  }
}

extension CommandDescription.Example {
  init(_ line: String, _ meaning: String) {
    self.init(line: line, meaning: meaning)
  }
}
