import DiptychCodecs
import DiptychEngine
import DiptychPlatform
import Foundation

/// The content of an asset, to be edited.
open class PHContentEditingInput: NSObject, @unchecked Sendable {
  // Sendable because every stored property is a constant of a Sendable type.

  /// What an editor gets, gathered before the object is made.
  struct Content: Sendable {
    let asset: ObjectReference
    let record: AssetRecord
    let file: ResourceRecord
    let url: URL
    /// Keeps the copy of the file.
    let folder: EditingFolder
    let adjustmentData: PHAdjustmentData?
    /// Whether the file is the rendering of an earlier edit.
    let isRendering: Bool
    let display: UIImage?
  }

  let content: Content?

  /// Makes an input that denotes nothing, for subclasses that stand in for real ones in tests.
  public override init() {
    content = nil
    super.init()
  }

  init(_ content: Content) {
    self.content = content
    super.init()
  }

  /// Photo or video.
  open var mediaType: PHAssetMediaType {
    content.map { PHAssetMediaType($0.record.kind) } ?? .unknown
  }

  /// What is special about the asset.
  open var mediaSubtypes: PHAssetMediaSubtype {
    PHAssetMediaSubtype(
      rawValue: UInt(bitPattern: (content?.record.subtypes ?? 0) & AssetTraits.shown))
  }

  /// When the picture was taken.
  open var creationDate: Date? { content?.record.creationDate }

  /// Where the picture was taken.
  open var location: CLLocation? {
    content?.record.location.map { CLLocation($0, at: creationDate) }
  }

  /// The type of the file to edit.
  open var contentType: UTType? { uniformTypeIdentifier.map { UTType(known: $0) } }

  /// The identifier of the type of the file to edit, such as "public.jpeg".
  open var uniformTypeIdentifier: String? { content?.file.typeIdentifier }

  /// How the asset is played.
  open var playbackStyle: PHAsset.PlaybackStyle {
    content.flatMap { PHAsset.PlaybackStyle(rawValue: $0.record.playbackStyle) } ?? .unsupported
  }

  /// How the last edit was made, if the editor said that it can go on from it (P216); then the file
  /// is what that edit started from.
  open var adjustmentData: PHAdjustmentData? { content?.adjustmentData }

  /// The picture, upright and at most 2,048 pixels on a side (decision 38); nil for a video and for
  /// a picture that cannot be decoded.
  open var displaySizeImage: UIImage? { content?.display }

  /// A copy of the picture file to edit, as long as this object lives; nil for a video.
  open var fullSizeImageURL: URL? {
    content.flatMap { $0.record.kind == .image ? $0.url : nil }
  }

  /// A copy of the video file to edit, as long as this object lives; nil for a photo.
  open var audiovisualAsset: AVAsset? {
    content.flatMap { $0.record.kind == .video ? AVURLAsset(url: $0.url) : nil }
  }

  /// The old name of ``audiovisualAsset``.
  open var avAsset: AVAsset? { audiovisualAsset }

  /// How the pixels of that file have to be turned, as EXIF counts; 1 is upright.
  open var fullSizeImageOrientation: Int32 { Int32(content?.file.orientation.rawValue ?? 1) }
}
