import DiptychEngine
import Foundation

/// `user edit`: gives a photo or video a new rendering, as an editor does.
struct UserEditCommand: Command {
  let description = CommandDescription(
    name: "user edit", arguments: "ASSET FILE", count: 2...2,
    summary: "Edit the content of an asset: FILE becomes its rendering.",
    details: [
      "ASSET is a local identifier or a file name; FILE a picture for a photo, a movie for a video.",
      "The original stays; `diptych user revert` brings it back.",
    ],
    options: [
      .option("format", "ID", "Who made the edit (com.apple.photo)."),
      .option("format-version", "TEXT", "The version of that format (1.0)."),
      .option("data", "PATH", "A file with what the editor needs to go on from there."),
    ],
    examples: [
      .init("diptych user edit IMG_0001.JPG sepia.jpg", "Shows sepia.jpg in place of the photo.")
    ])

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let arguments = invocation.arguments
    let words = arguments.positionals
    let data = try arguments.value("data").map(Self.contents) ?? Data()
    let line = try arguments.withLibrary { library in
      let finder = ObjectFinder(library: library)
      let asset = try finder.assets([words[0]])[0]
      guard asset.record.trashedDate == nil else { throw asset.trashedFailure }
      let edit = ContentEdit(
        formatIdentifier: arguments.value("format") ?? "com.apple.photo",
        formatVersion: arguments.value("format-version") ?? "1.0", data: data,
        rendering: ResourceDraft(
          role: asset.record.kind == .video ? .fullSizeVideo : .fullSizePhoto,
          content: .file(words[1])))
      try library.user.edit(asset.record.uuid, edit)
      return "Edited \(asset.quoted).\n"
    }
    try invocation.console.out(line)
    return .success
  }

  private static func contents(_ path: String) throws -> Data {
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw CommandFailure(
        .badData, "The file \(path) cannot be read. Check its path and permissions.")
    }
  }
}

/// `user revert`: brings originals back.
struct UserRevertCommand: Command {
  let description = CommandDescription(
    name: "user revert", arguments: "ASSET…", count: 1...Int.max,
    summary: "Throw the edits of assets away.",
    details: ["ASSET is a local identifier or a file name."],
    examples: [.init("diptych user revert IMG_0001.JPG", "Brings the original back.")])

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let words = invocation.arguments.positionals
    let lines = try invocation.arguments.withLibrary { library in
      try ObjectFinder(library: library).assets(words).map { asset in
        guard asset.record.trashedDate == nil else { throw asset.trashedFailure }
        guard asset.record.adjustmentFormat != nil else { return "\(asset.quoted) is not edited." }
        try library.user.revert(asset.record.uuid)
        return "Reverted \(asset.quoted)."
      }
    }
    try invocation.console.out(lines.map { $0 + "\n" }.joined())
    return .success
  }
}
