import DiptychEngine
import DiptychPlatform
import Foundation

/// The types that a walk asks for.
struct GroupTypes: OptionSet, Hashable, Sendable {
  let rawValue: UInt32

  init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The types of a mask. All is every type except the synced library (L34), also where a caller
  /// sign-extended it to -1.
  init(mask: Int) {
    let bits = UInt32(truncatingIfNeeded: mask)
    self.init(rawValue: bits == ALAssetsGroupAll ? bits & ~ALAssetsGroupLibrary : bits)
  }

  static let library = GroupTypes(rawValue: ALAssetsGroupLibrary)
  static let album = GroupTypes(rawValue: ALAssetsGroupAlbum)
  static let event = GroupTypes(rawValue: ALAssetsGroupEvent)
  static let faces = GroupTypes(rawValue: ALAssetsGroupFaces)
  static let savedPhotos = GroupTypes(rawValue: ALAssetsGroupSavedPhotos)
  static let photoStream = GroupTypes(rawValue: ALAssetsGroupPhotoStream)

  /// The type that a stored collection shows as; nil for folders, which never show (decision 4).
  init?(_ kind: CollectionKind) {
    switch kind {
    case .album, .synced: self = .album
    case .imported, .event: self = .event
    case .faces: self = .faces
    case .ownStream, .shared: self = .photoStream
    case .folder: return nil
    }
  }
}

/// Which group an object stands for.
enum GroupIdentity: Hashable, Sendable {
  /// The Camera Roll, the one smart album that the old API shows (decision 5).
  case cameraRoll
  /// All assets synced from a computer.
  case syncedLibrary
  case stored(UUID)

  /// The group's lasting identifier.
  func uuid(in library: Library) -> UUID {
    switch self {
    case .cameraRoll: SmartAlbum.userLibrary.uuid(library: library.uuid)
    case .syncedLibrary: UUID(hashing: "\(library.uuid.uuidString) synced library")
    case .stored(let uuid): uuid
    }
  }

  /// The group that `uuid` names, if it is there for `client`.
  static func named(
    _ uuid: UUID, in transaction: ReadTransaction, as client: String
  ) throws -> GroupIdentity? {
    let library = transaction.library
    if uuid == cameraRoll.uuid(in: library) { return cameraRoll }
    if uuid == syncedLibrary.uuid(in: library) {
      return try transaction.hasSyncedAssets(as: client) ? syncedLibrary : nil
    }
    return try stored(uuid).record(in: transaction, as: client) == nil ? nil : stored(uuid)
  }

  /// Every group of the given types, in the order of decision 3.
  static func all(
    of types: GroupTypes, in transaction: ReadTransaction, as client: String
  ) throws -> [GroupIdentity] {
    let kinds = Set(CollectionKind.allCases.filter { !$0.isFolder })
    let hidesShared = SharedStreams.areHidden(in: transaction.library, for: client)
    var stored: [GroupTypes: [GroupIdentity]] = [:]
    for item in try transaction.fetchCollections(CollectionQuery(.kinds(kinds)), as: client) {
      guard case .stored(let record) = item, let type = GroupTypes(record.kind),
        record.kind != .shared || !hidesShared
      else { continue }
      stored[type, default: []].append(.stored(record.uuid))
    }
    var result: [GroupIdentity] = []
    for type in [GroupTypes.album, .event, .faces, .library, .photoStream, .savedPhotos]
    where types.contains(type) {
      switch type {
      case .savedPhotos: result.append(.cameraRoll)
      case .library:
        if try transaction.hasSyncedAssets(as: client) { result.append(.syncedLibrary) }
      default: result += stored[type] ?? []
      }
    }
    #if DIPTYCH_PLANTED_FAULTS
      if isPlanted("legacy-groups-swapped"), result.count > 2 { result.swapAt(0, 1) }
    #endif
    return result
  }

  /// The group's assets in its own order: the default view (decision 1).
  func query(in library: Library) -> AssetQuery {
    switch self {
    case .cameraRoll:
      // Under the quirk of iOS 8.0 the group shows what its name says (L201).
      return AssetQuery(
        library.profile.cameraRollIsRecentlyAdded ? .smartAlbum(.recentlyAdded) : .library)
    case .syncedLibrary:
      return .synced
    case .stored(let uuid): return AssetQuery(.album(uuid))
    }
  }

  /// Whether the group is a stream that others share.
  func isSharedStream(in transaction: ReadTransaction) throws -> Bool {
    guard case .stored(let uuid) = self else { return false }
    return try transaction.collection(uuid)?.kind == .shared
  }

  /// The stored collection, as far as `client` may see it; nil for groups that are queries.
  func record(
    in transaction: ReadTransaction, as client: String
  ) throws -> CollectionRecord? {
    guard case .stored(let uuid) = self,
      case .stored(let record)? = try transaction.fetchCollections(
        CollectionQuery(.identifiers([uuid], .album)), as: client
      ).first, !record.kind.isFolder
    else { return nil }
    if record.kind == .shared,
      SharedStreams.areHidden(in: transaction.library, for: client)
    {
      return nil
    }
    return record
  }
}
