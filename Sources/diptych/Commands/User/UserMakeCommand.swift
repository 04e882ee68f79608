import DiptychEngine

/// `user make-album` and `user make-folder`.
struct UserMakeCommand: Command {
  let kind: CollectionKind
  let description: CommandDescription

  static let album = UserMakeCommand(.album, "album", "Trip")
  static let folder = UserMakeCommand(.folder, "folder", "Travel")

  private init(_ kind: CollectionKind, _ noun: String, _ title: String) {
    self.kind = kind
    description = CommandDescription(
      name: "user make-\(noun)", arguments: "TITLE", count: 1...1,
      summary: "Make \(kind == .album ? "an" : "a") \(noun).",
      options: [.option("in", "FOLDER", "Put it into this folder instead of the top level.")],
      examples: [
        .init("diptych user make-\(noun) \(title)", "Makes the \(noun) \"\(title)\"."),
        .init(
          "diptych user make-\(noun) \(title) --in 2014",
          "Makes it inside the folder \"2014\"."),
      ])
  }

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let arguments = invocation.arguments
    let title = arguments.positionals[0]
    let made = try arguments.withLibrary { library in
      let folder = try arguments.value("in").map {
        try ObjectFinder(library: library).collection($0, .folder).uuid
      }
      return try library.user.make(kind, titled: title, in: folder)
    }
    let identifier = kind == .folder ? Identifiers.folder(made) : Identifiers.album(made)
    try invocation.console.out(
      "Made the \(kind) \(DumpText.quoted(title)): \(identifier)\n")
    return .success
  }
}
