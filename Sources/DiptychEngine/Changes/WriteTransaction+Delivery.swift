import Foundation

/// What a sync, a camera kit or a stream does; no client can ask for it.
extension WriteTransaction {
  /// Puts assets at the end of a collection that is no folder; a member stays where it is.
  func deliver(_ uuids: [UUID], to collection: UUID) throws {
    guard let collection = try self.collection(collection) else { throw Self.gone }
    guard !collection.kind.isFolder else { throw Self.notEditable }
    for uuid in uuids {
      guard let asset = try asset(uuid), asset.trashedDate == nil,
        try rank(of: asset.row, in: collection.row) == nil
      else { continue }
      _ = try insertMember(asset.row, after: lastRank(of: collection.row), in: collection.row)
    }
  }

  /// Takes a collection away whose source has ended; its assets stay.
  func withdraw(_ collection: UUID) throws {
    guard let collection = try self.collection(collection) else { throw Self.gone }
    guard !collection.kind.isEditable else { throw Self.notEditable }
    try delete(collection)
    try noteChildren(of: collection.parent) { $0.creator == collection.creator }
  }

  /// Marks the files of assets as being here or not. It moves no date: the content is the same. What
  /// was never here stays away (decision 101).
  func setLocal(_ uuids: [UUID], _ isLocal: Bool) throws {
    for uuid in uuids {
      guard let asset = try asset(uuid) else { continue }
      try connection.execute(
        """
        UPDATE resources SET local = ?1
        WHERE asset = ?2 AND local <> ?1 AND (?1 = 0 OR sha256 <> ?3)
        """, isLocal, asset.row, ContentHash.unknown)
      guard connection.changedRows > 0 else { continue }
      try log(.asset, row: asset.row, uuid: uuid, .updated, fields: ["local"])
    }
  }
}
