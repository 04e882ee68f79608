import DiptychEngine

/// `user hide`, `unhide`, `favorite` and `unfavorite`.
struct UserMarkCommand: Command {
  private let update: AssetUpdate
  private let done: String
  let description: CommandDescription

  static let all = [hide, unhide, favorite, unfavorite]

  static let hide = UserMarkCommand("hide", "Hide assets", "Hid") { $0.isHidden = true }
  static let unhide = UserMarkCommand("unhide", "Show hidden assets again", "Unhid") {
    $0.isHidden = false
  }
  static let favorite = UserMarkCommand("favorite", "Mark assets as favorites", "Favorited") {
    $0.isFavorite = true
  }
  static let unfavorite = UserMarkCommand(
    "unfavorite", "Take assets out of the favorites", "Unfavorited"
  ) { $0.isFavorite = false }

  private init(
    _ verb: String, _ summary: String, _ done: String, _ change: (inout AssetUpdate) -> Void
  ) {
    var update = AssetUpdate()
    change(&update)
    self.update = update
    self.done = done
    description = CommandDescription(
      name: "user \(verb)", arguments: "ASSET…", count: 1...Int.max,
      summary: "\(summary).",
      details: ["ASSET is a local identifier or a file name."],
      examples: [.init("diptych user \(verb) IMG_0001.JPG", "\(summary): this one.")])
  }

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let words = invocation.arguments.positionals
    let assets = try invocation.arguments.withLibrary { library in
      let assets = try ObjectFinder(library: library).assets(words)
      if let trashed = assets.first(where: { $0.record.trashedDate != nil }) {
        throw trashed.trashedFailure
      }
      for asset in assets { try library.user.update(asset.record.uuid, update) }
      return assets
    }
    try invocation.console.out(assets.map { "\(done) \($0.quoted).\n" }.joined())
    return .success
  }
}
