import DiptychPlatform
import Foundation
import Testing

@testable import DiptychEngine

/// A library opens for who wants to read, whatever keeps its upkeep from being done.
struct OpeningTests {
  private let folder: TemporaryFolder
  private let clock = VirtualClock(Fixtures.start)
  private var configuration: LibraryConfiguration
  private var database: String { configuration.folder + "/library.sqlite" }

  init() throws {
    folder = try TemporaryFolder()
    configuration = Fixtures.configuration(in: folder, clock: clock)
    configuration.busyTimeout = 1_000
  }

  /// A library with two pictures, of which one has been in the trash for more than 30 days.
  private func prepare() throws -> [UUID] {
    let library = try Library.open(configuration)
    defer { library.close() }
    let assets = try library.seedPictures(2)
    try library.user.delete([assets[1]])
    clock.advance(by: 31 * 86_400)
    return assets
  }

  private func expectReadable(_ assets: [UUID], purged: Bool) throws {
    let library = try Library.open(configuration)
    defer { library.close() }
    #expect(try library.uuids(AssetQuery(.library)) == [assets[0]])
    #expect(try library.number("SELECT count(*) FROM assets") == (purged ? 1 : 2))
  }

  @Test func whileAnotherProcessWrites() throws {
    let assets = try prepare()
    let lock = try LibraryLock(
      path: configuration.folder + "/lock", system: RealSystemCalls(), timeout: 1_000)
    defer { lock.close() }
    try lock.lockWriter()
    try expectReadable(assets, purged: false)
    lock.unlockWriter()
    try expectReadable(assets, purged: true)
  }

  /// A row that verify knows as `reusedRow`.
  @Test func withAPurgedRowOfTheSameNumber() throws {
    let assets = try prepare()
    PlainDatabase(
      path: database,
      sql: "INSERT INTO purged SELECT \(ObjectKind.asset.rawValue), id, randomblob(16) FROM assets"
    )?.close()
    try expectReadable(assets, purged: true)
  }

  /// Some servers put folders of their own into every folder.
  @Test func withAFolderAmongStagedFiles() throws {
    let assets = try prepare()
    let owner = configuration.folder + "/staging/" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: owner + "/@eaDir", withIntermediateDirectories: true)
    try Data("x".utf8).write(to: URL(fileURLWithPath: "\(owner)/\(UUID().uuidString).png"))
    try expectReadable(assets, purged: true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: owner) == ["@eaDir"])
  }

  /// Decision 151. SQLite would remove the file that such a journal names, wherever it is.
  @Test func withAJournalThatNamesAnotherFile() throws {
    _ = try prepare()
    let outside = try OutsideFolder(in: folder)
    let name = Array(outside.file.utf8)
    let mark: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    func number(_ value: Int) -> [UInt8] {
      withUnsafeBytes(of: UInt32(truncatingIfNeeded: value).bigEndian) { Array($0) }
    }
    let sum = name.reduce(0) { $0 + Int(Int8(bitPattern: $1)) }
    let head = mark + number(0) + number(0) + number(1) + number(512) + number(4096)
    let journal =
      head + [UInt8](repeating: 0, count: 512 - head.count) + number(0x4000_0000 / 4096 + 1) + name
      + number(name.count) + number(sum) + mark
    try Data(journal).write(to: URL(fileURLWithPath: database + "-journal"))
    #expect(errorCode { try Library.open(configuration) } == .libraryUnusable)
    try outside.expectUntouched()
  }

  /// Decision 207: files of purged photos that another process keeps from being removed wait.
  @Test func withoutWaitingForAnotherProcess() throws {
    let assets = try prepare()
    let system = FaultySystemCalls()
    var configuration = configuration
    configuration.systemCalls = system.calls
    configuration.busyTimeout = 3_600_000_000
    // The photo in the trash is purged, and its file cannot be removed yet.
    system.fail("unlink", EACCES)
    let library = try Library.open(configuration)
    #expect(try library.uuids(AssetQuery(.library)) == [assets[0]])
    library.close()
    system.fail("unlink", nil)
    let lock = try LibraryLock(
      path: configuration.folder + "/lock", system: RealSystemCalls(), timeout: 1_000)
    defer { lock.close() }
    try lock.lockWriter()
    let opened = try Library.open(configuration)
    #expect(system.pauses == 0)
    #expect(try opened.number("SELECT count(*) FROM pending_removals") == 1)
    opened.close()
    lock.unlockWriter()
    let again = try Library.open(configuration)
    defer { again.close() }
    #expect(try again.number("SELECT count(*) FROM pending_removals") == 0)
  }

  /// The folder may be named by a symbolic link; what is in it may not be one.
  @Test func throughALinkToTheFolder() throws {
    let assets = try prepare()
    let link = configuration.folder + ".link"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: configuration.folder)
    var configuration = configuration
    configuration.folder = link
    let library = try Library.open(configuration)
    #expect(try library.uuids(AssetQuery(.library)) == [assets[0]])
    #expect(try library.verify() == [])
    library.folder.ring(1_000)
    #expect(try library.doorbellToken() == 1_000)
    library.close()
    #expect(errorCode { try Library.open(configuration) } == .libraryDamaged)
  }

  // Decision 266
  @Test("a database that is behind the doorbell is closed until it is mended")
  func behindTheDoorbell() throws {
    var configuration = configuration
    let library = try Library.open(configuration)
    _ = try library.seedPictures(1)
    let token = try library.read { try $0.token() }
    // What is beyond belief is damage of the doorbell.
    for (rung, isRefused) in [(token, false), (token + 1, true), (token + (1 << 33), false)] {
      library.folder.ring(rung)
      let other = try? OtherProcess.open(configuration)
      #expect((other == nil) == isRefused, "\(rung - token)")
      other?.close()
    }
    library.folder.ring(token + 5)
    library.close()
    #expect(errorCode { try Library.open(configuration) } == .libraryDamaged)
    configuration.acceptsLostCommits = true
    let opened = try Library.open(configuration)
    #expect(try opened.verify().map(\.kind) == [.lostCommits])
    _ = try opened.repair()
    opened.close()
    configuration.acceptsLostCommits = false
    let mended = try Library.open(configuration)
    defer { mended.close() }
    #expect(try mended.verify() == [])
    #expect(try mended.read { try $0.token() } > token + 5)
  }
}
