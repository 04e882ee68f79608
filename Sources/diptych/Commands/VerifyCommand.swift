import DiptychEngine

/// `verify`: checks a library, and mends what can be mended without loss.
struct VerifyCommand: Command {
  let description = CommandDescription(
    name: "verify", summary: "Check rows against files, files against hashes, and the change log.",
    details: [
      "Reads every original once. Prints one line for each issue, with what to do about it.",
      "No original is ever deleted by --repair: what no asset names is moved to recovered/. Of a",
      "damaged database everything that can be read is written into a new one; the old one is kept",
      "in recovered/. Close every application first that uses the library.",
      "Exit status: 0 nothing is wrong, 65 something is.",
    ],
    options: [
      .flag(
        "repair",
        "Mend what can be mended without loss; the plan is printed first."),
      .json,
    ],
    examples: [
      .init("diptych verify", "Checks the user's library."),
      .init("diptych verify --repair --library Trip.diptych", "Checks and mends Trip.diptych."),
    ])

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let console = invocation.console
    let format = OutputFormat(invocation.arguments)
    let job = VerifyJob(
      configuration: try invocation.arguments.libraryConfiguration(), console: console,
      plan: { if format == .text { try console.out($0) } })
    let report = try job.run(repairs: invocation.arguments.has("repair"))
    switch format {
    case .json: try console.out(OutputFormat.json(report))
    case .text: try console.out(report.text)
    }
    return report.remaining.isEmpty ? .success : .badData
  }
}
