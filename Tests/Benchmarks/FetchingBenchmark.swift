import CDiptychSQLite
import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import DiptychStories
import Foundation

/// A first fetch of a large library, and a walk over it.
struct FetchingBenchmark {
  let workshop: Workshop

  func run(_ report: inout Report) throws {
    let count = workshop.assetCount
    let rounds = workshop.isQuick ? 5 : 31
    try workshop.open("large").close()
    try fill("large", with: count)
    let database = try PlainDatabase(workshop.path("large/library.sqlite"))
    defer { database.close() }
    let library = try workshop.open("large")
    defer { library.close() }
    try workshop.use(library) {
      let firstFetch = try first(library, database, count, rounds, &report)
      try memory(library, count, report)
      try walk(database, count, min(rounds, 11), byCreation: false, &report)
      try walk(database, count, min(rounds, 11), byCreation: true, &report)
      // Last, since it changes dates.
      try UpdatingBenchmark(library: library, count: count, rounds: rounds, firstFetch: firstFetch)
        .run(database, &report)
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
        goal: 1.15))
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
  private func memory(_ library: Library, _ count: Int, _ report: Report) throws {
    let held = max(16, 10_000_000 / count)
    var results: [PHFetchResult<PHAsset>] = []
    results.reserveCapacity(held)
    // Memory that is free but kept would hide what the results take.
    if let symbol = dlsym(nil, "malloc_trim") {
      typealias Trim = @convention(c) (Int) -> Int32
      _ = unsafeBitCast(symbol, to: Trim.self)(0)
    }
    let before = try residentBytes()
    for number in 0..<held {
      let scope = LibraryScope(
        library: library, client: "Holder \(number)", delivery: .private)
      scope.run { results.append(fetch(byCreation: true)) }
    }
    let used = try residentBytes() - before
    try check(results.allSatisfy { $0.count == count }, "A held result lost assets.")
    report.note(
      String(
        format: "%.1f bytes an asset while held, goal at most 9",
        Double(used) / Double(count * held)))
  }

  private func residentBytes() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    let fields = text.split(separator: " ").compactMap { Int($0) }
    return fields[1] * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  // MARK: Walking

  private func walk(
    _ database: PlainDatabase, _ count: Int, _ rounds: Int, byCreation: Bool,
    _ report: inout Report
  ) throws {
    let order = byCreation ? "creation_date, id" : "id"
    let columns = try database.prepare(
      """
      SELECT id, uuid, creation_date, kind FROM assets WHERE own = 1 AND hidden = 0
      ORDER BY \(order)
      """)
    defer { columns.finalize() }
    var sums: (floor: Sum, ours: Sum) = (Sum(), Sum())
    let text = UnsafeMutablePointer<UInt8>.allocate(capacity: 43)
    defer { text.deallocate() }
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
        floorTime: times[0], goal: byCreation ? 1.5 : 2))
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
  private static func write(
    _ bytes: UnsafePointer<UInt8>, to text: UnsafeMutablePointer<UInt8>
  ) {
    let digits: StaticString = "0123456789ABCDEF"
    let ending: StaticString = "/L0/001"
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

  // MARK: The library

  private func date(_ place: Int) -> Date {
    Date(microseconds: 1_400_000_000_000_000 + Int64(place) * 60_000_000)
  }

  /// Writes assets with one resource each, without files, in an order of arrival that is not that
  /// of their dates; every tenth is a video.
  private func fill(_ name: String, with count: Int) throws {
    let database = try PlainDatabase(workshop.path("\(name)/library.sqlite"))
    defer { database.close() }
    let asset = try database.prepare(
      """
      INSERT INTO assets (
        uuid, kind, subtypes, playback_style, pixel_width, pixel_height, orientation, duration,
        creation_date, modification_date, added_date, creator)
      VALUES (?, ?, 0, 1, 4032, 3024, 1, 0, ?, ?, ?, 'Diptych')
      """)
    let resource = try database.prepare(
      """
      INSERT INTO resources (
        uuid, asset, role, type, file_name, extension, bytes, sha256, pixel_width, pixel_height,
        orientation, encoded)
      VALUES (?, ?, 1, 'public.jpeg', 'IMG.JPG', 'jpg', 0, x'', 4032, 3024, 1, 0)
      """)
    defer { [asset, resource].forEach { $0.finalize() } }
    var generator = SplitMix64(seed: 1)
    func identifier() -> UUID {
      UUID(bytes: (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }
    let places = (0..<count).shuffled(using: &generator)
    try database.run("BEGIN IMMEDIATE")
    for (index, place) in places.enumerated() {
      let date = date(place).microseconds
      asset.bind(1, identifier())
      asset.bind(2, Int64(index % 10 == 9 ? 2 : 1))
      for column in 3...5 as ClosedRange<Int32> { asset.bind(column, date) }
      try asset.run()
      resource.bind(1, identifier())
      resource.bind(2, database.lastRow)
      try resource.run()
    }
    try database.run("COMMIT")
    try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
