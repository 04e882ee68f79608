import DiptychCodecs
import DiptychEngine
import Foundation
import Testing

/// A library of 150 small photos, albums and a folder, closed, with everything in `library.sqlite`,
/// for damaging it as disks and other programs do.
final class DamagedLibrary {
  /// What `verify --json` tells.
  struct Report: Decodable {
    struct Issue: Decodable {
      let kind: String
      let description: String
    }

    private enum CodingKeys: String, CodingKey {
      case found, moved, mended, remaining
    }

    let found: [Issue]
    let moved: [String]
    let mended: [String]
    let remaining: [Issue]
    var status: Int32 = 0
  }

  let place: Place
  let path: String
  /// The token before the damage.
  let token: Int64
  private let originals: [String]

  init() throws {
    let place = try Place()
    let path = place.path + "/A.diptych"
    var configuration = LibraryConfiguration(folder: path)
    configuration.client = "Test"
    let library = try Library.open(configuration)
    let photos = try Self.save(150, library)
    let trip = try library.user.make(titled: "Trip")
    try library.user.add(photos.reversed(), to: trip)
    let folder = try library.user.make(.folder, titled: "Folder")
    try library.user.make(titled: "Inside", in: folder)
    for title in ["Second", "Third", "Fourth"] { try library.user.make(titled: title) }
    // Rows that are gone leave pages that are free.
    let more = try Self.save(60, library)
    try library.user.delete(more)
    try library.user.purge(more)
    token = try library.read { try $0.token() }
    originals = try library.read { transaction in
      try photos.compactMap { photo in
        try transaction.asset(photo).flatMap { try transaction.resources(of: $0.row).first?.path }
      }
    }
    library.close()
    let connection = try Connection(
      .init(path: path + "/library.sqlite", isReadOnly: false, isDurable: false, vfs: nil))
    _ = try connection.first("PRAGMA wal_checkpoint(TRUNCATE)", [], { $0.int(0) })
    self.place = place
    self.path = path
  }

  static func picture(_ number: Int) throws -> [UInt8] {
    let pixel = [UInt8(number & 255), UInt8(number >> 8), 7, 255]
    let bitmap = Bitmap(
      size: PixelSize(width: 2, height: 2), pixels: Array((0..<4).map { _ in pixel }.joined()),
      hasAlpha: false)
    return Array(try MediaCodecs.encode(try #require(bitmap), as: .png, orientation: .up))
  }

  private static func save(_ count: Int, _ library: Library) throws -> [UUID] {
    var changes = ChangeSet(client: "Test")
    let drafts = try (1...count).map { number in
      var draft = AssetDraft(uuid: UUID())
      draft.resources = [
        ResourceDraft(
          role: .photo, content: .data(Data(try picture(number))), fileName: "\(number).png")
      ]
      return draft
    }
    changes.operations = drafts.map { .createAsset($0) }
    try library.commit(changes)
    return drafts.map(\.uuid)
  }

  // MARK: Damaging

  /// The path of a photo's original below the library's folder; the first has number 1.
  func original(_ number: Int) -> String { originals[number - 1] }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: path + "/" + name)
  }

  func write(_ data: Data, _ name: String) throws {
    try data.write(to: URL(fileURLWithPath: path + "/" + name))
  }

  func edit(_ name: String, _ change: (inout Data) throws -> Void) throws {
    var data = try Data(contentsOf: URL(fileURLWithPath: path + "/" + name))
    try change(&data)
    data = Data(data)
    try write(data, name)
  }

  /// Runs a statement as a program would that does not know of foreign keys.
  func sql(_ text: String) throws {
    let connection = try Connection(
      .init(path: path + "/library.sqlite", isReadOnly: false, isDurable: false, vfs: nil))
    try connection.execute("PRAGMA foreign_keys = OFF")
    try connection.execute(text)
  }

  static let pageSize = 4_096

  /// How many pages the database has.
  func pages() throws -> Int {
    try Data(contentsOf: URL(fileURLWithPath: path + "/library.sqlite")).count / Self.pageSize
  }

  /// How many rows of a table are on these pages.
  func rows(of table: String, onPages pages: ClosedRange<Int>) throws -> Int {
    let connection = try Connection(
      .init(path: path + "/library.sqlite", isReadOnly: true, isDurable: false, vfs: nil))
    return try connection.first(
      """
      SELECT coalesce(sum(ncell), 0) FROM dbstat
      WHERE name = ? AND pagetype = 'leaf' AND pageno BETWEEN ? AND ?
      """, [table, pages.lowerBound, pages.upperBound]
    ) { $0.int(0) } ?? 0
  }

  /// Overwrites the root page of a table or an index.
  func damageRoot(of name: String) throws {
    let connection = try Connection(
      .init(path: path + "/library.sqlite", isReadOnly: true, isDurable: false, vfs: nil))
    let root = try connection.first(
      "SELECT rootpage FROM sqlite_schema WHERE name = ?", [name], { $0.int(0) })
    try overwrite(try #require(root))
  }

  /// Overwrites a page of this kind that holds a row from the middle of a table.
  func damagePage(of table: String, kind: UInt8) throws {
    let connection = try Connection(
      .init(path: path + "/library.sqlite", isReadOnly: true, isDurable: false, vfs: nil))
    let uuid = try connection.first("SELECT uuid FROM \(table) WHERE id = 75", [], { $0.blob(0) })
    let wanted = Data(try #require(uuid))
    let data = try Data(contentsOf: URL(fileURLWithPath: path + "/library.sqlite"))
    let page = try #require(
      (1..<data.count / Self.pageSize).first { page in
        let start = page * Self.pageSize
        return data[start] == kind
          && data[start..<start + Self.pageSize].range(of: wanted) != nil
      })
    try overwrite(page + 1)
  }

  private func overwrite(_ page: Int) throws {
    let start = (page - 1) * Self.pageSize
    try edit("library.sqlite") { data in
      for offset in start..<start + Self.pageSize { data[offset] = 0xA5 }
    }
  }

  // MARK: Looking

  func verify(_ options: String...) throws -> Report {
    let run = try place.run(["verify", "--json", "--library", "A.diptych"] + options)
    guard !run.out.isEmpty else {
      Issue.record("verify printed nothing: \(run.err)")
      return Report(found: [], moved: [], mended: [], remaining: [], status: run.status)
    }
    var report = try JSONDecoder().decode(Report.self, from: Data(run.out.utf8))
    report.status = run.status
    return report
  }

  func open(_ body: (Library) throws -> Void) throws {
    try place.open("A.diptych", body)
  }

  /// How often each file's bytes are in `originals/` and `recovered/`.
  func contents() throws -> [Data: Int] {
    var contents: [Data: Int] = [:]
    for folder in ["originals", "recovered"] {
      let root = path + "/" + folder
      for name in (try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? []
      where name.hasSuffix(".png") || name.hasSuffix(".txt") {
        let url = URL(fileURLWithPath: root + "/" + name)
        guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
          continue
        }
        contents[try Data(contentsOf: url), default: 0] += 1
      }
    }
    return contents
  }

  func titles() throws -> [String] {
    var titles: [String] = []
    try open { titles = try $0.read { try $0.collectionTree().map(\.title) } }
    return titles
  }

  func members(of title: String) throws -> [UUID] {
    var members: [UUID] = []
    try open { library in
      guard let album = try library.user.collections(titled: title).first else { return }
      members = try library.read { transaction in
        try transaction.fetchAssets(AssetQuery(.album(album.uuid)), as: nil).compactMap {
          try transaction.asset(row: $0)?.uuid
        }
      }
    }
    return members
  }

  func dump() throws -> String {
    var text = ""
    try open { text = try $0.dump(.exact).text }
    return text
  }
}
