import DiptychEngine

/// `watch`: shows changes as they happen, as each API tells them.
struct WatchCommand: Command {
  let description = CommandDescription(
    name: "watch", summary: "Show changes as they happen, as each API tells them.",
    details: [
      "A line for each commit of any process, and below or above it what applications that use",
      "AssetsLibrary and Photos hear of it. It ends with control-C, or after --count commits.",
    ],
    options: [
      .option("count", "COUNT", "End after so many commits."),
      .flag("json", "Print one line of JSON an event; its keys stay as they are."),
    ],
    examples: [
      .init("diptych watch", "Shows what happens to the user's library."),
      .init("diptych watch --json --count 1", "Waits for one change, for a script."),
    ])

  func run(_ invocation: Invocation) async throws -> ExitStatus {
    let count = try Self.count(invocation.arguments)
    let library = try Library.open(invocation.arguments.libraryConfiguration())
    defer { library.close() }
    _ = try LibraryReader(library)
    let listener = ChangeListener(library)
    try await listener.listen()
    invocation.console.err("Watching \(library.path); control-C ends it.")
    try await show(listener, count, invocation)
    return .success
  }

  private static func count(_ arguments: ParsedArguments) throws -> Int {
    guard let text = arguments.value("count") else { return Int.max }
    guard let count = Int(text), count > 0 else {
      throw UsageError("The value of --count must be a number from 1 on.")
    }
    return count
  }

  private func show(
    _ listener: ChangeListener, _ count: Int, _ invocation: Invocation
  ) async throws {
    let isJSON = OutputFormat(invocation.arguments) == .json
    var left = count
    for await event in listener.events {
      try invocation.console.out(isJSON ? try OutputFormat.jsonLine(event) : event.text)
      guard event.commit != nil else { continue }
      left -= 1
      if left == 0 { listener.finish() }
    }
  }
}
