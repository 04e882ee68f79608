import CDiptychSQLite
import DiptychAssetsLibrary
import DiptychEngine
import DiptychPlatform
import Foundation

/// A walk over the Camera Roll with URL, date and type of each asset.
struct LegacyWalkBenchmark {
  let count: Int
  let rounds: Int

  func run(_ database: PlainDatabase, _ report: inout Report) throws {
    let columns = try database.prepare(
      """
      SELECT a.id, a.uuid, a.creation_date, a.kind, r.type
      FROM assets a NOT INDEXED CROSS JOIN resources r ON r.asset = a.id
      WHERE a.own = 1 ORDER BY a.id
      """)
    defer { columns.finalize() }
    let library = ALAssetsLibrary()
    let group = try Self.cameraRoll(library)
    var sums: (floor: Sum, ours: Sum) = (Sum(), Sum())
    let idle = try Memory.beginPeak()
    let times = try Measure.medians(
      rounds: rounds,
      [
        {
          sums.floor = Sum()
          return Measure.time {
            while sqlite3_step(columns.pointer) == SQLITE_ROW {
              sums.floor.add(
                Self.url(columns.pointer),
                Date(
                  timeIntervalSince1970: Double(sqlite3_column_int64(columns.pointer, 2))
                    / 1_000_000),
                sqlite3_column_int64(columns.pointer, 3) == 2 ? ALAssetTypeVideo : ALAssetTypePhoto)
            }
            sqlite3_reset(columns.pointer)
          }
        },
        {
          sums.ours = Sum()
          return Measure.time {
            group.enumerateAssets { asset, _, _ in
              guard let asset else { return }
              sums.ours.add(
                asset.value(forProperty: ALAssetPropertyAssetURL) as? URL,
                asset.value(forProperty: ALAssetPropertyDate) as? Date,
                asset.value(forProperty: ALAssetPropertyType) as? String)
            }
          }
        },
      ])
    // A group does not outlive its library.
    withExtendedLifetime(library) {}
    let peak = try Memory.peak()
    try check(
      sums.floor == sums.ours && sums.ours.count == count,
      "The walk adds up to \(sums.ours), the floor to \(sums.floor).")
    report.add(
      Figure(
        work: "Walk of \(count) ALAssets, URL, date, type", time: times[1],
        floor: "the same columns, making the same Foundation values", floorTime: times[0], goal: 2,
        row: .walkLegacy, size: count))
    report.add(
      Count(
        row: .walkLegacy, size: count, what: "MB above the idle process",
        value: Double(peak - idle) / 1e6, limit: 150))
  }

  static func cameraRoll(_ library: ALAssetsLibrary) throws -> ALAssetsGroup {
    let found = Lock<ALAssetsGroup?>(nil)
    let done = DispatchSemaphore(value: 0)
    library.enumerateGroups(
      withTypes: ALAssetsGroupType(ALAssetsGroupSavedPhotos),
      using: { group, _ in
        if let group { found.withLock { $0 = group } } else { done.signal() }
      }, failureBlock: { _ in done.signal() })
    done.wait()
    guard let group = found.withLock({ $0 }) else {
      throw WrongResult(description: "There is no Camera Roll.")
    }
    return group
  }

  /// The URL of an asset as a C program would make it, up to what only Foundation can make.
  private static func url(_ row: OpaquePointer) -> URL? {
    guard let bytes = sqlite3_column_blob(row, 1), let type = sqlite3_column_text(row, 4) else {
      return nil
    }
    let ext: StaticString = strcmp(type, "public.jpeg") == 0 ? "JPG" : "MOV"
    let parts: (StaticString, StaticString, StaticString) = (
      "assets-library://asset/asset.", "?id=", "&ext="
    )
    let text = String(unsafeUninitializedCapacity: 96) { text in
      guard let base = text.baseAddress else { return 0 }
      var place = 0
      func put(_ part: StaticString) {
        memcpy(base + place, part.utf8Start, part.utf8CodeUnitCount)
        place += part.utf8CodeUnitCount
      }
      put(parts.0)
      put(ext)
      put(parts.1)
      FetchingBenchmark.write(
        bytes.assumingMemoryBound(to: UInt8.self), to: base + place, ending: "")
      place += 36
      put(parts.2)
      put(ext)
      return place
    }
    return URL(string: text)
  }

  /// What a walk has seen, so that a value left out or read wrong shows.
  private struct Sum: Equatable {
    var count = 0
    var characters = 0
    var dates = 0.0
    var videos = 0

    mutating func add(_ url: URL?, _ date: Date?, _ type: String?) {
      count += 1
      if count % 64 == 0 {
        for byte in (url?.absoluteString ?? "").utf8 { characters = characters &* 31 &+ Int(byte) }
      }
      dates += date?.timeIntervalSince1970 ?? 0
      if type == ALAssetTypeVideo { videos += 1 }
    }
  }
}
