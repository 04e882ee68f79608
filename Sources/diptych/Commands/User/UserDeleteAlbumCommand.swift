import DiptychEngine

/// `user delete-album`.
struct UserDeleteAlbumCommand: Command {
  let description = CommandDescription(
    name: "user delete-album", arguments: "ALBUM…", count: 1...Int.max,
    summary: "Delete albums or folders.",
    details: [
      "ALBUM is a title or a local identifier. With a folder goes all that is in it.",
      "The assets stay in the library.",
    ],
    examples: [.init("diptych user delete-album Trip", "Deletes the album \"Trip\".")])

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let words = invocation.arguments.positionals
    let deleted = try invocation.arguments.withLibrary { library in
      let finder = ObjectFinder(library: library)
      let albums = try words.map { try finder.collection($0) }
      for album in albums { try library.user.deleteCollection(album.uuid) }
      return albums
    }
    try invocation.console.out(
      deleted.map { "Deleted the \($0.kind) \(DumpText.quoted($0.title)).\n" }.joined())
    return .success
  }
}
