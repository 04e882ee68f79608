import DiptychEngine

/// `user add` and `user remove`: the members of an album.
struct UserMembersCommand: Command {
  private enum Verb {
    case add, remove
  }

  private let verb: Verb
  let description: CommandDescription

  static let add = UserMembersCommand(
    .add,
    CommandDescription(
      name: "user add", arguments: "ALBUM ASSET…", count: 2...Int.max,
      summary: "Add assets to an album.",
      details: [
        "ALBUM is a title or a local identifier, ASSET a local identifier or a file name.",
        "They become the album's last; one that is in it already keeps its place.",
      ],
      examples: [.init("diptych user add Trip IMG_0001.JPG", "Adds one photo to \"Trip\".")]))

  static let remove = UserMembersCommand(
    .remove,
    CommandDescription(
      name: "user remove", arguments: "ALBUM ASSET…", count: 2...Int.max,
      summary: "Take assets out of an album.",
      details: [
        "ALBUM is a title or a local identifier, ASSET a local identifier or a file name.",
        "The assets stay in the library.",
      ],
      examples: [.init("diptych user remove Trip IMG_0001.JPG", "Takes it out of \"Trip\".")]))

  private init(_ verb: Verb, _ description: CommandDescription) {
    self.verb = verb
    self.description = description
  }

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let words = invocation.arguments.positionals
    let lines = try invocation.arguments.withLibrary { library in
      let finder = ObjectFinder(library: library)
      let album = try finder.collection(words[0], .album)
      let assets = try finder.assets(Array(words.dropFirst()))
      var query = AssetQuery.everything
      query.range = .album(album.uuid)
      let members = Set(try library.fetchAssets(query, as: nil))
      return try assets.map { try line($0, album, members, library) }
    }
    try invocation.console.out(lines.map { $0 + "\n" }.joined())
    return .success
  }

  private func line(
    _ asset: NamedAsset, _ album: CollectionRecord, _ members: Set<Int64>, _ library: Library
  ) throws -> String {
    let title = DumpText.quoted(album.title)
    let isMember = members.contains(asset.record.row)
    switch verb {
    case .add:
      if isMember { return "\(asset.quoted) is in the album \(title) already." }
      guard asset.record.trashedDate == nil else { throw asset.trashedFailure }
      try library.user.add([asset.record.uuid], to: album.uuid)
      return "Added \(asset.quoted) to the album \(title)."
    case .remove:
      guard isMember else { return "\(asset.quoted) is not in the album \(title)." }
      try library.user.remove([asset.record.uuid], from: album.uuid)
      return "Removed \(asset.quoted) from the album \(title)."
    }
  }
}

extension NamedAsset {
  /// The failure of an edit of an asset that is in Recently Deleted.
  var trashedFailure: CommandFailure {
    CommandFailure(
      .badData,
      "\(quoted) is in Recently Deleted. Run `diptych user restore` on it first.")
  }
}
