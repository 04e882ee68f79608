import CDiptychCrypto
import CDiptychSQLite
import DiptychEngine
import DiptychPlatform
import DiptychStories
import Foundation

/// A library of many assets, made once and kept outside of the repository.
///
/// It has rows for all of its assets, and files for the first 10,000. The order of arrival is not
/// that of the dates, and every tenth asset is a video. An album, "All", has all but the last as
/// members, in an order of its own.
struct GeneratedLibrary {
  let count: Int

  /// Assets with files.
  var files: Int { min(count, 10_000) }
  /// Assets that are not in the album, which stand last in order of arrival.
  var spare: Int { min(count / 2, 11_000) }
  var members: Int { count - spare }

  /// In this place of the order of creation.
  static func date(_ place: Int) -> Date {
    Date(microseconds: 1_400_000_000_000_000 + Int64(place) * 60_000_000)
  }

  /// Raised when what is generated changes.
  private static let version = 2

  private var folder: String {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["HOME"] ?? NSTemporaryDirectory()
    let caches = environment["XDG_CACHE_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? "\(home)/.cache"
    return "\(caches)/diptych-bench/v\(Self.version)-\(count)"
  }

  /// Makes the library unless it is there.
  /// - Returns: Its path, and the seconds that it took to make it; nil when it was there.
  @discardableResult
  func make() throws -> (path: String, time: Double?) {
    let folder = folder
    if FileManager.default.fileExists(atPath: "\(folder)/library.sqlite") { return (folder, nil) }
    // Under another name until it is whole, so that a broken run leaves nothing that looks so.
    let draft = "\(folder).\(getpid())"
    let time = try Measure.time {
      try FileManager.default.createDirectory(
        atPath: draft, withIntermediateDirectories: true, attributes: nil)
      var configuration = LibraryConfiguration(folder: draft)
      configuration.isDurable = false
      configuration.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
      try Library.open(configuration).close()
      try fill(draft)
      try FileManager.default.moveItem(atPath: draft, toPath: folder)
    }
    return (folder, time)
  }

  /// Puts a copy where a benchmark may change it. The files are the same, under second names.
  func copy(to path: String) throws {
    let source = try make().path
    let manager = FileManager.default
    for name in try manager.subpathsOfDirectory(atPath: source) {
      var isFolder: ObjCBool = false
      let (from, target) = ("\(source)/\(name)", "\(path)/\(name)")
      guard manager.fileExists(atPath: from, isDirectory: &isFolder) else { continue }
      if isFolder.boolValue {
        try manager.createDirectory(atPath: target, withIntermediateDirectories: true)
      } else if name.hasPrefix("originals/"), link(from, target) == 0 {
        continue
      } else {
        try manager.createDirectory(
          atPath: (target as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try manager.copyItem(atPath: from, toPath: target)
      }
    }
    // What was just copied is not to be written back on anybody's account.
    sync()
  }

  // MARK: Making

  private func fill(_ path: String) throws {
    let database = try PlainDatabase("\(path)/library.sqlite")
    defer { database.close() }
    // A broken run leaves only a draft, so that nothing has to be rolled back.
    for setting in [
      "journal_mode = OFF", "synchronous = OFF", "foreign_keys = OFF", "cache_size = -400000",
    ] {
      try database.run("PRAGMA \(setting)")
    }
    var generator = SplitMix64(seed: 1)
    try database.run("BEGIN IMMEDIATE")
    // An index that is made of all rows at the end is sorted once, and its pages are full.
    let indexes = try database.texts(
      "SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY rootpage")
    for name in try database.texts(
      "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
    {
      try database.run("DROP INDEX \(name)")
    }
    try addAssets(path, database, &generator)
    try addAlbum(database, &generator)
    try indexes.forEach(database.run)
    try database.run("COMMIT")
    try database.run("PRAGMA journal_mode = WAL")
  }

  private func identifier(_ generator: inout SplitMix64) -> UUID {
    let (high, low) = (generator.next(), generator.next())
    return withUnsafeBytes(of: (high, low)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  private func addAssets(
    _ path: String, _ database: PlainDatabase, _ generator: inout SplitMix64
  ) throws {
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
        orientation, encoded, local)
      VALUES (?, ?, 1, 'public.jpeg', 'IMG.JPG', 'jpg', ?, ?, 4032, 3024, 1, 0, ?)
      """)
    defer { [asset, resource].forEach { $0.finalize() } }
    let photo = try SmallPhoto()
    let places = (0..<count).shuffled(using: &generator)
    for (index, place) in places.enumerated() {
      let date = Self.date(place).microseconds
      asset.bind(1, identifier(&generator))
      asset.bind(2, Int64(index % 10 == 9 ? 2 : 1))
      for column in 3...5 as ClosedRange<Int32> { asset.bind(column, date) }
      try asset.run()
      let uuid = identifier(&generator)
      resource.bind(1, uuid)
      resource.bind(2, database.lastRow)
      if index < files {
        let bytes = photo.bytes(index)
        let name = uuid.uuidString
        let file = "\(path)/originals/\(name.prefix(2).lowercased())/\(name).jpg"
        try photo.write(bytes, to: file)
        var digest = [UInt8](repeating: 0, count: 32)
        bytes.withUnsafeBytes {
          _ = EVP_Digest($0.baseAddress, $0.count, &digest, nil, EVP_sha256(), nil)
        }
        resource.bind(3, Int64(bytes.count))
        resource.bind(4, digest)
        resource.bind(5, 1 as Int64)
      } else {
        resource.bind(3, 0 as Int64)
        resource.bind(4, [])
        resource.bind(5, 0 as Int64)
      }
      try resource.run()
    }
  }

  private func addAlbum(_ database: PlainDatabase, _ generator: inout SplitMix64) throws {
    let now = Self.date(0).microseconds
    let album = try database.prepare(
      """
      INSERT INTO collections (id, uuid, kind, title, rank, creator, created, modified)
      VALUES (1, ?, 0, 'All', 0, 'Diptych', \(now), \(now))
      """)
    let member = try database.prepare(
      "INSERT INTO memberships (album, rank, asset) VALUES (1, ?, ?)")
    defer { [album, member].forEach { $0.finalize() } }
    album.bind(1, identifier(&generator))
    try album.run()
    var rows = Array(1...Int64(max(members, 1)))
    rows.shuffle(using: &generator)
    for (place, row) in rows.enumerated() {
      member.bind(1, Int64(place) << 32)
      member.bind(2, row)
      try member.run()
    }
  }
}

/// Photographs of about 20 kB, each with other bytes: one photograph with a comment of its own.
struct SmallPhoto {
  private let photo: Data
  private let place: Int

  init() throws {
    try self.init(Data(contentsOf: FlowMedia.bundled.placedPhoto))
  }

  /// - Parameter photo: A JPEG.
  init(_ photo: Data) throws {
    self.photo = photo
    // Behind the first segment: two bytes of the start, two of the marker, then its length.
    place = 4 + (Int(photo[4]) << 8 | Int(photo[5]))
  }

  /// Writes a file without a sync, which `Data` makes for each.
  func write(_ bytes: Data, to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    let written = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
    try check(written == bytes.count, "\(path) cannot be written.")
  }

  /// One photograph.
  /// - Parameters:
  ///   - index: Which one it is.
  ///   - filling: Bytes that its comment is longer, at most 60,000.
  func bytes(_ index: Int, filling: Int = 0) -> Data {
    var bytes = photo.prefix(place)
    let text = Array(String(format: "photo %08d", index).utf8)
    let length = text.count + 2 + filling
    bytes += [0xFF, 0xFE, UInt8(length >> 8), UInt8(length & 255)] + text
    bytes += [UInt8](repeating: 0x20, count: filling)
    bytes += photo.dropFirst(place)
    return bytes
  }
}
