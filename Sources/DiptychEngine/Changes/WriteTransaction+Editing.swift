import DiptychCodecs
import DiptychPlatform
import Foundation

extension WriteTransaction {
  /// Gives an asset a new rendering (P219): same identifier and creation date; size, length and
  /// modification date are new (P125). The original stays.
  func edit(_ uuid: UUID, _ edit: ContentEdit, _ files: [PreparedFile]) throws {
    let asset = try editableAsset(uuid)
    guard (asset.kind == .video) == (edit.rendering.role == .fullSizeVideo),
      let probe = files.first?.probe
    else {
      throw LibraryError(
        .wrongMediaKind, "A photo is edited into a photo and a video into a video. Render again.")
    }
    if edit.movie != nil {
      guard try resources(of: asset.row).contains(where: { $0.role == .pairedVideo }) else {
        throw LibraryError(
          .changeNotSupported,
          "Only a Live Photo has an edited movie. Give the edited photo alone.")
      }
    }
    try clearEdit(of: asset, keepingBase: true, makingBase: edit.startsFromRendering)
    for file in files { try insert(file, asset: asset.row) }
    #if DIPTYCH_PLANTED_FAULTS
      let size = isPlanted("engine-edit-keeps-size") ? asset.pixelSize : probe.uprightSize
    #else
      let size = probe.uprightSize
    #endif
    try setContent(
      of: asset, size: size, duration: probe.duration, playbackStyle: probe.playbackStyle,
      format: edit.formatIdentifier, version: edit.formatVersion)
  }

  /// Throws every edit of an asset away (P220). One that was not edited stays as it is.
  func revert(_ uuid: UUID, to original: RevertTarget?) throws {
    let asset = try editableAsset(uuid)
    guard asset.adjustmentFormat != nil else { return }
    guard let file = try self.original(of: asset.row), file.uuid == original?.resource else {
      throw Self.gone
    }
    guard file.isLocal else {
      throw LibraryError(
        .notLocal, "The original is not on this machine, so edits cannot be undone. Download it.")
    }
    #if DIPTYCH_PLANTED_FAULTS
      let keepsBase = isPlanted("engine-revert-keeps-base")
    #else
      let keepsBase = false
    #endif
    try clearEdit(of: asset, keepingBase: keepsBase, makingBase: false)
    let size = file.orientation.swapsAxes ? file.storedSize.swapped : file.storedSize
    try setContent(
      of: asset, size: size, duration: original?.duration ?? 0,
      playbackStyle: original?.playbackStyle ?? asset.playbackStyle, format: nil, version: nil)
  }

  private func editableAsset(_ uuid: UUID) throws -> AssetRecord {
    guard let asset = try reachableAsset(uuid), asset.trashedDate == nil else { throw Self.gone }
    guard asset.source == 1, asset.kind == .image || asset.kind == .video else {
      throw LibraryError(
        .changeNotSupported, "This asset's content cannot be edited. Ask canPerform(.content).")
    }
    return asset
  }

  /// Removes the files of the last edit; their bytes go after the commit.
  /// - Parameters:
  ///   - keepingBase: Whether the file that the last edit started from stays.
  ///   - makingBase: Whether the last rendering becomes that file.
  private func clearEdit(of asset: AssetRecord, keepingBase: Bool, makingBase: Bool) throws {
    let bases: [ResourceRole: ResourceRole] = [
      .fullSizePhoto: .adjustmentBasePhoto, .fullSizeVideo: .adjustmentBaseVideo,
      .fullSizePairedVideo: .adjustmentBasePairedVideo,
    ]
    for file in try resources(of: asset.row) where ResourceRole.ofEdits.contains(file.role) {
      if makingBase, let base = bases[file.role] {
        try connection.execute(
          "UPDATE resources SET role = ? WHERE id = ?", base.rawValue, file.row)
        continue
      }
      if keepingBase, !makingBase, bases.values.contains(file.role) { continue }
      removals.append(file.path)
      try connection.execute("DELETE FROM resources WHERE id = ?", file.row)
    }
  }

  /// Writes what is shown from now on. A Live Photo stays one (P128, decision 54).
  private func setContent(
    of asset: AssetRecord, size: PixelSize, duration: Double, playbackStyle: Int, format: String?,
    version: String?
  ) throws {
    let style = asset.playbackStyle == AssetRecord.liveStyle ? asset.playbackStyle : playbackStyle
    try connection.execute(
      """
      UPDATE assets SET pixel_width = ?, pixel_height = ?, duration = ?, playback_style = ?,
        adjustment_format = ?, adjustment_version = ?, adjustment_date = ?,
        modification_date = ? WHERE id = ?
      """,
      size.width, size.height, duration, style, format, version, date, date, asset.row)
    #if DIPTYCH_PLANTED_FAULTS
      if isPlanted("engine-edit-not-logged") { return }
    #endif
    try log(
      .asset, row: asset.row, uuid: asset.uuid, .updated, fields: ["content", "adjustment"],
      old: asset.contentValues)
  }

  private func insert(_ file: PreparedFile, asset: Int64) throws {
    let size = file.probe?.storedSize ?? PixelSize(width: 0, height: 0)
    try connection.execute(
      """
      INSERT INTO resources (
        uuid, asset, role, type, file_name, extension, bytes, sha256, pixel_width, pixel_height,
        orientation, encoded)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
      """,
      file.uuid, asset, file.role.rawValue, file.typeIdentifier, file.fileName,
      file.fileExtension, file.byteCount, file.sha256, size.width, size.height,
      (file.probe?.orientation ?? .up).rawValue)
  }
}
