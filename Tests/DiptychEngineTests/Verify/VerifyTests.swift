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

  /// Names in bytes that are no text, which no call takes as they are listed (decision 227).
  @Test func straysWhoseNamesAreNoText() throws {
    let folder = library.path + "/originals/00"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let long = [UInt8](repeating: 0xFE, count: 250)
    for (place, name) in [
      (folder, [0xFF, 0xFE] + Array(".jpg".utf8)), (folder, long),
      (library.path + "/originals", [0xC3]), (library.path + "/staging", [0xFF]),
    ] {
      try write(Data("\(name.count)".utf8), Array((place + "/").utf8) + name)
    }
    // One that a file has already.
    try Data("first".utf8).write(to: URL(fileURLWithPath: folder + "/%FF%FE.jpg"))
    #expect(
      try Set(kinds()) == [.strayOriginal, .strayStaging] && kinds().count == 5)
    let moved = try library.repair().moved
    #expect(moved.count == 5)
    #expect(Set(moved).isSuperset(of: ["recovered/%FF%FE.jpg", "recovered/%FF%FE.jpg%"]))
    #expect(try kinds() == [])
    let contents = try library.files(in: "recovered").map {
      try String(contentsOfFile: library.path + "/recovered/" + $0, encoding: .utf8)
    }
    #expect(contents.sorted() == ["1", "1", "250", "6", "first"])
    #expect(try library.repair() == RepairReport())
  }

  private func write(_ data: Data, _ path: [UInt8]) throws {
    let name = path.map(CChar.init(bitPattern:)) + [0]
    let descriptor = open(name, O_WRONLY | O_CREAT, 0o600)
    try #require(descriptor >= 0)
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try handle.write(contentsOf: data)
  }

  /// A symbolic link that leads nowhere is moved like any stray, and none replaces another.
  @Test func strayLinkThatLeadsNowhere() throws {
    let folder = library.path + "/originals/00"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for round in ["link", "2-link"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/link", withDestinationPath: "/nowhere")
      #expect(try kinds() == [.strayOriginal])
      #expect(try library.repair().moved == ["recovered/" + round])
      #expect(try kinds() == [])
    }
  }

  @Test func fileInThePlaceOfRecovered() throws {
    let recovered = library.path + "/recovered"
    try Data("letter".utf8).write(to: URL(fileURLWithPath: recovered))
    try Data("text".utf8).write(to: URL(fileURLWithPath: library.path + "/originals/stray.txt"))
    let error = #expect(throws: LibraryError.self) { try library.repair() }
    #expect(error?.message.hasSuffix("Move it elsewhere, then try again.") == true)
    try FileManager.default.removeItem(atPath: recovered)
    #expect(try library.repair().moved == ["recovered/stray.txt"])
  }

  /// One that cannot be read is an issue, and the others are looked at (decision 226).
  @Test func unreadableOriginal() throws {
    let (record, path) = try original(0)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try FileManager.default.removeItem(atPath: try original(2).path)
    let issues = try library.verify()
    #expect(issues.map(\.kind) == [.unreadableOriginal, .missingOriginal])
    #expect(issues.first?.path == record.path)
    #expect(issues.first?.description.contains("(read: Is a directory)") == true)
    let copy = library.path + "-copy"
    defer { try? FileManager.default.removeItem(atPath: copy) }
    for links in [false, true] {
      let report = try library.backup(to: copy, links: links)
      #expect(report.files == 1 && report.damaged == issues)
      try FileManager.default.removeItem(atPath: copy)
    }
  }

  /// Opens a copy of the library whose calls a test decides about.
  private func openCopy(
    in folder: TemporaryFolder,
    _ verdict: @escaping @Sendable (SystemCall) -> InterceptedSystemCalls.Verdict
  ) throws -> Library {
    var configuration = library.configuration
    configuration.folder = folder.path + "/Copy.diptych"
    configuration.removesOnClose = false
    configuration.systemCalls = InterceptedSystemCalls(
      RealSystemCalls(durable: false), before: verdict)
    _ = try library.backup(to: configuration.folder)
    return try Library.open(configuration)
  }

  /// A folder of originals that cannot be read is named, and stays where it is (decision 226).
  @Test func unreadableFolder() throws {
    let folder = try TemporaryFolder()
    let opened = try openCopy(in: folder) { call in
      if case .list(let path) = call, path.hasSuffix("originals/7f") {
        .fail(EACCES)
      } else {
        .proceed
      }
    }
    defer { opened.close() }
    let issues = try opened.verify()
    #expect(issues.map(\.kind) == [.unreadableOriginal])
    #expect(issues.first?.path == "originals/7f")
    #expect(try opened.repair() == RepairReport())
    #expect(FileManager.default.fileExists(atPath: opened.path + "/originals/7f"))
  }

  /// The disk, or its permissions, in the way of one original (decision 226).
  @Test(arguments: [EIO, EACCES, EMFILE])
  func failureToRead(_ number: Int32) throws {
    let name = (try original(1).path as NSString).lastPathComponent
    let folder = try TemporaryFolder()
    let opened = try openCopy(in: folder) { call in
      if case .open(let path, .readInside) = call, path.hasSuffix(name) {
        .fail(number)
      } else {
        .proceed
      }
    }
    defer { opened.close() }
    guard number != EMFILE else {
      // Nothing is wrong with the file.
      #expect(errorCode { try opened.verify() } == .system)
      return
    }
    let issues = try opened.verify()
    #expect(issues.map(\.kind) == [.unreadableOriginal])
    let report = try opened.backup(to: folder.path + "/Second.diptych")
    #expect(report.files == 2 && report.damaged == issues)
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

  // Decision 213
  @Test(arguments: [
    ("UPDATE collections SET parent = CASE title WHEN 'A' THEN b WHEN 'B' THEN a END", 3, 1),
    ("UPDATE collections SET parent = a WHERE title = 'A'", 3, 1),
    ("UPDATE collections SET parent = id WHERE title IN ('A', 'B')", 3, 2),
    ("UPDATE collections SET parent = x WHERE title = 'A'", 3, 1),
  ])
  func foldersInACircle(_ sql: String, _ lost: Int, _ circles: Int) throws {
    let folder = try library.user.make(.folder, titled: "A")
    let inner = try library.user.make(.folder, titled: "B", in: folder)
    let album = try library.user.make(titled: "Inside", in: inner)
    try library.user.add(assets, to: album)
    let before = try titles()
    #expect(before == ["Trip", "A", "B", "Inside"])
    let rows = try [("a", folder), ("b", inner), ("x", album)].map { name, uuid in
      (name, try #require(try library.read { try $0.collection(uuid) }).row)
    }
    let statement = rows.reduce(sql + (sql.contains("WHERE") ? "" : " WHERE title IN ('A', 'B')")) {
      $0.replacingOccurrences(of: "= \($1.0) ", with: "= \($1.1) ")
        .replacingOccurrences(of: "THEN \($1.0) ", with: "THEN \($1.1) ")
    }
    try #require(PlainDatabase(path: library.path + "/library.sqlite", sql: statement)).close()
    #expect(try titles() == ["Trip"])
    // A folder in itself may have the place of one that was in it before.
    let issues = try library.verify().filter { $0.kind != .rank }
    #expect(issues.map(\.kind) == [.reference])
    #expect(issues.first?.description.hasPrefix("\(lost) albums and folders are") == true)
    let report = try library.repair()
    #expect(report.mended.count == 1)
    #expect(report.mended.first?.hasPrefix("Moved \(circles) folder") == true, "\(report)")
    #expect(try Set(titles()) == Set(before) && titles().count == 4)
    #expect(try library.verify() == [])
    #expect(try library.view(of: album) == assets)
  }

  private func titles() throws -> [String] {
    try library.read { try $0.collectionTree() }.map(\.title)
  }

  /// What cannot be read like a file is listed like a missing one, and the rest is checked
  /// (decision 214).
  @Test func originalThatIsNoFile() throws {
    let (record, path) = try original(1)
    try FileManager.default.removeItem(atPath: path)
    #expect(mkfifo(path, 0o600) == 0)
    try FileManager.default.removeItem(atPath: try original(2).path)
    let issues = try library.verify()
    #expect(issues.map(\.kind) == [.missingOriginal, .missingOriginal])
    #expect(issues.first?.path == record.path)
    #expect(issues.first?.description.contains("is no file") == true)
    let folder = try TemporaryFolder()
    for links in [false, true] {
      let copy = folder.path + "/\(links).diptych"
      let report = try library.backup(to: copy, links: links)
      #expect(report.files == 1 && report.damaged == issues)
      let name = copy + "/" + record.path
      #expect(!FileManager.default.fileExists(atPath: name))
    }
  }

  /// Errors name what to do, in whole sentences.
  @Test func sentences() throws {
    try FileManager.default.removeItem(atPath: try original(0).path)
    for issue in try library.verify() {
      #expect(issue.description.hasSuffix("."))
      #expect(issue.description.contains("originals/"))
    }
  }

  /// What cannot be removed keeps nothing else, and is told of.
  @Test func aFolderInThePlaceOfAPurgedOriginal() throws {
    let paths = try [original(0).path, original(1).path]
    try FileManager.default.removeItem(atPath: paths[0])
    try FileManager.default.createDirectory(
      atPath: paths[0] + "/inner", withIntermediateDirectories: true)
    try library.user.delete([assets[0], assets[1]])
    try library.user.purge([assets[0], assets[1]])
    #expect(FileManager.default.fileExists(atPath: paths[0]))
    #expect(!FileManager.default.fileExists(atPath: paths[1]))
    #expect(try library.number("SELECT count(*) FROM pending_removals") == 1)
    #expect(try kinds() == [.strayOriginal])
    #expect(try library.repair().moved.count == 1)
    _ = try library.repair()
    #expect(try library.number("SELECT count(*) FROM pending_removals") == 0)
    #expect(try kinds() == [])
  }

  /// A length that is not the file's own says enough: this one would be read for hours.
  @Test func anOriginalOfAnotherLength() throws {
    let (record, path) = try original(1)
    #expect(truncate(path, 1 << 42) == 0)
    let issues = try library.verify()
    #expect(issues.map(\.kind) == [.changedOriginal] && issues.first?.path == record.path)
  }

  // Decision 214: a device without an end.
  @Test(.enabled(if: geteuid() == 0)) func aDeviceInThePlaceOfAnOriginal() throws {
    let (record, path) = try original(1)
    try FileManager.default.removeItem(atPath: path)
    try #require(mknod(path, S_IFCHR | 0o600, dev_t(1 << 8 | 5)) == 0)
    let issues = try library.verify()
    #expect(issues.map(\.kind) == [.missingOriginal] && issues.first?.path == record.path)
    let report = try library.backup(to: library.path + ".backup")
    defer { try? FileManager.default.removeItem(atPath: library.path + ".backup") }
    #expect(report.files == 2 && report.damaged.map(\.kind) == [.missingOriginal])
  }
}
