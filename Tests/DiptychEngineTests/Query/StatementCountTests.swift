import DiptychPlatform
import Foundation
import Testing

@testable import DiptychEngine

/// How many statements and syncs pieces of work take, and how many bytes an order: figures that are
/// the same on every machine.
struct StatementCountTests {
  private var byDate: AssetQuery {
    var query = AssetQuery(.library)
    query.sort = [SortKey("creationDate", ascending: true)]
    return query
  }

  private func statements(_ library: Library, _ body: () throws -> Void) rethrows -> Int {
    let before = library.statistics.statements
    try body()
    return library.statistics.statements - before
  }

  @Test func fetching() throws {
    let library = try Fixtures.library()
    defer { library.close() }
    try library.seedRows(3_000)
    // The transaction's two, the token, the access, and the rows.
    #expect(try statements(library) { _ = try library.fetchOrder(byDate, as: "App") } <= 10)
    #expect(try statements(library) { _ = try library.fetchOrder(byDate, as: "App") } == 1)
    let snapshot = try library.fetchOrder(byDate, as: "App")
    #expect(try statements(library) { _ = try library.change(of: snapshot) } == 1)
  }

  /// A batch is one statement, in whichever order its rows are.
  @Test func batches() throws {
    let library = try Fixtures.library()
    defer { library.close() }
    try library.seedRows(2_000)
    var generator = SplitMix64(seed: 3)
    let ascending: [Int64] = Array(1...256)
    for rows in [ascending, ascending.shuffled(using: &generator)] {
      try library.read { transaction in
        let before = transaction.connection.statementCount
        var count = 0
        try transaction.assetBatch(rows[...]) { _, _ in count += 1 }
        #expect(transaction.connection.statementCount - before == 1)
        #expect(count == 256)
        #expect(try transaction.assetFacts(rows).map(\.place) == Array(0..<256))
        #expect(transaction.connection.statementCount - before == 2)
      }
    }
  }

  /// Where most rows of a range are not wanted, the others are passed over.
  @Test func rangesWithGaps() throws {
    let library = try Fixtures.library()
    defer { library.close() }
    try library.seedRows(900)
    let rows = (0..<256).map { Int64($0 * 3 + 1) }
    let wanted = try library.assets(rows).map(\.uuid)
    try library.read { transaction in
      var found: [UUID] = []
      try transaction.assetBatch(rows[...]) { place, snapshot in
        #expect(rows[place] == snapshot.row)
        found.append(snapshot.uuid)
      }
      #expect(found == wanted)
      let facts = try transaction.assetFacts(rows)
      #expect(facts.map(\.uuid) == wanted && facts.map(\.place) == Array(0..<256))
      // They have no file, so nothing of them is kept.
      #expect(facts.allSatisfy { $0.shown == nil })
    }
  }

  /// Design section 9: at most nine bytes an asset.
  @Test func bytesOfAnOrder() throws {
    let library = try Fixtures.library()
    defer { library.close() }
    try library.seedRows(50_000)
    let order = try library.fetchOrder(byDate, as: "App").order
    // Each chunk has a header of 32 bytes, a reference, and the place where it starts.
    let bytes = order.chunks.reduce(0) { $0 + $1.capacity * 8 + 32 + 8 + 8 }
    #expect(order.count == 50_000)
    #expect(Double(bytes) / 50_000 <= 9)
  }

  /// One save syncs the file, the folders that it is in, and, in SQLite, the log.
  @Test func syncsOfASave() throws {
    let folder = try TemporaryFolder()
    let syncs = Lock(0)
    var configuration = Fixtures.configuration(in: folder)
    configuration.isDurable = true
    configuration.systemCalls = InterceptedSystemCalls(
      RealSystemCalls(),
      after: { call, _ in
        switch call {
        case .sync, .syncVolume: syncs.withLock { $0 += 1 }
        default: break
        }
      })
    let library = try Library.open(configuration)
    defer { library.close() }
    // The first one makes the folder in which this process stages its files.
    _ = try library.seedPictures(1)
    for count in [1, 1, 40] {
      let before = syncs.withLock { $0 }
      _ = try library.seedPictures(count, from: 100 * count + before)
      #expect(syncs.withLock { $0 } - before <= 3)
    }
  }
}
