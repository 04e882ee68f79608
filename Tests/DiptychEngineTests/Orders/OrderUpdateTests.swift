import DiptychPlatform
import Foundation
import Testing

@testable import DiptychEngine

/// Orders that are brought up to date are what a full fetch gives, and what they say of the way
/// there leads from the old list to the new one.
struct OrderUpdateTests {
  private struct World {
    let library: Library
    let clock: VirtualClock
    var generator: SplitMix64
    var assets: [UUID]
    var trashed: [UUID] = []
    var albums: [UUID] = []

    mutating func pick(_ list: [UUID], _ most: Int = 4) -> [UUID] {
      guard !list.isEmpty else { return [] }
      return Array(
        Set(
          (0..<Int.random(in: 1...most, using: &generator)).map { _ in
            list[Int.random(in: 0..<list.count, using: &generator)]
          })
      ).sorted { $0.uuidString < $1.uuidString }
    }

    mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }
  }

  private static func world(_ seed: UInt64, rows: Int) throws -> World {
    let clock = VirtualClock(Fixtures.start)
    let library = try Fixtures.library(seed: "\(seed)", clock: clock)
    try library.seedRows(rows)
    let assets = try library.uuids(AssetQuery(.library))
    var world = World(
      library: library, clock: clock, generator: SplitMix64(seed: seed), assets: assets)
    for title in ["one", "two"] {
      let album = try library.user.make(titled: title)
      try library.user.add(world.assets.shuffled(using: &world.generator), to: album)
      world.albums.append(album)
    }
    return world
  }

  private static func queries(_ world: World) -> [AssetQuery] {
    func comparison(_ key: String, _ op: PredicateOperator, _ value: PredicateValue)
      -> PredicateNode
    {
      .comparison(PredicateComparison(left: .keyPath(key), op: op, right: .value(value)))
    }
    var queries: [AssetQuery] = []
    for range in [
      AssetQuery.Range.library, .album(world.albums[0]), .album(world.albums[1]),
      .smartAlbum(.favorites), .smartAlbum(.videos), .smartAlbum(.recentlyAdded),
    ] {
      for sort in [
        [], [SortKey("creationDate", ascending: true)],
        [SortKey("modificationDate", ascending: false)],
        [SortKey("favorite", ascending: false), SortKey("creationDate", ascending: false)],
      ] {
        var query = AssetQuery(range)
        query.sort = sort
        queries.append(query)
        query.includesHidden = true
        queries.append(query)
      }
    }
    var query = AssetQuery(.library)
    query.filter = comparison("favorite", .equal, .bool(true))
    query.sort = [SortKey("duration", ascending: true)]
    queries.append(query)
    query.filter = .or([
      comparison("creationDate", .greater, .date(Date(timeIntervalSince1970: 40))),
      comparison("mediaType", .equal, .integer(2)),
    ])
    queries.append(query)
    query.limit = 7
    queries.append(query)
    query.includesTrashed = true
    query.limit = 0
    queries.append(query)
    return queries
  }

  /// One random commit.
  private static func step(_ world: inout World) throws {
    let user = world.library.user
    let album = world.albums[world.number(0..<world.albums.count)]
    let some = world.pick(world.assets)
    world.clock.advance(by: Double(world.number(0..<3)))
    switch world.number(0..<14) {
    case 0, 1:
      for asset in some {
        var update = AssetUpdate()
        update.creationDate =
          world.number(0..<5) == 0
          ? .some(nil) : Date(timeIntervalSince1970: Double(world.number(0..<100)))
        try user.update(asset, update)
      }
    case 2, 3:
      var update = AssetUpdate()
      update.isFavorite = world.number(0..<2) == 0
      update.isHidden = world.number(0..<4) == 0
      for asset in some { try user.update(asset, update) }
    case 4:
      try user.delete(some)
      world.trashed += some
      world.assets.removeAll { some.contains($0) }
    case 5:
      let back = world.pick(world.trashed)
      try user.restore(back)
      world.assets += back
      world.trashed.removeAll { back.contains($0) }
    case 6:
      let gone = world.pick(world.trashed + world.assets, 2)
      try user.purge(gone)
      world.assets.removeAll { gone.contains($0) }
      world.trashed.removeAll { gone.contains($0) }
    case 7:
      let uuids = try world.library.seedPictures(2, from: world.number(0..<1_000_000))
      world.assets += uuids
      try user.add(uuids, to: album)
    case 8: try user.add(some, to: album)
    case 9: try user.remove(some, from: album)
    case 10, 11, 12:
      let count = try world.library.view(of: album).count
      guard count > 2 else { return }
      let indexes = IndexSet((0..<world.number(1..<3)).map { _ in world.number(0..<count) })
      // Often the same place, so that the gap there is used up and the ranks are renumbered.
      let target = world.number(0..<3) > 0 ? 1 : world.number(0..<count - indexes.count + 1)
      try world.library.commit(
        .editAlbum(album, .moveAt(indexes, to: min(target, count - indexes.count)), .defaultView))
    default:
      let count = try world.library.view(of: album).count
      guard count > 0 else { return }
      try world.library.commit(
        .editAlbum(album, .replaceAt([world.number(0..<count)], [some[0]]), .defaultView))
    }
  }

  private static func compare(_ kept: OrderSnapshot, _ world: World, _ context: String) throws
    -> OrderSnapshot
  {
    let change = try world.library.change(of: kept)
    let expected = try world.library.fetchAssets(kept.query, as: nil)
    let after = change.after.order.rows
    guard after == expected else {
      Issue.record("\(context) \(kept.query): \(after), fetched \(expected)")
      return change.after
    }
    guard let difference = change.difference else {
      Issue.record("\(context) \(kept.query): no difference")
      return change.after
    }
    let before = kept.order.rows
    let replayed = OrderDifferenceTests.replay(difference, on: before, towards: after)
    #expect(replayed == after, "\(context) \(kept.query): \(before) by \(difference)")
    let logged = try world.library.read { try $0.loggedChanges(after: kept.token) }
    let changes = try #require(logged)
    let full = try #require(
      OrderDifference(from: before, to: after, changed: changes.rowsWithNews))
    #expect(full.removed == difference.removed, "\(context)")
    #expect(full.inserted == difference.inserted, "\(context)")
    #expect(full.changed == difference.changed, "\(context)")
    return change.after
  }

  @Test func updatesAreFetches() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("OrderUpdateTests seed \(seed)")
    for round in 0..<4 {
      var world = try Self.world(seed &+ UInt64(round), rows: [5, 40, 40, 3_000][round])
      defer { world.library.close() }
      var kept = try Self.queries(world).map { try world.library.fetchOrder($0, as: nil) }
      for number in 0..<(round == 3 ? 40 : 250) {
        // Some orders fall behind by several commits.
        for _ in 0...world.number(0..<3) { try Self.step(&world) }
        for index in kept.indices where world.number(0..<3) > 0 {
          kept[index] = try Self.compare(kept[index], world, "seed \(seed) \(round) \(number):")
        }
      }
    }
  }

  /// The same fetch again is one statement while nothing has changed, and shares the order.
  @Test func again() throws {
    let library = try Fixtures.library()
    defer { library.close() }
    try library.seedRows(5_000)
    var query = AssetQuery(.library)
    query.sort = [SortKey("creationDate", ascending: true)]
    let first = try library.fetchOrder(query, as: "App")
    let reads = library.statistics.reads
    #expect(try library.fetchOrder(query, as: "App") === first)
    #expect(library.statistics.reads == reads)
    let uuid = try library.seedPictures(1)[0]
    let second = try library.fetchOrder(query, as: "App")
    #expect(second !== first && second.order.count == 5_001 && first.order.count == 5_000)
    #expect(second.order[5_000] == (try library.row(uuid)))
    let shared = zip(first.order.chunks, second.order.chunks).count { left, right in
      left.withUnsafeBufferPointer { left in
        right.withUnsafeBufferPointer { left.baseAddress == $0.baseAddress }
      }
    }
    #expect(shared == 4)
    // Another client has an order of its own.
    #expect(try library.fetchOrder(query, as: "Other") !== second)
  }

  /// An update reads only what has changed and what halving meets.
  @Test func statements() throws {
    var statements: [Int] = []
    for count in [2_000, 64_000] {
      let library = try Fixtures.library()
      defer { library.close() }
      try library.seedRows(count)
      var query = AssetQuery(.library)
      query.sort = [SortKey("creationDate", ascending: false)]
      let kept = try library.fetchOrder(query, as: nil)
      for row in stride(from: 100, to: 1_100, by: 100) {
        let uuid = try #require(try library.assets([Int64(row)]).first).uuid
        var update = AssetUpdate()
        update.creationDate = Date(timeIntervalSince1970: Double(row * 3 % count) + 0.5)
        try library.user.update(uuid, update)
      }
      try library.read { transaction in
        let before = transaction.connection.statementCount
        let change = try transaction.change(of: kept, wantsDifference: true)
        statements.append(transaction.connection.statementCount - before)
        #expect(change.difference?.changed.count == 10)
        #expect(change.difference?.moves.isEmpty == false)
      }
    }
    #expect(statements[1] < 400)
    #expect(statements[1] - statements[0] < 150)
  }

  /// After the log has been trimmed, the list is fetched anew and no difference is told.
  @Test func trimmedLog() throws {
    let clock = VirtualClock(Fixtures.start)
    let library = try Fixtures.library(clock: clock)
    defer { library.close() }
    let kept = try library.fetchOrder(AssetQuery(.library), as: nil)
    _ = try library.seedPictures(2)
    clock.advance(by: 31 * 86_400)
    _ = try library.seedPictures(1, from: 3)
    try library.trimLog(keeping: 1)
    let change = try library.change(of: kept)
    #expect(change.difference == nil)
    #expect(change.after.order.count == 3)
  }
}
