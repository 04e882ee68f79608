import DiptychEngine

/// `access`: what each application may do.
struct AccessCommand: Command {
  let description = CommandDescription(
    name: "access", summary: "Show what each application may do with the library.",
    details: [
      "One line an application: its name, and what was decided for reading and writing, and for",
      "adding only. The application in force is always there. `user access` changes it.",
    ],
    options: [.json],
    examples: [
      .init("diptych access", "Shows every application that something was decided about."),
      .init("diptych access --json --library Trip.diptych", "The same, for a script."),
    ])

  /// What `access` tells about an application.
  private struct Entry: Encodable {
    let client: String
    let readWrite: String
    let addOnly: String
    /// Whether calls of this program are made in its name.
    let inForce: Bool
  }

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let entries = try invocation.arguments.withLibrary { library in
      let own = library.configuration.client
      var clients = try library.snapshot { try $0.clientsWithAccess() }
      if !clients.contains(own) { clients.append(own) }
      return try clients.sorted().map { client in
        Entry(
          client: client,
          readWrite: UserAccessCommand.words(try library.access.readStatus(.readWrite, client)),
          addOnly: UserAccessCommand.words(try library.access.readStatus(.addOnly, client)),
          inForce: client == own)
      }
    }
    switch OutputFormat(invocation.arguments) {
    case .json: try invocation.console.out(OutputFormat.json(entries))
    case .text:
      let rows = entries.map { entry in
        [
          DumpText.quoted(entry.client), "read-write \(entry.readWrite)",
          "add-only \(entry.addOnly)", entry.inForce ? "in force" : "",
        ]
      }
      try invocation.console.out(TextTable.text(rows))
    }
    return .success
  }
}
