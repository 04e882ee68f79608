import DiptychEngine

/// `user offload` and `user download`: originals that are not on this machine.
struct UserLocalityCommand: Command {
  private let makesLocal: Bool
  let description: CommandDescription

  static let offload = UserLocalityCommand(
    makesLocal: false,
    CommandDescription(
      name: "user offload", arguments: "ASSET…", count: 1...Int.max,
      summary: "Take the originals of assets off this machine, as iCloud does to make room.",
      details: [
        "ASSET is a local identifier or a file name. An application then has to download the",
        "original, and may be refused that; the small pictures stay. DIPTYCH_NETWORK=down makes its",
        "downloads fail. The files stay in the library's folder and play the copy in the cloud.",
      ],
      examples: [.init("diptych user offload IMG_0001.JPG", "One photo is in the cloud only.")]))

  static let download = UserLocalityCommand(
    makesLocal: true,
    CommandDescription(
      name: "user download", arguments: "ASSET…", count: 1...Int.max,
      summary: "Bring the originals of assets back to this machine.",
      details: [
        "ASSET is a local identifier or a file name. Each file is read and checked first; where one is",
        "not as it was saved, nothing changes.",
      ],
      examples: [.init("diptych user download IMG_0001.JPG", "One photo is here again.")]))

  private init(makesLocal: Bool, _ description: CommandDescription) {
    self.makesLocal = makesLocal
    self.description = description
  }

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let words = invocation.arguments.positionals
    let assets = try invocation.arguments.withLibrary { library in
      let assets = try ObjectFinder(library: library).assets(words)
      try library.user.setLocal(assets.map(\.record.uuid), makesLocal)
      if makesLocal { try checkPresence(of: assets, in: library) }
      return assets
    }
    try invocation.console.out(
      assets.map { asset in
        "The original of \(asset.quoted) is \(makesLocal ? "" : "not ")on this machine.\n"
      }.joined())
    return .success
  }

  /// An original that never came to this machine has nowhere to come from (decision 101).
  private func checkPresence(of assets: [NamedAsset], in library: Library) throws {
    let missing = try library.snapshot { transaction in
      try assets.first { asset in
        try transaction.resources(of: asset.record.row).contains { !$0.isLocal }
      }
    }
    guard let missing else { return }
    throw CommandFailure(
      .badData,
      "The original of \(missing.quoted) never came to this machine. Import the library that has it "
        + "once more.")
  }
}
