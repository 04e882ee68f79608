/// How the facades behave where Apple's systems differ from their own documentation.
///
/// The default follows headers and documentation. Each quirk is one switch, named with the fact
/// behind it, and systems are bundles of quirks (decisions, section A).
package struct BehaviorProfile: Hashable, Sendable {
  /// What the profile is called in reports.
  package var name: String

  // MARK: Albums and walks

  /// The name of a deleted album cannot be used again through the legacy facade (L51, C1).
  package var reservesDeletedTitles = false
  /// The legacy facade's Camera Roll is called Recently Added, and shows what it says (L201).
  package var cameraRollIsRecentlyAdded = false
  /// After a stop, the legacy walks still make the call with nil (L32, decision 31).
  package var callsNilAfterStop = false
  /// Shared streams are not shown by the legacy facade at all (L186).
  package var hidesSharedStreams = false

  // MARK: Assets

  /// The legacy square thumbnail is half as wide (L206, L114).
  package var halvesSquareThumbnails = false
  /// The legacy orientation of assets of the user's own stream is 0 (L209, L116).
  package var forgetsStreamOrientation = false
  /// Legacy look-ups of stream assets by URL give nil (L203, L167, C30).
  package var photoStreamLookupsFail = false
  /// The legacy key for the one URL of an asset is not known (L102).
  package var lacksAssetURLKey = false

  // MARK: Writing

  /// A legacy write that starts while another runs fails with -3301 (L149, decision 26).
  package var busyWrites = false
  /// Replacing an editable asset's image data with nil deletes it (L163, decision 19).
  package var nilDataDeletes = false
  /// A refused legacy write fails with -3311 instead of -3310 (L195, decision 25).
  package var refusedWriteIsUserDenied = false

  // MARK: Access and changes

  /// Any access to the library takes the permission to know where the user is (L97, L98,
  /// decision 27).
  package var needsLocationPermission = false
  /// The first change notice of a legacy library object that has read nothing yet is an empty
  /// dictionary (decision 36, L180).
  package var emptyFirstPayload = false
  /// Legacy change notices say nothing: everything may have changed (L174, L178).
  package var tellsNoDetails = false

  // MARK: The modern facade

  /// The modern facade calls the user library "Camera Roll" (decision 29).
  package var namesUserLibraryCameraRoll = false
  /// A change before the user has decided fails at once instead of asking (decision 22).
  package var undecidedChangeFails = false
  /// Hidden photos stay in albums, though not in other fetches (decision 15, P40).
  package var hiddenShownInAlbums = false
  /// A collection subtype that does not belong to its type finds nothing (P67, decision 33).
  package var mismatchedSubtypeFindsNothing = false
  /// A collection subtype that does not belong to its type raises (C63, decision 33).
  package var mismatchedSubtypeRaises = false

  /// What a fetch of collections finds whose type and subtype do not belong together.
  package var mismatchedSubtype: MismatchedSubtype {
    mismatchedSubtypeRaises
      ? .raises : mismatchedSubtypeFindsNothing ? .findsNothing : .findsSmartAlbums
  }

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
}
