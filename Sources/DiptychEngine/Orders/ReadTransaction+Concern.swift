import DiptychPlatform
import Foundation

extension ReadTransaction {
  /// Whether a commit touches anything that a client has fetched or is fetching, or anything that the
  /// same fetches would find now.
  /// - Parameters:
  ///   - changes: What the client may know of it; nil when anything may have changed.
  ///   - commit: Its token.
  ///   - client: The application that has fetched.
  /// - Complexity: A fetch for each list of collections, besides O(log *n*) for each change. Lists
  ///   that take a look at all assets are fetched only where the answer depends on them.
  package func concern(
    _ changes: LoggedChanges?, of commit: Int64, _ client: String
  ) throws -> Bool {
    // Before anything else: a fetch that ends from now on is in here, one that has ended is below.
    let underWay = library.fetched(by: client).underWay
    let isTold =
      try concernOfObjects(changes, client, underWay)
      || underWay.ofCollections.values.contains { query in
        changes.map { query.isTouched(by: $0, as: client) } ?? true
      }
    guard isTold || changes?.isEmpty == false else { return false }
    // Also where it is decided already: what the client is told of, it is not to be told again.
    return try concernOfLists(changes, of: commit, client, isTold)
  }

  /// Whether a commit touches an object that a client has fetched, or a result of assets.
  private func concernOfObjects(
    _ changes: LoggedChanges?, _ client: String, _ underWay: FetchesUnderWay
  ) throws -> Bool {
    let fetched = library.fetched(by: client)
    let orders = library.orders.snapshots(of: client).map(\.query)
    let hasFetched = !orders.isEmpty || !fetched.isEmpty || !underWay.isEmpty
    // Who may see something else than before may find something else.
    guard let changes, !changes.accessDecided.contains(client) else { return hasFetched }
    guard !changes.isEmpty else {
      // Before the log told whose access was decided about, such a commit named nothing.
      return changes.accessDecided.isEmpty && !changes.leavesOut && hasFetched
    }
    let touched = changes.assets.filter { _, asset in
      asset.hasNews || asset.wentForEver || asset.isInserted || asset.selectedFor.contains(client)
    }
    let told = changes.collections.filter { $0.value.isRenamed || $0.value.isDeleted }.keys
    if fetched.contains(anyOf: touched.keys) || fetched.contains(anyOf: told) { return true }
    // Nobody knows yet what these have found of what was there before.
    let present = touched.values.filter { !$0.isInserted }
    if underWay.ofAssets.values.contains(where: { $0.range.mayHold(anyOf: present) }) {
      return true
    }
    for query in orders + underWay.ofAssets.values {
      if case .album(let album) = query.range, let change = changes.collections[album],
        change.hasChangedMembers || change.isDeleted
      {
        return true
      }
      if !touched.isEmpty, let found = try keys(of: Set(touched.keys), query, as: client, []),
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
    _ changes: LoggedChanges?, of commit: Int64, _ client: String, _ isConcerned: Bool
  ) throws -> Bool {
    let fetched = library.fetched(by: client)
    let touched = fetched.queries.filter { query, known in
      known.token < commit && changes.map { query.isTouched(by: $0, as: client) } ?? true
    }
    guard !touched.isEmpty else { return isConcerned }
    let token = try self.token()
    // Told anyway: for this, nobody takes a look at all assets.
    let unread = isConcerned ? touched.filter { $0.key.dependsOnAssets } : [:]
    for query in unread.keys { fetched.tell(query, token, nil) }
    guard touched.count - unread.count <= FetchedCollections.maximumQueries else { return true }
    var isTold = isConcerned
    for (query, known) in touched where unread[query] == nil {
      let now = try fetchCollections(query, as: client).map { $0.uuid(in: library) }
      // What nobody looked at when the client was told last may have been anything.
      if known.lists?.contains(where: { $0 != now }) ?? true { isTold = true }
      fetched.tell(query, token, now)
    }
    return isTold
  }
}

extension AssetQuery.Range {
  /// Whether a fetch may have found one of these assets as they were before a commit.
  fileprivate func mayHold(anyOf assets: [LoggedChanges.Asset]) -> Bool {
    guard case .identifiers(let uuids) = self else { return !assets.isEmpty }
    let touched = Set(assets.map(\.uuid))
    return uuids.contains { touched.contains($0) }
  }
}

extension CollectionQuery {
  /// Whether changes can make a difference to what is found. One fetch by name for each album is
  /// what applications make, so those are told apart: only a change of a named collection counts.
  fileprivate func isTouched(by changes: LoggedChanges, as client: String) -> Bool {
    // A commit that names nothing may have changed what the client sees.
    if changes.isEmpty || changes.accessDecided.contains(client) { return true }
    if dependsOnAssets, !changes.assets.isEmpty { return true }
    guard !isOfDays else { return false }
    if case .identifiers(let names, _) = range, !dependsOnAssets {
      return names.contains { changes.collections[$0] != nil }
    }
    return !changes.collections.isEmpty
  }

  /// Whether a change of assets alone can change what is found, or its order: what it finds are
  /// days, or figures of albums decide.
  fileprivate var dependsOnAssets: Bool {
    isOfDays || sort.contains { Self.figures.contains($0.key) }
      || filter?.names(anyOf: Self.figures) ?? false
  }

  /// Whether it finds days, or lists of them.
  private var isOfDays: Bool {
    switch range {
    case .kinds, .children, .identifiers, .containing, .parent, .smartAlbums: false
    case .moments, .momentIdentifiers, .momentContaining, .momentLists, .momentListIdentifiers,
      .momentListsContaining:
      true
    }
  }

  /// The keys of an album that its members decide.
  private static let figures: Set<String> = ["startDate", "endDate", "estimatedAssetCount"]
}

extension PredicateNode {
  /// Whether one of these keys is looked at.
  fileprivate func names(anyOf keys: Set<String>) -> Bool {
    switch self {
    case .constant: false
    case .comparison(let comparison):
      comparison.left.names(anyOf: keys) || comparison.right.names(anyOf: keys)
    case .and(let parts), .or(let parts): parts.contains { $0.names(anyOf: keys) }
    case .not(let part): part.names(anyOf: keys)
    }
  }
}

extension DiptychPlatform.PredicateExpression {
  fileprivate func names(anyOf keys: Set<String>) -> Bool {
    switch self {
    case .keyPath(let key): keys.contains(key)
    case .selfObject, .value: false
    case .list(let parts): parts.contains { $0.names(anyOf: keys) }
    case .arithmetic(_, let left, let right):
      left.names(anyOf: keys) || right.names(anyOf: keys)
    case .negate(let part): part.names(anyOf: keys)
    }
  }
}
