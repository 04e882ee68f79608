import DiptychEngine

/// `user answer`: what the user will say to the next question of an application.
struct UserAnswerCommand: Command {
  let description = CommandDescription(
    name: "user answer", arguments: "allow|refuse|select ASSET…", count: 1...Int.max,
    summary: "Leave an answer for the next question that an application asks.",
    details: [
      "It is kept in the library, for one question, in any process; several wait in order.",
      "Questions ask for access, or before something is deleted. `select` gives access to the",
      "assets that are named, by local identifier or file name.",
    ],
    options: [.client],
    examples: [
      .init("diptych user answer refuse --client Saver", "The next prompt of Saver is refused."),
      .init(
        "diptych user answer select IMG_0001.JPG --client Saver",
        "Saver, when it asks, may see one photo."),
    ])

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let arguments = invocation.arguments
    let words = arguments.positionals
    let client = try arguments.client()
    let isSelection = words[0] == "select"
    guard ["allow", "refuse", "select"].contains(words[0]), isSelection == (words.count > 1) else {
      throw UsageError(
        "The answer is not clear. Write allow, refuse, or select and the assets that are meant.")
    }
    try arguments.withLibrary { library in
      let answer: PromptAnswer =
        switch words[0] {
        case "allow": .allow
        case "refuse": .refuse
        default:
          .select(
            try ObjectFinder(library: library).assets(Array(words.dropFirst()))
              .map(\.record.uuid))
        }
      try library.access.store(answer, for: client)
    }
    try invocation.console.out(
      "The next question of \(DumpText.quoted(client)) is answered: "
        + "\(words.joined(separator: " ")).\n")
    return .success
  }
}
