extension WriteTransaction {
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
    try log(
      .asset, row: row, uuid: asset.uuid, .updated, fields: [LoggedChanges.selection],
      old: ["client": .text(client), "selected": wasSelected.sqliteValue])
  }
}
