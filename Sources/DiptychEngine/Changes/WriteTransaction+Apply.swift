import DiptychCodecs
import DiptychPlatform
import Foundation

extension WriteTransaction {
  /// Applies one operation. Requests take effect in the order written (P90).
  func apply(_ operation: ChangeOperation, _ prepared: PreparedAsset?) throws {
    switch operation {
    case .createAsset:
      if let prepared { try insert(prepared) }
    case .replaceOriginal(let uuid, _):
      if let main = prepared?.main { try replaceOriginal(uuid, main) }
    case .updateAsset(let uuid, let update): try self.update(uuid, update)
    case .deleteAssets(let uuids): try setTrashed(uuids, date)
    case .restoreAssets(let uuids): try setTrashed(uuids, nil)
    case .purgeAssets(let uuids): try purge(uuids)
    case .setLocal(let uuids, let isLocal): try setLocal(uuids, isLocal)
    case .deliver(let uuids, let collection): try deliver(uuids, to: collection)
    case .withdraw(let collection): try withdraw(collection)
    case .createCollection(let uuid, let kind, let title):
      try createCollection(uuid, kind, title)
    case .renameCollection(let uuid, let title): try rename(uuid, title)
    case .deleteCollections(let uuids): try deleteCollections(uuids)
    case .editAlbum(let uuid, let edit, let basis): try editAlbum(uuid, edit, basis)
    case .editFolder(let uuid, let edit): try editFolder(uuid, edit)
    case .noteDownload(let file): try noteDownload(of: file)
    case .importValues(let uuid, let values): try importValues(uuid, values)
    case .importMembers(let uuid, let assets): try importMembers(uuid, assets)
    case .importCreation(let uuid, let date): try importCreation(uuid, date)
    case .refused(let error): throw error
    // The commit knows their files.
    case .editContent, .revertContent: break
    }
  }

  // MARK: Assets

  private func insert(_ prepared: PreparedAsset) throws {
    let draft = prepared.draft
    guard let probe = prepared.main?.probe else { return }
    let derivedFrom = try draft.derivedFrom.flatMap { try asset($0)?.row }
    let values = AssetValues(draft.update, probe, library.configuration.timeZone, date)
    try connection.execute(
      """
      INSERT INTO assets (
        uuid, kind, subtypes, playback_style, pixel_width, pixel_height, orientation, duration,
        creation_date, utc_offset, modification_date, added_date, latitude, longitude, altitude,
        favorite, hidden, creator, derived_from, source, own)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      draft.uuid, values.kind.rawValue, prepared.subtypes.rawValue, prepared.playbackStyle,
      probe.uprightSize.width, probe.uprightSize.height, probe.orientation.rawValue,
      probe.duration, values.creationDate, probe.captureDate?.utcOffset, date, date,
      values.location?.latitude, values.location?.longitude, values.location?.altitude,
      draft.update.isFavorite ?? false, draft.update.isHidden ?? false, client, derivedFrom,
      draft.source.rawValue, draft.source == .userLibrary)
    let row = connection.lastInsertedRow
    for resource in prepared.resources { try insert(resource, asset: row) }
    try mark(row, draft)
    try selectForLimitedClients(row)
    try log(.asset, row: row, uuid: draft.uuid, .inserted)
  }

  /// Writes what the bytes of a new asset do not tell.
  private func mark(_ row: Int64, _ draft: AssetDraft) throws {
    if draft.traits != 0 {
      try connection.execute(
        "UPDATE assets SET subtypes = subtypes | ? WHERE id = ?", draft.traits, row)
    }
    if let burst = draft.burst {
      try connection.execute(
        "UPDATE assets SET burst = ?1, burst_pick = ?2, own = (source = 1 AND ?2 > 0) WHERE id = ?3",
        burst.uuid, burst.mark.stored, row)
    }
  }

  private func insert(_ resource: PreparedResource, asset: Int64) throws {
    let probe = resource.probe
    // A camera-style name, unique because row ids are (C42).
    let name =
      resource.draft.fileName
      ?? "IMG_" + String(format: "%04d", Int(asset)) + "."
      + probe.format.fileExtension.uppercased()
    try connection.execute(
      """
      INSERT INTO resources (
        uuid, asset, role, type, file_name, extension, bytes, sha256, pixel_width, pixel_height,
        orientation, encoded, local)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      resource.uuid, asset, resource.draft.role.rawValue, probe.format.typeIdentifier, name,
      resource.fileExtension, resource.byteCount, resource.sha256, probe.storedSize.width,
      probe.storedSize.height, probe.orientation.rawValue, resource.draft.isBitmap,
      resource.draft.isLocal)
  }

  /// What a client with limited access adds joins its selection by itself (P177).
  private func selectForLimitedClients(_ row: Int64) throws {
    guard library.access.presetInForce(client) == nil, try isClientLimited() else { return }
    try connection.execute(
      "INSERT OR IGNORE INTO access_selection (client, asset) VALUES (?, ?)", client, row)
  }

  /// Replaces the bytes of an asset: same identifier and row, nothing to undo (decision 19). Date
  /// and place follow the file unless they were set beside it (decision 253).
  private func replaceOriginal(_ uuid: UUID, _ resource: PreparedResource) throws {
    guard let asset = try asset(uuid), asset.trashedDate == nil else { throw Self.gone }
    guard (asset.kind == .video) == (resource.draft.role == .video) else {
      throw LibraryError(
        .wrongMediaKind, "A photo is replaced by a photo and a video by a video. Save a new asset.")
    }
    let said = try contentToReplace(of: asset, by: resource)
    for old in try resources(of: asset.row) {
      removals.append(old.path)
      try connection.execute("DELETE FROM resources WHERE id = ?", old.row)
    }
    let probe = resource.probe
    try insert(resource, asset: asset.row)
    try connection.execute(
      """
      UPDATE assets SET pixel_width = ?, pixel_height = ?, orientation = ?, duration = ?,
        subtypes = ?, playback_style = ?, modification_date = ?, adjustment_format = NULL,
        adjustment_version = NULL, adjustment_date = NULL WHERE id = ?
      """,
      probe.uprightSize.width, probe.uprightSize.height, probe.orientation.rawValue,
      probe.duration, probe.subtypes.rawValue, probe.playbackStyle, date, asset.row)
    var fields = ["content"]
    var old = asset.contentValues
    if let said {
      let zone = library.configuration.timeZone
      let then = FileValues(said, zone, asset.addedDate)
      let now = FileValues(probe, zone, asset.addedDate)
      if asset.creationDate?.microseconds == then.date.microseconds,
        now.date.microseconds != then.date.microseconds
          || probe.captureDate?.utcOffset != asset.utcOffset
      {
        try set(asset.row, "creation_date", now.date)
        try set(asset.row, "utc_offset", probe.captureDate?.utcOffset)
        if now.date.microseconds != then.date.microseconds {
          fields.append("creationDate")
          old["creationDate"] = asset.creationDate.sqliteValue
        }
      }
      if asset.location == then.location, now.location != then.location {
        try set(asset.row, "latitude", now.location?.latitude)
        try set(asset.row, "longitude", now.location?.longitude)
        try set(asset.row, "altitude", now.location?.altitude)
        fields.append("location")
      }
    }
    try log(.asset, row: asset.row, uuid: uuid, .updated, fields: fields, old: old)
  }

  /// What the file says of itself that another is about to replace; nil when nobody knows.
  private func contentToReplace(
    of asset: AssetRecord, by resource: PreparedResource
  ) throws -> MediaProbe? {
    let present = try original(of: asset.row)
    if let known = resource.replaced, known.uuid == present?.uuid { return known.probe }
    // Another writer was faster, and what was looked at is not what is there (decision 121).
    return try present.flatMap { try library.probe(stored: $0) }
  }

  /// Writes properties. Each of them moves the modification date (P123, decision 21).
  private func update(_ uuid: UUID, _ update: AssetUpdate) throws {
    guard let asset = try reachableAsset(uuid), asset.trashedDate == nil else { throw Self.gone }
    guard !update.isEmpty else { return }
    var fields: [String] = []
    var old: [String: Value] = ["modificationDate": asset.modificationDate.sqliteValue]
    if case .some(.some(let date)) = update.creationDate, !date.isStorable {
      throw LibraryError(.changeNotSupported, "The date is not a number. Give a valid date.")
    }
    if let value = update.creationDate, value?.microseconds != asset.creationDate?.microseconds {
      #if DIPTYCH_PLANTED_FAULTS
        let value = isPlanted("engine-wrong-date") ? value?.addingTimeInterval(1) : value
      #endif
      try set(asset.row, "creation_date", value)
      fields.append("creationDate")
      old["creationDate"] = asset.creationDate.sqliteValue
    }
    if let value = update.location, value != asset.location {
      guard value?.isValid ?? true else {
        throw LibraryError(
          .changeNotSupported, "The place is not on the globe. Give valid coordinates.")
      }
      try set(asset.row, "latitude", value?.latitude)
      try set(asset.row, "longitude", value?.longitude)
      try set(asset.row, "altitude", value?.altitude)
      fields.append("location")
    }
    if let value = update.isFavorite, value != asset.isFavorite {
      #if DIPTYCH_PLANTED_FAULTS
        let value = isPlanted("engine-lost-favorite") ? asset.isFavorite : value
      #endif
      try set(asset.row, "favorite", value)
      fields.append("favorite")
      old["favorite"] = asset.isFavorite.sqliteValue
    }
    if let value = update.isHidden, value != asset.isHidden {
      try set(asset.row, "hidden", value)
      fields.append("hidden")
      old["hidden"] = asset.isHidden.sqliteValue
      old["albums"] = try albums(holding: asset.row)
    }
    guard !fields.isEmpty else { return }
    try set(asset.row, "modification_date", date)
    #if DIPTYCH_PLANTED_FAULTS
      if isPlanted("engine-change-not-logged") { return }
    #endif
    try log(.asset, row: asset.row, uuid: uuid, .updated, fields: fields, old: old)
  }

  private func set(_ row: Int64, _ column: StaticString, _ value: some BindableValue) throws {
    try connection.execute("UPDATE assets SET \(column) = ? WHERE id = ?", value, row)
  }

  /// Puts assets into the trash or takes them out; albums keep their places (decision 14). What is
  /// gone already is no error (P105).
  private func setTrashed(_ uuids: [UUID], _ trashed: Date?) throws {
    for uuid in uuids {
      guard let asset = try reachableAsset(uuid), (asset.trashedDate == nil) != (trashed == nil)
      else { continue }
      try connection.execute(
        """
        UPDATE assets SET trashed_date = ?1,
          own = (?1 IS NULL AND source = 1 AND (burst IS NULL OR burst_pick > 0)) WHERE id = ?2
        """, trashed, asset.row)
      #if DIPTYCH_PLANTED_FAULTS
        if isPlanted("engine-trash-leaves-albums") {
          try connection.execute("DELETE FROM memberships WHERE asset = ?", asset.row)
        }
      #endif
      try log(
        .asset, row: asset.row, uuid: uuid, .updated, fields: ["trashed"],
        old: [
          "trashed": (asset.trashedDate != nil).sqliteValue,
          "albums": try albums(holding: asset.row),
        ])
    }
  }

  /// Removes assets for ever. Their row ids stay known, so that an old snapshot can still name
  /// them; their files go after the commit.
  func purge(_ uuids: [UUID]) throws {
    for uuid in uuids {
      guard let asset = try asset(uuid) else { continue }
      removals += try resources(of: asset.row).map(\.path)
      let albums = try albums(holding: asset.row)
      let viewers = try viewers(of: asset.row)
      try connection.execute(
        "INSERT OR REPLACE INTO purged (kind, id, uuid) VALUES (?, ?, ?)",
        ObjectKind.asset.rawValue,
        asset.row, uuid)
      // Modified copies lose their link with it, which is a change of theirs (L160).
      let copies = try connection.all(
        "SELECT id, uuid FROM assets WHERE derived_from = ?", [asset.row]
      ) { (row: $0.integer(0), uuid: $0.uuid(1)) }
      try connection.execute("DELETE FROM assets WHERE id = ?", asset.row)
      for copy in copies {
        try log(
          .asset, row: copy.row, uuid: copy.uuid, .updated, fields: [LoggedChanges.original],
          old: viewers.map { ["viewers": $0] } ?? [:])
      }
      var old = asset.sortableValues
      if asset.trashedDate == nil { old["albums"] = albums } else { old["trashed"] = .integer(1) }
      if let viewers { old["viewers"] = viewers }
      try log(.asset, row: asset.row, uuid: uuid, .deleted, old: old)
    }
  }

  /// The albums that hold an asset, for an entry that says that it comes or goes: who is told later
  /// may find neither.
  private func albums(holding asset: Int64) throws -> Value {
    let albums = try connection.all(
      """
      SELECT c.uuid FROM memberships m JOIN collections c ON c.id = m.album WHERE m.asset = ?
      ORDER BY c.id
      """, [asset]
    ) { $0.uuid(0).uuidString }
    return albums.isEmpty ? .null : .text(albums.joined(separator: ","))
  }

  /// The clients with limited access that see an asset, for an entry that says that it goes for ever;
  /// nil when there are none.
  private func viewers(of asset: Int64) throws -> Value? {
    let clients = try connection.all(
      "SELECT client FROM access_selection WHERE asset = ? ORDER BY client", [asset]
    ) { $0.text(0) }
    guard !clients.isEmpty else { return nil }
    return .text(clients.map { ChangeSummary.mark(of: $0).uuidString }.joined(separator: ","))
  }

  static var gone: LibraryError {
    LibraryError(.objectGone, "The object of the change is gone. Fetch it again.")
  }
}

extension PreparedAsset {
  private var isLive: Bool { resources.contains { $0.draft.role == .pairedVideo } }

  /// What the files say of the asset's kind (decision 53), and that it is a Live Photo (C49).
  fileprivate var subtypes: MediaSubtypes {
    let subtypes = main?.probe.subtypes ?? []
    #if DIPTYCH_PLANTED_FAULTS
      if isPlanted("engine-live-not-marked") { return subtypes }
    #endif
    return isLive ? subtypes.union(.live) : subtypes
  }

  /// The number of `PHAsset.PlaybackStyle`: 3 is a Live Photo.
  fileprivate var playbackStyle: Int {
    isLive ? AssetRecord.liveStyle : main?.probe.playbackStyle ?? 0
  }
}

extension MediaProbe {
  /// The number of `PHAsset.PlaybackStyle`: image, animated image, video.
  var playbackStyle: Int {
    format.kind == .video ? 4 : isAnimated ? 2 : 1
  }
}

/// The properties of a new asset: what the request says, else what the file says (decision 21).
private struct AssetValues {
  let kind: AssetKind
  let creationDate: Date?
  let location: AssetLocation?

  init(_ update: AssetUpdate, _ probe: MediaProbe, _ zone: TimeZone, _ now: Date) {
    kind = probe.format.kind == .video ? .video : .image
    let file = FileValues(probe, zone, now)
    creationDate = update.creationDate ?? file.date
    location = update.location ?? file.location
  }
}

/// What a file gives an asset that nobody set anything of.
private struct FileValues {
  /// When it was taken; when the asset was added, where the file does not say.
  let date: Date
  let location: AssetLocation?

  init(_ probe: MediaProbe, _ zone: TimeZone, _ added: Date) {
    let captured = probe.captureDate?.date(in: zone)
    date = captured.flatMap { $0.isStorable ? $0 : nil } ?? added
    let place = probe.location.map {
      AssetLocation(latitude: $0.latitude, longitude: $0.longitude, altitude: $0.altitude)
    }
    location = place.flatMap { $0.isValid ? $0 : nil }
  }
}
