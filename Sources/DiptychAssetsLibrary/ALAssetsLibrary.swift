import DiptychCodecs
import DiptychEngine
import DiptychPlatform
import Foundation

/// The photo library, as code for iOS 4 to 8 saw it.
///
/// An object is a handle: several may exist, and each call looks up which library it means
/// (L17, decision 42). Groups, assets and representations live only as long as the object that
/// they came from, so keep it in a property (L18).
///
/// Calls that take blocks return at once and call back later, on the main queue unless the process
/// or the test chose another, never on the caller's stack (L21, L22, decision 39). Every block may
/// be nil (L2). The first call that needs access asks the user (L188).
open class ALAssetsLibrary: NSObject, @unchecked Sendable {
  // Sendable because the watch is, and an object has no other state.
  let watch = ChangeWatch()

  /// Makes a handle to the library.
  public override init() {
    super.init()
  }

  /// Whether the application may use the library. Never asks the user (L187).
  ///
  /// Limited access reads as authorized, and add-only access as not determined (decisions 23, 24).
  open class func authorizationStatus() -> ALAuthorizationStatus {
    let scope = LibraryScope.resolve()
    let status = scope.library.access.legacyStatus(scope.client)
    return ALAuthorizationStatus(rawValue: status.rawValue) ?? .denied
  }

  /// Hides shared photo streams from the whole process: their groups are not walked and not found,
  /// and no notification tells of them (L186). It cannot be undone.
  ///
  /// Where a test has set up a library of its own, it holds for the test's application there.
  open class func disableSharedPhotoStreamsSupport() {
    SharedStreams.process.hide()
  }

  // MARK: Reading

  /// Walks the groups of the given types: albums in the user's order, events, faces, the synced
  /// library, streams, and the Camera Roll last (decision 3); then one call with nil (L28).
  ///
  /// All calls of one walk come in one go. `ALAssetsGroupAll` leaves `ALAssetsGroupLibrary` out
  /// (L34). Fails with -3311 when the user refused access, -3312 when a policy does (L33, L191).
  open func enumerateGroups(
    withTypes types: ALAssetsGroupType,
    using enumerationBlock: ALAssetsLibraryGroupsEnumerationResultsBlock!,
    failureBlock: ALAssetsLibraryAccessFailureBlock!
  ) {
    walkGroups(of: GroupTypes(mask: types), enumerationBlock, failureBlock)
  }

  /// Looks an asset up by its URL, of which the id counts (L104).
  ///
  /// The result is nil for a URL of no asset, nil or malformed (L164, L169). Fails with -3311 or
  /// -3312 when access is refused.
  open func asset(
    for assetURL: URL!, resultBlock: ALAssetsLibraryAssetForURLResultBlock!,
    failureBlock: ALAssetsLibraryAccessFailureBlock!
  ) {
    lookUpAsset(assetURL, resultBlock, failureBlock)
  }

  /// Looks a group up by its URL.
  ///
  /// The result is nil for a URL of no group, nil or malformed (L165, L169). Fails with -3311 or
  /// -3312 when access is refused.
  open func group(
    for groupURL: URL!, resultBlock: ALAssetsLibraryGroupResultBlock!,
    failureBlock: ALAssetsLibraryAccessFailureBlock!
  ) {
    lookUpGroup(groupURL, resultBlock, failureBlock)
  }

  // MARK: Albums

  /// Makes an album at the end of the user's list.
  ///
  /// The result is nil, and nothing is made, when any group has that name, the Camera Roll
  /// included, compared by canonical equivalence with case and spaces (L47–L49, decision 7); also
  /// for a name that is nil, empty, longer than 4,096 bytes of UTF-8, or holds a NUL (L50,
  /// decision 9). Fails with -3311 or -3312 when access is refused.
  open func addAssetsGroupAlbum(
    withName name: String!, resultBlock: ALAssetsLibraryGroupResultBlock!,
    failureBlock: ALAssetsLibraryAccessFailureBlock!
  ) {
    addAlbum(name, resultBlock, failureBlock)
  }

  // MARK: Writing

  /// Saves a bitmap to the Camera Roll: JPEG, or PNG where it has transparency, with the
  /// orientation as a tag (L139, decision 20).
  ///
  /// Errors: -3302 for a nil image, -3304 for one that its format cannot hold, -3310 when access is
  /// refused, -3305 for a full disk, -3301 while another process keeps the library, -3300 otherwise.
  open func writeImage(
    toSavedPhotosAlbum imageRef: CGImage!, orientation: ALAssetOrientation,
    completionBlock: ALAssetsLibraryWriteImageCompletionBlock!
  ) {
    save("writeImage", completionBlock) { _ in
      try MediaDrafts.bitmap(imageRef, orientation.imageOrientation)
    }
  }

  /// Saves a bitmap to the Camera Roll with metadata under ImageIO's keys.
  ///
  /// The orientation has to be in the dictionary; without one, or with nil, the picture counts as
  /// upright (L140, L141). Errors as for `writeImage(toSavedPhotosAlbum:orientation:…)`.
  open func writeImage(
    toSavedPhotosAlbum imageRef: CGImage!, metadata: [AnyHashable: Any]!,
    completionBlock: ALAssetsLibraryWriteImageCompletionBlock!
  ) {
    let values = MediaDrafts.metadata(metadata)
    save("writeImage", completionBlock) { library in
      try MediaDrafts.bitmap(
        imageRef, metadata: values, limits: library.configuration.limits)
    }
  }

  /// Saves the bytes of an image file to the Camera Roll; they are kept, except that given
  /// metadata wins over the file's (L142, L144). `{TIFF}`, `{Exif}` and `{GPS}` go into every format
  /// that has a place for them; `{IPTC}` into JPEG files only, and is left out of others (decision 235).
  ///
  /// Errors: -3302 for nil, damaged or unknown bytes, -3303 for a video, -3304 for metadata that
  /// does not fit into the file, -3310 when access is refused, -3305 for a full disk, -3301 while another process keeps the library, -3300
  /// otherwise, such as for more pixels than can be decoded.
  open func writeImageData(
    toSavedPhotosAlbum imageData: Data!, metadata: [AnyHashable: Any]!,
    completionBlock: ALAssetsLibraryWriteImageCompletionBlock!
  ) {
    let values = MediaDrafts.metadata(metadata)
    save("writeImageData", completionBlock) { _ in
      try MediaDrafts.imageData(imageData, metadata: values)
    }
  }

  /// Copies a video file into the Camera Roll, under a generated name (L146, D6).
  ///
  /// Errors: -3302 for nil or damaged files, -3303 for a picture, -3300 for a URL that is no file
  /// URL or names no readable file, -3310 when access is refused, -3305 for a full disk, -3301
  /// while another process keeps the library.
  open func writeVideoAtPath(
    toSavedPhotosAlbum videoPathURL: URL!,
    completionBlock: ALAssetsLibraryWriteVideoCompletionBlock!
  ) {
    save("writeVideoAtPath", completionBlock) { _ in
      try MediaDrafts.video(videoPathURL)
    }
  }

  /// Whether a video file could be saved: the answer of
  /// `UIVideoAtPathIsCompatibleWithSavedPhotosAlbum(_:)` (L147).
  ///
  /// False, with a line on standard error, for a missing file or a URL that is no file URL (L148).
  open func videoAtPathIs(compatibleWithSavedPhotosAlbum videoPathURL: URL!) -> Bool {
    guard let videoPathURL, videoPathURL.isFileURL else {
      VideoCheck.note("The video's URL is not a file URL. Make it with URL(fileURLWithPath:).")
      return false
    }
    return VideoCheck.isCompatible(path: videoPathURL.path)
  }
}
