import Foundation

/// The bytes of a stored file, by length and digest.
package struct StoredContent: Sendable {
  /// The row of the asset that has it.
  package let row: Int64
  /// The asset that has it.
  package let asset: UUID
  /// Bytes.
  package let byteCount: Int64
  package let sha256: [UInt8]
  /// The file itself and its ending.
  let file: (uuid: UUID, fileExtension: String)
}

extension Library {
  /// Whether a stored file is there with all of its bytes, as far as its length tells.
  package func isWhole(_ content: StoredContent) -> Bool {
    let path = folder.path + "/" + OriginalStore.path(content.file.uuid, content.file.fileExtension)
    let status = try? configuration.systemCalls.status(path)
    return status?.kind == .file && status?.size == content.byteCount
  }
}

extension ReadTransaction {
  /// What the library stores of some lengths.
  /// - Parameter isWanted: Whether files of a length, in bytes, are asked for.
  /// - Complexity: One walk over the files of the library; memory for those that fit.
  package func contents(where isWanted: (Int64) -> Bool) throws -> [StoredContent] {
    var contents: [StoredContent] = []
    try connection.forEach(
      """
      SELECT r.bytes, r.sha256, r.asset, a.uuid, r.uuid, r.extension
      FROM resources r JOIN assets a ON a.id = r.asset
      """
    ) { row in
      guard isWanted(row.integer(0)) else { return }
      contents.append(
        StoredContent(
          row: row.integer(2), asset: row.uuid(3), byteCount: row.integer(0), sha256: row.blob(1),
          file: (row.uuid(4), row.text(5))))
    }
    return contents
  }
}
