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

  /// Empty for an asset that was purged before it was read, and for a client's own object.
  let snapshot: AssetSnapshot

  /// The internal row, by which results find an asset; nil for a client's own object.
  var row: Int64? { snapshot.row == 0 ? nil : snapshot.row }

  /// Makes an asset that denotes nothing, for subclasses that stand in for real ones in tests.
  public override init() {
    snapshot = Self.nothing
    super.init()
  }

  init(_ snapshot: AssetSnapshot, _ scope: LibraryScope) {
    self.snapshot = snapshot
    super.init(reference: ObjectReference(scope: scope, kind: .asset, uuid: snapshot.uuid))
  }

  private static let nothing = AssetSnapshot(
    gone: 0, UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))

  /// Photo, video or sound.
  open var mediaType: PHAssetMediaType { PHAssetMediaType(snapshot.kind) }

  /// What is special about the asset, worked out from its bytes (P128).
  open var mediaSubtypes: PHAssetMediaSubtype {
    PHAssetMediaSubtype(rawValue: UInt(bitPattern: snapshot.subtypes))
  }

  /// The type of the file that the asset is shown by: the rendering of an edit, else the original.
  /// `UTType.item` for an asset that is gone and for a client's own object. One read transaction.
  open var contentType: UTType {
    guard let reference else { return .item }
    let file = try? reference.scope.library.read { transaction in
      try reference.visibleRow(in: transaction).flatMap { try transaction.currentFile(of: $0) }
    }
    return (file ?? nil).map { UTType(known: $0.typeIdentifier) } ?? .item
  }

  /// How the asset is played.
  open var playbackStyle: PlaybackStyle {
    PlaybackStyle(rawValue: snapshot.playbackStyle) ?? .unsupported
  }

  /// The width of the upright picture, in pixels.
  open var pixelWidth: Int { snapshot.pixelSize.width }

  /// The height of the upright picture, in pixels.
  open var pixelHeight: Int { snapshot.pixelSize.height }

  /// When the picture was taken, or what an application has set (P127); nil if it was cleared.
  open var creationDate: Date? { snapshot.creationDate }

  /// When content or properties last changed (P123, P125).
  open var modificationDate: Date? { snapshot.modificationDate }

  /// When the asset came into the library.
  open var addedDate: Date? { snapshot.addedDate }

  /// Where the picture was taken; nil if unknown.
  open var location: CLLocation? {
    snapshot.rarities?.location.map { CLLocation($0, at: creationDate) }
  }

  /// The length of a video in seconds; 0 for a picture.
  open var duration: TimeInterval { snapshot.duration }

  /// Whether fetches leave the asset out unless asked (P39).
  open var isHidden: Bool { snapshot.isHidden }

  /// Whether the user marked the asset as a favorite.
  open var isFavorite: Bool { snapshot.isFavorite }

  /// Where the asset comes from.
  open var sourceType: PHAssetSourceType {
    PHAssetSourceType(rawValue: UInt(bitPattern: snapshot.source))
  }

  /// Whether the picture or video was edited.
  open var hasAdjustments: Bool { snapshot.rarities?.adjustmentFormat != nil }

  /// Who made the edit; nil for an asset that was not edited.
  open var adjustmentFormatIdentifier: String? { snapshot.rarities?.adjustmentFormat }

  /// Whether and how the content was adjusted.
  public enum AdjustmentsState: Int, Sendable {
    /// It is as it came into the library.
    case none = 0
    /// A user or an application edited it.
    case userAdjusted = 2
    /// The camera adjusted it by itself.
    case cameraAutoAdjusted = 3
  }

  /// Whether a user or an application has edited the content. A file does not say that the camera
  /// adjusted it, so `cameraAutoAdjusted` does not occur here.
  open var adjustmentsState: AdjustmentsState { hasAdjustments ? .userAdjusted : .none }

  /// When the content was last edited or reverted; nil if it never was.
  open var adjustmentTimestamp: Date? { snapshot.rarities?.adjustmentDate }

  /// The burst that the asset belongs to; nil for most. Pass it to
  /// `fetchAssets(withBurstIdentifier:options:)`.
  open var burstIdentifier: String? { snapshot.rarities?.burst?.uuid.uuidString }

  /// Who picked the asset out of its burst.
  open var burstSelectionTypes: PHAssetBurstSelectionType {
    var types: PHAssetBurstSelectionType = []
    if snapshot.rarities?.burst?.mark.isAutoPick == true { types.insert(.autoPick) }
    if snapshot.rarities?.burst?.mark.isUserPick == true { types.insert(.userPick) }
    return types
  }

  /// Whether the asset stands for its burst in fetches (P41, C69).
  open var representsBurst: Bool { snapshot.rarities?.burst?.mark.isRepresentative ?? false }

  /// Whether the asset can be deleted or changed (P97): those of the user's own library can, and
  /// the content of photos and videos among them.
  open func canPerform(_ editOperation: PHAssetEditOperation) -> Bool {
    guard sourceType.contains(.typeUserLibrary) else { return false }
    switch editOperation {
    case .delete, .properties: return true
    case .content: return mediaType == .image || mediaType == .video
    }
  }

  package override func predicateValue(forKeyPath keyPath: String) -> PredicateValue? {
    switch keyPath {
    case "creationDate": creationDate.map { .date($0) } ?? .null
    case "modificationDate": modificationDate.map { .date($0) } ?? .null
    case "mediaType": .integer(Int64(mediaType.rawValue))
    case "mediaSubtypes", "mediaSubtype":
      .integer(Int64(truncatingIfNeeded: mediaSubtypes.rawValue))
    case "duration": .real(duration)
    case "pixelWidth": .integer(Int64(pixelWidth))
    case "pixelHeight": .integer(Int64(pixelHeight))
    case "isFavorite", "favorite": .bool(isFavorite)
    case "isHidden", "hidden": .bool(isHidden)
    case "burstIdentifier": burstIdentifier.map { .string($0) } ?? .null
    case "adjustmentFormatIdentifier": adjustmentFormatIdentifier.map { .string($0) } ?? .null
    default: super.predicateValue(forKeyPath: keyPath)
    }
  }
}
