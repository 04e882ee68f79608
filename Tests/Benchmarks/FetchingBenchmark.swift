import CDiptychSQLite
import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import DiptychStories
import Foundation

/// A first fetch of a large library, and a walk over it.
struct FetchingBenchmark {
  /// What can be measured by itself. `again` needs what a first fetch takes.
  enum Part: String, CaseIterable {
    case first, arrival, creation, legacy, predicates, again
  }

  let workshop: Workshop
  let count: Int
  let parts: Set<Part>

  init(workshop: Workshop, count: Int? = nil, parts: Set<Part> = Set(Part.allCases)) {
    self.workshop = workshop
    self.count = count ?? workshop.assetCount
    self.parts = parts.contains(.again) ? parts.union([.first]) : parts
  }

  func run(_ report: inout Report) throws {
    let rounds = workshop.isQuick ? 5 : max(5, 3_100_000 / max(count, 100_000))
    let name = "large-\(count)"
    try GeneratedLibrary(count: count).copy(to: workshop.path(name))
    defer { workshop.remove(name) }
    let database = try PlainDatabase(workshop.path("\(name)/library.sqlite"))
    defer { database.close() }
    let library = try workshop.open(name)
    defer { library.close() }
    try workshop.use(library) {
      var firstFetch = 0.0
      if parts.contains(.first) {
        firstFetch = try first(library, database, count, rounds, &report)
        try memory(library, count, &report)
      }
      if parts.contains(.arrival) {
        try walk(database, count, min(rounds, 11), byCreation: false, &report)
      }
      if parts.contains(.creation) {
        try walk(database, count, min(rounds, 11), byCreation: true, &report)
      }
      if parts.contains(.legacy) {
        try LegacyWalkBenchmark(count: count, rounds: min(rounds, 11)).run(database, &report)
      }
      if parts.contains(.predicates) {
        try PredicateBenchmark(count: count).run(database, &report)
      }
      // Last, since it changes dates.
      if parts.contains(.again) {
        try UpdatingBenchmark(
          library: library, count: count, rounds: rounds, firstFetch: firstFetch
        ).run(database, &report)
      }
    }
  }

  // MARK: First fetch

  /// Seconds that the floor takes.
  private func first(
    _ library: Library, _ database: PlainDatabase, _ count: Int, _ rounds: Int,
    _ report: inout Report
  ) throws -> Double {
    let begin = try database.prepare("BEGIN")
    let commit = try database.prepare("COMMIT")
    let ids = try database.prepare(
      "SELECT id FROM assets WHERE own = 1 AND hidden = 0 ORDER BY creation_date, id")
    defer { [begin, commit, ids].forEach { $0.finalize() } }
    let rows = UnsafeMutablePointer<Int64>.allocate(capacity: count)
    defer { rows.deallocate() }
    var strangers = 0
    let times = try Measure.medians(
      rounds: rounds,
      [
        {
          var found = 0
          let time = try Measure.time {
            try begin.run()
            while sqlite3_step(ids.pointer) == SQLITE_ROW {
              rows[found] = sqlite3_column_int64(ids.pointer, 0)
              found += 1
            }
            sqlite3_reset(ids.pointer)
            try commit.run()
          }
          try check(found == count, "The floor finds \(found) assets.")
          return time
        },
        {
          var found = 0
          // Another application each time: the library shares what one has fetched before.
          strangers += 1
          let scope = LibraryScope(
            library: library, client: "First \(strangers)", delivery: .private)
          let time = Measure.time {
            scope.run { found = fetch(byCreation: true).count }
          }
          try check(found == count, "A fetch finds \(found) assets.")
          return time
        },
      ])
    report.add(
      Figure(
        work: "First fetch of \(count) assets by creation date, count read", time: times[1],
        floor: "stepping the ids through the covering partial index", floorTime: times[0],
        goal: 1.15, row: .firstFetch, size: count))
    let plan = try plan(database)
    try check(
      plan.contains("COVERING INDEX assets_by_creation"),
      "The floor uses no covering index: \(plan)")
    let result = fetch(byCreation: true)
    try check(
      result.firstObject?.creationDate == date(0)
        && result.lastObject?.creationDate == date(count - 1),
      "A fetch by creation date is in another order.")
    return times[0]
  }

  private func plan(_ database: PlainDatabase) throws -> String {
    let explain = try database.prepare(
      """
      EXPLAIN QUERY PLAN
      SELECT id FROM assets WHERE own = 1 AND hidden = 0 ORDER BY creation_date, id
      """)
    defer { explain.finalize() }
    var text = ""
    while sqlite3_step(explain.pointer) == SQLITE_ROW {
      text += sqlite3_column_text(explain.pointer, 3).map { String(cString: $0) } ?? ""
    }
    return text
  }

  /// What a result takes while it is held: the growth of the resident memory over many of them.
  private func memory(_ library: Library, _ count: Int, _ report: inout Report) throws {
    let held = max(16, 10_000_000 / count)
    var results: [PHFetchResult<PHAsset>] = []
    results.reserveCapacity(held)
    Memory.trim()
    let before = try Memory.resident()
    for number in 0..<held {
      let scope = LibraryScope(
        library: library, client: "Holder \(number)", delivery: .private)
      scope.run { results.append(fetch(byCreation: true)) }
    }
    let used = try Memory.resident() - before
    try check(results.allSatisfy { $0.count == count }, "A held result lost assets.")
    report.add(
      Count(
        row: .firstFetch, size: count, what: "bytes an asset while held",
        value: Double(used) / Double(count * held), limit: 9))
  }

  // MARK: Walking

  private func walk(
    _ database: PlainDatabase, _ count: Int, _ rounds: Int, byCreation: Bool,
    _ report: inout Report
  ) throws {
    let order = byCreation ? "creation_date, id" : "id"
    // By arrival the table itself is in order; an index would only cost.
    let source = byCreation ? "assets" : "assets NOT INDEXED"
    let columns = try database.prepare(
      """
      SELECT id, uuid, creation_date, kind FROM \(source) WHERE own = 1 AND hidden = 0
      ORDER BY \(order)
      """)
    defer { columns.finalize() }
    var sums: (floor: Sum, ours: Sum) = (Sum(), Sum())
    let text = UnsafeMutablePointer<UInt8>.allocate(capacity: 43)
    defer { text.deallocate() }
    let idle = try Memory.beginPeak()
    let times = try Measure.medians(
      rounds: rounds,
      [
        {
          sums.floor = Sum()
          return Measure.time {
            while sqlite3_step(columns.pointer) == SQLITE_ROW {
              if let bytes = sqlite3_column_blob(columns.pointer, 1) {
                Self.write(bytes.assumingMemoryBound(to: UInt8.self), to: text)
              }
              sums.floor.add(
                text[0], text[42], Double(sqlite3_column_int64(columns.pointer, 2)) / 1_000_000,
                Int(sqlite3_column_int64(columns.pointer, 3)))
            }
            sqlite3_reset(columns.pointer)
          }
        },
        {
          sums.ours = Sum()
          return Measure.time {
            fetch(byCreation: byCreation).enumerateObjects { asset, _, _ in
              let text = asset.localIdentifier.utf8
              sums.ours.add(
                text.first ?? 0, text.last ?? 0, asset.creationDate?.timeIntervalSince1970 ?? 0,
                asset.mediaType.rawValue)
            }
          }
        },
      ])
    try check(
      sums.floor == sums.ours && sums.ours.count == count,
      "The walk adds up to \(sums.ours), the floor to \(sums.floor).")
    report.add(
      Figure(
        work:
          "Walk of \(count) PHAssets, identifier, date, type, by \(byCreation ? "creation date" : "arrival")",
        time: times[1],
        floor: byCreation ? "the same columns through the index" : "the same columns, table order",
        floorTime: times[0], goal: byCreation ? 1.5 : 2,
        row: byCreation ? .walkByDate : .walk, size: count))
    report.add(
      Count(
        row: byCreation ? .walkByDate : .walk, size: count, what: "MB above the idle process",
        value: Double(try Memory.peak() - idle) / 1e6, limit: 150))
  }

  /// What a walk has seen, so that a value left out or read wrong shows.
  private struct Sum: Equatable {
    var count = 0
    var characters = 0
    /// Seconds. Whole ones, of which the sum is exact.
    var dates = 0.0
    var kinds = 0

    mutating func add(_ first: UInt8, _ last: UInt8, _ date: Double, _ kind: Int) {
      count += 1
      characters += Int(first) &+ Int(last)
      dates += date
      kinds += kind
    }
  }

  /// Makes the text of a local identifier as a C program would, in a buffer of its own.
  static func write(
    _ bytes: UnsafePointer<UInt8>, to text: UnsafeMutablePointer<UInt8>,
    ending: StaticString = "/L0/001"
  ) {
    let digits: StaticString = "0123456789ABCDEF"
    var place = 0
    for index in 0..<16 {
      if index == 4 || index == 6 || index == 8 || index == 10 {
        text[place] = 0x2D
        place += 1
      }
      text[place] = digits.utf8Start[Int(bytes[index] >> 4)]
      text[place + 1] = digits.utf8Start[Int(bytes[index] & 15)]
      place += 2
    }
    text.advanced(by: place).update(from: ending.utf8Start, count: ending.utf8CodeUnitCount)
  }

  private func fetch(byCreation: Bool) -> PHFetchResult<PHAsset> {
    let options = PHFetchOptions()
    if byCreation {
      options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
    }
    return PHAsset.fetchAssets(with: options)
  }

  private func date(_ place: Int) -> Date { GeneratedLibrary.date(place) }
}
