import Foundation

extension WriteTransaction {
  /// Notes that a file has been downloaded; nothing for one that is here already or gone.
  func noteDownload(of file: UUID) throws {
    guard let resource = try resource(file), !resource.isLocal, resource.hasFile,
      let uuid = try uuid(of: resource.asset, kind: .asset)
    else { return }
    try connection.execute("UPDATE resources SET local = 1 WHERE id = ?", resource.row)
    try log(.asset, row: resource.asset, uuid: uuid, .updated, fields: ["local"])
  }
}
