import Foundation

extension BehaviorProfile {
  /// A single switch, by name.
  package enum Quirk: String, Sendable, CaseIterable {
    case reservesDeletedTitles, cameraRollIsRecentlyAdded, callsNilAfterStop, hidesSharedStreams
    case halvesSquareThumbnails, forgetsStreamOrientation, photoStreamLookupsFail
    case lacksAssetURLKey, busyWrites, nilDataDeletes, refusedWriteIsUserDenied
    case needsLocationPermission, emptyFirstPayload, tellsNoDetails, namesUserLibraryCameraRoll
    case undecidedChangeFails, hiddenShownInAlbums, mismatchedSubtypeFindsNothing
    case mismatchedSubtypeRaises

    package var key: WritableKeyPath<BehaviorProfile, Bool> {
      switch self {
      case .reservesDeletedTitles: \.reservesDeletedTitles
      case .cameraRollIsRecentlyAdded: \.cameraRollIsRecentlyAdded
      case .callsNilAfterStop: \.callsNilAfterStop
      case .hidesSharedStreams: \.hidesSharedStreams
      case .halvesSquareThumbnails: \.halvesSquareThumbnails
      case .forgetsStreamOrientation: \.forgetsStreamOrientation
      case .photoStreamLookupsFail: \.photoStreamLookupsFail
      case .lacksAssetURLKey: \.lacksAssetURLKey
      case .busyWrites: \.busyWrites
      case .nilDataDeletes: \.nilDataDeletes
      case .refusedWriteIsUserDenied: \.refusedWriteIsUserDenied
      case .needsLocationPermission: \.needsLocationPermission
      case .emptyFirstPayload: \.emptyFirstPayload
      case .tellsNoDetails: \.tellsNoDetails
      case .namesUserLibraryCameraRoll: \.namesUserLibraryCameraRoll
      case .undecidedChangeFails: \.undecidedChangeFails
      case .hiddenShownInAlbums: \.hiddenShownInAlbums
      case .mismatchedSubtypeFindsNothing: \.mismatchedSubtypeFindsNothing
      case .mismatchedSubtypeRaises: \.mismatchedSubtypeRaises
      }
    }
  }

  /// This profile with one more quirk, which its name tells.
  package func with(_ quirk: Quirk) -> BehaviorProfile {
    var profile = self
    profile[keyPath: quirk.key] = true
    profile.name += " + \(quirk.rawValue)"
    return profile
  }

  /// The profile that a text names, whatever the case: a bundle, a quirk, or several joined by `+`,
  /// such as `iOS8+callsNilAfterStop`.
  package static func named(_ text: String) -> BehaviorProfile? {
    let parts = text.split(separator: "+", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces).lowercased()
    }
    var names = parts[...]
    var profile = documented
    if let bundle = all.first(where: { $0.name.lowercased() == parts[0] }) {
      profile = bundle
      names = names.dropFirst()
    }
    for name in names {
      guard let quirk = Quirk.allCases.first(where: { $0.rawValue.lowercased() == name })
      else { return nil }
      profile = profile.with(quirk)
    }
    return profile
  }
}
