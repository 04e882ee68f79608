import DiptychEngine
import Foundation

/// `user access`: the privacy settings.
struct UserAccessCommand: Command {
  private static let presets =
    "authorized, denied, restricted, add-only, limited:ID,ID, ask:allow or ask:refuse"

  let description = CommandDescription(
    name: "user access", arguments: "[PRESET]", count: 0...1,
    summary: "Show or set what an application may do.",
    details: [
      "PRESET is \(presets).",
      "ask:allow and ask:refuse undo the choice and leave the answer to the next question.",
    ],
    options: [.client],
    examples: [
      .init("diptych user access denied --client Saver", "The application Saver reads nothing."),
      .init("diptych user access ask:refuse --client Saver", "It asks again, and is refused."),
      .init("diptych user access --client Saver", "Shows what it may do."),
    ])

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let arguments = invocation.arguments
    let client = try arguments.client()
    let name = DumpText.quoted(client)
    guard let text = arguments.positionals.first else {
      let access = try arguments.withLibrary { try AccessInForce(client, $0) }
      let source = access.isByEnvironment ? ", by DIPTYCH_ACCESS" : ""
      try invocation.console.out(
        "\(name): read-write \(Self.words(access.readWrite)), add-only "
          + "\(Self.words(access.addOnly))\(source).\n")
      return .success
    }
    guard let setting = AccessSetting(text) else {
      throw UsageError("There is no access \(DumpText.quoted(text)). Give \(Self.presets).")
    }
    try arguments.withLibrary { library in
      if case .limited(let uuids) = setting.preset { try Self.check(uuids, library) }
      try library.access.set(setting.preset, client)
      if setting.preset == .notDetermined {
        try library.access.store(setting.answer, for: client)
      }
    }
    try invocation.console.out("Set the access of \(name) to \(text).\n")
    return .success
  }

  /// Checks that a selection names assets that are there.
  static func check(_ uuids: [UUID], _ library: Library) throws {
    _ = try ObjectFinder(library: library).assets(uuids.map(Identifiers.asset))
  }

  static func words(_ status: AccessStatus) -> String {
    switch status {
    case .notDetermined: "not determined"
    case .restricted: "restricted"
    case .denied: "denied"
    case .authorized: "authorized"
    case .limited: "limited"
    }
  }
}
