import DiptychCodecs
import DiptychEngine
import DiptychPlatform
import Foundation
import Testing

/// What a batch of a fetch result is read from agrees with the whole records, in each way of
/// reading it.
struct AssetBatchTests {
  private static let count = 600

  private struct Facts: Equatable {
    var uuid: UUID
    var numbers: [Int]
    var duration: Double
    var dates: [Date?]
    var flags: [Bool]
    var location: AssetLocation?
    var adjustmentFormat: String?

    init(_ record: AssetRecord) {
      uuid = record.uuid
      numbers = [
        record.kind.rawValue, record.subtypes, record.playbackStyle, record.pixelSize.width,
        record.pixelSize.height, record.source,
      ]
      duration = record.duration
      dates = [record.creationDate, record.modificationDate, record.addedDate]
      flags = [record.isFavorite, record.isHidden]
      location = record.location
      adjustmentFormat = record.adjustmentFormat
    }

    init(_ snapshot: AssetSnapshot) {
      uuid = snapshot.uuid
      numbers = [
        snapshot.kind.rawValue, snapshot.subtypes, snapshot.playbackStyle,
        snapshot.pixelSize.width, snapshot.pixelSize.height, snapshot.source,
      ]
      duration = snapshot.duration
      dates = [snapshot.creationDate, snapshot.modificationDate, snapshot.addedDate]
      flags = [snapshot.isFavorite, snapshot.isHidden]
      location = snapshot.rarities?.location
      adjustmentFormat = snapshot.rarities?.adjustmentFormat
    }
  }

  @Test func everyWayOfReading() throws {
    let library = try Fixtures.library()
    try library.seedRows(Self.count)
    try library.write { transaction in
      for sql in [
        "kind = 2, duration = 1.5, subtypes = 4, playback_style = 4 WHERE id % 5 = 0",
        "latitude = 1.25, longitude = -2.5 WHERE id % 7 = 0",
        "altitude = 30 WHERE id % 14 = 0",
        "adjustment_format = 'form', adjustment_date = 9 WHERE id % 11 = 0",
        "creation_date = NULL WHERE id % 13 = 0",
        "creation_date = 0 WHERE id % 13 = 1",
        "creation_date = -1000000, modification_date = 7, added_date = 8 WHERE id % 13 = 2",
        "favorite = 1 WHERE id % 3 = 0",
        "hidden = 1 WHERE id % 4 = 0",
      ] {
        try transaction.connection.execute("UPDATE assets SET \(sql)")
      }
      try transaction.connection.execute("DELETE FROM assets WHERE id % 17 = 0 OR id = 300")
    }
    let all: [Int64] = Array(1...Int64(Self.count))
    var generator = SplitMix64(seed: 5)
    let shuffled = all.shuffled(using: &generator)
    let thirds: [Int64] = all.filter { $0 % 3 == 0 }
    let fifths: [Int64] = all.filter { $0 % 5 == 0 }
    let reversed: [Int64] = all.reversed()
    var orders: [(name: String, rows: ArraySlice<Int64>)] = []
    orders.append(("ascending", all[...]))
    orders.append(("a part", all[100..<301]))
    orders.append(("reversed", reversed[...]))
    orders.append(("every third", thirds[...]))
    orders.append(("far apart", fifths[...]))
    orders.append(("none", []))
    orders.append(("gone", [17, 300, 34]))
    orders.append(("beyond", [1, 3, 9_999_999_999, 2]))
    for length in [1, 2, 15, 16, 17, 255, 256, 257, 272, 273, 600] {
      orders.append(("\(length) shuffled", shuffled.suffix(length)))
    }
    for (name, rows) in orders {
      try library.read { transaction in
        let wanted = try rows.map { try transaction.asset(row: $0).map(Facts.init) }
        var found = [Facts?](repeating: nil, count: rows.count)
        var last = -1
        try transaction.assetBatch(rows) { place, snapshot in
          #expect(place > last, "\(name)")
          #expect(snapshot.row == rows[rows.startIndex + place], "\(name)")
          last = place
          found[place] = Facts(snapshot)
        }
        #expect(found == wanted, "\(name)")
      }
    }
  }
}
