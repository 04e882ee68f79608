/// The arguments of a command, told apart.
struct ParsedArguments: Sendable {
  /// What is no option, in order.
  fileprivate(set) var positionals: [String] = []
  private var values: [String: String] = [:]
  private var flags: Set<String> = []

  /// Whether a flag was given.
  func has(_ flag: String) -> Bool { flags.contains(flag) }

  /// The value of an option; nil when it was not given.
  func value(_ option: String) -> String? { values[option] }

  /// Whether the help was asked for.
  var wantsHelp: Bool { has("help") }

  /// Tells `arguments` apart by the options of a command.
  ///
  /// Options may stand anywhere, with their values as the next argument or behind `=`; everything
  /// behind `--` is no option.
  init(_ arguments: [String], options: [OptionSpec]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        positionals += rest
        return
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        positionals.append(argument)
        continue
      }
      if argument == "-h" {
        flags.insert("help")
        continue
      }
      try take(argument, &rest, options)
    }
  }

  private mutating func take(
    _ argument: String, _ rest: inout ArraySlice<String>, _ options: [OptionSpec]
  ) throws(UsageError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let written = String(parts[0])
    guard let option = options.first(where: { "--\($0.name)" == written }) else {
      let hint = Suggestion.sentence(written, among: options.map { "--\($0.name)" })
      throw UsageError(
        "There is no option \(written) here.\(hint) Put -- before arguments that begin with a "
          + "dash.")
    }
    guard option.value != nil else {
      guard parts.count == 1 else {
        throw UsageError(
          "The option --\(option.name) takes no value. Leave out the = and the rest.")
      }
      flags.insert(option.name)
      return
    }
    guard values[option.name] == nil else {
      throw UsageError("The option --\(option.name) is given twice. Give it once.")
    }
    let value = parts.count == 2 ? String(parts[1]) : rest.popFirst()
    guard let value else {
      throw UsageError("The option --\(option.name) needs a value. Write \(option.usage).")
    }
    values[option.name] = value
  }
}
