import Foundation

extension WriteTransaction {
  /// Marks the files of assets as being here or not. It moves no date: the content is the same.
  func setLocal(_ uuids: [UUID], _ isLocal: Bool) throws {
    for uuid in uuids {
      guard let asset = try asset(uuid) else { continue }
      try connection.execute(
        "UPDATE resources SET local = ?1 WHERE asset = ?2 AND local <> ?1", isLocal, asset.row)
      guard connection.changedRows > 0 else { continue }
      try log(.asset, row: asset.row, uuid: uuid, .updated, fields: ["local"])
    }
  }

  /// Notes that a file has been downloaded; nothing for one that is here already or gone.
  func noteDownload(of file: UUID) throws {
    guard let resource = try resource(file), !resource.isLocal,
      let uuid = try uuid(of: resource.asset, kind: .asset)
    else { return }
    try connection.execute("UPDATE resources SET local = 1 WHERE id = ?", resource.row)
    try log(.asset, row: resource.asset, uuid: uuid, .updated, fields: ["local"])
  }
}
