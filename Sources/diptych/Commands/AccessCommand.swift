import DiptychEngine

/// `access`: what each application may do.
struct AccessCommand: Command {
  let description = CommandDescription(
    name: "access", summary: "Show what each application may do with the library.",
    details: [
      "One line an application: its name, and what was decided for reading and writing, and for",
      "adding only. The application in force is always there; where DIPTYCH_ACCESS decides for it,",
      "that is shown. `user access` changes what the library keeps.",
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
    /// Whether `DIPTYCH_ACCESS` decides, and not the library.
    let byEnvironment: Bool

    init(_ client: String, _ library: Library) throws {
      let access = try AccessInForce(client, library)
      self.client = client
      readWrite = UserAccessCommand.words(access.readWrite)
      addOnly = UserAccessCommand.words(access.addOnly)
      inForce = client == library.configuration.client
      byEnvironment = access.isByEnvironment
    }

    var cells: [String] {
      let mark = byEnvironment ? "in force, by DIPTYCH_ACCESS" : inForce ? "in force" : ""
      return [
        DumpText.quoted(client), "read-write \(readWrite)", "add-only \(addOnly)", mark,
      ]
    }
  }

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let entries = try invocation.arguments.withLibrary { library in
      let own = library.configuration.client
      var clients = try library.snapshot { try $0.clientsWithAccess() }
      if !clients.contains(own) { clients.append(own) }
      return try clients.sorted().map { try Entry($0, library) }
    }
    switch OutputFormat(invocation.arguments) {
    case .json: try invocation.console.out(OutputFormat.json(entries))
    case .text:
      try invocation.console.out(TextTable.text(entries.map(\.cells)))
    }
    return .success
  }
}

/// What an application may do: by `DIPTYCH_ACCESS` for the one in force, else by what the library
/// keeps.
struct AccessInForce {
  let readWrite: AccessStatus
  let addOnly: AccessStatus
  let isByEnvironment: Bool

  init(_ client: String, _ library: Library) throws {
    let setting =
      client == library.configuration.client ? try DefaultLibrary.accessSetting() : nil
    func status(_ level: AccessLevel) throws -> AccessStatus {
      try setting?.preset.status(level) ?? library.access.readStatus(level, client)
    }
    readWrite = try status(.readWrite)
    addOnly = try status(.addOnly)
    isByEnvironment = setting != nil
  }
}
