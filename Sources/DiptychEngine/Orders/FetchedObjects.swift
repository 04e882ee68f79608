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
    var underWay = FetchesUnderWay()
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

  /// Runs a fetch, whose query counts as fetched from before it reads until what it has found is
  /// noted: of a commit in between the client has to be told (P149, decision 263).
  /// - Parameters:
  ///   - query: What is fetched.
  ///   - fetch: Reads, and notes what it has found.
  package func during<Found>(_ query: CollectionQuery, _ fetch: () throws -> Found) rethrows
    -> Found
  {
    try during({ $0.begin(query) }, fetch)
  }

  /// The same for a fetch of assets.
  func during<Found>(_ query: AssetQuery, _ fetch: () throws -> Found) rethrows -> Found {
    try during({ $0.begin(query) }, fetch)
  }

  private func during<Found>(
    _ begin: (inout FetchesUnderWay) -> Int, _ fetch: () throws -> Found
  ) rethrows -> Found {
    let number = state.withLock { begin(&$0.underWay) }
    defer { state.withLock { $0.underWay.end(number) } }
    return try fetch()
  }

  /// The fetches that have begun and not noted yet what they have found.
  var underWay: FetchesUnderWay { state.withLock { $0.underWay } }

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

  /// The queries for collections that somebody has an answer of, with what is known of each.
  var queries: [CollectionQuery: FetchedCollections.Known] {
    state.withLock { $0.collections.queries() }
  }

  func tell(_ query: CollectionQuery, _ token: Int64, _ collections: [UUID]?) {
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
