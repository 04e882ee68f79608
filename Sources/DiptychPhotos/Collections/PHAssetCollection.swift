import DiptychEngine
import DiptychPlatform
import Foundation

/// An album or smart album as it was when it was fetched.
open class PHAssetCollection: PHCollection, @unchecked Sendable {
  // Sendable for the reason that PHObject states.

  /// The query that a smart album is.
  let smartAlbum: SmartAlbum?
  private let figures: AlbumFigures
  private let systemTitle: String?

  /// Makes an album that denotes nothing, for subclasses that stand in for real ones in tests.
  public override init() {
    smartAlbum = nil
    figures = AlbumFigures()
    systemTitle = nil
    super.init()
  }

  init(_ record: CollectionRecord, _ figures: AlbumFigures, _ scope: LibraryScope) {
    smartAlbum = nil
    self.figures = figures
    systemTitle = nil
    super.init(
      record, reference: ObjectReference(scope: scope, kind: .album, uuid: record.uuid))
  }

  init(_ album: SmartAlbum, _ scope: LibraryScope) {
    let library = scope.library
    smartAlbum = album
    figures = AlbumFigures()
    systemTitle = album.title(
      language: library.configuration.language,
      cameraRoll: library.profile.namesUserLibraryCameraRoll)
    super.init(
      nil,
      reference: ObjectReference(
        scope: scope, kind: .album, uuid: album.uuid(library: library.uuid)))
  }

  /// Always true (P78).
  open override var canContainAssets: Bool { true }

  /// The user's title of an album, or the system's name for a smart album: "Recents" for the user
  /// library, "Camera Roll" in the profile of iOS 8 (P73, decision 29).
  open override var localizedTitle: String? { systemTitle ?? super.localizedTitle }

  /// Album or smart album.
  open var assetCollectionType: PHAssetCollectionType { smartAlbum == nil ? .album : .smartAlbum }

  /// What kind of album it is.
  open var assetCollectionSubtype: PHAssetCollectionSubtype {
    if let smartAlbum { return PHAssetCollectionSubtype(rawValue: smartAlbum.rawValue) ?? .any }
    return PHAssetCollectionSubtype(record?.kind ?? .album)
  }

  /// How many assets an album showed when it was fetched; `NSNotFound` for a smart album (P71).
  open var estimatedAssetCount: Int { smartAlbum == nil ? figures.count : NSNotFound }

  /// The earliest creation date of an album's assets when it was fetched; nil for an empty album
  /// (P74) and for a smart album.
  open var startDate: Date? { figures.earliest }

  /// The latest creation date of an album's assets when it was fetched; nil for an empty album
  /// (P74) and for a smart album.
  open var endDate: Date? { figures.latest }

  var isSmart: Bool { smartAlbum != nil }

  /// Where a fetch of the members looks.
  var assetRange: (LibraryScope, AssetQuery.Range)? {
    guard let reference else { return nil }
    return (reference.scope, smartAlbum.map { .smartAlbum($0) } ?? .album(reference.uuid))
  }

  package override func predicateValue(forKeyPath keyPath: String) -> PredicateValue? {
    switch keyPath {
    case "startDate": startDate.map { .date($0) } ?? .null
    case "endDate": endDate.map { .date($0) } ?? .null
    case "estimatedAssetCount": .integer(Int64(estimatedAssetCount))
    default: super.predicateValue(forKeyPath: keyPath)
    }
  }
}
