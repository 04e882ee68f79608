import Foundation
import Testing

@testable import DiptychEngine

/// A folder that is moved, removed or replaced while its library is open: no write is reported that
/// nobody will find (decision 211).
struct LibraryPlaceTests {
  enum Fate: CaseIterable { case moved, removed, replaced }

  private let folder: TemporaryFolder
  private var configuration: LibraryConfiguration
  private let system = FaultySystemCalls()

  init() throws {
    folder = try TemporaryFolder()
    configuration = Fixtures.configuration(in: folder)
    configuration.systemCalls = system.calls
    // Two libraries of one seed would make the same names.
    configuration.identifiers = RandomIdentifiers()
  }

  private func suffer(_ fate: Fate) throws {
    let files = FileManager.default
    let path = configuration.folder
    switch fate {
    case .moved: try files.moveItem(atPath: path, toPath: path + ".moved")
    case .removed: try files.removeItem(atPath: path)
    case .replaced:
      try files.copyItem(atPath: path, toPath: path + ".copy")
      try files.removeItem(atPath: path)
      try files.moveItem(atPath: path + ".copy", toPath: path)
    }
  }

  private func titles(_ library: Library) throws -> [String] {
    try library.read { try $0.collectionTree() }.map(\.title)
  }

  private func message(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return LibraryError.wrapping(error).message
    }
  }

  private static let lost = "The library's folder was moved, removed or replaced while it was open."

  @Test(arguments: Fate.allCases)
  func writesFail(_ fate: Fate) throws {
    let library = try Library.open(configuration)
    defer { library.close() }
    _ = try library.seedPictures(1)
    let asset = try #require(try library.uuids(AssetQuery(.library)).first)
    try library.user.make(titled: "Before")
    try suffer(fate)
    #expect(errorCode { try library.user.make(titled: "After") } == .libraryUnusable)
    for body in [
      { _ = try library.user.make(titled: "After") },
      { _ = try library.seedPictures(1, from: 2) },
      { try library.user.delete([asset]) },
    ] as [() throws -> Void] {
      let message = message(body)
      #expect(message?.hasPrefix(Self.lost) == true, "\(message ?? "no error")")
    }
    // Who opens the path again gets what is there.
    let again = try Library.open(configuration)
    defer { again.close() }
    #expect(again !== library)
    #expect(try titles(again) == (fate == .replaced ? ["Before"] : []))
    #expect(try again.uuids(AssetQuery(.library)) == (fate == .replaced ? [asset] : []))
    try again.user.make(titled: "New")
    let other = try OtherProcess.open(configuration)
    defer { other.close() }
    #expect(try titles(other).last == "New")
    #expect(try again.verify() == [])
    // The one before stays what it is, and does not take the new one's place.
    #expect(errorCode { try library.user.make(titled: "After") } == .libraryUnusable)
    library.close()
    #expect(try Library.open(configuration) === again)
    #expect(try titles(again).last == "New")
  }

  @Test("one database is read by all connections of a library")
  func readers() throws {
    let library = try Library.open(configuration)
    defer { library.close() }
    try library.user.make(titled: "Before")
    try suffer(.replaced)
    func read(_ depth: Int) throws {
      try library.read { _ in if depth > 0 { try read(depth - 1) } }
    }
    // More at once than were ever opened.
    #expect(errorCode { try read(8) } == .libraryUnusable)
    #expect(errorCode { try library.backup(to: folder.path + "/b") } == .libraryUnusable)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Test.diptych"])
  }

  @Test("a library that was moved is opened at its new place, and goes on when it is back")
  func movedAndBack() throws {
    let library = try Library.open(configuration)
    defer { library.close() }
    try suffer(.moved)
    var elsewhere = configuration
    elsewhere.folder += ".moved"
    let moved = try Library.open(elsewhere)
    #expect(moved !== library && moved.path == elsewhere.folder)
    try moved.user.make(titled: "There")
    moved.close()
    try FileManager.default.moveItem(atPath: elsewhere.folder, toPath: configuration.folder)
    try library.user.make(titled: "Back")
    #expect(try titles(library) == ["There", "Back"])
  }

  @Test("where it cannot be told whether the folder is there, nothing is written")
  func unknown() throws {
    let library = try Library.open(configuration)
    defer { library.close() }
    system.fail("stat", EIO)
    #expect(errorCode { try library.user.make(titled: "Album") } == .system)
    system.fail("stat", nil)
    #expect(try titles(library) == [])
    try library.user.make(titled: "Album")
    #expect(try titles(library) == ["Album"])
  }

  /// What was purged in a library is needed in a copy that has taken its place.
  @Test func purgingSparesACopy() throws {
    let library = try Library.open(configuration)
    defer { library.close() }
    let assets = try library.seedPictures(3)
    let copy = configuration.folder + ".copy"
    _ = try library.backup(to: copy)
    system.fail("unlink", EACCES)
    try library.user.delete(assets)
    try library.user.purge(assets)
    system.fail("unlink", nil)
    #expect(try library.number("SELECT count(*) FROM pending_removals") == 3)
    try FileManager.default.moveItem(
      atPath: configuration.folder, toPath: configuration.folder + ".moved")
    try FileManager.default.moveItem(atPath: copy, toPath: configuration.folder)
    #expect(errorCode { try library.removePending() } == .libraryUnusable)
    let again = try Library.open(configuration)
    defer { again.close() }
    #expect(try again.uuids(AssetQuery(.library)).count == 3)
    #expect(try again.verify() == [])
  }
}
