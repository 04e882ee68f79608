extension ReadTransaction {
  /// Whether `client` may read the library, if only a selection of it.
  package func mayRead(_ client: String) throws -> Bool {
    let status = try library.access.status(.readWrite, client, in: self)
    return status == .authorized || status == .limited
  }

  /// The condition on `assets a` that holds for what a client with limited access may see (P177),
  /// and its arguments. Before anybody was asked, the library's default selection counts too.
  func limitedSelection(of client: String) throws
    -> (sql: String, arguments: [any BindableValue])
  {
    let chosen = "a.id IN (SELECT asset FROM access_selection WHERE client = ?)"
    guard let uuids = try library.access.defaultSelection(client, in: self) else {
      return (chosen, [client])
    }
    return (
      "(\(chosen) OR a.uuid IN (SELECT uuid_blob(value) FROM json_each(?)))",
      [client, PredicateList.json(uuids.map(\.sqliteValue)).text]
    )
  }
}
