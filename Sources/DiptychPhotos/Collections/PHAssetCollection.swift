import DiptychEngine
import DiptychPlatform
import Foundation

/// An album, smart album or moment as it was when it was fetched, or a transient collection of
/// assets.
open class PHAssetCollection: PHCollection, @unchecked Sendable {
  // Sendable for the reason that PHObject states.

  private enum Content {
    case album(AlbumFigures)
    case smart(SmartAlbum, title: String)
    case moment(Moment)
    /// Rows in their order, and the title.
    case transient([Int64], AlbumFigures, title: String?)
  }

  private let content: Content

  /// Makes an album that denotes nothing, for subclasses that stand in for real ones in tests.
  public override init() {
    content = .album(AlbumFigures())
    super.init()
  }

  init(_ record: CollectionRecord, _ figures: AlbumFigures, _ scope: LibraryScope) {
    content = .album(figures)
    super.init(
      record, reference: ObjectReference(scope: scope, kind: .album, uuid: record.uuid))
  }

  init(_ album: SmartAlbum, _ scope: LibraryScope) {
    let library = scope.library
    content = .smart(
      album,
      title: album.title(
        language: library.configuration.language,
        cameraRoll: library.profile.namesUserLibraryCameraRoll))
    super.init(
      nil,
      reference: ObjectReference(
        scope: scope, kind: .album, uuid: album.uuid(library: library.uuid)))
  }

  init(_ moment: Moment, _ scope: LibraryScope) {
    content = .moment(moment)
    super.init(nil, reference: ObjectReference(scope: scope, kind: .moment, uuid: moment.uuid))
  }

  /// A collection in memory only. Its identifier follows from what it holds, and finds nothing.
  init(
    transient rows: [Int64], _ figures: AlbumFigures, title: String?, _ scope: LibraryScope
  ) {
    content = .transient(rows, figures, title: title)
    let text = "\(scope.library.uuid.uuidString) transient \(rows) \(title ?? "")"
    super.init(
      nil, reference: ObjectReference(scope: scope, kind: .transient, uuid: UUID(hashing: text)))
  }

  /// Always true (P78).
  open override var canContainAssets: Bool { true }

  /// The user's title of an album, or the system's name for a smart album: "Recents" for the user
  /// library, "Camera Roll" in the profile of iOS 8 (P73, decision 29). Nil for a moment, whose
  /// title would be names of places (``localizedLocationNames``).
  open override var localizedTitle: String? {
    switch content {
    case .album: super.localizedTitle
    case .smart(_, let title): title
    case .moment: nil
    case .transient(_, _, let title): title
    }
  }

  /// Album, smart album or moment; a transient collection is an album.
  open var assetCollectionType: PHAssetCollectionType {
    switch content {
    case .album, .transient: .album
    case .smart: .smartAlbum
    case .moment: .moment
    }
  }

  /// What kind of album it is; `any` for a moment.
  open var assetCollectionSubtype: PHAssetCollectionSubtype {
    switch content {
    case .album: PHAssetCollectionSubtype(record?.kind ?? .album)
    case .smart(let album, _): PHAssetCollectionSubtype(rawValue: album.rawValue) ?? .any
    case .moment: .any
    case .transient: .albumRegular
    }
  }

  /// How many assets an album or moment showed when it was fetched; `NSNotFound` for a smart album
  /// (P71).
  open var estimatedAssetCount: Int {
    #if DIPTYCH_PLANTED_FAULTS
      if isPlanted("modern-count-off-by-one"), case .album(let figures) = content,
        figures.count > 2
      {
        return figures.count - 1
      }
    #endif
    return switch content {
    case .album(let figures), .transient(_, let figures, _): figures.count
    case .smart: NSNotFound
    case .moment(let moment): moment.count
    }
  }

  /// The earliest creation date of the assets when the collection was fetched; nil for an empty
  /// album (P74) and for a smart album.
  open var startDate: Date? {
    #if DIPTYCH_PLANTED_FAULTS
      if isPlanted("modern-dates-swapped"), case .album(let figures) = content {
        return figures.latest
      }
    #endif
    return switch content {
    case .album(let figures), .transient(_, let figures, _): figures.earliest
    case .smart: nil
    case .moment(let moment): moment.earliest
    }
  }

  /// The latest creation date of the assets when the collection was fetched; nil for an empty
  /// album (P74) and for a smart album.
  open var endDate: Date? {
    switch content {
    case .album(let figures), .transient(_, let figures, _): figures.latest
    case .smart: nil
    case .moment(let moment): moment.latest
    }
  }

  /// Where a moment was: the place of its first asset that has one. Nil for albums and for a
  /// moment whose assets have none.
  open var approximateLocation: CLLocation? {
    guard case .moment(let moment) = content else { return nil }
    return moment.location.map { CLLocation($0, at: moment.earliest) }
  }

  /// The names of the places of a moment. The library does not know names of places, so the list is
  /// empty, as it is on Apple systems for assets without a place; take `approximateLocation` to a
  /// service that knows them.
  open var localizedLocationNames: [String] { [] }

  var isSmart: Bool {
    if case .smart = content { return true }
    return false
  }

  var isTransient: Bool {
    if case .transient = content { return true }
    return false
  }

  /// The query that a smart album is.
  var smartAlbum: SmartAlbum? {
    if case .smart(let album, _) = content { return album }
    return nil
  }

  /// The day that a moment is.
  var moment: Moment? {
    if case .moment(let moment) = content { return moment }
    return nil
  }

  /// Where a fetch of the members looks.
  var assetRange: (LibraryScope, AssetQuery.Range)? {
    guard let reference else { return nil }
    switch content {
    case .album: return (reference.scope, .album(reference.uuid))
    case .smart(let album, _): return (reference.scope, .smartAlbum(album))
    case .moment(let moment):
      return (reference.scope, .taken(DateInterval(start: moment.start, end: moment.end)))
    case .transient(let rows, _, _): return (reference.scope, .list(rows))
    }
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
