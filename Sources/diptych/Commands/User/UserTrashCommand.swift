import DiptychEngine

/// `user delete`, `user restore` and `user purge`: Recently Deleted.
struct UserTrashCommand: Command {
  private enum Verb {
    case delete, restore, purge
  }

  private let verb: Verb
  let description: CommandDescription

  static let delete = UserTrashCommand(
    .delete,
    CommandDescription(
      name: "user delete", arguments: "ASSET…", count: 1...Int.max,
      summary: "Move assets to Recently Deleted.",
      details: [
        "ASSET is a local identifier or a file name. After 30 days the asset is removed for ever."
      ],
      examples: [.init("diptych user delete IMG_0001.JPG", "Moves one photo there.")]))

  static let restore = UserTrashCommand(
    .restore,
    CommandDescription(
      name: "user restore", arguments: "ASSET…", count: 1...Int.max,
      summary: "Take assets out of Recently Deleted, back to their places in albums.",
      details: ["ASSET is a local identifier or a file name."],
      examples: [.init("diptych user restore IMG_0001.JPG", "Brings one photo back.")]))

  static let purge = UserTrashCommand(
    .purge,
    CommandDescription(
      name: "user purge", arguments: "ASSET…", count: 1...Int.max,
      summary: "Remove recently deleted assets for ever.",
      details: ["ASSET is a local identifier or a file name."],
      examples: [.init("diptych user purge IMG_0001.JPG", "Removes one photo and its file.")]))

  private init(_ verb: Verb, _ description: CommandDescription) {
    self.verb = verb
    self.description = description
  }

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let words = invocation.arguments.positionals
    let lines = try invocation.arguments.withLibrary { library in
      let assets = try ObjectFinder(library: library).assets(words)
      let live = assets.filter { $0.record.trashedDate == nil }
      if verb == .purge, let first = live.first {
        throw CommandFailure(
          .badData,
          "\(first.quoted) is not in Recently Deleted. Run `diptych user delete` on it first.")
      }
      let affected = assets.filter { ($0.record.trashedDate == nil) == (verb == .delete) }
      try apply(affected, library)
      return assets.map(line)
    }
    try invocation.console.out(lines.map { $0 + "\n" }.joined())
    return .success
  }

  private func apply(_ assets: [NamedAsset], _ library: Library) throws {
    guard !assets.isEmpty else { return }
    let uuids = assets.map(\.record.uuid)
    switch verb {
    case .delete: try library.user.delete(uuids)
    case .restore: try library.user.restore(uuids)
    case .purge: try library.user.purge(uuids)
    }
  }

  private func line(_ asset: NamedAsset) -> String {
    switch (verb, asset.record.trashedDate == nil) {
    case (.delete, true): "Moved \(asset.quoted) to Recently Deleted."
    case (.delete, false): "\(asset.quoted) is in Recently Deleted already."
    case (.restore, false): "Restored \(asset.quoted)."
    case (.restore, true): "\(asset.quoted) is not in Recently Deleted."
    case (.purge, _): "Removed \(asset.quoted) for ever."
    }
  }
}
