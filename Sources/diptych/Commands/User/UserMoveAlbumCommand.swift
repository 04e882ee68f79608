import DiptychEngine

/// `user move-album`.
struct UserMoveAlbumCommand: Command {
  let description = CommandDescription(
    name: "user move-album", arguments: "ALBUM", count: 1...1,
    summary: "Move an album or a folder into a folder, or to another place among its neighbors.",
    details: [
      "ALBUM and FOLDER are titles or local identifiers. In a folder it becomes the last."
    ],
    options: [
      .option("into", "FOLDER", "The folder that it goes to."),
      .flag("to-top", "Move it to the top level instead."),
      .option("to", "PLACE", "Only to this place beside its neighbors, 1 being the first."),
    ],
    examples: [
      .init("diptych user move-album Trip --into Travel", "Moves \"Trip\" into \"Travel\"."),
      .init("diptych user move-album Trip --to-top", "Moves it out again."),
      .init("diptych user move-album Trip --to 1", "Puts it in front of the others."),
    ])

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let arguments = invocation.arguments
    let places = [
      arguments.value("into") != nil, arguments.has("to-top"), arguments.value("to") != nil,
    ]
    guard places.count(where: \.self) == 1 else {
      throw UsageError(
        "Say where the album goes: --into FOLDER, --to-top or --to PLACE, one of them.")
    }
    let index = try arguments.value("to").map { text in
      guard let number = Int(text), number > 0 else {
        throw UsageError("The place is not a number. Give 1 for the first place.")
      }
      return number - 1
    }
    let line = try arguments.withLibrary { library in
      let finder = ObjectFinder(library: library)
      let album = try finder.collection(arguments.positionals[0])
      if let index {
        try library.user.place(album.uuid, at: index)
        return "Moved the \(album.kind) \(DumpText.quoted(album.title)) to place \(index + 1).\n"
      }
      let folder = try arguments.value("into").map { try finder.collection($0, .folder) }
      try library.user.move(album.uuid, into: folder?.uuid)
      let place = folder.map { "into the folder \(DumpText.quoted($0.title))" }
      return "Moved the \(album.kind) \(DumpText.quoted(album.title)) "
        + "\(place ?? "to the top level").\n"
    }
    try invocation.console.out(line)
    return .success
  }
}
