import DiptychEngine

/// `doctor`: what this installation can do, and what stands in its way.
struct DoctorCommand: Command {
  let description = CommandDescription(
    name: "doctor", summary: "Show what is in force here, and what is wrong.",
    details: [
      "Looks at the library, its volume, SQLite, the media libraries and the settings.",
      "Nothing is made, and no original is read. Exit status: 0 all is well, 69 something is not.",
    ],
    options: [.json],
    examples: [
      .init("diptych doctor", "Looks at the user's library."),
      .init("diptych doctor --json --library Trip.diptych", "The same for another, for a script."),
    ])

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let examination = try Examination(invocation.arguments)
    switch OutputFormat(invocation.arguments) {
    case .json: try invocation.console.out(OutputFormat.json(examination.findings))
    case .text:
      let rows = examination.findings.map { finding in
        [finding.isProblem ? "!" : " ", finding.subject, finding.text]
      }
      try invocation.console.out(TextTable.text(rows))
    }
    return examination.findings.contains(where: \.isProblem) ? .unavailable : .success
  }
}
