import DiptychPlatform
import Foundation
import Testing

@testable import DiptychEngine

/// Writers of several processes, re-entry, and what a reader sees.
struct LibraryLockTests {
  private let folder: TemporaryFolder
  private var configuration: LibraryConfiguration
  private let system = FaultySystemCalls()

  init() throws {
    folder = try TemporaryFolder()
    configuration = Fixtures.configuration(in: folder)
    configuration.systemCalls = system.calls
    configuration.busyTimeout = 50_000
  }

  /// Another open descriptor stands for another process: the locks belong to descriptors.
  private func holding<T>(_ byte: Int64, exclusive: Bool, _ body: () throws -> T) throws -> T {
    let real = RealSystemCalls()
    let descriptor = try real.open(configuration.folder + "/lock", .readWrite)
    defer { real.close(descriptor) }
    #expect(try real.tryLockByte(descriptor, byte, exclusive: exclusive))
    return try body()
  }

  @Test func writerHeldByAnotherProcessIsBusyAfterTheLimit() throws {
    let library = try Library.open(configuration)
    let before = try library.rawDump()
    try holding(0, exclusive: true) { () throws in
      let code = errorCode { try library.user.make(titled: "Trip") }
      #expect(code == .busy)
      #expect(system.pauses > 1)
      // Nothing keeps a reader from reading.
      #expect(try library.rawDump() == before)
    }
    try library.user.make(titled: "Trip")
    #expect(try library.user.collections(titled: "Trip").count == 1)
  }

  /// A save that finds the writer taken leaves no file.
  @Test func busySaveLeavesNothing() throws {
    let library = try Library.open(configuration)
    try holding(0, exclusive: true) {
      #expect(errorCode { try library.seedPictures(2) } == .busy)
    }
    #expect(try library.files(in: "originals") == [])
    #expect(try library.files(in: "staging") == [])
  }

  /// A library that another process has open keeps its format: making one waits.
  @Test func migrationWaitsForOtherProcesses() throws {
    try Library.open(configuration).close()
    try folder.emptyDatabase(of: configuration)
    try holding(1, exclusive: false) {
      #expect(errorCode { try Library.open(configuration) } == .busy)
    }
    #expect(errorCode { try Library.open(configuration).close() } == nil)
  }

  @Test func openingWhileAnotherMigratesIsBusy() throws {
    try Library.open(configuration).close()
    try holding(1, exclusive: true) {
      #expect(errorCode { try Library.open(configuration) } == .busy)
    }
    #expect(system.openCount == 0)
  }

  @Test func writeInsideAWriteThrows() throws {
    let library = try Library.open(configuration)
    let code = try library.write { _ in
      errorCode { try library.write { _ in } }
    }
    #expect(code == .reentrant)
    #expect(errorCode { try library.write { _ in } } == nil)
  }

  /// Through the write of another library, too: it would wait for itself for ever.
  @Test func writeInsideAWriteOfAnotherLibraryInsideAWriteThrows() throws {
    let library = try Library.open(configuration)
    let other = try Fixtures.library()
    let code = try library.write { _ in
      try other.write { _ in errorCode { try library.write { _ in } } }
    }
    #expect(code == .reentrant)
  }

  /// Reader:  BEGIN … count ───────────────────────── count ─ END   sees 0 and 0
  /// Writer:                 BEGIN ─ insert ─ COMMIT
  /// Reader 2:                                 BEGIN ─ count ─ END   sees 1
  @Test func readerKeepsItsSnapshot() throws {
    let library = try Library.open(configuration)
    let counts = try library.read { transaction -> [Int] in
      let query = "SELECT count(*) FROM collections"
      let first = try transaction.connection.first(query) { $0.int(0) } ?? -1
      try library.user.make(titled: "Trip")
      let fresh = try library.number(query)
      let second = try transaction.connection.first(query) { $0.int(0) } ?? -1
      return [first, fresh, second]
    }
    #expect(counts == [0, 1, 0])
  }

  @Test func failedWriteLeavesNothing() throws {
    struct Stop: Error {}
    let library = try Library.open(configuration)
    let before = try library.rawDump()
    #expect(throws: LibraryError.self) {
      try library.write { transaction in
        try transaction.createCollection(UUID(), .album, "Trip")
        throw Stop()
      }
    }
    #expect(try library.rawDump() == before)
  }

  /// The writer moves its log into the database when that exceeds 1,000 pages.
  @Test func logStaysShort() throws {
    let library = try Library.open(configuration)
    for _ in 0..<40 { try library.seedRows(1_000) }
    let log = try FileManager.default.attributesOfItem(
      atPath: library.path + "/library.sqlite-wal")[.size]
    #expect((log as? Int ?? .max) < 3_000 * 4_120)
  }
}
