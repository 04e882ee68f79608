import DiptychEngine

/// `backup`: copies a library while it is in use.
struct BackupCommand: Command {
  let description = CommandDescription(
    name: "backup", arguments: "PATH", count: 1...1,
    summary: "Copy one state of the library into a new folder, while it is in use.",
    details: [
      "Nobody has to wait: applications go on writing. Every original is read and checked.",
      "The folder appears under its name only when it is complete; it is a library like any other.",
      "Originals that are missing, damaged or unreadable are named, and the exit status is 65.",
    ],
    options: [
      .flag("hard-link", "Link originals instead of copying them: no space, but no second copy."),
      .json,
    ],
    examples: [
      .init("diptych backup Backup.diptych", "Copies the user's library."),
      .init(
        "diptych backup --hard-link Before.diptych --library Trip.diptych",
        "Keeps the present state of a library on the same disk."),
      .init("diptych verify --library Backup.diptych", "Checks the copy."),
    ])

  /// What `backup` tells.
  private struct Report: Encodable {
    let path: String
    let assets: Int
    let files: Int
    let bytes: Int64
    let linked: Int
    /// A sentence for each original that is missing or damaged.
    let damaged: [String]
  }

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let path = invocation.arguments.positionals[0]
    guard !path.isEmpty else {
      throw UsageError("The path is empty. Give the path of a new folder.")
    }
    let console = invocation.console
    let made = try invocation.arguments.withLibrary { library in
      let reporter = ProgressReporter("Copied", every: 16, on: console)
      defer { console.endProgress() }
      return try library.backup(
        to: path, links: invocation.arguments.has("hard-link"), progress: reporter.report)
    }
    let damaged = made.damaged.map(\.description)
    switch OutputFormat(invocation.arguments) {
    case .json:
      try console.out(
        OutputFormat.json(
          Report(
            path: path, assets: made.assets, files: made.files, bytes: made.bytes,
            linked: made.linked, damaged: damaged)))
    case .text:
      let how = made.linked == 0 ? "" : ", \(made.linked) of them linked"
      try console.out(
        "Made the backup \(path): \(made.assets == 1 ? "1 asset" : "\(made.assets) assets"), "
          + "\(made.files == 1 ? "1 original" : "\(made.files) originals")\(how), "
          + "\(made.bytes) bytes.\n")
    }
    for line in damaged { console.err(line) }
    return damaged.isEmpty ? .success : .badData
  }
}
