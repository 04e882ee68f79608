import DiptychPlatform
import Foundation

/// What a client has fetched, by which it is decided which commits it is told of: only of those
/// that touch something of it (P149).
///
/// A row takes one bit, as long as its number is one that libraries reach. An object that was fetched
/// stays so, as long as the library is open; a list as long as somebody has it, and a while longer.
package final class FetchedObjects: Sendable {
  private struct State {
    /// One bit a row up to ``lastBit``.
    var rows: [UInt64] = []
    /// Rows of greater numbers, which only somebody else's hand gives.
    var farRows: Set<Int64> = []
    var collections = FetchedCollections()
    var isWatched = false

    mutating func insert(_ row: Int64) {
      guard (1...FetchedObjects.lastBit).contains(row) else {
        farRows.insert(row)
        return
      }
      let word = Int(row / 64)
      if word >= rows.count {
        rows += Array(repeating: 0, count: max(word + 1 - rows.count, rows.count))
      }
      rows[word] |= 1 << UInt64(row % 64)
    }

    func contains(_ row: Int64) -> Bool {
      guard (1...FetchedObjects.lastBit).contains(row) else { return farRows.contains(row) }
      let word = Int(row / 64)
      return word < rows.count && rows[word] & 1 << UInt64(row % 64) != 0
    }
  }

  /// The last row that has a bit: eight megabytes of them.
  private static let lastBit: Int64 = 1 << 26

  private let state = Lock(State())

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
  /// - Returns: What counts as fetched as long as somebody has it.
  package func note(
    _ collections: [UUID], foundBy query: CollectionQuery, at token: Int64
  ) -> CollectionAnswer {
    let answer = CollectionAnswer(query, token: token, collections)
    let dropped = state.withLock { $0.collections.note(answer, isWatched: $0.isWatched) }
    withExtendedLifetime(dropped) {}
    return answer
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
    state.withLock { state in collections.contains { state.collections.found.contains($0) } }
  }

  /// Whether nothing was fetched.
  var isEmpty: Bool {
    state.withLock { state in
      state.collections.isEmpty && state.farRows.isEmpty && !state.rows.contains { $0 != 0 }
    }
  }

  /// The queries for collections that somebody has an answer of, with the lists that are known.
  fileprivate var queries: [CollectionQuery: Set<[UUID]>] {
    state.withLock { $0.collections.queries() }
  }

  fileprivate func tell(_ query: CollectionQuery, _ token: Int64, _ collections: [UUID]) {
    let dropped = state.withLock { $0.collections.tell(query, token, collections) }
    withExtendedLifetime(dropped) {}
  }
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
  /// - Complexity: A fetch for each list of collections, besides O(log *n*) for each change.
  package func concern(_ changes: LoggedChanges?, _ client: String) throws -> Bool {
    let isTold = try concernOfObjects(changes, client)
    guard let changes, !changes.isEmpty else { return isTold }
    // Also where it is decided already: what the client is told of, it is not to be told again.
    return try concernOfLists(changes, client, isTold)
  }

  /// Whether commits touch an object that a client has fetched, or a result of assets.
  private func concernOfObjects(_ changes: LoggedChanges?, _ client: String) throws -> Bool {
    let fetched = library.fetched(by: client)
    let orders = library.orders.snapshots(of: client)
    let hasFetched = !orders.isEmpty || !fetched.isEmpty
    // Who may see something else than before may find something else.
    guard let changes, !changes.accessDecided.contains(client) else { return hasFetched }
    guard !changes.isEmpty else {
      // Before the log told whose access was decided about, such a commit named nothing.
      return changes.accessDecided.isEmpty && !changes.leavesOut && hasFetched
    }
    let touched = changes.assets.filter { _, asset in
      asset.hasNews || asset.wentForEver || asset.isInserted || asset.selectedFor.contains(client)
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
    return false
  }

  /// Whether a list of collections that the client knows is another now, or it is told anyway.
  private func concernOfLists(
    _ changes: LoggedChanges, _ client: String, _ isConcerned: Bool
  ) throws -> Bool {
    let fetched = library.fetched(by: client)
    // Lists that take a look at all assets are read only where it depends on them.
    let queries = fetched.queries.filter { query, _ in
      query.isTouched(by: changes) && !(isConcerned && query.dependsOnAssets)
    }
    guard !queries.isEmpty else { return isConcerned }
    guard queries.count <= FetchedCollections.maximumQueries else { return true }
    let token = try self.token()
    var isTold = isConcerned
    for (query, known) in queries {
      let now = try fetchCollections(query, as: client).map { $0.uuid(in: library) }
      if known.contains(where: { $0 != now }) { isTold = true }
      fetched.tell(query, token, now)
    }
    return isTold
  }
}

extension CollectionQuery {
  /// Whether changes can make a difference to what is found. One fetch by name for each album is
  /// what applications make, so those are told apart: only a change of a named collection counts.
  fileprivate func isTouched(by changes: LoggedChanges) -> Bool {
    if dependsOnAssets { return true }
    if case .identifiers(let names, _) = range {
      return names.contains { changes.collections[$0] != nil }
    }
    return !changes.collections.isEmpty
  }

  /// Whether a change of assets alone can change what is found, or its order.
  fileprivate var dependsOnAssets: Bool {
    switch range {
    case .kinds, .children, .identifiers, .containing, .parent, .smartAlbums:
      filter != nil || !sort.isEmpty
    case .moments, .momentIdentifiers, .momentContaining, .momentLists, .momentListIdentifiers,
      .momentListsContaining:
      true
    }
  }
}
