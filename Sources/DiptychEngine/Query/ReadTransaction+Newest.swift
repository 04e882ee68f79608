extension ReadTransaction {
  /// The asset that arrived last among those of the default view that `client` may see: the cover
  /// of the Camera Roll (decision 13).
  /// - Complexity: O(log *n*) for a client that sees everything; else O(*n*) in what it sees.
  package func newestAsset(as client: String?) throws -> AssetRecord? {
    let last = try connection.first(
      "SELECT id FROM assets WHERE own = 1 AND hidden = 0 ORDER BY id DESC LIMIT 1", []
    ) { $0.integer(0) }
    guard let last else { return nil }
    var query = AssetQuery(.rows([last]))
    if try countAssets(query, as: client) == 1 { return try asset(row: last) }
    query.range = .library
    return try fetchAssets(query, as: client).last.flatMap { try asset(row: $0) }
  }
}
