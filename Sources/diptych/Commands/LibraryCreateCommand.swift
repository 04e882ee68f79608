import DiptychEngine

/// `library create`: makes a library.
struct LibraryCreateCommand: Command {
  let description = CommandDescription(
    name: "library create", arguments: "[PATH]", count: 0...1,
    summary: "Make an empty library.",
    details: [
      "PATH is a folder, by convention with the ending .diptych. It must not be there yet, or be "
        + "empty. Without PATH it is what DIPTYCH_LIBRARY names, else the user's own library.",
      "The folder must be on a disk of this machine: a library's log cannot work over a network.",
    ],
    opensLibrary: false,
    examples: [
      .init("diptych library create Trip.diptych", "Makes the folder Trip.diptych."),
      .init(
        "DIPTYCH_LIBRARY=Trip.diptych ./app", "Runs a program of yours on that library."),
    ])

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let path = invocation.arguments.positionals.first ?? DefaultLibrary.path
    guard !path.isEmpty else {
      throw UsageError("The path is empty. Give the path of a new folder.")
    }
    guard !LibraryPath.isLibrary(path) else {
      throw CommandFailure(
        .badData, "There is a library at \(path) already. Choose another path, or use that one.")
    }
    var configuration = DefaultLibrary.configuration()
    configuration.folder = path
    try Library.open(configuration).close()
    try invocation.console.out("Made the library \(path).\n")
    return .success
  }
}

/// What is at a path, before anything is opened.
enum LibraryPath {
  /// Whether a library's database is there.
  static func isLibrary(_ path: String) -> Bool {
    (try? RealSystemCalls().status(path + "/library.sqlite"))?.kind == .file
  }
}
