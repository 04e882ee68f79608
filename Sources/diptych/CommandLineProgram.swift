import DiptychBridge
import Foundation

/// What the executable and the programs that test it call: everything else here is the module's own.
package enum CommandLineProgram {
  /// Runs the program with the arguments behind its name and gives its exit status; every error is
  /// printed.
  package static func run(_ arguments: [String]) async -> Int32 {
    await program(CommandTable.all).run(arguments).rawValue
  }

  /// Says that an argument is not text and gives the exit status. `argument` is what can be read of it.
  package static func refuse(_ argument: String) -> Int32 {
    Console().err(
      "diptych: The argument \(argument) is not UTF-8. Rename the file, or give the path of the folder "
        + "that it is in.")
    return ExitStatus.usage.rawValue
  }

  /// Does the same as ``run(_:)``, but of a command that `mayRun` refuses only the arguments are told apart.
  package static func run(
    _ arguments: [String], mayRun: (String) -> Bool
  ) async -> Int32 {
    let commands = CommandTable.all.map { command -> any Command in
      mayRun(command.description.name) ? command : RehearsedCommand(of: command)
    }
    return await program(commands).run(arguments).rawValue
  }

  /// The texts that stand where stored URLs are expected, as `convert-urls` reads them: a line each,
  /// or those of a column of CSV.
  /// - Throws: An error with one sentence for text that is no such table.
  package static func storedURLTexts(in text: String, column: String?) throws -> [String] {
    let source = URLSource(name: "input", text: text)
    guard let column else { return source.lines().map(\.text) }
    return try source.entries(in: ColumnChoice(column)).map(\.text)
  }

  /// The identifier that `convert-urls` finds in a text; nil for one that is no such URL.
  package static func identifier(inStoredURL text: String) -> UUID? {
    StoredURL(text)?.id
  }

  private static func program(_ commands: [any Command]) -> Program {
    Program(commands: commands, groups: CommandTable.groups, console: Console())
  }
}

/// A command that does nothing with its arguments.
private struct RehearsedCommand: Command {
  let description: CommandDescription

  init(of command: any Command) {
    description = command.description
  }

  func run(_ invocation: Invocation) -> ExitStatus { .success }
}
