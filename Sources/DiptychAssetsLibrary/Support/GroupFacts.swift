import DiptychEngine
import Foundation

/// What a group is at the moment of a call.
struct GroupFacts {
  let name: String
  let type: GroupTypes
  let isEditable: Bool

  /// Nil when the group is gone, or when `client` may not see it.
  init?(_ identity: GroupIdentity, in transaction: ReadTransaction, as client: String) throws {
    switch identity {
    case .stored:
      guard let record = try identity.record(in: transaction, as: client),
        let type = GroupTypes(record.kind)
      else { return nil }
      name = record.title
      self.type = type
      isEditable = record.kind == .album
    case .cameraRoll, .syncedLibrary:
      guard try transaction.mayRead(client) else { return nil }
      isEditable = false
      let isCameraRoll = identity == .cameraRoll
      name = transaction.library.title(of: isCameraRoll ? .cameraRoll : .syncedLibrary)
      type = isCameraRoll ? .savedPhotos : .library
    }
  }

  /// The type in words, as a group's description has it (L45).
  var label: String {
    switch type {
    case .savedPhotos: "Saved Photos"
    case .event: "Event"
    case .faces: "Faces"
    case .library: "Library"
    case .photoStream: "Photo Stream"
    default: "Album"
    }
  }
}

extension GroupIdentity {
  /// The asset that stands for the group: the first of an album, the last of the others
  /// (decision 13).
  func cover(in transaction: ReadTransaction, as client: String) throws -> UUID? {
    switch self {
    case .cameraRoll where !transaction.library.profile.cameraRollIsRecentlyAdded:
      return try transaction.newestAsset(as: client)?.uuid
    // What the group holds is not everything that there is (L85, L201).
    case .cameraRoll, .syncedLibrary:
      let last = try transaction.fetchAssets(query(in: transaction.library), as: client).last
      return try last.flatMap { try transaction.asset(row: $0)?.uuid }
    case .stored:
      var first = query(in: transaction.library)
      first.limit = 1
      let row = try transaction.fetchAssets(first, as: client).first
      return try row.flatMap { try transaction.asset(row: $0)?.uuid }
    }
  }
}
