import Foundation

/// What an import of another library writes; no client can ask for it.
extension WriteTransaction {
  /// Writes what the other library says of an asset.
  /// - Throws: `changeNotSupported` for an asset that this transaction did not make, whose old values
  ///   the change log would lack.
  func importValues(_ uuid: UUID, _ values: ImportedValues) throws {
    guard let asset = try asset(uuid) else { throw Self.gone }
    try checkIsNew(.asset, asset.row)
    for date in [values.modificationDate, values.addedDate, values.trashedDate] {
      guard date?.isStorable ?? true else {
        throw LibraryError(.changeNotSupported, "The date is not a number. Give a valid date.")
      }
    }
    try connection.execute(
      """
      UPDATE assets SET modification_date = ?1, added_date = ?2, trashed_date = ?3,
        utc_offset = ifnull(?4, utc_offset), subtypes = subtypes | ?5,
        adjustment_date = CASE WHEN adjustment_date IS NULL THEN NULL ELSE ?1 END,
        own = (?3 IS NULL AND source = 1 AND (burst IS NULL OR burst_pick > 0)) WHERE id = ?6
      """,
      values.modificationDate ?? date, values.addedDate ?? date, values.trashedDate,
      values.utcOffset, values.subtypes, asset.row)
    let texts = values.texts
    if texts.title != nil || texts.caption != nil {
      try connection.execute(
        "INSERT INTO texts (asset, title, caption) VALUES (?, ?, ?)", asset.row, texts.title,
        texts.caption)
    }
    for keyword in texts.keywords {
      try connection.execute(
        "INSERT OR IGNORE INTO keywords (asset, keyword) VALUES (?, ?)", asset.row, keyword)
    }
  }

  /// Puts assets into an album in the order of the list. What is gone is left out.
  func importMembers(_ uuid: UUID, _ assets: [UUID]) throws {
    guard let album = try collection(uuid) else { throw Self.gone }
    guard album.kind == .album else { throw Self.notEditable }
    var predecessor: Int64?
    for uuid in assets {
      guard let asset = try asset(uuid) else { continue }
      if let rank = try rank(of: asset.row, in: album.row) {
        predecessor = rank
      } else {
        predecessor = try insertMember(asset.row, after: predecessor, in: album.row)
      }
    }
  }

  /// Writes when the other library made an album or folder.
  func importCreation(_ uuid: UUID, _ created: Date) throws {
    guard let collection = try collection(uuid) else { throw Self.gone }
    try checkIsNew(objectKind(collection.kind), collection.row)
    guard created.isStorable else { return }
    try connection.execute(
      "UPDATE collections SET created = ? WHERE id = ?", created, collection.row)
  }

  private func checkIsNew(_ kind: ObjectKind, _ row: Int64) throws {
    let isNew = try connection.first(
      """
      SELECT 1 FROM changes WHERE token = ? AND object_kind = ? AND object = ? AND change = ?
      """, [try stamp(), kind.rawValue, row, ChangeKind.inserted.rawValue]
    ) { _ in true }
    guard isNew == true else {
      throw LibraryError(
        .changeNotSupported, "Only a new object can be given the values of another library.")
    }
  }
}
