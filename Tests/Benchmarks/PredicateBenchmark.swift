import CDiptychSQLite
import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation

/// A fetch by a predicate over an indexed key, which finds 100 assets.
struct PredicateBenchmark {
  let count: Int

  func run(_ database: PlainDatabase, _ report: inout Report) throws {
    let rows = try database.prepare(
      """
      SELECT id FROM assets WHERE own = 1 AND hidden = 0
      AND creation_date >= ? AND creation_date < ? ORDER BY id
      """)
    defer { rows.finalize() }
    var generator = SplitMix64(seed: 3)
    func bounds() -> (Date, Date) {
      let place = Int.random(in: 0..<count - 100, using: &generator)
      return (GeneratedLibrary.date(place), GeneratedLibrary.date(place + 100))
    }
    let times = try Measure.medians(
      rounds: 201,
      [
        {
          let (low, high) = bounds()
          var found = 0
          let time = Measure.time {
            rows.bind(1, low.microseconds)
            rows.bind(2, high.microseconds)
            while sqlite3_step(rows.pointer) == SQLITE_ROW { found += 1 }
            sqlite3_reset(rows.pointer)
          }
          try check(found == 100, "The floor finds \(found) of 100 assets.")
          return time
        },
        {
          // Other bounds each time, so that nothing is at hand.
          let (low, high) = bounds()
          var found = 0
          let time = Measure.time {
            let options = PHFetchOptions()
            options.predicate = NSPredicate(
              format: "creationDate >= %@ AND creationDate < %@", low as NSDate, high as NSDate)
            found = PHAsset.fetchAssets(with: options).count
          }
          try check(found == 100, "A fetch by predicate finds \(found) of 100 assets.")
          return time
        },
      ])
    report.add(
      Figure(
        work: "Predicate fetch of 100 among \(count) assets by creation date", time: times[1],
        floor: "the hand-written SQL", floorTime: times[0], goal: nil, row: .predicate, size: count)
    )
  }
}
