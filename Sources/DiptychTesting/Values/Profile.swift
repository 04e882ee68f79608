import DiptychEngine

extension TestPhotoLibrary {
  /// How the APIs behave where systems differ from their documentation.
  public struct Profile: Hashable, Sendable, CustomStringConvertible {
    /// One way in which a system differed.
    public enum Quirk: String, Sendable, CaseIterable {
      /// The name of an album that was deleted stays taken in the old API (L51).
      case reservesDeletedTitles
      /// The old API's Camera Roll is called Recently Added, and shows what it says (L201).
      case cameraRollIsRecentlyAdded
      /// After a stop, the walks of the old API still make the call with nil (L32, decision 31).
      case callsNilAfterStop
      /// The old API does not show shared streams at all (L186).
      case hidesSharedStreams
      /// The old API's square thumbnail is half as wide (L206).
      case halvesSquareThumbnails
      /// The old API gives 0 as the orientation of photos of the user's own stream (L209).
      case forgetsStreamOrientation
      /// The old API does not find photos of streams by their URL (L167).
      case photoStreamLookupsFail
      /// The old API does not know the key for the one URL of an asset (L102).
      case lacksAssetURLKey
      /// A write of the old API that starts while another runs fails with -3301 (decision 26).
      case busyWrites
      /// Replacing a photo of one's own with nil data deletes it (decision 19).
      case nilDataDeletes
      /// A refused write of the old API fails with -3311 instead of -3310 (decision 25).
      case refusedWriteIsUserDenied
      /// Any access takes the permission to know where the user is (decision 27); see
      /// ``TestPhotoLibrary/locationAccess``.
      case needsLocationPermission
      /// The first change notification of an old library object that has read nothing is an empty
      /// dictionary (decision 36).
      case emptyFirstPayload
      /// The old API's change notifications do not say what changed (L174).
      case tellsNoDetails
      /// The modern API calls the user library "Camera Roll" (decision 29).
      case namesUserLibraryCameraRoll
      /// A change before the user has decided fails at once instead of asking (decision 22).
      case undecidedChangeFails
      /// Hidden photos stay in albums (decision 15).
      case hiddenShownInAlbums
      /// In the modern API, a subtype that does not belong to its type finds no collection
      /// (decision 33).
      case mismatchedSubtypeFindsNothing
      /// In the modern API, a subtype that does not belong to its type ends the process, where
      /// Apple raises (C63).
      case mismatchedSubtypeRaises
    }

    var engine: BehaviorProfile

    /// What headers and documentation say.
    public static let documented = Profile(engine: .documented)
    /// iOS 5.
    public static let iOS5 = Profile(engine: .iOS5)
    /// iOS 6.
    public static let iOS6 = Profile(engine: .iOS6)
    /// iOS 7.
    public static let iOS7 = Profile(engine: .iOS7)
    /// iOS 8.0, whose Camera Roll was Recently Added.
    public static let iOS8_0 = Profile(engine: .iOS8_0)
    /// iOS 8.1 to 8.4.
    public static let iOS8 = Profile(engine: .iOS8)
    /// iOS 9.
    public static let iOS9 = Profile(engine: .iOS9)
    /// iOS 18.
    public static let iOS18 = Profile(engine: .iOS18)

    /// This profile with more quirks.
    public func with(_ quirks: Quirk...) -> Profile {
      var profile = self
      for quirk in quirks.compactMap({ BehaviorProfile.Quirk(rawValue: $0.rawValue) }) {
        profile.engine = profile.engine.with(quirk)
      }
      return profile
    }

    /// Whether the profile has a quirk.
    public func has(_ quirk: Quirk) -> Bool {
      BehaviorProfile.Quirk(rawValue: quirk.rawValue).map { engine[keyPath: $0.key] } ?? false
    }

    /// The profile's name.
    public var description: String { engine.name }
  }
}
