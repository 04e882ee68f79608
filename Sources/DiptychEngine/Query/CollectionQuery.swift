import DiptychPlatform
import Foundation

/// A collection as a fetch finds it.
package enum CollectionItem: Hashable, Sendable {
  case stored(CollectionRecord)
  case smart(SmartAlbum)
  case moment(Moment)
  case momentList(MomentList)

  /// The row of an album or folder.
  fileprivate var row: Int64? {
    if case .stored(let record) = self { return record.row }
    return nil
  }

  package func uuid(in library: Library) -> UUID {
    switch self {
    case .stored(let record): record.uuid
    case .smart(let album): album.uuid(library: library.uuid)
    case .moment(let moment): moment.uuid
    case .momentList(let list): list.uuid
    }
  }
}

/// What a local identifier says of a collection beside its identifier (P58, P59). Smart albums are
/// albums.
package enum CollectionForm: Hashable, Sendable {
  case album, folder
}

/// Which collections are wanted, and in which order.
package struct CollectionQuery: Hashable, Sendable {
  package enum Range: Hashable, Sendable {
    /// Every stored collection of these kinds, depth first in the user's order (P30, P66).
    case kinds(Set<CollectionKind>)
    /// The children of a folder, or of the root (P28, P29).
    case children(of: UUID?)
    /// What has these identifiers; of one form only, if that is given.
    case identifiers([UUID], CollectionForm?)
    /// The albums that hold an asset (P72).
    case containing(UUID)
    /// The folder that holds an album or folder; none at the root (P79).
    case parent(of: UUID)
    case smartAlbums([SmartAlbum])
    /// The days that start in the interval, or all, in ascending order (decision 32).
    case moments(DateInterval?)
    /// The days that have these identifiers.
    case momentIdentifiers([UUID])
    /// The day on which an asset was taken.
    case momentContaining(UUID)
    /// Months or years of days, in ascending order; those that hold a date, if one is given.
    case momentLists(MomentList.Span, containing: Date?)
    /// The months and years that have these identifiers.
    case momentListIdentifiers([UUID])
    /// The year and the month of a day.
    case momentListsContaining(UUID)
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
    var items = try candidates(query.range, client)
    if let creator {
      items.removeAll { item in
        if case .stored(let record) = item { return record.creator != creator }
        return false
      }
      items = try withSeenDates(items, as: creator)
    }
    if query.filter != nil || !query.sort.isEmpty {
      // Who sees a part of the members gets figures of that part, in predicates too.
      items = try filtered(items, query, limitedTo: creator)
    }
    return query.limit > 0 ? Array(items.prefix(query.limit)) : items
  }

  private func candidates(_ range: CollectionQuery.Range, _ client: String?) throws
    -> [CollectionItem]
  {
    switch range {
    case .kinds(let kinds):
      return try collectionTree().filter { kinds.contains($0.kind) }.map { .stored($0) }
    case .children(let folder):
      guard let folder else {
        return try children(of: nil).filter(\.kind.isEditable).map { .stored($0) }
      }
      guard let record = try collection(folder), try isShown(record, to: client) else {
        return []
      }
      return try children(of: record.row).map { .stored($0) }
    case .identifiers(let uuids, let form):
      var seen: Set<UUID> = []
      return try uuids.filter { seen.insert($0).inserted }.compactMap { uuid in
        if let record = try collection(uuid) {
          let own: CollectionForm = record.kind.isFolder ? .folder : .album
          return form == nil || form == own ? .stored(record) : nil
        }
        guard form != .folder else { return nil }
        return SmartAlbum.allCases.first { $0.uuid(library: library.uuid) == uuid }
          .map { .smart($0) }
      }
    case .containing(let uuid):
      guard try isShown(uuid, to: client), let asset = try asset(uuid)?.row else { return [] }
      let albums = try connection.all("SELECT album FROM memberships WHERE asset = ?", [asset]) {
        $0.integer(0)
      }
      return try collectionTree().filter { albums.contains($0.row) }.map { .stored($0) }
    case .parent(let uuid):
      guard let record = try collection(uuid), try isShown(record, to: client),
        let parent = try record.parent.flatMap({ try collection(row: $0) })
      else { return [] }
      return [.stored(parent)]
    case .smartAlbums(let albums):
      return albums.map { .smart($0) }
    case .moments(let interval):
      let moments = try moments(as: client)
      guard let interval else { return moments.map { .moment($0) } }
      return moments.filter { interval.start <= $0.start && $0.start < interval.end }
        .map { .moment($0) }
    case .momentIdentifiers(let uuids):
      return try moments(as: client).filter { uuids.contains($0.uuid) }.map { .moment($0) }
    case .momentContaining(let uuid):
      var query = AssetQuery(.identifiers([uuid]))
      // Days are made of the user's own assets.
      query.sources = AssetSource.userLibrary.rawValue
      guard let row = try fetchAssets(query, as: client).first, let asset = try asset(row: row),
        !asset.isHidden, let date = asset.creationDate
      else { return [] }
      return try moments(as: client).filter { $0.start <= date && date < $0.end }
        .map { .moment($0) }
    case .momentLists(let span, let date):
      return try momentLists(span, as: client).filter { list in
        date.map { list.start <= $0 && $0 < list.end } ?? true
      }.map { .momentList($0) }
    case .momentListIdentifiers(let uuids):
      let lists = try momentLists(.year, as: client) + momentLists(.month, as: client)
      return lists.filter { uuids.contains($0.uuid) }.map { .momentList($0) }
    case .momentListsContaining(let uuid):
      guard let day = try moments(as: client).first(where: { $0.uuid == uuid }) else { return [] }
      let lists = try momentLists(.year, as: client) + momentLists(.month, as: client)
      return lists.filter { $0.start <= day.start && day.start < $0.end }.map { .momentList($0) }
    }
  }

  /// Filters and sorts in SQL, over a list that carries each candidate's place.
  /// - Parameter limited: The client whose selection the figures of albums count; nil for all
  ///   members.
  private func filtered(
    _ items: [CollectionItem], _ query: CollectionQuery, limitedTo limited: String?
  ) throws -> [CollectionItem] {
    guard !items.isEmpty else { return [] }
    let figures = try limited.map { try albumFigures(items.compactMap(\.row), as: $0) }
    return try places(of: items.map { json($0, figures) }, query).map { items[$0] }
  }

  /// Which of a list's collections a query's filter passes, by their places, in the query's order.
  package func places(
    of candidates: [CollectionCandidate], _ query: CollectionQuery
  ) throws -> [Int] {
    guard !candidates.isEmpty else { return [] }
    let rows = candidates.map { candidate in
      Self.json(
        0, candidate.localIdentifier, candidate.title, candidate.earliest, candidate.latest,
        count: Int64(candidate.count))
    }
    return try places(of: rows, query)
  }

  /// - Parameter rows: The candidates as the statement reads them.
  private func places(of rows: [String], _ query: CollectionQuery) throws -> [Int] {
    var arguments: [any BindableValue] = ["[" + rows.joined(separator: ",") + "]"]
    let keys = PredicateCompiler.Keys.collections(shown: library.profile.shownInAlbums)
    var compiler = PredicateCompiler(keys: keys)
    let condition = try query.filter.map { try compiler.sql($0) } ?? "1"
    arguments += compiler.arguments
    var order = try query.sort.map { sort in
      guard let column = keys.sortColumn(sort.key) else {
        throw LibraryError(
          .unsupportedQuery, "Collections cannot be sorted by this key. Sort after the fetch.",
          cause: sort.key)
      }
      return "\(column) \(sort.ascending ? "ASC" : "DESC")"
    }
    order.append("c.place")
    return try connection.all(
      """
      WITH c (place, id, name, title, earliest, latest, assets) AS MATERIALIZED (
        SELECT key, json_extract(value, '$[0]'), json_extract(value, '$[1]'),
          json_extract(value, '$[2]'), json_extract(value, '$[3]'), json_extract(value, '$[4]'),
          json_extract(value, '$[5]') FROM json_each(?))
      SELECT c.place FROM c WHERE \(condition) ORDER BY \(order.joined(separator: ", "))
      """, arguments
    ) { $0.int(0) }
  }

  /// A candidate as the statement reads it. What is no row brings its own figures, and so does an
  /// album of which a part is seen; a smart album's count is the number for "unknown", which is
  /// large (P12).
  private func json(_ item: CollectionItem, _ figures: [Int64: AlbumFigures]?) -> String {
    let name = item.localIdentifier(in: library)
    switch item {
    case .stored(let record):
      guard let figures else { return Self.json(record.row, name, record.title) }
      let own = figures[record.row] ?? AlbumFigures()
      return Self.json(
        0, name, record.title, own.earliest, own.latest, count: Int64(own.count))
    case .smart(let album):
      let title = album.title(
        language: library.configuration.language,
        cameraRoll: library.profile.namesUserLibraryCameraRoll)
      return Self.json(0, name, title, count: .max)
    case .moment(let moment):
      return Self.json(0, name, nil, moment.earliest, moment.latest, count: Int64(moment.count))
    case .momentList(let list):
      return Self.json(0, name, list.title, list.earliest, list.latest)
    }
  }

  private static func json(
    _ row: Int64, _ name: String, _ title: String?, _ earliest: Date? = nil, _ latest: Date? = nil,
    count: Int64 = 0
  ) -> String {
    let values: [String] = [
      String(row), PredicateList.quoted(name),
      title.map { PredicateList.quoted($0) } ?? "null",
      earliest.map { String($0.microseconds) } ?? "null",
      latest.map { String($0.microseconds) } ?? "null", String(count),
    ]
    return "[\(values.joined(separator: ","))]"
  }
}
