import DiptychEngine

/// `dump`: what a library holds, as canonical text.
struct DumpCommand: Command {
  let description = CommandDescription(
    name: "dump", summary: "Print what the library holds: equal libraries give equal text.",
    details: [
      "Without a flag: what a user could see, with assets named a1, a2 … in order of arrival and",
      "albums and folders named c1, c2 … in tree order.",
      "The library is read as it is, whatever access a client has.",
    ],
    options: [
      .flag("exact", "Add identifiers and bookkeeping dates."),
      .flag("history", "Print what each step did to each object instead."),
      .flag("raw", "Print every row of every table instead, with tokens, ranks and row ids."),
      .json,
    ],
    examples: [
      .init("diptych dump --library Trip.diptych", "Prints the library Trip.diptych."),
      .init("diptych dump --history | less", "Reads who changed what in the user's library."),
    ])

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let arguments = invocation.arguments
    let given = ["exact", "history", "raw"].filter(arguments.has)
    guard given.count < 2 else {
      throw UsageError("--\(given[0]) and --\(given[1]) exclude each other. Give one of them.")
    }
    let format = OutputFormat(arguments)
    if arguments.has("raw") {
      guard format == .text else {
        throw UsageError("--raw has no JSON form. Leave out --json or --raw.")
      }
      try invocation.console.out(arguments.withLibrary { try $0.rawDump() })
      return .success
    }
    let level = given.first.flatMap(Dump.Level.init) ?? .state
    let dump = try arguments.withLibrary { try $0.dump(level) }
    switch format {
    case .text: try invocation.console.out(dump.text)
    case .json:
      try invocation.console.out(OutputFormat.json(dump.objects.map(DumpEntry.init)))
    }
    return .success
  }
}

/// One object of a dump, for machines.
private struct DumpEntry: Encodable {
  struct Field: Encodable {
    let name: String
    let value: String
  }

  let name: String
  /// In quotes, as in the text.
  let title: String?
  let fields: [Field]

  init(_ object: Dump.Object) {
    name = object.name
    title = object.title
    fields = object.fields.map { Field(name: $0.name, value: $0.value) }
  }
}
