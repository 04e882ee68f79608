import Foundation

extension ReadTransaction {
  /// Whether `client` may read the library, if only a selection of it.
  package func mayRead(_ client: String) throws -> Bool {
    let status = try library.access.status(.readWrite, client, in: self)
    return status == .authorized || status == .limited
  }

  /// Whether `client` may know of an asset at all: hidden ones, and those in Recently Deleted, count
  /// too. The library itself, which is nil, may.
  func isShown(_ asset: UUID, to client: String?) throws -> Bool {
    guard let client else { return true }
    switch try library.access.status(.readWrite, client, in: self) {
    case .authorized: return true
    case .limited:
      let selection = try limitedSelection(of: client)
      return try connection.first(
        "SELECT 1 FROM assets a WHERE a.uuid = ? AND \(selection.sql)",
        [asset] + selection.arguments
      ) { _ in true } ?? false
    case .notDetermined, .restricted, .denied: return false
    }
  }

  /// Whether `client` may know of an album or folder: with limited access, of those that it made
  /// (P178).
  func isShown(_ collection: CollectionRecord, to client: String?) throws -> Bool {
    guard let client else { return true }
    switch try library.access.status(.readWrite, client, in: self) {
    case .authorized: return true
    case .limited: return collection.creator == client
    case .notDetermined, .restricted, .denied: return false
    }
  }

  /// Which of these assets `client` may see now, whatever state they are in; nil when it sees all.
  /// - Complexity: One status for a client that sees everything; else O(log *n*) for each row.
  package func shown(_ rows: some Sequence<Int64>, to client: String) throws -> Set<Int64>? {
    let status = try library.access.status(.readWrite, client, in: self)
    guard status != .authorized else { return nil }
    guard status == .limited else { return [] }
    let selection = try limitedSelection(of: client)
    let list = "[" + rows.map(String.init).joined(separator: ",") + "]"
    return Set(
      try connection.all(
        "SELECT a.id FROM json_each(?) l CROSS JOIN assets a ON a.id = l.value "
          + "WHERE \(selection.sql)", [list] + selection.arguments
      ) { $0.integer(0) })
  }

  /// The assets that `client` has added, in order of arrival.
  /// - Complexity: O(*n*) in the library's assets.
  package func assets(addedBy client: String) throws -> [UUID] {
    try connection.all("SELECT uuid FROM assets WHERE creator = ? ORDER BY id", [client]) {
      $0.uuid(0)
    }
  }

  /// The condition on `assets a` that holds for what a client with limited access may see (P177),
  /// and its arguments. Before anybody was asked, the library's default selection counts too.
  func limitedSelection(of client: String) throws
    -> (sql: String, arguments: [any BindableValue])
  {
    if case .limited(let uuids)? = library.access.presetInForce(client) {
      // What an application adds joins its selection (P177); nothing is written here.
      return (
        "(a.uuid IN (SELECT uuid_blob(value) FROM json_each(?)) OR a.creator = ?)",
        [PredicateList.json(uuids.map(\.sqliteValue)).text, client]
      )
    }
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
