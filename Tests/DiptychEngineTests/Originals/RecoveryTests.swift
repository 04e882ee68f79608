import CDiptychSQLite
import DiptychPlatform
import Foundation
import Testing

@testable import DiptychEngine

/// What a process that died leaves, and what the next opening does with it.
struct RecoveryTests {
  private let folder: TemporaryFolder
  private let configuration: LibraryConfiguration

  init() throws {
    folder = try TemporaryFolder()
    configuration = Fixtures.configuration(in: folder)
  }

  /// Puts a staged file and its final name where a process that died would leave them.
  private func leave(_ uuid: UUID, _ data: Data, final: Bool) throws {
    let owner = configuration.folder + "/staging/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: owner, withIntermediateDirectories: true)
    let name = uuid.uuidString + ".png"
    try data.write(to: URL(fileURLWithPath: owner + "/" + name))
    guard final else { return }
    let path = configuration.folder + "/" + OriginalStore.path(uuid, "png")
    try? FileManager.default.linkItem(atPath: owner + "/" + name, toPath: path)
  }

  /// Opens twice: doing it again must change nothing.
  private func expectSound(assets: Int, _ location: SourceLocation = #_sourceLocation) throws {
    for _ in 0..<2 {
      let library = try Library.open(configuration)
      #expect(try library.verify() == [], sourceLocation: location)
      #expect(try library.files(in: "originals").count == assets, sourceLocation: location)
      #expect(try library.files(in: "staging") == [], sourceLocation: location)
      #expect(
        try library.number("SELECT count(*) FROM assets") == assets, sourceLocation: location)
      library.close()
    }
  }

  @Test func stagedFileWithoutARowGoes() throws {
    try Library.open(configuration).close()
    try leave(UUID(), try Fixtures.picture(1), final: true)
    try leave(UUID(), try Fixtures.picture(2), final: false)
    try leave(UUID(), Data(), final: false)
    try expectSound(assets: 0)
  }

  /// Died between the commit and the removal of the staging name.
  @Test func stagedFileWithARowStays() throws {
    let library = try Library.open(configuration)
    let data = try Fixtures.picture(1)
    let uuid = try #require(library.seedPictures(1).first)
    let resource = try #require(
      try library.read { try $0.resources(of: $0.asset(uuid)?.row ?? 0) }
        .first)
    library.close()
    try leave(resource.uuid, data, final: true)
    try expectSound(assets: 1)
  }

  /// A commit that fails may still be in the log, so its files wait for the next opening.
  @Test func commitsInDoubtKeepTheirFiles() throws {
    let library = try Library.open(configuration)
    let connection = try #require(library.writer.withLock { $0?.connection.pointer })
    sqlite3_commit_hook(connection, { _ in 1 }, nil)
    do {
      _ = try library.seedPictures(1)
      Issue.record("the commit did not fail")
    } catch {
      #expect(LibraryError.wrapping(error).isInDoubt)
    }
    #expect(try library.files(in: "originals").count == 1)
    #expect(try library.files(in: "staging").count == 1)
    sqlite3_commit_hook(connection, nil, nil)
    // Nothing is in the way of the next save.
    _ = try library.seedPictures(1)
    library.close()
    try expectSound(assets: 1)
  }

  /// Where a volume has no hard links, a rename and an intent file do the same.
  @Test func volumesWithoutHardLinks() throws {
    let system = FaultySystemCalls()
    system.fail("link", EPERM)
    var configuration = configuration
    configuration.systemCalls = system.calls
    let library = try Library.open(configuration)
    _ = try library.seedPictures(2)
    #expect(try library.files(in: "originals").count == 2)
    #expect(try library.files(in: "staging") == [])
    var changes = ChangeSet()
    var draft = AssetDraft(uuid: UUID())
    draft.resources = [ResourceDraft(role: .photo, content: .data(try Fixtures.picture(9)))]
    changes.operations = [.createAsset(draft), .renameCollection(UUID(), title: "gone")]
    #expect(throws: LibraryError.self) { try library.commit(changes) }
    #expect(try library.files(in: "originals").count == 2)
    #expect(try library.files(in: "staging") == [])
    library.close()
    try expectSound(assets: 2)
  }

  /// Died with an intent file: before the rename, after it, and after the commit.
  @Test func intentFiles() throws {
    let library = try Library.open(configuration)
    let committed = try #require(library.seedPictures(1).first)
    let resource = try #require(
      try library.read { try $0.resources(of: $0.asset(committed)?.row ?? 0) }.first)
    library.close()
    let owner = configuration.folder + "/staging/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: owner, withIntermediateDirectories: true)
    let (before, after) = (UUID(), UUID())
    for (uuid, hasBytes) in [(before, true), (after, false), (resource.uuid, false)] {
      let name = owner + "/" + uuid.uuidString + ".png"
      try Data().write(to: URL(fileURLWithPath: name + OriginalStore.intentEnding))
      if hasBytes { try Fixtures.picture(1).write(to: URL(fileURLWithPath: name)) }
    }
    let path = configuration.folder + "/" + OriginalStore.path(after, "png")
    try Fixtures.picture(2).write(to: URL(fileURLWithPath: path))
    try expectSound(assets: 1)
  }

  @Test func namesThatAreNoIdentifiersDoNoHarm() throws {
    try Library.open(configuration).close()
    let owner = configuration.folder + "/staging/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: owner, withIntermediateDirectories: true)
    for name in ["letter.txt", ".png", UUID().uuidString] {
      try Data().write(to: URL(fileURLWithPath: owner + "/" + name))
    }
    try Data("x".utf8).write(to: URL(fileURLWithPath: configuration.folder + "/staging/loose"))
    let library = try Library.open(configuration)
    #expect(try library.files(in: "staging") == ["loose"])
    #expect(try library.verify().map(\.kind) == [.strayStaging])
  }

  /// A live process keeps its folder locked, and recovery leaves it alone.
  @Test func liveOwnerIsLeftAlone() throws {
    try Library.open(configuration).close()
    let uuid = UUID()
    try leave(uuid, try Fixtures.picture(1), final: true)
    let staging = configuration.folder + "/staging"
    let owner = try #require(FileManager.default.contentsOfDirectory(atPath: staging).first)
    let real = RealSystemCalls()
    let descriptor = try real.open(staging + "/" + owner, .folder)
    #expect(try real.tryLock(descriptor))
    let library = try Library.open(configuration)
    #expect(try library.files(in: "staging").count == 1)
    #expect(try library.files(in: "originals").count == 1)
    #expect(try library.verify() == [])
    #expect(try library.repair() == RepairReport())
    library.close()
    real.close(descriptor)
    try expectSound(assets: 0)
  }

  /// Died between the commit of a purge and the removal of the file.
  @Test func pendingRemovalIsFinished() throws {
    let library = try Library.open(configuration)
    let assets = try library.seedPictures(2)
    try library.write { try $0.purge([assets[0]]) }
    #expect(try library.files(in: "originals").count == 2)
    #expect(try library.verify() == [])
    library.close()
    try expectSound(assets: 1)
  }

  /// A path that a row names again is no rubbish.
  @Test func pendingRemovalOfAPathInUseKeepsTheFile() throws {
    let library = try Library.open(configuration)
    let uuid = try #require(library.seedPictures(1).first)
    let resource = try #require(
      try library.read { try $0.resources(of: $0.asset(uuid)?.row ?? 0) }
        .first)
    try library.write { transaction in
      try transaction.connection.execute(
        "INSERT INTO pending_removals (path) VALUES (?)", resource.path)
    }
    library.close()
    try expectSound(assets: 1)
  }

  /// Another process's recovery takes the new folder before it is locked: a next one is made.
  @Test func takenStagingFolderIsMadeAnew() throws {
    let system = FaultySystemCalls()
    var configuration = configuration
    configuration.systemCalls = system.calls
    let library = try Library.open(configuration)
    // The data needs no file, so the staging folder is the first thing that is opened.
    system.failCall(2, ENOENT)
    #expect(errorCode { try library.seedPictures(1) } == nil)
    #expect(system.disarm())
    library.close()
    try expectSound(assets: 1)
  }

  @Test func foldersOfOwnersGo() throws {
    let library = try Library.open(configuration)
    _ = try library.seedPictures(1)
    let staging = configuration.folder + "/staging"
    #expect(try FileManager.default.contentsOfDirectory(atPath: staging).count == 1)
    library.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: staging) == [])
  }
}
