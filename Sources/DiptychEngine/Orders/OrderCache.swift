import DiptychPlatform

/// The orders that a library keeps to share: those in use, and the last few.
final class OrderCache: Sendable {
  /// The orders of one query, oldest first. A result may hold an older one longer than anybody holds
  /// the newest, so each counts.
  private struct Entry {
    private struct Reference {
      weak var snapshot: OrderSnapshot?
    }

    private var references: [Reference] = []

    var newest: OrderSnapshot? { references.lazy.reversed().compactMap(\.snapshot).first }

    mutating func add(_ snapshot: OrderSnapshot) {
      references.removeAll { $0.snapshot == nil }
      let place = references.firstIndex { ($0.snapshot?.token ?? 0) > snapshot.token }
      references.insert(Reference(snapshot: snapshot), at: place ?? references.endIndex)
    }
  }

  private struct State {
    var entries: [OrderSnapshot.Key: Entry] = [:]
    /// The last ones, newest last.
    var recent: [OrderSnapshot] = []
    /// When entries without a snapshot are looked for again.
    var sweepCount = 256
  }

  /// How many orders stay without anybody using them, and how many rows they may have together.
  private static let keptOrders = 16
  private static let keptRows = 4_000_000

  private let state = Lock(State())

  /// The newest order of a query that somebody still has, or that is kept.
  func kept(_ key: OrderSnapshot.Key) -> OrderSnapshot? {
    guard Self.keeps(key.query) else { return nil }
    return state.withLock { $0.entries[key]?.newest }
  }

  func keep(_ snapshot: OrderSnapshot) {
    guard Self.keeps(snapshot.query) else { return }
    let key = snapshot.key
    // What falls out is released behind the lock.
    let dropped = state.withLock { state -> [OrderSnapshot] in
      state.entries[key, default: Entry()].add(snapshot)
      // One that was read before another and is kept after it serves its own result only.
      if let newest = state.entries[key]?.newest, newest.token > snapshot.token { return [] }
      var dropped = state.recent.filter { $0.key == key }
      state.recent.removeAll { $0.key == key }
      state.recent.append(snapshot)
      var rows = state.recent.reduce(0) { $0 + $1.order.count }
      while state.recent.count > Self.keptOrders
        || (rows > Self.keptRows && state.recent.count > 1)
      {
        let oldest = state.recent.removeFirst()
        rows -= oldest.order.count
        dropped.append(oldest)
      }
      if state.entries.count > state.sweepCount {
        state.entries = state.entries.filter { $0.value.newest != nil }
        state.sweepCount = max(256, 2 * state.entries.count)
      }
      return dropped
    }
    withExtendedLifetime(dropped) {}
  }

  /// The newest order of each query of a client that somebody has, or that is kept.
  func snapshots(of client: String) -> [OrderSnapshot] {
    state.withLock { $0.entries.values.compactMap(\.newest) }.filter { $0.client == client }
  }

  /// Lists of identifiers and rows are not asked for again.
  static func keeps(_ query: AssetQuery) -> Bool {
    switch query.range {
    case .library, .album, .smartAlbum, .taken, .burst: true
    case .identifiers, .rows, .list: false
    }
  }
}
