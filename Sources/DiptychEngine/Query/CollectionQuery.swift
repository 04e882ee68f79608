import DiptychPlatform
import Foundation

/// A collection as a fetch finds it.
package enum CollectionItem: Hashable, Sendable {
  case stored(CollectionRecord)
  case smart(SmartAlbum)

  package func uuid(in library: Library) -> UUID {
    switch self {
    case .stored(let record): record.uuid
    case .smart(let album): album.uuid(library: library.uuid)
    }
  }
}

/// Which collections are wanted, and in which order.
package struct CollectionQuery: Hashable, Sendable {
  package enum Range: Hashable, Sendable {
    /// Every stored collection of these kinds, depth first in the user's order (P30, P66).
    case kinds(Set<CollectionKind>)
    /// The children of a folder, or of the root (P28, P29).
    case children(of: UUID?)
    case identifiers([UUID])
    /// The albums that hold an asset (P72).
    case containing(UUID)
    case smartAlbums([SmartAlbum])
  }

  package var range: Range
  package var filter: PredicateNode?
  package var sort: [SortKey] = []
  package var limit = 0

  package init(_ range: Range) {
    self.range = range
  }
}

extension ReadTransaction {
  /// The collections that `query` finds for `client`, in order. A client with limited access sees
  /// the albums that it made (P178); one without read access sees none.
  package func fetchCollections(_ query: CollectionQuery, as client: String?) throws
    -> [CollectionItem]
  {
    var creator: String?
    if let client {
      switch try library.access.status(.readWrite, client, in: self) {
      case .authorized: break
      case .limited: creator = client
      case .notDetermined, .restricted, .denied: return []
      }
    }
    var items = try candidates(query.range)
    if let creator {
      items.removeAll { item in
        if case .stored(let record) = item { return record.creator != creator }
        return false
      }
    }
    if query.filter != nil || !query.sort.isEmpty {
      items = try filtered(items, query)
    }
    return query.limit > 0 ? Array(items.prefix(query.limit)) : items
  }

  private func candidates(_ range: CollectionQuery.Range) throws -> [CollectionItem] {
    switch range {
    case .kinds(let kinds):
      return try collectionTree().filter { kinds.contains($0.kind) }.map { .stored($0) }
    case .children(let folder):
      guard let folder else {
        return try children(of: nil).filter(\.kind.isEditable).map { .stored($0) }
      }
      guard let row = try collection(folder)?.row else { return [] }
      return try children(of: row).map { .stored($0) }
    case .identifiers(let uuids):
      var seen: Set<UUID> = []
      return try uuids.filter { seen.insert($0).inserted }.compactMap { uuid in
        if let record = try collection(uuid) { return .stored(record) }
        return SmartAlbum.allCases.first { $0.uuid(library: library.uuid) == uuid }
          .map { .smart($0) }
      }
    case .containing(let uuid):
      guard let asset = try asset(uuid)?.row else { return [] }
      let albums = try connection.all("SELECT album FROM memberships WHERE asset = ?", [asset]) {
        $0.integer(0)
      }
      return try collectionTree().filter { albums.contains($0.row) }.map { .stored($0) }
    case .smartAlbums(let albums):
      return albums.map { .smart($0) }
    }
  }

  /// Filters and sorts in SQL, over a list that carries each candidate's place.
  private func filtered(_ items: [CollectionItem], _ query: CollectionQuery) throws
    -> [CollectionItem]
  {
    guard !items.isEmpty else { return [] }
    let rows = items.map { item in
      switch item {
      case .stored(let record):
        return Self.json(record.row, record.uuid, record.title)
      case .smart(let album):
        let title = album.title(
          language: library.configuration.language,
          cameraRoll: library.profile.namesUserLibraryCameraRoll)
        return Self.json(0, album.uuid(library: library.uuid), title)
      }
    }
    var arguments: [any BindableValue] = ["[" + rows.joined(separator: ",") + "]"]
    var compiler = PredicateCompiler(keys: .collections)
    let condition = try query.filter.map { try compiler.sql($0) } ?? "1"
    arguments += compiler.arguments
    var order = try query.sort.map { sort in
      guard let column = PredicateCompiler.Keys.collections.sortColumn(sort.key) else {
        throw LibraryError(
          .unsupportedQuery, "Collections cannot be sorted by this key. Sort after the fetch.",
          cause: sort.key)
      }
      return "\(column) \(sort.ascending ? "ASC" : "DESC")"
    }
    order.append("c.place")
    let places = try connection.all(
      """
      WITH c (place, id, uuid, title) AS MATERIALIZED (
        SELECT key, json_extract(value, '$[0]'), uuid_blob(json_extract(value, '$[1]')),
          json_extract(value, '$[2]') FROM json_each(?))
      SELECT c.place FROM c WHERE \(condition) ORDER BY \(order.joined(separator: ", "))
      """, arguments
    ) { $0.int(0) }
    return places.map { items[$0] }
  }

  private static func json(_ row: Int64, _ uuid: UUID, _ title: String) -> String {
    "[\(row),\(PredicateList.quoted(uuid.uuidString)),\(PredicateList.quoted(title))]"
  }
}
