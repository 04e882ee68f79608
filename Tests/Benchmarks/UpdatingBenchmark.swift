import CDiptychSQLite
import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import DiptychStories
import Foundation

/// The same fetch of a large library again: with nothing changed, and after ten changes.
struct UpdatingBenchmark {
  let library: Library
  let count: Int
  let rounds: Int
  /// Seconds that a first fetch takes by plain calls.
  let firstFetch: Double

  func run(_ database: PlainDatabase, _ report: inout Report) throws {
    try again(database, &report)
    try afterChanges(&report)
  }

  private func again(_ database: PlainDatabase, _ report: inout Report) throws {
    let token = try database.prepare("SELECT token FROM library")
    defer { token.finalize() }
    let held = fetch()
    let times = try Measure.medians(
      rounds: rounds * 10,
      [
        {
          Measure.time {
            sqlite3_step(token.pointer)
            sqlite3_reset(token.pointer)
          }
        },
        {
          var found = 0
          let time = Measure.time { found = fetch().count }
          try check(found == held.count, "The same fetch finds \(found) assets.")
          return time
        },
      ])
    report.add(
      Figure(
        work: "The same fetch again, nothing changed", time: times[1],
        floor: "reading the token row", floorTime: times[0], goal: nil,
        row: .sameAgain, size: count))
    let before = library.statistics.statements
    _ = fetch()
    report.add(
      Count(
        row: .sameAgain, size: count, what: "statements",
        value: Double(library.statistics.statements - before), limit: 1))
  }

  private func afterChanges(_ report: inout Report) throws {
    var generator = SplitMix64(seed: 7)
    let uuids = try library.assets(
      (0..<rounds * 20).map { _ in Int64.random(in: 1...Int64(count), using: &generator) }
    ).map(\.uuid)
    var next = 0
    func change() throws {
      var changes = ChangeSet()
      for _ in 0..<10 {
        var update = AssetUpdate()
        update.creationDate = Date(
          timeIntervalSince1970: 1_400_000_000
            + Double.random(in: 0..<Double(count) * 60, using: &generator).rounded())
        changes.operations.append(.updateAsset(uuids[next % uuids.count], update))
        next += 1
      }
      try library.commit(changes)
    }
    var base = fetch()
    let times = try Measure.medians(
      rounds: rounds,
      [
        {
          try change()
          let time = Measure.time { base = fetch() }
          try check(base.count == count, "A fetch after changes finds \(base.count) assets.")
          return time
        },
        {
          base = fetch()
          let snapshot = try library.fetchOrder(query, as: library.configuration.client)
          try change()
          var difference: OrderDifference?
          let time = try Measure.time {
            difference = try library.change(of: snapshot).difference
          }
          try check(
            (1...10).contains(difference?.changed.count ?? 0),
            "Ten changes give \(difference?.changed.count ?? -1) changed indexes.")
          return time
        },
      ])
    report.add(
      Figure(
        work: "The same fetch after 10 changes of dates among \(count) assets", time: times[0],
        floor: "a first fetch", floorTime: firstFetch, goal: 0.03,
        row: .afterChanges, size: count))
    report.add(
      Figure(
        work: "Change details after 10 changes of dates among \(count) assets", time: times[1],
        floor: "a first fetch", floorTime: firstFetch, goal: nil,
        row: .changeDetails, size: count))
    let order = try library.fetchOrder(query, as: library.configuration.client).order.rows
    try check(
      try library.fetchAssets(query, as: nil) == order,
      "An order that was brought up to date is not what a fetch gives.")
  }

  private var query: AssetQuery {
    var query = AssetQuery(.library)
    query.sort = [SortKey("creationDate", ascending: true)]
    return query
  }

  private func fetch() -> PHFetchResult<PHAsset> {
    let options = PHFetchOptions()
    options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
    return PHAsset.fetchAssets(with: options)
  }
}
