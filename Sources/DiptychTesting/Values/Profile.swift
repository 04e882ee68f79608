import DiptychEngine

extension TestPhotoLibrary {
  /// How the APIs behave where systems differ from their documentation.
  public struct Profile: Hashable, Sendable, CustomStringConvertible {
    /// One way in which a system differed.
    public enum Quirk: String, Sendable, CaseIterable {
      /// The name of an album that was deleted stays taken in the old API (L51).
      case reservesDeletedTitles
      /// The modern API calls the user library "Camera Roll" (decision 29).
      case namesUserLibraryCameraRoll
      /// A refused write of the old API fails with -3311 instead of -3310 (decision 25).
      case refusedWriteIsUserDenied
      /// A change before the user has decided fails at once instead of asking (decision 22).
      case undecidedChangeFails
      /// Hidden photos stay in albums (decision 15).
      case hiddenShownInAlbums
      /// The first change notification of an old library object that has read nothing is an empty
      /// dictionary (decision 36).
      case emptyFirstPayload
      /// A type and a subtype of albums that do not belong together find nothing (decision 33).
      case mismatchedSubtypeFindsNothing
      /// A type and a subtype of albums that do not belong together end the process (C63).
      case mismatchedSubtypeRaises
    }

    var engine: BehaviorProfile

    /// What headers and documentation say.
    public static let documented = Profile(engine: .documented)
    /// iOS 6.
    public static let iOS6 = Profile(engine: .iOS6)
    /// iOS 8.
    public static let iOS8 = Profile(engine: .iOS8)
    /// iOS 9.
    public static let iOS9 = Profile(engine: .iOS9)
    /// iOS 18.
    public static let iOS18 = Profile(engine: .iOS18)

    /// This profile with more quirks.
    public func with(_ quirks: Quirk...) -> Profile {
      var profile = self
      for quirk in quirks {
        switch quirk {
        case .reservesDeletedTitles: profile.engine.reservesDeletedTitles = true
        case .namesUserLibraryCameraRoll: profile.engine.namesUserLibraryCameraRoll = true
        case .refusedWriteIsUserDenied: profile.engine.refusedWriteIsUserDenied = true
        case .undecidedChangeFails: profile.engine.undecidedChangeFails = true
        case .hiddenShownInAlbums: profile.engine.hiddenShownInAlbums = true
        case .emptyFirstPayload: profile.engine.emptyFirstPayload = true
        case .mismatchedSubtypeFindsNothing: profile.engine.mismatchedSubtype = .findsNothing
        case .mismatchedSubtypeRaises: profile.engine.mismatchedSubtype = .raises
        }
        profile.engine.name += " + \(quirk.rawValue)"
      }
      return profile
    }

    /// The profile's name.
    public var description: String { engine.name }
  }
}
