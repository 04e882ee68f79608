import DiptychPlatform
import Foundation

/// What a query found for a client at one token. It never changes.
package final class OrderSnapshot: Sendable {
  /// What a client may see, apart from what is logged asset by asset.
  struct View: Hashable, Sendable {
    let status: AccessStatus?
    let selection: [UUID]?
    let hiddenShownInAlbums: Bool
  }

  /// What tells one kept order from another.
  struct Key: Hashable, Sendable {
    let query: AssetQuery
    let client: String?
  }

  package let query: AssetQuery
  package let client: String?
  /// The last commit that the order knows of.
  package let token: Int64
  package let order: Order
  let view: View

  init(_ query: AssetQuery, _ client: String?, token: Int64, _ view: View, _ order: Order) {
    self.query = query
    self.client = client
    self.token = token
    self.view = view
    self.order = order
  }

  var key: Key { Key(query: query, client: client) }
}

/// How a snapshot became what the same fetch gives now.
package struct OrderChange: Sendable {
  package let after: OrderSnapshot
  /// Nil when the single differences are not known (P156).
  package let difference: OrderDifference?
}

extension Library {
  /// What `query` finds for `client`, as `fetchAssets` gives it, shared with what was found before.
  /// - Complexity: One statement when nothing has changed since the same query; after a few changes
  ///   O(log *n*) for each; else O(*n*).
  package func fetchOrder(_ query: AssetQuery, as client: String?) throws -> OrderSnapshot {
    let kept = orders.kept(OrderSnapshot.Key(query: query, client: client))
    if let kept, kept.view.hiddenShownInAlbums == profile.hiddenShownInAlbums,
      try currentToken() == kept.token
    {
      return kept
    }
    return try during(query, as: client) {
      let snapshot = try read { try $0.fetchOrder(query, as: client, from: kept) }
      keep(snapshot)
      return snapshot
    }
  }

  /// How `snapshot` differs from what the same fetch finds now.
  /// - Complexity: O(log *n*) for each of a few changes; else O(*n*).
  package func change(of snapshot: OrderSnapshot, wantsDifference: Bool = true) throws
    -> OrderChange
  {
    if try currentToken() == snapshot.token {
      return OrderChange(after: snapshot, difference: OrderDifference())
    }
    return try during(snapshot.query, as: snapshot.client) {
      let change = try read { try $0.change(of: snapshot, wantsDifference: wantsDifference) }
      keep(change.after)
      return change
    }
  }

  /// Runs a fetch that counts as made from its beginning on.
  private func during<Found>(
    _ query: AssetQuery, as client: String?, _ fetch: () throws -> Found
  ) rethrows -> Found {
    guard let client else { return try fetch() }
    return try fetched(by: client).during(query, fetch)
  }

  private func keep(_ snapshot: OrderSnapshot) {
    orders.keep(snapshot)
    guard let client = snapshot.client else { return }
    fetched(by: client).note(snapshot.order, unlessKept: OrderCache.keeps(snapshot.query))
  }
}

extension ReadTransaction {
  func fetchOrder(_ query: AssetQuery, as client: String?, from kept: OrderSnapshot?) throws
    -> OrderSnapshot
  {
    let token = try token()
    let view = try view(of: client)
    if let kept, let update = try update(kept, view) {
      return OrderSnapshot(query, client, token: token, view, update.order)
    }
    return OrderSnapshot(query, client, token: token, view, try fetchOrder(query, as: client))
  }

  /// The present state, and how it came about. Where the difference is not wanted, only that there
  /// is none is told.
  package func change(of snapshot: OrderSnapshot, wantsDifference: Bool) throws -> OrderChange {
    let (query, client) = (snapshot.query, snapshot.client)
    let token = try token()
    let view = try view(of: client)
    var order: Order
    var difference: OrderDifference?
    if let update = try update(snapshot, view) {
      (order, difference) = (update.order, update.difference)
    } else {
      order = try fetchOrder(query, as: client)
      let changes = try loggedChanges(after: snapshot.token, limit: 1_000_000)
      if let changes, wantsDifference {
        difference = OrderDifference(
          from: snapshot.order.rows, to: order.rows, changed: changes.rowsWithNews)
      } else if let changes, order == snapshot.order,
        order.positions(of: changes.rowsWithNews).isEmpty
      {
        difference = OrderDifference()
      }
    }
    if !wantsDifference, difference?.isEmpty == false { difference = nil }
    return OrderChange(
      after: OrderSnapshot(query, client, token: token, view, order), difference: difference)
  }

  private func update(_ kept: OrderSnapshot, _ view: OrderSnapshot.View) throws -> OrderUpdate? {
    guard kept.view == view, let changes = try loggedChanges(after: kept.token) else { return nil }
    var updater = try OrderUpdater(self, kept.query, as: kept.client, old: kept.order, changes)
    return try updater.run()
  }

  private func view(of client: String?) throws -> OrderSnapshot.View {
    OrderSnapshot.View(
      status: try client.map { try library.access.status(.readWrite, $0, in: self) },
      selection: try client.flatMap { try library.access.defaultSelection($0, in: self) },
      hiddenShownInAlbums: library.profile.hiddenShownInAlbums)
  }
}
