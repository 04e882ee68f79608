import DiptychEngine

/// `album create` and `album add`: what an application does to albums, under its own name and with
/// its own access. What the user does is under `user`.
struct AlbumEditCommand: Command {
  private enum Verb {
    case create, add
  }

  private let verb: Verb
  let description: CommandDescription

  static let create = AlbumEditCommand(
    .create,
    CommandDescription(
      name: "album create", arguments: "TITLE", count: 1...1,
      summary: "Make an album, as the application in force.",
      details: ["Titles need not be unique: as in Photos, one more album of a title is no error."],
      options: [.option("in", "FOLDER", "Put it into this folder instead of the top level.")],
      examples: [
        .init("diptych album create Trip", "Makes the album \"Trip\"."),
        .init(
          "DIPTYCH_CLIENT=Saver diptych album create Trip",
          "Makes it as the application Saver."),
      ]))

  static let add = AlbumEditCommand(
    .add,
    CommandDescription(
      name: "album add", arguments: "ALBUM ASSET…", count: 2...Int.max,
      summary: "Add assets to an album, as the application in force.",
      details: [
        "ALBUM is a title or a local identifier, ASSET a local identifier or a file name.",
        "They become the album's last; one that is in it already keeps its place.",
      ],
      examples: [.init("diptych album add Trip IMG_0001.JPG", "Adds one photo to \"Trip\".")]))

  private init(_ verb: Verb, _ description: CommandDescription) {
    self.verb = verb
    self.description = description
  }

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let arguments = invocation.arguments
    let words = arguments.positionals
    let line = try arguments.withLibrary { library in
      // Editing albums needs the access that reading does (decision 23).
      let client = try LibraryReader(library).client
      let hand = library.confinedApp(client)
      let finder = ObjectFinder(library: library, client: client)
      switch verb {
      case .create:
        try ChangeLimits.check(title: words[0])
        let folder = try arguments.value("in").map { try finder.collection($0, .folder).uuid }
        let made = try hand.make(.album, titled: words[0], in: folder)
        return "Made the album \(DumpText.quoted(words[0])): \(Identifiers.album(made))\n"
      case .add:
        let album = try finder.collection(words[0], .album)
        let assets = try finder.assets(Array(words.dropFirst()))
        for asset in assets where asset.record.trashedDate != nil { throw asset.trashedFailure }
        try hand.add(assets.map(\.record.uuid), to: album.uuid)
        let names = assets.map(\.quoted).joined(separator: ", ")
        return "Added \(names) to the album \(DumpText.quoted(album.title)).\n"
      }
    }
    try invocation.console.out(line)
    return .success
  }
}
