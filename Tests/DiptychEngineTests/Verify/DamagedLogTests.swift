import Foundation
import Testing

@testable import DiptychEngine

/// A log whose header is damaged, over a database that has tables of its own (decision 261).
struct DamagedLogTests {
  private let folder: TemporaryFolder
  private let configuration: LibraryConfiguration
  private var database: String { configuration.folder + "/library.sqlite" }

  init() throws {
    folder = try TemporaryFolder()
    configuration = Fixtures.configuration(in: folder)
  }

  private func connection(isReadOnly: Bool = true) throws -> Connection {
    try Connection(.init(path: database, isReadOnly: isReadOnly, isDurable: false, vfs: nil))
  }

  /// Makes a library of two photos in its database and of two more in its log.
  /// - Parameter isTakenIn: Whether the database has them all in the end, and the log too.
  private func make(isTakenIn: Bool = false) throws -> [Int64] {
    try? FileManager.default.removeItem(atPath: configuration.folder)
    let library = try Library.open(configuration)
    _ = try library.seedPictures(2)
    try checkpoint("TRUNCATE")
    _ = try library.seedPictures(2)
    if isTakenIn { try checkpoint("PASSIVE") }
    library.close()
    // What is rebuilt from the log at the next opening, as after a power cut.
    let rows = try assets()
    try? FileManager.default.removeItem(atPath: database + "-shm")
    return rows
  }

  private func checkpoint(_ mode: String) throws {
    _ = try connection(isReadOnly: false).first("PRAGMA wal_checkpoint(\(mode))", []) { $0.int(0) }
  }

  private func assets() throws -> [Int64] {
    try connection().all("SELECT id FROM assets ORDER BY id") { $0.integer(0) }
  }

  private func editLog(_ change: (inout Data) -> Void) throws {
    let url = URL(fileURLWithPath: database + "-wal")
    var data = try Data(contentsOf: url)
    #expect(data.count > 2 * 4_120)
    change(&data)
    try data.write(to: url)
  }

  /// Ways to damage the first 32 bytes: a bit of each field, all bytes, and another version.
  private static let damages: [@Sendable (inout Data) -> Void] =
    [0, 3, 5, 9, 13, 17, 21, 24, 31].map { place in { $0[place] ^= 2 } } + [
      { $0.resetBytes(in: 0..<32) },
      { $0.replaceSubrange(0..<32, with: Data(repeating: 0xA5, count: 32)) },
      // A sector and a page, with what is known of the first frame.
      { $0.resetBytes(in: 0..<512) },
      { $0.replaceSubrange(0..<4_096, with: Data(repeating: 0x5A, count: 4_096)) },
    ]

  @Test("commits in a log that SQLite would pass over keep the library closed, and are taken in")
  func commitsAreFound() throws {
    for (index, damage) in Self.damages.enumerated() {
      let rows = try make()
      #expect(rows.count == 4)
      try editLog(damage)
      let log = try Data(contentsOf: URL(fileURLWithPath: database + "-wal"))
      #expect(throws: LibraryError.self) {
        do {
          try Library.open(configuration).close()
        } catch let error as LibraryError {
          #expect(error.code == .libraryDamaged && error.message.contains("verify --repair"))
          throw error
        }
      }
      // Nothing was written over.
      #expect(try Data(contentsOf: URL(fileURLWithPath: database + "-wal")) == log, "\(index)")
      let report = try Salvage.run(configuration)
      #expect(report.lost == 0)
      #expect(try assets() == rows, "\(index)")
      let library = try Library.open(configuration)
      #expect(try library.verify() == [], "\(index)")
      library.close()
    }
  }

  @Test("a log of what the database has already is no damage, whatever its header says")
  func whatIsTakenInIsNoDamage() throws {
    for damage in Self.damages {
      let rows = try make(isTakenIn: true)
      try editLog(damage)
      let library = try Library.open(configuration)
      #expect(try library.verify() == [])
      _ = try library.seedPictures(1)
      library.close()
      #expect(try assets().count == rows.count + 1)
    }
  }

  @Test("a log that is too short to have a header is empty")
  func shortLog() throws {
    _ = try make(isTakenIn: true)
    try editLog { $0 = $0.prefix(31) }
    let library = try Library.open(configuration)
    defer { library.close() }
    #expect(try library.verify() == [])
  }

  /// Zeros have sums of zero, so they follow on each other for ever.
  @Test func emptyLogOfAnyLength() throws {
    let rows = try make(isTakenIn: true)
    #expect(truncate(database + "-wal", 0) == 0)
    #expect(truncate(database + "-wal", 1 << 36) == 0)
    let library = try Library.open(configuration)
    #expect(try library.verify() == [])
    library.close()
    #expect(try assets() == rows)
  }

  // Decision 266: SQLite finds nothing behind the damage, and the doorbell says that there was more.
  @Test func damageBehindASoundHeader() throws {
    _ = try make()
    try editLog { $0[32 + 24 + 100] ^= 1 }
    #expect(errorCode { try Library.open(configuration) } == .libraryDamaged)
    var tolerant = configuration
    tolerant.acceptsLostCommits = true
    let library = try Library.open(tolerant)
    defer { library.close() }
    #expect(try library.verify().map(\.kind).contains(.lostCommits))
  }
}
