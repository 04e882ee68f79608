import DiptychEngine
import Foundation
import Testing

/// `verify` finds each kind of damage, and `repair` moves, never deletes.
struct VerifyTests {
  private let library: Library
  private let assets: [UUID]

  init() throws {
    library = try Fixtures.library()
    assets = try library.seedPictures(3)
    try library.user.add(assets, to: try library.user.make(titled: "Trip"))
  }

  private func original(_ index: Int) throws -> (record: ResourceRecord, path: String) {
    let row = try library.row(assets[index])
    let record = try #require(try library.read { try $0.resources(of: row) }.first)
    return (record, library.filePath(of: record))
  }

  private func kinds() throws -> [VerifyIssue.Kind] { try library.verify().map(\.kind) }

  @Test func soundLibraryIsClean() throws {
    var seen: [String] = []
    let issues = try library.verify { seen.append("\($0)/\($1)") }
    #expect(issues == [])
    #expect(seen == ["1/3", "2/3", "3/3"])
  }

  @Test func missingOriginal() throws {
    let (record, path) = try original(1)
    try FileManager.default.removeItem(atPath: path)
    let issues = try library.verify()
    #expect(issues.map(\.kind) == [.missingOriginal])
    #expect(issues.first?.path == record.path)
    #expect(errorCode { try library.data(of: record) } == .originalMissing)
  }

  @Test(arguments: [0, 10, -1])
  func changedOriginal(_ place: Int) throws {
    let (record, path) = try original(1)
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    if place < 0 {
      data.removeLast()
    } else {
      data[place] ^= 1
    }
    try data.write(to: URL(fileURLWithPath: path))
    let issues = try library.verify()
    #expect(issues.map(\.kind) == [place < 0 ? .truncatedOriginal : .changedOriginal])
    #expect(issues.first?.path == record.path)
  }

  @Test func strayOriginalIsMovedNotDeleted() throws {
    let folder = library.path + "/originals/00"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let stray = folder + "/letter.txt"
    try Data("text".utf8).write(to: URL(fileURLWithPath: stray))
    let beside = library.path + "/originals/beside.txt"
    try Data("more".utf8).write(to: URL(fileURLWithPath: beside))
    #expect(try kinds() == [.strayOriginal, .strayOriginal])
    #expect(
      try library.repair().moved.sorted() == ["recovered/beside.txt", "recovered/letter.txt"])
    #expect(try kinds() == [])
    // One of the same name must not overwrite the first.
    try Data("other".utf8).write(to: URL(fileURLWithPath: stray))
    #expect(try library.repair().moved == ["recovered/2-letter.txt"])
    #expect(try library.files(in: "recovered") == ["2-letter.txt", "beside.txt", "letter.txt"])
    let kept = try Data(contentsOf: URL(fileURLWithPath: library.path + "/recovered/letter.txt"))
    #expect(kept == Data("text".utf8))
    #expect(try library.repair() == RepairReport())
    #expect(try library.files(in: "originals").count == 3)
  }

  /// An original under another extension than its row's is nobody's.
  @Test func originalUnderAnotherName() throws {
    let (_, path) = try original(0)
    try FileManager.default.moveItem(atPath: path, toPath: path + ".jpg")
    #expect(try Set(kinds()) == [.missingOriginal, .strayOriginal])
  }

  @Test func strayStaging() throws {
    let owner = library.path + "/staging/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: owner, withIntermediateDirectories: false)
    try Data().write(to: URL(fileURLWithPath: owner + "/" + UUID().uuidString + ".png"))
    try Data().write(to: URL(fileURLWithPath: library.path + "/staging/file"))
    #expect(try kinds() == [.strayStaging, .strayStaging])
    // Half of a save is nobody's; a file that no save can have left is kept.
    #expect(try library.repair().moved == ["recovered/file"])
    #expect(try kinds() == [])
  }

  private func damage(_ sql: String) throws {
    try library.write { transaction in
      try transaction.connection.execute("PRAGMA defer_foreign_keys = ON")
      try transaction.connection.execute(sql)
    }
  }

  @Test(arguments: [
    ("UPDATE library SET token = token + 1", VerifyIssue.Kind.changeLog),
    ("DELETE FROM changes WHERE object_kind = 0 AND object = 2", .changeLog),
    ("UPDATE collections SET kind = 1", .membership),
    ("DELETE FROM resources WHERE asset = 2", .missingOriginal),
  ])
  func rowsThatDisagree(_ sql: String, _ kind: VerifyIssue.Kind) throws {
    try damage(sql)
    #expect(try Set(kinds()).contains(kind))
  }

  /// A reference to nothing, as only another program can write it.
  @Test func rowThatNamesNothing() throws {
    let path = library.path + "/library.sqlite"
    let database = try #require(
      PlainDatabase(path: path, sql: "DELETE FROM assets WHERE id = 3"))
    database.close()
    #expect(try Set(kinds()) == [.membership, .reference])
    #expect(try library.repair().moved == ["recovered/3.png"])
    #expect(try kinds() == [])
  }

  /// Errors name what to do, in whole sentences.
  @Test func sentences() throws {
    try FileManager.default.removeItem(atPath: try original(0).path)
    for issue in try library.verify() {
      #expect(issue.description.hasSuffix("."))
      #expect(issue.description.contains("originals/"))
    }
  }
}
