import DiptychPlatform
import Foundation

/// What a client has fetched, by which it is decided which commits it is told of: only of those
/// that touch something of it (P149).
///
/// A row takes one bit. What was fetched stays so, as long as the library is open.
package final class FetchedObjects: Sendable {
  private struct State {
    var rows: [UInt64] = []
    var collections: Set<UUID> = []
    var queries: [CollectionQuery: [UUID]] = [:]
    var isWatched = false

    mutating func insert(_ row: Int64) {
      guard row > 0 else { return }
      let word = Int(row / 64)
      if word >= rows.count {
        rows += Array(repeating: 0, count: max(word + 1 - rows.count, rows.count))
      }
      rows[word] |= 1 << UInt64(row % 64)
    }

    func contains(_ row: Int64) -> Bool {
      let word = Int(row / 64)
      return row > 0 && word < rows.count && rows[word] & 1 << UInt64(row % 64) != 0
    }
  }

  private let state = Lock(State())

  /// Queries for collections beyond this number are not told apart.
  private static let maximumQueries = 256

  /// Notes assets of which objects were made.
  package func note(_ rows: [Int64]) {
    state.withLock { state in
      for row in rows { state.insert(row) }
    }
  }

  /// Notes a result. The ones that the library keeps count from the moment that somebody watches.
  func note(_ order: Order, unlessKept isKept: Bool) {
    guard !isKept || state.withLock({ $0.isWatched }) else { return }
    for chunk in order.chunks { note(chunk) }
  }

  /// Notes collections that a query found.
  package func note(_ collections: [UUID], foundBy query: CollectionQuery) {
    state.withLock { state in
      state.collections.formUnion(collections)
      if state.queries.count < Self.maximumQueries || state.queries[query] != nil {
        state.queries[query] = collections
      }
    }
  }

  /// False for the first who asks: what was fetched before still has to be noted.
  func watch() -> Bool {
    state.withLock { state in
      defer { state.isWatched = true }
      return state.isWatched
    }
  }

  func contains(anyOf rows: some Sequence<Int64>) -> Bool {
    state.withLock { state in rows.contains { state.contains($0) } }
  }

  func contains(anyOf collections: some Sequence<UUID>) -> Bool {
    state.withLock { state in collections.contains { state.collections.contains($0) } }
  }

  /// Whether nothing was fetched.
  var isEmpty: Bool {
    state.withLock { state in
      state.collections.isEmpty && state.queries.isEmpty && !state.rows.contains { $0 != 0 }
    }
  }

  /// The queries for collections and what they found last.
  var queries: [CollectionQuery: [UUID]] { state.withLock { $0.queries } }
}

extension Library {
  /// What a client has fetched.
  package func fetched(by client: String) -> FetchedObjects {
    fetched.withLock { fetched in
      if let present = fetched[client] { return present }
      let new = FetchedObjects()
      fetched[client] = new
      return new
    }
  }

  /// Notes what a client has fetched so far and still has, and from now on all that it fetches.
  package func watchFetches(of client: String) {
    let fetched = fetched(by: client)
    guard !fetched.watch() else { return }
    for snapshot in orders.snapshots(of: client) {
      fetched.note(snapshot.order, unlessKept: false)
    }
  }
}

extension ReadTransaction {
  /// Whether commits touch anything that a client has fetched, or anything that the same fetches
  /// would find now.
  /// - Parameters:
  ///   - changes: What the client may know of them; nil when anything may have changed.
  ///   - client: The application that has fetched.
  /// - Complexity: One statement a kept query, besides O(log *n*) for each change.
  package func concern(_ changes: LoggedChanges?, _ client: String) throws -> Bool {
    let fetched = library.fetched(by: client)
    let orders = library.orders.snapshots(of: client)
    // A commit that touches no object changes what somebody may see.
    guard let changes, !changes.isEmpty else {
      return changes?.leavesOut != true && (!orders.isEmpty || !fetched.isEmpty)
    }
    let touched = changes.assets.filter { _, asset in
      asset.hasNews || asset.isPurged || asset.isInserted || asset.selectedFor.contains(client)
    }.keys
    let told = changes.collections.filter { $0.value.isRenamed || $0.value.isDeleted }.keys
    if fetched.contains(anyOf: touched) || fetched.contains(anyOf: told) { return true }
    for snapshot in orders {
      if case .album(let album) = snapshot.query.range,
        let change = changes.collections[album], change.hasChangedMembers || change.isDeleted
      {
        return true
      }
      if !touched.isEmpty, let found = try keys(of: Set(touched), snapshot.query, as: client, []),
        !found.isEmpty
      {
        fetched.note(found.map(\.row))
        return true
      }
    }
    for (query, before) in fetched.queries {
      guard query.isTouched(by: changes) else { continue }
      let now = try fetchCollections(query, as: client).map { $0.uuid(in: library) }
      guard now != before else { continue }
      fetched.note(now, foundBy: query)
      return true
    }
    return false
  }
}

extension CollectionQuery {
  /// Whether changes can make a difference to what is found. One fetch by name for each album is
  /// what applications make, so those are told apart: only a change of a named collection counts.
  fileprivate func isTouched(by changes: LoggedChanges) -> Bool {
    if dependsOnAssets { return true }
    if case .identifiers(let names) = range {
      return names.contains { changes.collections[$0] != nil }
    }
    return !changes.collections.isEmpty
  }

  /// Whether a change of assets alone can change what is found, or its order.
  fileprivate var dependsOnAssets: Bool {
    switch range {
    case .kinds, .children, .identifiers, .containing, .smartAlbums: filter != nil || !sort.isEmpty
    case .moments, .momentIdentifiers, .momentContaining, .momentLists, .momentListIdentifiers: true
    }
  }
}
