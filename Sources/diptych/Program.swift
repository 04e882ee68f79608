/// Finds the command that the arguments name, and runs it.
struct Program: Sendable {
  let commands: [any Command]
  /// What the help says about a group of commands, by its first word.
  let groups: [String: String]
  let console: Console

  private var descriptions: [CommandDescription] { commands.map(\.description) }
  private var listed: [CommandDescription] { descriptions.filter(\.isListed) }

  /// Runs the program and gives its exit status; every error is printed here.
  func run(_ arguments: [String]) async -> ExitStatus {
    do {
      return try await dispatch(arguments)
    } catch {
      let failure = CommandFailure(error)
      console.err("diptych: \(failure.message)")
      return failure.status
    }
  }

  private func dispatch(_ arguments: [String]) async throws -> ExitStatus {
    var (globals, rest) = try Self.leadingGlobals(arguments)
    if rest.first == "help" {
      rest.removeFirst()
      rest.append("--help")
    }
    guard let first = rest.first else {
      console.err(HelpText.overview(listed, groups: groups))
      throw UsageError("No command is named. Name one of the commands above.")
    }
    if ["--help", "-h"].contains(first) {
      try console.out(HelpText.overview(listed, groups: groups))
      return .success
    }
    if first == "--version" {
      try console.out(HelpText.version)
      return .success
    }
    let command = commands.first { rest.starts(with: $0.description.words) }
    guard let command else { return try group(rest) }
    let words = Array(rest.dropFirst(command.description.words.count))
    return try await run(command, globals + words)
  }

  private func run(_ command: any Command, _ words: [String]) async throws -> ExitStatus {
    let description = command.description
    if description.takesWords {
      let none = try ParsedArguments([], options: [])
      return try await command.run(Invocation(arguments: none, words: words, console: console))
    }
    let arguments = try ParsedArguments(words, options: description.allOptions)
    if arguments.wantsHelp {
      try console.out(HelpText.command(description))
      return .success
    }
    guard description.count.contains(arguments.positionals.count) else {
      let extra = arguments.positionals.count > description.count.upperBound
      throw UsageError(
        "\(extra ? "Too many arguments" : "An argument is missing"). Write "
          + "`diptych \(description.name)\(description.arguments.isEmpty ? "" : " ")"
          + "\(description.arguments)`; `diptych \(description.name) --help` tells more.")
    }
    return try await command.run(
      Invocation(arguments: arguments, words: words, console: console))
  }

  /// Options that stand before the command: they belong to it all the same.
  private static func leadingGlobals(
    _ arguments: [String]
  ) throws -> (globals: [String], rest: [String]) {
    var globals: [String] = []
    var rest = arguments[...]
    while let first = rest.first,
      let option = OptionSpec.global.first(where: {
        first == "--\($0.name)" || first.hasPrefix("--\($0.name)=")
      })
    {
      globals.append(rest.removeFirst())
      guard first == "--\(option.name)" else { continue }
      guard let value = rest.popFirst() else {
        throw UsageError("The option \(first) needs a value. Write \(option.usage).")
      }
      globals.append(value)
    }
    return (globals, Array(rest))
  }

  /// Words that name no command: the help of a group, or a mistake.
  private func group(_ words: [String]) throws -> ExitStatus {
    let members = descriptions.filter { $0.words.count > 1 && $0.words[0] == words[0] }
    guard !members.isEmpty else {
      var names: [String] = []
      for description in listed where !names.contains(description.words[0]) {
        names.append(description.words[0])
      }
      let isOption = words[0].hasPrefix("-")
      let hint = Suggestion.sentence(
        words[0],
        among: isOption ? OptionSpec.global.map { "--\($0.name)" } + ["--version"] : names)
      throw UsageError(
        "There is no \(isOption ? "option" : "command") "
          + "\(words[0].isEmpty ? "\"\"" : words[0]).\(hint) "
          + "Run `diptych --help` for the list.")
    }
    guard words.count > 1 else {
      throw UsageError(
        "The command \(words[0]) needs a second word. Run `diptych \(words[0]) --help` for the "
          + "list.")
    }
    if ["--help", "-h"].contains(words[1]) {
      try console.out(HelpText.group(members, summary: groups[words[0]]))
      return .success
    }
    let hint = Suggestion.sentence(words[1], among: members.map { $0.words[1] })
    throw UsageError(
      "There is no command \(words[0]) \(words[1]).\(hint) Run `diptych \(words[0]) --help` for "
        + "the list.")
  }
}
