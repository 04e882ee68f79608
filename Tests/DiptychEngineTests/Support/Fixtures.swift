import DiptychCodecs
import DiptychEngine
import Foundation

/// Libraries and pictures for the tests.
enum Fixtures {
  /// When the virtual clocks start: 13 May 2014, 16:53:20 UTC.
  static let start = Date(timeIntervalSince1970: 1_400_000_000)

  /// A fresh ephemeral library on a virtual clock, with seeded identifiers.
  static func library(
    seed: String = "seed", clock: VirtualClock = VirtualClock(start),
    _ configure: (inout LibraryConfiguration) -> Void = { _ in }
  ) throws -> Library {
    try EphemeralLibrary.open { configuration in
      configuration.client = "App"
      configuration.clock = clock
      configuration.identifiers = SeededIdentifiers(seed: seed)
      configure(&configuration)
    }
  }

  /// A configuration of a library that outlives its closing, in a new folder below `folder`.
  static func configuration(
    in folder: TemporaryFolder, clock: any Clock = VirtualClock(start)
  ) -> LibraryConfiguration {
    var configuration = LibraryConfiguration(folder: folder.path + "/Test.diptych")
    configuration.isDurable = false
    configuration.systemCalls = RealSystemCalls(durable: false)
    configuration.clock = clock
    configuration.identifiers = SeededIdentifiers(seed: "seed")
    configuration.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    configuration.client = "App"
    return configuration
  }

  /// A small PNG that differs from every other number's.
  static func picture(_ number: Int, width: Int = 2, height: Int = 3) throws -> Data {
    try MediaCodecs.encode(bitmap(number, width, height), as: .png, orientation: .up)
  }

  /// One color all over, another for each number.
  static func bitmap(_ number: Int, _ width: Int, _ height: Int) throws -> Bitmap {
    let color = [UInt8(number & 255), UInt8(number >> 8 & 255), UInt8(number >> 16 & 255), 255]
    let pixels = Array(repeating: color, count: width * height).flatMap { $0 }
    guard
      let bitmap = Bitmap(
        size: PixelSize(width: width, height: height), pixels: pixels, hasAlpha: false)
    else { throw EmptyPicture() }
    return bitmap
  }

  struct EmptyPicture: Error {}

  /// A request for a new photo of these bytes.
  static func draft(_ data: Data, uuid: UUID = UUID(), name: String? = nil) -> AssetDraft {
    var draft = AssetDraft(uuid: uuid)
    draft.resources = [ResourceDraft(role: .photo, content: .data(data), fileName: name)]
    return draft
  }
}

extension Library {
  /// Saves `count` small pictures as the user and gives their identifiers, in order.
  func seedPictures(_ count: Int, from first: Int = 1) throws -> [UUID] {
    var changes = ChangeSet()
    var uuids: [UUID] = []
    for number in first..<first + count {
      let uuid = configuration.identifiers.next(.asset)
      uuids.append(uuid)
      changes.operations.append(
        .createAsset(
          Fixtures.draft(try Fixtures.picture(number), uuid: uuid, name: "\(number).png")))
    }
    try commit(changes)
    return uuids
  }

  /// Writes `count` rows of assets that have no file, for tests of queries and ranks.
  func seedRows(_ count: Int) throws {
    try write { transaction in
      try transaction.connection.execute(
        """
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
        INSERT INTO assets (uuid, kind, subtypes, playback_style, pixel_width, pixel_height,
          orientation, duration, creation_date, modification_date, added_date, creator)
        SELECT randomblob(16), 1 + i % 2, (i % 4) * 8, 1, i, 1, 1, i * 0.5, i * 1000000,
          i * 1000000, i * 1000000, 'App' FROM n
        """, count)
    }
  }

  func commit(_ operations: ChangeOperation..., client: String? = nil) throws {
    var changes = ChangeSet(client: client)
    changes.operations = operations
    try commit(changes)
  }

  /// Every member of an album in the order of ranks, seen or not.
  func members(of album: UUID) throws -> [UUID] {
    try read { transaction in
      try transaction.connection.all(
        """
        SELECT a.uuid FROM memberships m JOIN assets a ON a.id = m.asset
        JOIN collections c ON c.id = m.album WHERE c.uuid = ? ORDER BY m.rank
        """, [album]
      ) { $0.uuid(0) }
    }
  }

  /// What a fetch of the album shows.
  func view(of album: UUID, as client: String? = nil) throws -> [UUID] {
    try uuids(AssetQuery(.album(album)), as: client)
  }

  func uuids(_ query: AssetQuery, as client: String? = nil) throws -> [UUID] {
    try assets(try fetchAssets(query, as: client)).map(\.uuid)
  }

  func row(_ asset: UUID) throws -> Int64 {
    try read { try $0.asset(asset)?.row ?? -1 }
  }

  /// The number in the first column of the first row.
  func number(_ sql: String, _ arguments: [any BindableValue] = []) throws -> Int {
    try read { try $0.connection.first(sql, arguments) { $0.int(0) } ?? -1 }
  }

  /// Every file below one of the library's folders, by its path below that.
  func files(in part: String) throws -> [String] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: path + "/" + part)
    var isFolder = ObjCBool(false)
    return names.filter {
      FileManager.default.fileExists(atPath: "\(path)/\(part)/\($0)", isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }
}

/// A folder that is removed when the last reference to it goes.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    // In memory where the machine has that: sweeps make thousands of folders.
    path = EphemeralLibrary.base + "/diptych-tests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func write(_ data: Data, _ name: String) throws -> String {
    let file = path + "/" + name
    try data.write(to: URL(fileURLWithPath: file))
    return file
  }
}

/// The code that `body` fails with; nil if it succeeds.
func errorCode<Result>(_ body: () throws -> Result) -> LibraryError.Code? {
  do {
    _ = try body()
    return nil
  } catch {
    return LibraryError.wrapping(error).code
  }
}

extension TemporaryFolder {
  /// Takes the database away and leaves an empty file, as a process that died early does.
  func emptyDatabase(of configuration: LibraryConfiguration) throws {
    let database = configuration.folder + "/library.sqlite"
    for name in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: database + name)
    }
    try Data().write(to: URL(fileURLWithPath: database))
  }
}
