import DiptychEngine

/// `user rename-album`.
struct UserRenameAlbumCommand: Command {
  let description = CommandDescription(
    name: "user rename-album", arguments: "ALBUM TITLE", count: 2...2,
    summary: "Rename an album or a folder.",
    details: ["ALBUM is a title or a local identifier."],
    examples: [
      .init("diptych user rename-album Trip \"Trip to Rome\"", "Gives \"Trip\" another title.")
    ])

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let words = invocation.arguments.positionals
    let old = try invocation.arguments.withLibrary { library in
      let album = try ObjectFinder(library: library).collection(words[0])
      try library.user.rename(album.uuid, to: words[1])
      return album
    }
    try invocation.console.out(
      "Renamed the \(old.kind) \(DumpText.quoted(old.title)) to "
        + "\(DumpText.quoted(words[1])).\n")
    return .success
  }
}
