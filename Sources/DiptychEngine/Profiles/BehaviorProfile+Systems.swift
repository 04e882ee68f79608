extension BehaviorProfile {
  /// What headers and documentation say.
  package static let documented = BehaviorProfile(name: "documented")

  /// iOS 5: one permission, that for places, and bare notices.
  package static let iOS5 = BehaviorProfile("iOS5") {
    $0.needsLocationPermission = true
    $0.lacksAssetURLKey = true
    $0.tellsNoDetails = true
    $0.hidesSharedStreams = true
  }

  /// iOS 6.
  package static let iOS6 = BehaviorProfile("iOS6") {
    $0.busyWrites = true
    $0.emptyFirstPayload = true
  }

  /// iOS 7.
  package static let iOS7 = BehaviorProfile("iOS7") {
    $0.busyWrites = true
    $0.nilDataDeletes = true
    $0.forgetsStreamOrientation = true
  }

  /// iOS 8.0, before the Camera Roll came back.
  package static let iOS8_0: BehaviorProfile = {
    var profile = iOS8
    profile.name = "iOS8.0"
    profile.cameraRollIsRecentlyAdded = true
    profile.photoStreamLookupsFail = false
    return profile
  }()

  /// iOS 8.1 to 8.4.
  package static let iOS8 = BehaviorProfile("iOS8") {
    $0.reservesDeletedTitles = true
    $0.busyWrites = true
    $0.photoStreamLookupsFail = true
    $0.namesUserLibraryCameraRoll = true
    $0.hiddenShownInAlbums = true
  }

  /// iOS 9.
  package static let iOS9 = BehaviorProfile("iOS9") {
    $0.refusedWriteIsUserDenied = true
    $0.halvesSquareThumbnails = true
  }

  /// iOS 18.
  package static let iOS18 = BehaviorProfile("iOS18") {
    $0.mismatchedSubtypeFindsNothing = true
  }

  /// Every bundle, oldest system first.
  package static let all: [BehaviorProfile] = [
    .documented, .iOS5, .iOS6, .iOS7, .iOS8_0, .iOS8, .iOS9, .iOS18,
  ]

  private init(_ name: String, _ quirks: (inout BehaviorProfile) -> Void) {
    self.init(name: name)
    quirks(&self)
  }
}
