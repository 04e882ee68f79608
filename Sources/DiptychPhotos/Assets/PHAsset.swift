import DiptychCodecs
import DiptychEngine
import DiptychPlatform
import Foundation

/// A photo or video as it was when it was fetched (P62).
open class PHAsset: PHObject, @unchecked Sendable {
  // Sendable for the reason that PHObject states.

  /// How an asset is played.
  public enum PlaybackStyle: Int, Sendable {
    /// Not known.
    case unsupported = 0
    /// A still picture.
    case image = 1
    /// An animated picture.
    case imageAnimated = 2
    /// A Live Photo.
    case livePhoto = 3
    /// A video.
    case video = 4
    /// A video that loops.
    case videoLooping = 5
  }

  /// Nil for an asset that was purged before it was read, and for a client's own object.
  let record: AssetRecord?
  /// The internal row, by which results find an asset.
  let row: Int64?

  /// Makes an asset that denotes nothing, for subclasses that stand in for real ones in tests.
  public override init() {
    record = nil
    row = nil
    super.init()
  }

  init(_ record: AssetRecord, _ scope: LibraryScope) {
    self.record = record
    row = record.row
    super.init(reference: ObjectReference(scope: scope, kind: .asset, uuid: record.uuid))
  }

  init(purged uuid: UUID, row: Int64, _ scope: LibraryScope) {
    record = nil
    self.row = row
    super.init(reference: ObjectReference(scope: scope, kind: .asset, uuid: uuid))
  }

  /// Photo, video or sound.
  open var mediaType: PHAssetMediaType { record.map { PHAssetMediaType($0.kind) } ?? .unknown }

  /// What is special about the asset, worked out from its bytes (P128).
  open var mediaSubtypes: PHAssetMediaSubtype {
    PHAssetMediaSubtype(rawValue: UInt(record?.subtypes ?? 0))
  }

  /// How the asset is played.
  open var playbackStyle: PlaybackStyle {
    record.flatMap { PlaybackStyle(rawValue: $0.playbackStyle) } ?? .unsupported
  }

  /// The width of the upright picture, in pixels.
  open var pixelWidth: Int { record?.pixelSize.width ?? 0 }

  /// The height of the upright picture, in pixels.
  open var pixelHeight: Int { record?.pixelSize.height ?? 0 }

  /// When the picture was taken, or what an application has set (P127); nil if it was cleared.
  open var creationDate: Date? { record?.creationDate }

  /// When content or properties last changed (P123, P125).
  open var modificationDate: Date? { record?.modificationDate }

  /// When the asset came into the library.
  open var addedDate: Date? { record?.addedDate }

  /// Where the picture was taken; nil if unknown.
  open var location: CLLocation? {
    record?.location.map { CLLocation($0, at: creationDate) }
  }

  /// The length of a video in seconds; 0 for a picture.
  open var duration: TimeInterval { record?.duration ?? 0 }

  /// Whether fetches leave the asset out unless asked (P39).
  open var isHidden: Bool { record?.isHidden ?? false }

  /// Whether the user marked the asset as a favorite.
  open var isFavorite: Bool { record?.isFavorite ?? false }

  /// Where the asset comes from.
  open var sourceType: PHAssetSourceType {
    PHAssetSourceType(rawValue: UInt(record?.source ?? 0))
  }

  /// Whether the picture or video was edited.
  open var hasAdjustments: Bool { record?.adjustmentFormat != nil }

  /// Who made the edit; nil for an asset that was not edited.
  open var adjustmentFormatIdentifier: String? { record?.adjustmentFormat }

  /// Whether the asset can be deleted or changed (P97). Editing its content is not offered here, so
  /// the answer for `content` is no.
  open func canPerform(_ editOperation: PHAssetEditOperation) -> Bool {
    switch editOperation {
    case .delete, .properties: sourceType.contains(.typeUserLibrary)
    case .content: false
    }
  }

  package override func predicateValue(forKeyPath keyPath: String) -> PredicateValue? {
    switch keyPath {
    case "creationDate": creationDate.map { .date($0) } ?? .null
    case "modificationDate": modificationDate.map { .date($0) } ?? .null
    case "mediaType": .integer(Int64(mediaType.rawValue))
    case "mediaSubtypes", "mediaSubtype": .integer(Int64(mediaSubtypes.rawValue))
    case "duration": .real(duration)
    case "pixelWidth": .integer(Int64(pixelWidth))
    case "pixelHeight": .integer(Int64(pixelHeight))
    case "isFavorite", "favorite": .bool(isFavorite)
    case "isHidden", "hidden": .bool(isHidden)
    case "adjustmentFormatIdentifier": adjustmentFormatIdentifier.map { .string($0) } ?? .null
    default: super.predicateValue(forKeyPath: keyPath)
    }
  }
}
