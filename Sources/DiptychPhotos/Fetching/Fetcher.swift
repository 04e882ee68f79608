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

  init(_ scope: LibraryScope, _ options: PHFetchOptions?) {
    self.scope = scope
    settings = FetchSettings(options)
  }

  /// The rows of the assets in `range`, narrowed by the options and by `condition`.
  func assetRows(
    in range: AssetQuery.Range, where condition: PredicateNode? = nil
  ) -> [Int64] {
    func query(_ filter: PredicateNode?, _ sort: [SortKey]) -> AssetQuery {
      var query = AssetQuery(range)
      let parts = [condition, filter].compactMap { $0 }
      query.filter = parts.isEmpty ? nil : .and(parts)
      query.sort = sort
      query.includesHidden = settings.includesHidden
      query.includesAllBursts = settings.includesAllBursts
      query.sources = settings.sources
      query.limit = settings.limit
      return query
    }
    let rows = answer(empty: []) {
      try scope.library.fetchAssets(query(settings.filter, settings.sort), as: scope.client)
    } isRefused: { filter, sort in
      isUnsupported { _ = try scope.library.fetchAssets(query(filter, sort), as: nil) }
    }
    if rows.isEmpty { promptIfUndecided() }
    return rows
  }

  /// The assets in `range`, narrowed by the options and by `condition`.
  func assets(
    in range: AssetQuery.Range, where condition: PredicateNode? = nil
  ) -> PHFetchResult<PHAsset> {
    PHFetchResult(FetchContents(scope, rows: assetRows(in: range, where: condition)))
  }

  /// The collections in `range`, narrowed by the options.
  func collections<Kind: PHCollection>(
    in range: CollectionQuery.Range
  ) -> PHFetchResult<Kind> {
    func query(_ filter: PredicateNode?, _ sort: [SortKey]) -> CollectionQuery {
      var query = CollectionQuery(range)
      query.filter = filter
      query.sort = sort
      query.limit = settings.limit
      return query
    }
    let collections = answer(empty: [PHCollection]()) {
      try scope.library.read { transaction in
        let items = try transaction.fetchCollections(
          query(settings.filter, settings.sort), as: scope.client)
        return try PHCollection.make(items, scope, transaction)
      }
    } isRefused: { filter, sort in
      isUnsupported {
        // An empty list is not looked at, so the refusal needs a list with something in it.
        var query = query(filter, sort)
        query.range = .smartAlbums(SmartAlbum.allCases)
        _ = try scope.library.read { try $0.fetchCollections(query, as: nil) }
      }
    }
    if collections.isEmpty { promptIfUndecided() }
    return PHFetchResult(FetchContents(scope, objects: collections.compactMap { $0 as? Kind }))
  }

  /// An answer of the library; a part of the options that it cannot take ends the process, where
  /// Apple raises. A library that fails otherwise finds nothing, and says so once.
  private func answer<Answer>(
    empty: Answer, _ fetch: () throws -> Answer,
    isRefused: (PredicateNode?, [SortKey]) -> Bool
  ) -> Answer {
    do {
      return try fetch()
    } catch {
      let error = LibraryError.wrapping(error)
      if error.code == .unsupportedQuery { settings.refuse(isRefused) }
      Notices.once("Diptych: a fetch found nothing because it failed. \(error)")
      return empty
    }
  }

  private func isUnsupported(_ fetch: () throws -> Void) -> Bool {
    do {
      try fetch()
      return false
    } catch {
      return LibraryError.wrapping(error).code == .unsupportedQuery
    }
  }

  private func promptIfUndecided() {
    let (library, client) = (scope.library, scope.client)
    guard library.access.status(.readWrite, client) == .notDetermined else { return }
    LibraryScope.$current.withValue(scope) {
      library.queues.request("prompt") { library.access.request(.readWrite, client) }
    }
  }
}
