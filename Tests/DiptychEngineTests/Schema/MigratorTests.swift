import DiptychPlatform
import Foundation
import Testing

@testable import DiptychEngine

/// Which files are taken and which are refused (design, section 3).
struct MigratorTests {
  private let folder: TemporaryFolder
  private let configuration: LibraryConfiguration

  init() throws {
    folder = try TemporaryFolder()
    configuration = Fixtures.configuration(in: folder)
  }

  private func connection() throws -> Connection {
    try Connection(
      .init(
        path: configuration.folder + "/library.sqlite", isReadOnly: false, isDurable: false,
        vfs: nil))
  }

  /// Makes a library, changes its database by `sql`, and opens it again.
  private func reopen(after sql: String...) throws -> LibraryError.Code? {
    try Library.open(configuration).close()
    let connection = try connection()
    for statement in sql { try connection.execute(statement) }
    return errorCode { try Library.open(configuration) }
  }

  @Test func freshFileGetsEveryStepAndAnIdentifier() throws {
    let library = try Library.open(configuration)
    #expect(try library.number("SELECT count(*) FROM migrations") == Migration.all.count)
    #expect(library.uuid == SeededIdentifiers(seed: "seed").next(.library))
    #expect(try library.read { try $0.token() } == 0)
  }

  @Test func presentFileKeepsItsIdentifierAndContent() throws {
    let first = try Library.open(configuration)
    let uuid = first.uuid
    let album = try first.user.make(titled: "Trip")
    first.close()
    let second = try Library.open(configuration)
    #expect(second.uuid == uuid)
    #expect(try second.read { try $0.collection(album)?.title } == "Trip")
  }

  /// A copy that holds the log but not its index, as backups are.
  @Test func copyWithoutTheLogsIndexOpens() throws {
    let library = try Library.open(configuration)
    _ = try library.seedPictures(2)
    let dump = try library.rawDump()
    library.close()
    var copy = configuration
    copy.folder = folder.path + "/Copy.diptych"
    try FileManager.default.copyItem(atPath: configuration.folder, toPath: copy.folder)
    try FileManager.default.removeItem(atPath: copy.folder + "/library.sqlite-shm")
    let opened = try Library.open(copy)
    #expect(try opened.rawDump() == dump)
    #expect(try opened.verify() == [])
  }

  /// A library of the first format keeps everything when it is brought up to date.
  @Test func oldFileIsBroughtUpToDate() throws {
    let library = try Library.open(configuration)
    let assets = try library.seedPictures(2)
    let album = try library.user.make(titled: "Trip")
    try library.user.add(assets, to: album)
    let dump = try library.rawDump()
    library.close()
    let connection = try connection()
    for statement in [
      "DROP TABLE keywords", "DROP TABLE texts", "DELETE FROM migrations WHERE ordinal > 1",
    ] {
      try connection.execute(statement)
    }
    #expect(try Migrator.state(of: connection) == .behind(missing: Migration.all.count - 1))
    let opened = try Library.open(configuration)
    defer { opened.close() }
    #expect(try opened.number("SELECT count(*) FROM migrations") == Migration.all.count)
    #expect(try opened.rawDump() == dump)
    #expect(try opened.verify() == [])
  }

  /// A process that died between making the file and the first step.
  @Test func emptyFileIsFilled() throws {
    try Library.open(configuration).close()
    try folder.emptyDatabase(of: configuration)
    let library = try Library.open(configuration)
    #expect(try library.number("SELECT count(*) FROM migrations") == Migration.all.count)
  }

  /// A process that died while it switched the log on leaves a journal, which only a connection that
  /// writes can roll back. Found by the crash sweep, "a new library".
  @Test func databaseThatIsHalfMadeIsMade() throws {
    try Library.open(configuration).close()
    try folder.emptyDatabase(of: configuration)
    let made = folder.path + "/made.sqlite"
    // So small a cache that pages are written before the commit, and the journal before them.
    let plain = try #require(
      PlainDatabase(
        path: made,
        sql: """
          PRAGMA cache_size = 1; CREATE TABLE first (x); BEGIN; CREATE TABLE second (x);
          INSERT INTO second WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 40)
          SELECT randomblob(4000) FROM n;
          """))
    for ending in ["", "-journal"] {
      let target = configuration.folder + "/library.sqlite" + ending
      try? FileManager.default.removeItem(atPath: target)
      try FileManager.default.copyItem(atPath: made + ending, toPath: target)
    }
    plain.close()
    // What is rolled back to is another program's table: it can be looked at again, and is refused.
    #expect(errorCode { try Library.open(configuration) } == .libraryDamaged)
    #expect(
      !FileManager.default.fileExists(atPath: configuration.folder + "/library.sqlite-journal"))
  }

  @Test func newerFileIsRefused() throws {
    let code = try reopen(
      after: "INSERT INTO migrations (name, ordinal) VALUES ('999-later', 999)")
    #expect(code == .schemaUnknown)
  }

  @Test(arguments: [
    ["CREATE TABLE extra (id INTEGER)"],
    ["CREATE TRIGGER t AFTER INSERT ON assets BEGIN DELETE FROM resources; END"],
    ["CREATE VIEW v AS SELECT 1"],
    ["DROP INDEX assets_by_creation"],
    ["ALTER TABLE collections ADD COLUMN color TEXT"],
    ["UPDATE migrations SET name = '001-other' WHERE name = '001-create'"],
  ])
  func changedSchemaIsRefused(_ statements: [String]) throws {
    try Library.open(configuration).close()
    let connection = try connection()
    for statement in statements { try connection.execute(statement) }
    // In a library's folder it is damage, which can be mended (decision 224).
    #expect(errorCode { try Library.open(configuration) } == .libraryDamaged)
    try FileManager.default.removeItem(atPath: configuration.folder + "/originals")
    #expect(errorCode { try Library.open(configuration) } == .schemaUnknown)
  }

  /// A foreign database is refused and stays byte for byte as it is.
  @Test func foreignDatabaseIsRefusedAndNotTouched() throws {
    try FileManager.default.createDirectory(
      atPath: configuration.folder, withIntermediateDirectories: true)
    let database = configuration.folder + "/library.sqlite"
    // A rollback-journal database of two pages, made without our settings.
    let plain = try #require(
      PlainDatabase(path: database, sql: "CREATE TABLE notes (text TEXT)"))
    plain.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: database))
    #expect(errorCode { try Library.open(configuration) } == .schemaUnknown)
    #expect(try Data(contentsOf: URL(fileURLWithPath: database)) == before)
  }

  @Test func fileThatIsNoDatabaseIsRefusedAndNotTouched() throws {
    try FileManager.default.createDirectory(
      atPath: configuration.folder, withIntermediateDirectories: true)
    let database = configuration.folder + "/library.sqlite"
    let text = Data(String(repeating: "This is a letter, not a database.\n", count: 100).utf8)
    try text.write(to: URL(fileURLWithPath: database))
    #expect(errorCode { try Library.open(configuration) } == .libraryDamaged)
    #expect(try Data(contentsOf: URL(fileURLWithPath: database)) == text)
  }

  /// Two processes that make one library at the same moment: one makes it, both have it.
  @Test func twoOpeningAtOnceBothSucceed() throws {
    let results = Results()
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      results.add(Result { try Library(opening: configuration) })
    }
    let libraries = try results.all().map { try $0.get() }
    #expect(Set(libraries.map(\.uuid)).count == 1)
    #expect(try libraries[0].number("SELECT count(*) FROM library") == 1)
    for library in libraries { library.close() }
  }

  private final class Results: Sendable {
    private let results = Lock<[Result<Library, any Error>]>([])
    func add(_ result: Result<Library, any Error>) { results.withLock { $0.append(result) } }
    func all() -> [Result<Library, any Error>] { results.withLock { $0 } }
  }
}
