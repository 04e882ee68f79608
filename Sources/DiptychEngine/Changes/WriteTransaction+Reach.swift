import Foundation

/// What a change can name. For a client with limited access, what it does not see is as good as
/// gone: the same set holds for reading and for writing (P177, P178, decision 24).
extension WriteTransaction {
  /// The condition on `assets a` that holds for what the client can name, and its arguments; nil
  /// when it can name everything.
  func reach() throws -> (sql: String, arguments: [any BindableValue])? {
    guard isConfined, try isClientLimited() else { return nil }
    return try limitedSelection(of: client)
  }

  /// The asset, unless it is gone or the client does not see it.
  func reachableAsset(_ uuid: UUID) throws -> AssetRecord? {
    guard let reach = try reach() else { return try asset(uuid) }
    return try connection.first(
      "SELECT \(AssetRecord.columns) FROM assets a WHERE a.uuid = ? AND \(reach.sql)",
      [uuid] + reach.arguments, AssetRecord.init)
  }

  /// The album or folder, unless it is gone or the client does not see it.
  func reachableCollection(_ uuid: UUID) throws -> CollectionRecord? {
    guard let collection = try collection(uuid), try isReachable(collection) else { return nil }
    return collection
  }

  /// Whether the client sees an album or folder.
  func isReachable(_ collection: CollectionRecord) throws -> Bool {
    guard isConfined, collection.creator != client else { return true }
    return try !isClientLimited()
  }

  /// Those of some rows of assets that the client can name.
  func reachable(_ rows: [Int64]) throws -> Set<Int64> {
    guard try reach() != nil, let shown = try shown(rows, to: client) else { return Set(rows) }
    return shown
  }
}
