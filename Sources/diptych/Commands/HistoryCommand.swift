import DiptychEngine

/// `history`: what was changed, commit by commit.
struct HistoryCommand: Command {
  let description = CommandDescription(
    name: "history", summary: "Show what was changed, by whom and when, commit by commit.",
    details: [
      "One line a commit: token, date, application, what it did. The latest stand last.",
      "The log goes back 30 days, and at least 100,000 changes.",
    ],
    options: [
      .option("since", "TOKEN", "Only the commits after this one."),
      .option("last", "COUNT", "Only the last ones (100, unless --since is given)."),
      .json,
    ],
    examples: [
      .init("diptych history", "Shows the last 100 commits."),
      .init("diptych history --last 5", "Shows the last five."),
      .init("diptych history --since 120 --json", "Everything after commit 120, for a script."),
    ])

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let arguments = invocation.arguments
    let since = try number("since", arguments, 0...Int.max)
    let last = try number("last", arguments, 1...Int.max)
    let entries = try arguments.withLibrary { library in
      try LibraryReader(library).read { snapshot -> [CommitEntry] in
        guard let count = last ?? (since == nil ? 100 : nil) else {
          return try Self.entries(after: Int64(since ?? 0), snapshot)
        }
        // An application with limited access is not told of each commit, so it may take more of them.
        var span = count
        while true {
          let first = try snapshot.transaction.token(beforeLast: span)
          let entries = try Self.entries(after: max(first, Int64(since ?? 0)), snapshot)
          guard entries.count < count, first > Int64(since ?? 0) else {
            return entries.suffix(count)
          }
          span = span > Int.max / 4 ? .max : span * 4
        }
      }
    }
    switch OutputFormat(arguments) {
    case .json: try invocation.console.out(OutputFormat.json(entries))
    case .text:
      try invocation.console.out(
        entries.isEmpty ? "No changes.\n" : TextTable.text(entries.map(\.cells)))
    }
    return .success
  }

  private static func entries(
    after token: Int64, _ snapshot: LibraryReader.Snapshot
  ) throws -> [CommitEntry] {
    try CommitEntry.entries(
      after: token, limit: Int(Int32.max), as: snapshot.client, in: snapshot.transaction)
  }

  private func number(
    _ name: String, _ arguments: ParsedArguments, _ range: ClosedRange<Int>
  ) throws -> Int? {
    guard let text = arguments.value(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError("The value of --\(name) must be a number from \(range.lowerBound) on.")
    }
    return number
  }
}
