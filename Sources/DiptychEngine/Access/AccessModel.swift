import Foundation

/// What a client may do. The numbers are those of `PHAccessLevel`.
package enum AccessLevel: Int, Sendable, CaseIterable {
  case addOnly = 1
  case readWrite = 2
}

/// What was decided for a client. The numbers are those of `PHAuthorizationStatus`.
package enum AccessStatus: Int, Sendable, CaseIterable {
  case notDetermined = 0
  case restricted = 1
  case denied = 2
  case authorized = 3
  case limited = 4
}

/// A whole privacy setting of a client, as the system's Settings would show it.
package enum AccessPreset: Hashable, Sendable {
  case notDetermined
  case restricted
  case denied
  case addOnly
  case limited([UUID])
  case authorized

  /// The status that the preset gives one level.
  package func status(_ level: AccessLevel) -> AccessStatus {
    switch (self, level) {
    case (.notDetermined, _): .notDetermined
    case (.restricted, _): .restricted
    case (.denied, _): .denied
    case (.addOnly, .addOnly): .authorized
    case (.addOnly, .readWrite): .notDetermined
    case (.limited, _): .limited
    case (.authorized, _): .authorized
    }
  }
}

/// A question that the system puts to the user.
package enum Prompt: Hashable, Sendable, CustomStringConvertible {
  case access(AccessLevel)
  /// May the application know where the user is? Stands in for access to photos in systems that
  /// had no permission for these (L98).
  case location
  /// The number of assets to delete (P101).
  case deleteAssets(Int)
  /// The number of albums and folders to delete (P107).
  case deleteCollections(Int)
  /// The number of assets of other applications whose content is to be edited (P222).
  case editAssets(Int)

  package var description: String {
    switch self {
    case .access(.addOnly): "access add-only"
    case .access(.readWrite): "access read-write"
    case .location: "location"
    case .deleteAssets(let count): "delete \(count) asset\(count == 1 ? "" : "s")"
    case .deleteCollections(let count): "delete \(count) collection\(count == 1 ? "" : "s")"
    case .editAssets(let count): "edit \(count) asset\(count == 1 ? "" : "s")"
    }
  }
}

/// What the user answers.
package enum PromptAnswer: Hashable, Sendable {
  case allow
  case refuse
  /// Gives access to these assets only.
  case select([UUID])

  /// The answer as the library's table keeps it.
  var text: String {
    switch self {
    case .allow: "allow"
    case .refuse: "refuse"
    case .select(let uuids):
      "select " + uuids.map(\.uuidString).joined(separator: " ")
    }
  }

  init?(text: String) {
    let words = text.split(separator: " ")
    switch words.first {
    case "allow": self = .allow
    case "refuse": self = .refuse
    case "select": self = .select(words.dropFirst().compactMap { UUID(written: $0) })
    default: return nil
    }
  }
}

/// What `DIPTYCH_ACCESS` says: a setting, and what the user answers when asked.
package struct AccessSetting: Hashable, Sendable {
  package var preset: AccessPreset
  package var answer: PromptAnswer = .allow

  package init(preset: AccessPreset, answer: PromptAnswer = .allow) {
    self.preset = preset
    self.answer = answer
  }

  /// Reads `authorized`, `denied`, `restricted`, `add-only`, `limited:ID,ID`, `ask:allow` or
  /// `ask:refuse`; nil for any other text.
  package init?(_ text: String) {
    switch text {
    case "authorized": self.init(preset: .authorized)
    case "denied": self.init(preset: .denied)
    case "restricted": self.init(preset: .restricted)
    case "add-only": self.init(preset: .addOnly)
    case "ask:allow": self.init(preset: .notDetermined, answer: .allow)
    case "ask:refuse": self.init(preset: .notDetermined, answer: .refuse)
    default:
      guard text.hasPrefix("limited:") else { return nil }
      let names = text.dropFirst("limited:".count).split(separator: ",").map(String.init)
      let uuids = names.compactMap { Identifiers.assetUUID($0) ?? UUID(written: $0) }
      guard uuids.count == names.count else { return nil }
      self.init(preset: .limited(uuids))
    }
  }
}
