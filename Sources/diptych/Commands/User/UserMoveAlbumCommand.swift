import DiptychEngine

/// `user move-album`.
struct UserMoveAlbumCommand: Command {
  let description = CommandDescription(
    name: "user move-album", arguments: "ALBUM", count: 1...1,
    summary: "Move an album or a folder into a folder.",
    details: ["ALBUM and FOLDER are titles or local identifiers. It becomes the folder's last."],
    options: [
      .option("into", "FOLDER", "The folder that it goes to."),
      .flag("to-top", "Move it to the top level instead."),
    ],
    examples: [
      .init("diptych user move-album Trip --into Travel", "Moves \"Trip\" into \"Travel\"."),
      .init("diptych user move-album Trip --to-top", "Moves it out again."),
    ])

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let arguments = invocation.arguments
    guard (arguments.value("into") != nil) != arguments.has("to-top") else {
      throw UsageError("Say where the album goes: --into FOLDER or --to-top, one of them.")
    }
    let line = try arguments.withLibrary { library in
      let finder = ObjectFinder(library: library)
      let album = try finder.collection(arguments.positionals[0])
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
