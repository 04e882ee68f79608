import DiptychPlatform
import Foundation

extension ReadTransaction {
  package func asset(_ uuid: UUID) throws -> AssetRecord? {
    try connection.first(
      "SELECT \(AssetRecord.columns) FROM assets a WHERE a.uuid = ?", [uuid], AssetRecord.init)
  }

  package func asset(row: Int64) throws -> AssetRecord? {
    try connection.first(
      "SELECT \(AssetRecord.columns) FROM assets a WHERE a.id = ?", [row], AssetRecord.init)
  }

  package func collection(_ uuid: UUID) throws -> CollectionRecord? {
    try connection.first(
      "SELECT \(CollectionRecord.columns) FROM collections c WHERE c.uuid = ?", [uuid],
      CollectionRecord.init)
  }

  package func collection(row: Int64) throws -> CollectionRecord? {
    try connection.first(
      "SELECT \(CollectionRecord.columns) FROM collections c WHERE c.id = ?", [row],
      CollectionRecord.init)
  }

  /// The albums and folders in a folder, or at the root, in the user's order.
  package func children(of folder: Int64?) throws -> [CollectionRecord] {
    try connection.all(
      """
      SELECT \(CollectionRecord.columns) FROM collections c WHERE c.parent IS ?
      ORDER BY c.rank, c.id
      """, [folder], CollectionRecord.init)
  }

  /// Every album and folder, depth first in the user's order (decision 3).
  package func collectionTree() throws -> [CollectionRecord] {
    let all = try connection.all(
      "SELECT \(CollectionRecord.columns) FROM collections c ORDER BY c.rank, c.id", [],
      CollectionRecord.init)
    let byParent = Dictionary(grouping: all, by: \.parent)
    var result: [CollectionRecord] = []
    var pending = Array((byParent[nil] ?? []).reversed())
    while let next = pending.popLast() {
      result.append(next)
      pending += (byParent[next.row] ?? []).reversed()
    }
    return result
  }

  package func resource(_ uuid: UUID) throws -> ResourceRecord? {
    try connection.first(
      "SELECT \(ResourceRecord.columns) FROM resources r WHERE r.uuid = ?", [uuid],
      ResourceRecord.init)
  }

  /// The files of an asset, in the order of their roles.
  package func resources(of asset: Int64) throws -> [ResourceRecord] {
    try connection.all(
      "SELECT \(ResourceRecord.columns) FROM resources r WHERE r.asset = ? ORDER BY r.role, r.id",
      [asset], ResourceRecord.init)
  }

  /// The name of an object that a snapshot holds, also after it was purged.
  package func uuid(of row: Int64, kind: ObjectKind) throws -> UUID? {
    let table = kind == .asset ? "assets" : "collections"
    return try connection.first("SELECT uuid FROM \(table) WHERE id = ?", [row]) { $0.uuid(0) }
      ?? connection.first(
        "SELECT uuid FROM purged WHERE kind = ? AND id = ?", [kind.rawValue, row]
      ) { $0.uuid(0) }
  }

  /// The row of an object, also after it was purged; nil for what never was.
  func row(of uuid: UUID, kind: ObjectKind) throws -> Int64? {
    let table = kind == .asset ? "assets" : "collections"
    return try connection.first("SELECT id FROM \(table) WHERE uuid = ?", [uuid]) { $0.integer(0) }
      ?? connection.first(
        "SELECT id FROM purged WHERE uuid = ? AND kind = ?", [uuid, kind.rawValue]
      ) { $0.integer(0) }
  }

  /// Whether an album of this title, by canonical equivalence, or a group that the system names so
  /// is there for `client` (decision 7). Folders do not count.
  /// - Parameters:
  ///   - title: What is looked for.
  ///   - client: Who asks. With limited access only its own albums count (decision 161).
  ///   - hidesShared: Whether it has switched shared streams off, so that they do not count (L186).
  func hasGroup(
    titled title: String, as client: String, hidesShared: Bool
  ) throws -> Bool {
    let isLimited = try library.access.status(.readWrite, client, in: self) == .limited
    #if DIPTYCH_PLANTED_FAULTS
      if isPlanted("engine-titles-by-bytes") {
        return try connection.first(
          "SELECT 1 FROM collections WHERE kind <> ? AND title = ?",
          [CollectionKind.folder.rawValue, title]
        ) { _ in true } ?? false
      }
    #endif
    for group in SystemGroup.allCases where title == library.title(of: group) {
      switch group {
      case .cameraRoll: return true
      case .syncedLibrary: if try hasSyncedAssets(as: client) { return true }
      }
    }
    return try connection.first(
      """
      SELECT 1 FROM collections WHERE kind <> ?1 AND kind IS NOT ?2 AND text_fold(title, 0) = ?3
      AND (?4 IS NULL OR creator = ?4)
      """,
      [
        CollectionKind.folder.rawValue, hidesShared ? CollectionKind.shared.rawValue : nil,
        title.folded(0), isLimited ? client : nil,
      ]
    ) { _ in true } ?? false
  }

  /// Whether there is anything from a computer that `client` may see.
  package func hasSyncedAssets(as client: String) throws -> Bool {
    try countAssets(.synced, as: client) > 0
  }

  /// Whether an album of this title was deleted, for the profile that reserves it (L51).
  package func isReserved(title: String) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM reserved_titles WHERE text_fold(title, 0) = ?", [title.folded(0)]
    ) { _ in true } ?? false
  }
}

extension ReadTransaction {
  /// The rows of all assets in order of arrival, whoever may see them: what dumps number.
  package func rowsByArrival() throws -> [Int64] {
    try connection.all("SELECT id FROM assets ORDER BY id") { $0.integer(0) }
  }

  /// The assets whose original has this SHA-256 in hexadecimal digits, in order of arrival.
  /// - Complexity: O(*n*) in the files of the library: nothing else asks for content.
  package func assets(ofContent sha256: String) throws -> [UUID] {
    try connection.all(
      """
      SELECT DISTINCT a.id, a.uuid FROM resources r JOIN assets a ON a.id = r.asset
      WHERE lower(hex(r.sha256)) = ? AND r.role IN (1, 2) ORDER BY a.id
      """, [sha256.lowercased()]
    ) { $0.uuid(1) }
  }
}
