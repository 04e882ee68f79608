import DiptychEngine

/// `verify`: checks a library, and mends what can be mended without loss.
struct VerifyCommand: Command {
  let description = CommandDescription(
    name: "verify", summary: "Check rows against files, files against hashes, and the change log.",
    details: [
      "Reads every original once. Prints one line for each issue, with what to do about it.",
      "Exit status: 0 nothing is wrong, 65 something is.",
    ],
    options: [
      .flag(
        "repair",
        "Move originals that no asset names to recovered/; the plan is printed first."),
      .json,
    ],
    examples: [
      .init("diptych verify", "Checks the user's library."),
      .init("diptych verify --repair --library Trip.diptych", "Checks and mends Trip.diptych."),
    ])

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let console = invocation.console
    return try invocation.arguments.withLibrary { library in
      let report =
        OutputFormat(invocation.arguments) == .json
        ? try mended(library, console, invocation.arguments.has("repair"), plan: { _ in })
        : try mended(
          library, console, invocation.arguments.has("repair"), plan: { try console.out($0) })
      switch OutputFormat(invocation.arguments) {
      case .json: try console.out(OutputFormat.json(report))
      case .text: try console.out(report.text)
      }
      return report.remaining.isEmpty ? .success : .badData
    }
  }

  private func mended(
    _ library: Library, _ console: Console, _ repairs: Bool,
    plan: (String) throws -> Void
  ) throws -> Report {
    let found = try issues(library, console)
    let strays = found.filter { $0.kind == .strayOriginal }.compactMap(\.path)
    guard repairs, !strays.isEmpty else {
      return Report(found: found, moved: [], remaining: found)
    }
    let noun = strays.count == 1 ? "1 original" : "\(strays.count) originals"
    try plan(
      "Plan: move \(noun) that no asset names to recovered/; nothing else is changed.\n"
        + strays.map { "  \($0)\n" }.joined())
    let moved = try library.repair()
    return Report(found: found, moved: moved, remaining: try issues(library, console))
  }

  private func issues(_ library: Library, _ console: Console) throws -> [VerifyIssue] {
    let reporter = ProgressReporter("Verified", every: 100, on: console)
    defer { console.endProgress() }
    return try library.verify(progress: reporter.report)
  }

  private struct Report: Encodable {
    struct Issue: Encodable {
      let kind: String
      let description: String
      /// Below the library's folder; absent for what concerns no file.
      let path: String?

      init(_ issue: VerifyIssue) {
        kind = issue.kind.rawValue
        description = issue.description
        path = issue.path
      }
    }

    /// What was found before anything was moved.
    let found: [Issue]
    /// Where originals were moved to, below the library's folder.
    let moved: [String]
    let remaining: [Issue]

    init(found: [VerifyIssue], moved: [String], remaining: [VerifyIssue]) {
      self.found = found.map(Issue.init)
      self.moved = moved
      self.remaining = remaining.map(Issue.init)
    }

    var text: String {
      var lines = moved.map { "Moved to \($0)." } + remaining.map(\.description)
      switch remaining.count {
      case 0: lines.append(moved.isEmpty ? "Nothing is wrong." : "Nothing else is wrong.")
      case 1: lines.append("1 issue.")
      default: lines.append("\(remaining.count) issues.")
      }
      return lines.map { $0 + "\n" }.joined()
    }
  }
}
