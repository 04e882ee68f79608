import DiptychCodecs
import DiptychEngine
import Foundation

/// What a library must hold after each step: plain values and lists, which know nothing of SQLite,
/// rows in files, or either facade. Written from the facts and decisions, to be compared with what
/// the engine does.
package struct LibraryModel: Sendable {
  /// A photo or video.
  struct Asset: Hashable, Sendable {
    var uuid: UUID
    /// The number of the arrival, never used again.
    var arrival: Int
    var isVideo = false
    /// Pixels of the upright picture.
    var size = PixelSize(width: 0, height: 0)
    var orientation = 1
    var duration: Double = 0
    /// Microseconds since 1970, as every date here.
    var date: Int64?
    var added: Int64
    var modified: Int64
    var location: AssetLocation?
    var isFavorite = false
    var isHidden = false
    var trashed: Int64?
    var creator: String
    var derivedFrom: UUID?
    /// Of a Live Photo 8 (C49).
    var subtypes = 0
    /// Who made the last edit, if there is one, and its version.
    var adjustment: Adjustment?
    /// When it was last edited or reverted.
    var adjusted: Int64?
    /// In the order of their roles.
    var files: [File]

    /// What the asset was made of.
    var original: File { files.first { $0.role == .photo || $0.role == .video } ?? files[0] }
    /// What it is shown by.
    var shown: File {
      files.first { $0.role == .fullSizePhoto || $0.role == .fullSizeVideo } ?? original
    }
    /// The number of `PHAsset.PlaybackStyle`.
    var playbackStyle: Int { isVideo ? 4 : subtypes & 8 != 0 ? 3 : 1 }
  }

  /// A file of an asset.
  struct File: Hashable, Sendable {
    /// The numbers are those of `PHAssetResourceType`.
    enum Role: Int, Sendable {
      case photo = 1
      case video = 2
      case alternatePhoto = 4
      case fullSizePhoto = 5
      case fullSizeVideo = 6
      case adjustmentData = 7
      case adjustmentBasePhoto = 8
      case pairedVideo = 9
      case adjustmentBaseVideo = 12
    }

    var uuid: UUID
    var role: Role
    var type: String
    var fileExtension: String
    var name: String
    var byteCount: Int
    var sha256: [UInt8]
    /// Pixels as stored.
    var size = PixelSize(width: 0, height: 0)
    var orientation = 1

    var uprightSize: PixelSize { orientation >= 5 ? size.swapped : size }
  }

  /// Who made an edit, in which version of what.
  struct Adjustment: Hashable, Sendable {
    var format: String
    var version: String
  }

  /// An album or folder.
  struct Collection: Sendable {
    var uuid: UUID
    var isFolder: Bool
    var title: String
    var parent: UUID?
    var creator: String
    var created: Int64
    var modified: Int64
    /// Members in order, those in the trash and hidden ones included.
    var members: [UUID] = []
  }

  /// The application under test.
  static let client = "App"

  let identifierSeed: String
  /// Which system the facades behave like.
  let profile: BehaviorProfile
  /// The date of the present step.
  var now: Int64
  var step = 0
  var counts: [IdentifierKind: Int] = [:]

  /// In order of arrival.
  var assets: [Asset] = []
  /// Where each stands in the list.
  var places: [UUID: Int] = [:]
  var arrivals = 0
  var collections: [UUID: Collection] = [:]
  /// The children of each folder, and of the root under nil, in order.
  var children: [UUID?: [UUID]] = [:]
  /// Titles of deleted albums, which some systems keep from the old API (L51).
  var reservedTitles: Set<String> = []
  /// Every object that there ever was, so that steps can name what is gone.
  var everMade: Set<UUID> = []
  /// The fetch results that were kept, by album.
  var kept: [UUID: [UUID]] = [:]
  /// The members of albums before the edits of the present commit.
  var membersBefore: [UUID: [UUID]] = [:]
  /// The members that those edits put in, took out or moved.
  var touchedMembers: [UUID: Set<UUID>] = [:]

  var access = AccessModel()
  var history: [HistoryStep] = []
  /// What the present step has logged, in order, with the part of the step that did it.
  var entries: [Entry] = []
  var part = 0

  package init(seed: String, now: Int64, profile: BehaviorProfile = .documented) {
    identifierSeed = seed
    self.profile = profile
    self.now = now
    access.isForPlaces = profile.needsLocationPermission
  }

  // MARK: Looking things up

  func place(of asset: UUID) -> Int? { places[asset] }

  func asset(_ uuid: UUID) -> Asset? { places[uuid].map { assets[$0] } }

  func id(_ name: Name, _ kind: IdentifierKind) -> UUID { name.uuid(kind, in: identifierSeed) }

  mutating func next(_ kind: IdentifierKind) -> UUID {
    counts[kind, default: 0] += 1
    return id(Name(step, counts[kind] ?? 1), kind)
  }

  /// Albums and folders depth first in the user's order.
  var tree: [Collection] {
    func below(_ folder: UUID?) -> [Collection] {
      (children[folder] ?? []).flatMap { child -> [Collection] in
        guard let collection = collections[child] else { return [] }
        return [collection] + below(child)
      }
    }
    return below(nil)
  }

  /// What the old API calls the group of everything, which was missing for a while (L201).
  var cameraRollTitle: String {
    profile.cameraRollIsRecentlyAdded ? "Recently Added" : "Camera Roll"
  }

  /// What that group holds.
  var cameraRoll: ModelFetch.Range { profile.cameraRollIsRecentlyAdded ? .recentlyAdded : .library }

  /// Whether an album of the title, by canonical equivalence, or the Camera Roll is there
  /// (decision 7), as far as the application may see it (decision 161).
  func hasGroup(titled title: String) -> Bool {
    title == cameraRollTitle
      || collections.values.contains {
        !$0.isFolder && $0.title == title && isReachable($0, true)
      }
  }

  /// Whether the title belonged to an album that was deleted, where that keeps it (L51).
  func isReserved(title: String) -> Bool {
    profile.reservesDeletedTitles && reservedTitles.contains(title)
  }

  // MARK: Steps

  /// Begins a step: a second has passed, and identifiers start afresh.
  package mutating func begin(_ number: Int) {
    step = number
    now += 1_000_000
    counts = [:]
    entries = []
    part = 0
    access.prompts = []
  }
}

/// Why an action failed.
enum ModelFailure: Error, Hashable {
  case invalidMedia, wrongKind, tooLarge, unreadable, missingResource, unsupported, wrongIndexes,
    mismatch, gone, cancelled, denied, restricted, undecided

  /// What Photos reports.
  var modernText: String {
    // Before the user has decided, some systems fail with another framework's error (decision 22).
    self == .undecided ? "error of NSCocoaErrorDomain" : "error \(modernCode)"
  }

  /// The numbers of facts, section O.
  private var modernCode: Int {
    switch self {
    case .invalidMedia, .wrongKind, .tooLarge: 3302
    case .unreadable, .missingResource: 3303
    case .unsupported: 3300
    case .wrongIndexes: 3301
    case .mismatch: -1
    case .gone: 3306
    case .cancelled: 3072
    case .denied: 3311
    case .restricted: 3310
    case .undecided: 2047
    }
  }

  /// What a write through AssetsLibrary reports (L155, decision 25; L195 under another profile).
  func legacyWriteCode(_ profile: BehaviorProfile) -> Int {
    switch self {
    case .invalidMedia: -3302
    case .wrongKind: -3303
    case .denied, .restricted: profile.refusedWriteIsUserDenied ? -3311 : -3310
    default: -3300
    }
  }

  /// What a read through AssetsLibrary reports (L191).
  var legacyReadCode: Int { self == .restricted ? -3312 : -3311 }
}
