import DiptychEngine
import DiptychPlatform
import Foundation

/// A photo or video of the library.
///
/// An object is live: properties are read at the call, on the calling thread (L25, decision 37),
/// and are nil once the asset is deleted (L108) or the `ALAssetsLibrary` that gave the object is
/// gone (L19). Two objects for one asset are not equal; compare their URLs (L106).
open class ALAsset: NSObject, @unchecked Sendable {
  // Sendable because every stored property is constant.
  let uuid: UUID?
  let binding: Binding?
  /// What the walk that made the object has read, and when; nil where nothing may be kept.
  let reading: AssetReading?

  /// Makes an object that stands for no asset: every property is nil or false.
  public override init() {
    uuid = nil
    binding = nil
    reading = nil
    super.init()
  }

  init(_ uuid: UUID, _ binding: Binding, _ reading: AssetReading? = nil) {
    self.uuid = uuid
    self.binding = binding
    self.reading = reading
    super.init()
  }

  // MARK: Properties

  /// The value of one of the `ALAssetProperty…` keys; nil once the asset is invalid, and
  /// `ALErrorInvalidProperty` for any other key (L93).
  open func value(forProperty property: String!) -> Any! {
    propertyValue(property)
  }

  /// The photo or video itself; the JPEG of a camera that stores two files (decision 16).
  ///
  /// Nil when the asset is invalid or its file is not on this machine (L108, L109).
  open func defaultRepresentation() -> ALAssetRepresentation! {
    representation(where: { _ in true })
  }

  /// The file of the given type; nil when there is none (L110).
  open func representation(forUTI representationUTI: String!) -> ALAssetRepresentation! {
    representation(where: { $0.typeIdentifier == representationUTI })
  }

  /// The asset that this one was saved as a modified version of; nil for all others (L160).
  open var original: ALAsset! {
    guard let uuid, let binding else { return nil }
    let found: UUID? = binding.read { transaction in
      guard let row = try transaction.visibleAsset(uuid, as: binding.client)?.derivedFrom,
        let original = try transaction.uuid(of: row, kind: .asset)
      else { return nil }
      return try transaction.visibleAsset(original, as: binding.client)?.uuid
    }
    return found.map { ALAsset($0, binding) }
  }

  /// Whether this application wrote the asset, and may therefore replace its content (L156).
  open var isEditable: Bool {
    record().map { $0.creator == binding?.client } ?? false
  }

  // MARK: Thumbnails

  /// A square crop from the middle, upright, 150 pixels wide or as much as there is (L111,
  /// decision 38).
  ///
  /// Of a video it shows the first frame (decision 18). Nil when no picture can be made (L115). The
  /// image is borrowed: take it with `takeUnretainedValue()` (L7).
  open func thumbnail() -> Unmanaged<CGImage>! {
    guard let uuid, let binding else { return nil }
    return BorrowedImages.lend(AssetImages.square(of: uuid, binding))
  }

  /// The whole picture, upright, its shorter side 256 pixels or as many as there are (L111,
  /// decision 38). Otherwise as ``thumbnail()``.
  open func aspectRatioThumbnail() -> Unmanaged<CGImage>! {
    guard let uuid, let binding else { return nil }
    return BorrowedImages.lend(AssetImages.aspect(of: uuid, binding))
  }

  // MARK: Writing

  /// Saves a modified version as a new photo, whose `original` is this asset (L160). This asset
  /// need not be editable (L161).
  ///
  /// Errors as for `ALAssetsLibrary.writeImageData(toSavedPhotosAlbum:metadata:completionBlock:)`,
  /// and -3300 when this asset is gone.
  open func writeModifiedImageData(
    toSavedPhotosAlbum imageData: Data!, metadata: [AnyHashable: Any]!,
    completionBlock: ALAssetsLibraryWriteImageCompletionBlock!
  ) {
    let values = MediaDrafts.metadata(metadata)
    saveModified("writeModifiedImageData", completionBlock) {
      try MediaDrafts.imageData(imageData, metadata: values)
    }
  }

  /// Saves a modified version as a new video, whose `original` is this asset (L160).
  ///
  /// Errors as for `ALAssetsLibrary.writeVideoAtPath(toSavedPhotosAlbum:completionBlock:)`, and
  /// -3300 when this asset is gone.
  open func writeModifiedVideoAtPath(
    toSavedPhotosAlbum videoPathURL: URL!,
    completionBlock: ALAssetsLibraryWriteVideoCompletionBlock!
  ) {
    saveModified("writeModifiedVideoAtPath", completionBlock) {
      try MediaDrafts.video(videoPathURL)
    }
  }

  /// Replaces the photo's bytes; the completion gets the same URL (L157), also where the new bytes
  /// are of another type (decision 252). It cannot be undone (decision 19).
  ///
  /// Date and place become those of the new file, unless somebody set them beside the old one, and
  /// stay where the old one is not on this machine (decision 253).
  ///
  /// Nil data fails; under the quirk of iOS 7 it deletes the asset for ever, and the completion gets
  /// the URL that it had (L163, decision 19).
  ///
  /// Errors: -3300 when ``isEditable`` is false (L158), for nil data (decision 19) and when the
  /// asset is gone, -3304 for metadata that does not fit into the file, -3302 for damaged bytes, -3303 for a video on either side, -3310 when access
  /// is refused, -3305 for a full disk, -3301 while another process keeps the library.
  open func setImageData(
    _ imageData: Data!, metadata: [AnyHashable: Any]!,
    completionBlock: ALAssetsLibraryWriteImageCompletionBlock!
  ) {
    let values = MediaDrafts.metadata(metadata)
    replace("setImageData", .image, completionBlock) {
      try imageData.map { try MediaDrafts.imageData($0, metadata: values) }
    }
  }

  /// Replaces the video by a copy of a file; the completion gets the same URL (L157), and date and
  /// place follow, as with ``setImageData(_:metadata:completionBlock:)``.
  ///
  /// Errors as for ``setImageData(_:metadata:completionBlock:)``, with a picture on either side
  /// for -3303.
  open func setVideoAtPath(
    _ videoPathURL: URL!, completionBlock: ALAssetsLibraryWriteVideoCompletionBlock!
  ) {
    replace("setVideoAtPath", .video, completionBlock) {
      guard let videoPathURL else { throw Self.nothingToSet }
      return try MediaDrafts.video(videoPathURL)
    }
  }

  /// `ALAsset - Type:…, URLs:…` (L107).
  open override var description: String {
    guard let type = value(forProperty: ALAssetPropertyType) as? String, let url = assetURL()
    else { return "ALAsset - Type:Unknown, URLs:(null)" }
    let word =
      type == ALAssetTypePhoto ? "Photo" : type == ALAssetTypeVideo ? "Video" : "Unknown"
    return "ALAsset - Type:\(word), URLs:\(url.absoluteString)"
  }
}
