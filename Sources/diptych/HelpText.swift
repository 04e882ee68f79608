import DiptychEngine

/// The texts that `--help` prints.
enum HelpText {
  private static let introduction = """
    diptych: one photo library behind two APIs, AssetsLibrary and Photos.

    """

  /// What `--version` prints.
  static var version: String {
    "diptych, not released yet; makes libraries of the format \(Library.format).\n"
  }

  private static let conventions = """

    --library PATH and --wait SECONDS may stand before the command.
    Exit status: 0 done; 64 wrong usage; 65 bad data; 69 unavailable; 77 no access.
    diptych COMMAND --help tells more, with examples; diptych --version names the library format.

    """

  /// The text of the program. Groups that have a summary of their own stand in one line.
  static func overview(
    _ commands: [CommandDescription], groups: [String: String]
  ) -> String {
    var rows: [[String]] = []
    var listed: Set<String> = []
    for command in commands {
      let group = command.words[0]
      guard let summary = groups[group] else {
        rows.append(row(command))
        continue
      }
      if listed.insert(group).inserted { rows.append(["diptych \(group) …", summary]) }
    }
    return introduction + "\nCommands:\n" + TextTable.text(rows, indent: 2) + conventions
  }

  /// The text of a group of commands, such as `user`.
  static func group(_ commands: [CommandDescription], summary: String?) -> String {
    let heading = summary.map { $0 + "\n\n" } ?? ""
    return heading + "Commands:\n" + TextTable.text(commands.map(row), indent: 2) + conventions
  }

  private static func row(_ command: CommandDescription) -> [String] {
    let words = ["diptych", command.name, command.arguments].filter { !$0.isEmpty }
    return [words.joined(separator: " "), command.summary]
  }

  /// The text of one command.
  static func command(_ command: CommandDescription) -> String {
    let usage = [
      "diptych", command.name, command.arguments, "[OPTION…]",
    ].filter { !$0.isEmpty }.joined(separator: " ")
    var text = "\(command.summary)\n\nUsage: \(usage)\n"
    if !command.details.isEmpty {
      text += "\n" + command.details.joined(separator: "\n") + "\n"
    }
    text +=
      "\nOptions:\n"
      + TextTable.text(command.allOptions.map { [$0.usage, $0.help] }, indent: 2)
    if !command.examples.isEmpty {
      text += "\nExamples:\n"
      for example in command.examples {
        text += "  \(example.line)\n      \(example.meaning)\n"
      }
    }
    return text
  }
}
