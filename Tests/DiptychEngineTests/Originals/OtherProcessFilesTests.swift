import DiptychPlatform
import Foundation
import Testing

@testable import DiptychEngine

/// What another process does between two steps of recovery and upkeep: its files and rows stay.
struct OtherProcessFilesTests {
  /// What another process does at one call, once, with SQLite alone: it has no part in this process.
  private final class Meanwhile: Sendable {
    private let waiting = Lock<(@Sendable (SystemCall) -> Bool)?>(nil)

    func at(
      _ isCall: @escaping @Sendable (SystemCall) -> Bool, _ body: @escaping @Sendable () -> Void
    ) {
      waiting.withLock { waiting in
        waiting = { call in
          guard isCall(call) else { return false }
          body()
          return true
        }
      }
    }

    func pass(_ call: SystemCall) {
      guard let body = waiting.withLock({ $0 }), body(call) else { return }
      waiting.withLock { $0 = nil }
    }

    var isOver: Bool { waiting.withLock { $0 == nil } }
  }

  private let folder: TemporaryFolder
  private let meanwhile = Meanwhile()
  private var configuration: LibraryConfiguration
  private let clock = VirtualClock(Fixtures.start)

  init() throws {
    folder = try TemporaryFolder()
    configuration = Fixtures.configuration(in: folder, clock: clock)
    configuration.systemCalls = InterceptedSystemCalls(RealSystemCalls(durable: true)) {
      [meanwhile] call in
      meanwhile.pass(call)
      return .proceed
    }
  }

  private func path(_ below: String) -> String { configuration.folder + "/" + below }

  private func isThere(_ below: String) -> Bool {
    FileManager.default.fileExists(atPath: path(below))
  }

  private static func isWriterLock(_ call: SystemCall) -> Bool {
    if case .tryLockByte(_, 0, true) = call { return true }
    return false
  }

  private static func alter(_ library: String, _ sql: String) {
    PlainDatabase(path: library + "/library.sqlite", sql: sql)?.close()
  }

  /// Decision 14: what is restored just before the trash is emptied stays.
  @Test func whatWasRestoredMeanwhileStays() throws {
    let library = try Library.open(configuration)
    defer { library.close() }
    let assets = try library.seedPictures(2)
    try library.user.delete(assets)
    clock.advance(by: 31 * 86_400)
    let first = withUnsafeBytes(of: assets[0].uuid) { Array($0).hexadecimal }
    meanwhile.at(Self.isWriterLock) { [place = configuration.folder] in
      Self.alter(place, "UPDATE assets SET trashed_date = NULL, own = 1 WHERE uuid = x'\(first)'")
    }
    try library.purgeExpired()
    #expect(meanwhile.isOver)
    #expect(try library.uuids(AssetQuery(.library)) == [assets[0]])
    #expect(try library.files(in: "originals").count == 1)
    #expect(try library.verify() == [])
  }

  /// A file of the same name that a process saves while another recovers what the first try left.
  @Test func recoveryLeavesANewFileOfTheSameName() throws {
    try Library.open(configuration).close()
    let uuid = UUID()
    let owner = path("staging/" + UUID().uuidString)
    try FileManager.default.createDirectory(atPath: owner, withIntermediateDirectories: true)
    try Data("old".utf8).write(to: URL(fileURLWithPath: "\(owner)/\(uuid.uuidString).png"))
    let final = path(OriginalStore.path(uuid, "png"))
    meanwhile.at({ if case .syncVolume = $0 { true } else { false } }) {
      _ = FileManager.default.createFile(atPath: final, contents: Data("new".utf8))
    }
    let library = try Library.open(configuration)
    defer { library.close() }
    #expect(meanwhile.isOver)
    #expect(FileManager.default.contents(atPath: final) == Data("new".utf8))
    #expect(try library.files(in: "staging") == [])
  }

  /// A purged asset is saved again, under the same name, before its old file is removed.
  @Test func removalsLeaveWhatWasSavedAgain() throws {
    let library = try Library.open(configuration)
    defer { library.close() }
    let asset = try #require(library.seedPictures(1).first)
    let file = try #require(
      try library.read { try $0.resources(of: $0.asset(asset)?.row ?? 0) }.first?.path)
    // Purged, removed and saved again by the other process, after this one has seen that it is due.
    try library.write(origin: .upkeep) {
      try $0.connection.execute("INSERT INTO pending_removals (path) VALUES (?)", file)
      try $0.connection.execute("UPDATE resources SET extension = 'gone'")
    }
    meanwhile.at(Self.isWriterLock) { [place = configuration.folder] in
      Self.alter(
        place, "DELETE FROM pending_removals; UPDATE resources SET extension = 'png'")
    }
    try library.removePending()
    #expect(meanwhile.isOver)
    #expect(isThere(file))
    #expect(try library.verify() == [])
  }

  /// The same, where the other process has staged its file and not committed it yet.
  @Test func removalsLeaveWhatIsStaged() throws {
    let library = try Library.open(configuration)
    defer { library.close() }
    let uuid = UUID()
    let file = OriginalStore.path(uuid, "png")
    let owner = path("staging/" + UUID().uuidString)
    try FileManager.default.createDirectory(atPath: owner, withIntermediateDirectories: true)
    let staged = "\(owner)/\(uuid.uuidString).png"
    try Fixtures.picture(1).write(to: URL(fileURLWithPath: staged))
    try FileManager.default.linkItem(atPath: staged, toPath: path(file))
    try library.write(origin: .upkeep) {
      try $0.connection.execute("INSERT INTO pending_removals (path) VALUES (?)", file)
    }
    try library.removePending()
    #expect(isThere(file))
    #expect(try library.number("SELECT count(*) FROM pending_removals") == 1)
    // Given up: now it goes.
    try FileManager.default.removeItem(atPath: owner)
    try library.removePending()
    #expect(!isThere(file))
    #expect(try library.number("SELECT count(*) FROM pending_removals") == 0)
  }

  /// More than one transaction takes.
  @Test func manyRemovals() throws {
    let library = try Library.open(configuration)
    defer { library.close() }
    let files = (0..<600).map { _ in OriginalStore.path(UUID(), "png") }
    try library.write(origin: .upkeep) { transaction in
      for (index, file) in files.enumerated() {
        if index % 2 == 0 {
          _ = FileManager.default.createFile(atPath: path(file), contents: Data("x".utf8))
        }
        try transaction.connection.execute("INSERT INTO pending_removals (path) VALUES (?)", file)
      }
    }
    try library.removePending()
    #expect(try library.files(in: "originals") == [])
    #expect(try library.number("SELECT count(*) FROM pending_removals") == 0)
  }
}
