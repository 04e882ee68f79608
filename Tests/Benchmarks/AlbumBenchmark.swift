import CDiptychSQLite
import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation

/// Inserts into a large album, each a durable commit.
struct AlbumBenchmark {
  let workshop: Workshop
  let count: Int

  func run(_ report: inout Report) throws {
    let generated = GeneratedLibrary(count: count)
    let (ours, plain) = ("album-\(count)", "album-plain-\(count)")
    for name in [ours, plain] { try generated.copy(to: workshop.path(name)) }
    defer { for name in [ours, plain] { workshop.remove(name) } }
    let database = try PlainDatabase(workshop.path("\(plain)/library.sqlite"))
    defer { database.close() }
    let library = try workshop.open(ours)
    defer { library.close() }
    try workshop.use(library) {
      try AlbumInserts(
        library: library, generated: generated, floor: PlainInserter(database, generated),
        rounds: workshop.isQuick ? 5 : 15
      ).run(&report)
    }
  }
}

private struct AlbumInserts {
  let library: Library
  let generated: GeneratedLibrary
  let floor: PlainInserter
  let rounds: Int
  private let album: PHAssetCollection
  /// Assets that are not members, each for one insert.
  private let spare: Spare

  init(library: Library, generated: GeneratedLibrary, floor: PlainInserter, rounds: Int) throws {
    self.library = library
    self.generated = generated
    self.floor = floor
    self.rounds = rounds
    let found = PHAssetCollection.fetchAssetCollections(
      with: .album, subtype: .albumRegular, options: nil)
    guard let album = found.firstObject else {
      throw WrongResult(description: "The generated library has no album.")
    }
    self.album = album
    spare = Spare(assets: PHAsset.fetchAssets(with: nil), next: generated.members)
  }

  func run(_ report: inout Report) throws {
    let members = generated.members
    let middle = members / 2
    try measure(.insertFirst, "at index 0", .first, &report) { asset, request in
      request.insertAssets([asset] as NSArray, at: [0])
    }
    try measure(.insertLast, "at the end", .last, &report) { asset, request in
      request.addAssets([asset] as NSArray)
    }
    try measure(.insertBeside, "behind the first member", .second, &report) { asset, request in
      request.insertAssets([asset] as NSArray, at: [1])
    }
    try measure(.insertMiddle, "in the middle, order not at hand", .walked(middle), &report) {
      asset, request in
      request.insertAssets([asset] as NSArray, at: [middle])
    }
    try measure(
      .insertMiddleAtHand, "in the middle, order at hand", .middle, isAtHand: true, &report
    ) { asset, request in
      request.insertAssets([asset] as NSArray, at: [middle])
    }
    try many(&report)
  }

  private func measure(
    _ row: TableRow, _ what: String, _ place: PlainInserter.Place, isAtHand: Bool = false,
    _ report: inout Report,
    _ edit: @escaping @Sendable (PHAsset, PHAssetCollectionChangeRequest) -> Void
  ) throws {
    let album = album
    let times = try Measure.medians(
      rounds: rounds,
      [
        { try floor.insert(place) },
        {
          let asset = spare.take()
          let members = isAtHand ? PHAsset.fetchAssets(in: album, options: nil) : nil
          return try Measure.time {
            try PHPhotoLibrary.shared().performChangesAndWait {
              guard let request = PHAssetCollectionChangeRequest(for: album, assets: members)
              else { return }
              edit(asset, request)
            }
          }
        },
      ])
    let after = PHAsset.fetchAssets(in: album, options: nil)
    let index: Int =
      switch place {
      case .first: 0
      case .second: 1
      case .last: after.count - 1
      case .middle, .walked: generated.members / 2
      }
    try check(
      after.object(at: index) == spare.last, "An asset inserted \(what) is not at \(index).")
    report.add(
      Figure(
        work: "Insert \(what) of an album of \(generated.members)", time: times[1],
        floor: place.isWalked ? "one durable commit and one covering walk" : "one durable commit",
        floorTime: times[0], goal: nil, row: row, size: generated.count))
  }

  /// How many rows of members are written for each of many inserts at one place.
  private func many(_ report: inout Report) throws {
    let inserts = min(10_000, generated.spare - 8 * rounds)
    let before = try library.write { $0.connection.totalChangedRows }
    var written = 0
    let time = try Measure.time {
      var left = inserts
      while left > 0 {
        let part = min(left, 500)
        var changes = ChangeSet()
        for _ in 0..<part {
          guard let uuid = Identifiers.assetUUID(spare.take().localIdentifier),
            let target = Identifiers.albumUUID(album.localIdentifier)
          else { throw WrongResult(description: "An identifier cannot be read.") }
          changes.operations.append(.editAlbum(target, .insert([uuid], [1]), .defaultView))
        }
        try library.commit(changes)
        // Beside the members each insert writes the album's date and an entry of the log, and each
        // commit its token and its entry.
        written -= 2 * part + 2
        left -= part
      }
    }
    written += try library.write { $0.connection.totalChangedRows } - before
    report.note(
      "\(inserts) inserts at index 1 of an album of \(generated.members): "
        + Report.seconds(time))
    report.add(
      Count(
        row: .insertMany, size: generated.count, what: "member rows written an insert",
        value: Double(written) / Double(inserts), limit: 10))
  }

  /// Assets to insert.
  private final class Spare {
    private let assets: PHFetchResult<PHAsset>
    private var next: Int
    private(set) var last = PHAsset()

    init(assets: PHFetchResult<PHAsset>, next: Int) {
      self.assets = assets
      self.next = next
    }

    func take() -> PHAsset {
      last = assets.object(at: next)
      next += 1
      return last
    }
  }
}

/// One durable commit that puts an asset into the album, by plain calls.
private final class PlainInserter {
  enum Place {
    case first, second, last, middle
    /// The member in the middle is found by a walk over the ranks.
    case walked(Int)

    var isWalked: Bool { if case .walked = self { true } else { false } }
  }

  private let database: PlainDatabase
  private let members: Int
  private var next: Int64
  private var token: Int64 = 1_000
  private let walk: PlainStatement
  private let edge: [PlainStatement]
  private let work: [PlainStatement]

  init(_ database: PlainDatabase, _ generated: GeneratedLibrary) throws {
    self.database = database
    members = generated.members
    next = Int64(generated.members) + 1
    walk = try database.prepare(
      """
      SELECT m.rank, m.asset FROM memberships m CROSS JOIN assets a ON a.id = m.asset
      WHERE m.album = 1 AND a.own = 1 AND a.hidden = 0 ORDER BY m.rank LIMIT ?
      """)
    edge = try ["", "DESC"].map {
      try database.prepare(
        "SELECT rank FROM memberships WHERE album = 1 ORDER BY rank \($0) LIMIT 2")
    }
    work = try [
      "BEGIN IMMEDIATE", "UPDATE library SET token = ?",
      "INSERT INTO commits (token, date, client, origin) VALUES (?, 0, 'Diptych', 0)",
      "INSERT INTO memberships (album, rank, asset) VALUES (1, ?, ?)",
      "UPDATE collections SET modified = ? WHERE id = 1",
      """
      INSERT INTO changes (token, ordinal, object_kind, object, uuid, change, fields, old_values)
      VALUES (?, 1, 1, 1, x'00', 1, 'members', '')
      """,
      "COMMIT",
    ].map { try database.prepare($0) }
  }

  deinit { ([walk] + edge + work).forEach { $0.finalize() } }

  func insert(_ place: Place) throws -> Double {
    token += 1
    next += 1
    let known = try rank(place)
    let time = try Measure.time {
      try work[0].run()
      var rank = known
      if case .walked(let count) = place { rank = walked(count) + token }
      work[1].bind(1, token)
      work[2].bind(1, token)
      work[3].bind(1, rank)
      work[3].bind(2, next)
      work[4].bind(1, token)
      work[5].bind(1, token)
      for statement in work[1...] { try statement.run() }
      database.checkpointIfDue()
    }
    return time
  }

  private func walked(_ count: Int) -> Int64 {
    var rank: Int64 = 0
    walk.bind(1, Int64(count))
    while sqlite3_step(walk.pointer) == SQLITE_ROW {
      rank = sqlite3_column_int64(walk.pointer, 0)
    }
    sqlite3_reset(walk.pointer)
    return rank
  }

  private func rank(_ place: Place) throws -> Int64 {
    func end(_ index: Int) -> Int64 {
      defer { sqlite3_reset(edge[index].pointer) }
      sqlite3_step(edge[index].pointer)
      return sqlite3_column_int64(edge[index].pointer, 0)
    }
    return switch place {
    case .first: end(0) - 1
    case .second: end(0) + token
    case .last: end(1) + 1 << 32
    case .middle, .walked: Int64(members / 2) << 32 + token
    }
  }
}
