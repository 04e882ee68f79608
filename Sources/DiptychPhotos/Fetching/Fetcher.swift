import DiptychEngine
import DiptychPlatform
import Foundation

/// Runs fetches for the class methods of the facade.
///
/// Without access a fetch finds nothing (P173); while nothing is decided it also makes the system
/// ask, later and elsewhere (P172).
struct Fetcher {
  let scope: LibraryScope
  let settings: FetchSettings

  init(
    _ scope: LibraryScope, _ options: PHFetchOptions?, file: StaticString = #fileID,
    function: StaticString = #function
  ) {
    self.scope = scope
    if let trace = scope.library.configuration.trace {
      // The file is named after the class that the application called.
      let type = "\(file)".split(separator: "/").last?.prefix { $0 != "+" } ?? ""
      trace.note("\(type).\(function)")
    }
    settings = FetchSettings(options)
  }

  /// The assets in `range`, narrowed by the options and by `condition`.
  func assets(
    in range: AssetQuery.Range, where condition: PredicateNode? = nil
  ) -> PHFetchResult<PHAsset> {
    assets { filter, sort in
      var query = AssetQuery(range)
      let parts = [condition, filter].compactMap { $0 }
      query.filter = parts.isEmpty ? nil : .and(parts)
      query.sort = sort
      query.limit = settings.limit
      return query
    }
  }

  /// The asset that stands for a range (decision 13), filtered by the options.
  func keyAsset(in range: AssetQuery.Range, isLast: Bool) -> PHFetchResult<PHAsset> {
    assets { filter, _ in
      var query = AssetQuery(range)
      query.filter = filter
      query.isNewestFirst = isLast
      query.limit = 1
      return query
    }
  }

  private func assets(
    _ makeQuery: (PredicateNode?, [SortKey]) -> AssetQuery
  ) -> PHFetchResult<PHAsset> {
    func query(_ filter: PredicateNode?, _ sort: [SortKey]) -> AssetQuery {
      var query = makeQuery(filter, sort)
      query.includesHidden = settings.includesHidden
      query.includesAllBursts = settings.includesAllBursts
      query.sources = settings.sources
      return query
    }
    let isRefused = { (filter: PredicateNode?, sort: [SortKey]) in
      isUnsupported {
        // No rows, so that only the options are looked at.
        var query = query(filter, sort)
        query.range = .rows([])
        _ = try scope.library.fetchAssets(query, as: nil)
      }
    }
    let snapshot = answer(isRefused, isEmpty: \.order.isEmpty) {
      try scope.library.fetchOrder(query(settings.filter, settings.sort), as: scope.client)
    }
    if snapshot?.order.isEmpty ?? true { promptIfUndecided() }
    guard let snapshot else { return PHFetchResult() }
    return PHFetchResult(
      FetchContents(scope, snapshot, wantsDifference: settings.wantsDifference))
  }

  /// The collections in `range`, narrowed by the options.
  func collections<Kind: PHCollection>(
    in range: CollectionQuery.Range
  ) -> PHFetchResult<Kind> {
    let contents = answer(isRefused, isEmpty: { $0.count == 0 }) {
      try CollectionFetch.run(
        collectionQuery(range, settings.filter, settings.sort), Kind.self, scope,
        settings.wantsDifference)
    }
    if contents?.count ?? 0 == 0 { promptIfUndecided() }
    return contents.map { PHFetchResult($0) } ?? PHFetchResult()
  }

  /// Whether the client sees something in `range`, whatever the options say. It does not count as
  /// fetched.
  func sees(_ range: CollectionQuery.Range) -> Bool {
    let found = try? scope.library.read { transaction in
      try transaction.fetchCollections(CollectionQuery(range), as: scope.client)
    }
    return found?.isEmpty == false
  }

  /// The collections of a list in memory, as far as the client may still see them, narrowed and
  /// sorted by the options. The store does that, so that both kinds of fetch agree, with what the
  /// objects say of themselves (decision 246).
  func collections(among collections: [PHCollection]) -> PHFetchResult<PHCollection> {
    var found = shown(collections)
    if settings.narrowsOrSorts {
      let candidates = found.map(\.candidate)
      let places = answer(isRefused, isEmpty: \.isEmpty) {
        try scope.library.read { transaction in
          try transaction.places(
            of: candidates, collectionQuery(.kinds([]), settings.filter, settings.sort))
        }
      }
      found = (places ?? []).map { found[$0] }
    }
    if settings.limit > 0 { found = Array(found.prefix(settings.limit)) }
    return PHFetchResult(FetchContents(found))
  }

  private func collectionQuery(
    _ range: CollectionQuery.Range, _ filter: PredicateNode?, _ sort: [SortKey]
  ) -> CollectionQuery {
    var query = CollectionQuery(range)
    query.filter = filter
    query.sort = sort
    query.limit = settings.limit
    return query
  }

  /// Whether the store refuses a filter and an order for collections.
  private func isRefused(_ filter: PredicateNode?, _ sort: [SortKey]) -> Bool {
    isUnsupported {
      // The store does not look at options for an empty list.
      let query = collectionQuery(.smartAlbums(SmartAlbum.allCases), filter, sort)
      _ = try scope.library.read { try $0.fetchCollections(query, as: nil) }
    }
  }

  /// What the client may see now: nothing without access, and with limited access no other
  /// application's album or folder.
  private func shown(_ collections: [PHCollection]) -> [PHCollection] {
    let stored = Set(collections.compactMap(\.storedUUID))
    let answer = try? scope.library.read { transaction -> Set<UUID>? in
      guard try transaction.mayRead(scope.client) else { return nil }
      let query = CollectionQuery(.identifiers(Array(stored), nil))
      let found = try transaction.fetchCollections(query, as: scope.client)
      let seen = Set(found.map { $0.uuid(in: scope.library) })
      // One that was deleted since the list was made stays in it, for those who saw it until then.
      let isLimited =
        try scope.library.access.status(.readWrite, scope.client, in: transaction) == .limited
      return try seen.union(
        collections.compactMap(\.record).filter { record in
          guard !isLimited || record.creator == scope.client else { return false }
          return try transaction.collection(record.uuid) == nil
        }.map(\.uuid))
    }
    guard let seen = answer ?? nil else { return [] }
    return collections.filter { $0.storedUUID.map(seen.contains) ?? true }
  }

  /// An answer of the library; a part of the options that it cannot take ends the process, where
  /// Apple raises, also when there is nothing to find. A library that fails otherwise finds
  /// nothing, and says so once.
  private func answer<Answer>(
    _ isRefused: (PredicateNode?, [SortKey]) -> Bool, isEmpty: (Answer) -> Bool,
    _ fetch: () throws -> Answer
  ) -> Answer? {
    do {
      let answer = try fetch()
      if isEmpty(answer), settings.narrowsOrSorts, isRefused(settings.filter, settings.sort) {
        settings.refuse(isRefused)
      }
      return answer
    } catch {
      let error = LibraryError.wrapping(error)
      if Self.isUnsupported(error) { settings.refuse(isRefused, error) }
      Notices.once("Diptych: a fetch found nothing because it failed. \(error)")
      return nil
    }
  }

  private func isUnsupported(_ fetch: () throws -> Void) -> Bool {
    do {
      try fetch()
      return false
    } catch {
      return Self.isUnsupported(LibraryError.wrapping(error))
    }
  }

  /// A predicate that is too large is answered like one that is unknown, not by "nothing found".
  private static func isUnsupported(_ error: LibraryError) -> Bool {
    error.code == .unsupportedQuery || error.code == .limitExceeded
  }

  private func promptIfUndecided() {
    let (library, client) = (scope.library, scope.client)
    guard library.access.status(.readWrite, client) == .notDetermined else { return }
    LibraryScope.$current.withValue(scope) {
      library.queues.request("prompt") { library.access.request(.readWrite, client) }
    }
  }
}
