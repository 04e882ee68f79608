import DiptychEngine

/// `diff`: whether two libraries are in the same state.
struct DiffCommand: Command {
  let description = CommandDescription(
    name: "diff", arguments: "A B", count: 2...2,
    summary: "Compare two libraries.",
    details: [
      "Prints one line for each field that differs, and nothing when none does.",
      "Exit status: 0 the same, 1 they differ, 2 one of them cannot be read.",
    ],
    options: [
      .flag("exact", "Compare identifiers, bookkeeping dates and history, too."),
      .option("wait", "SECONDS", "How long to wait for another process's writer (5)."),
      .json,
    ],
    opensLibrary: false,
    examples: [
      .init("diptych diff Legacy.diptych Modern.diptych", "Are the two in the same state?"),
      .init("diptych diff --exact --json A.diptych B.diptych", "Byte for byte, for a script."),
    ])

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let arguments = invocation.arguments
    let paths = arguments.positionals
    let levels: [Dump.Level] = arguments.has("exact") ? [.exact, .history] : [.state]
    let differences: [DumpDifference]
    do {
      let left = try dumps(paths[0], levels, arguments)
      let right = try dumps(paths[1], levels, arguments)
      differences = zip(left, right).flatMap { $0.differences(from: $1) }
    } catch let error as UsageError {
      throw error
    } catch {
      throw CommandFailure(.trouble, CommandFailure(error).message)
    }
    switch OutputFormat(arguments) {
    case .text: try invocation.console.out(text(differences, paths))
    case .json:
      try invocation.console.out(
        OutputFormat.json(
          Report(
            left: paths[0], right: paths[1], same: differences.isEmpty,
            levels: levels.map(\.rawValue), differences: differences.map(Line.init))))
    }
    return differences.isEmpty ? .success : .differs
  }

  private func dumps(
    _ path: String, _ levels: [Dump.Level], _ arguments: ParsedArguments
  ) throws -> [Dump] {
    guard !path.isEmpty else {
      throw UsageError("A path is empty. Give the paths of two library folders.")
    }
    var configuration = try arguments.libraryConfiguration()
    configuration.folder = path
    let library = try Library.open(configuration)
    defer { library.close() }
    return try levels.map { try library.dump($0) }
  }

  private func text(_ differences: [DumpDifference], _ paths: [String]) -> String {
    TextTable.text(
      differences.map { difference in
        [
          "\(difference.object) \(difference.field)", "\(paths[0]): \(difference.left ?? "–")",
          "\(paths[1]): \(difference.right ?? "–")",
        ]
      })
  }

  private struct Report: Encodable {
    let left: String
    let right: String
    let same: Bool
    let levels: [String]
    let differences: [Line]
  }

  private struct Line: Encodable {
    let object: String
    let field: String
    /// Absent where the object or field is missing.
    let left: String?
    let right: String?

    init(_ difference: DumpDifference) {
      object = difference.object
      field = difference.field
      left = difference.left
      right = difference.right
    }
  }
}
