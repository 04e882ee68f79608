/// How the facades behave where Apple's systems differ from their own documentation.
///
/// The default follows headers and documentation. Each quirk is one switch, named with the fact
/// behind it, and systems are bundles of quirks (decisions, section A).
package struct BehaviorProfile: Hashable, Sendable {
  /// What the profile is called in reports.
  package var name: String
  /// The name of a deleted album cannot be used again through the legacy facade (L51, C1).
  package var reservesDeletedTitles = false
  /// The modern facade calls the user library "Camera Roll" (decision 29).
  package var namesUserLibraryCameraRoll = false
  /// A refused legacy write fails with -3311 instead of -3310 (L195, decision 25).
  package var refusedWriteIsUserDenied = false
  /// A change before the user has decided fails at once instead of asking (decision 22).
  package var undecidedChangeFails = false
  /// Hidden photos stay in albums, though not in other fetches (decision 15, P40).
  package var hiddenShownInAlbums = false
  /// What a fetch of collections finds whose type and subtype do not belong together (decision 33).
  package var mismatchedSubtype = MismatchedSubtype.findsSmartAlbums
  /// The first change notice of a legacy library object that has read nothing yet is an empty
  /// dictionary (decision 36, L180).
  package var emptyFirstPayload = false

  /// The answers to a type and a subtype that do not belong together.
  package enum MismatchedSubtype: Sendable {
    /// Every smart album (P68).
    case findsSmartAlbums
    /// Nothing (P67).
    case findsNothing
    /// An exception (C63).
    case raises
  }

  /// A profile without quirks.
  package init(name: String) {
    self.name = name
  }

  /// What headers and documentation say.
  package static let documented = BehaviorProfile(name: "documented")

  /// iOS 6.
  package static let iOS6: BehaviorProfile = {
    var profile = BehaviorProfile(name: "iOS6")
    profile.emptyFirstPayload = true
    return profile
  }()

  /// iOS 8.
  package static let iOS8: BehaviorProfile = {
    var profile = BehaviorProfile(name: "iOS8")
    profile.reservesDeletedTitles = true
    profile.namesUserLibraryCameraRoll = true
    profile.hiddenShownInAlbums = true
    return profile
  }()

  /// iOS 9.
  package static let iOS9: BehaviorProfile = {
    var profile = BehaviorProfile(name: "iOS9")
    profile.refusedWriteIsUserDenied = true
    return profile
  }()

  /// iOS 18.
  package static let iOS18: BehaviorProfile = {
    var profile = BehaviorProfile(name: "iOS18")
    profile.mismatchedSubtype = .findsNothing
    return profile
  }()

  /// Every bundle, by name.
  package static let all: [BehaviorProfile] = [.documented, .iOS6, .iOS8, .iOS9, .iOS18]

  /// The bundle called `name`, whatever the case.
  package static func named(_ name: String) -> BehaviorProfile? {
    all.first { $0.name.lowercased() == name.lowercased() }
  }
}
