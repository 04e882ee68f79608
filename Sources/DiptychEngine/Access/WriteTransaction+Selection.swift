import Foundation

extension WriteTransaction {
  /// Logs that something was decided about what a client may do, which is nobody else's concern.
  func logAccess(of client: String) throws {
    try log(
      .access, row: 0, uuid: ChangeSummary.mark(of: client), .updated, fields: ["access"],
      old: ["client": .text(client)])
  }

  /// Makes the selection of a client with limited access anew, and logs which assets came into it
  /// and left it.
  func select(_ rows: Set<Int64>, for client: String) throws {
    let before = Set(
      try connection.all("SELECT asset FROM access_selection WHERE client = ?", [client]) {
        $0.integer(0)
      })
    for row in before.subtracting(rows).sorted() {
      try connection.execute(
        "DELETE FROM access_selection WHERE client = ? AND asset = ?", client, row)
      try logSelection(of: row, for: client, wasSelected: true)
    }
    for row in rows.subtracting(before).sorted() {
      try connection.execute(
        "INSERT INTO access_selection (client, asset) VALUES (?, ?)", client, row)
      try logSelection(of: row, for: client, wasSelected: false)
    }
  }

  private func logSelection(
    of row: Int64, for client: String, wasSelected: Bool
  ) throws {
    guard let asset = try asset(row: row) else { return }
    var old: [String: Value] = ["client": .text(client), "selected": wasSelected.sqliteValue]
    if asset.trashedDate != nil { old["trashed"] = .integer(1) }
    try log(
      .asset, row: row, uuid: asset.uuid, .updated, fields: [LoggedChanges.selection], old: old)
  }
}
