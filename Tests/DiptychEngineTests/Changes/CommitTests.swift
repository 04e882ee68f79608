import DiptychCodecs
import DiptychEngine
import Foundation
import TestMedia
import Testing

/// Change sets happen whole or not at all, and bad input gets a code and leaves nothing.
struct CommitTests {
  private let library: Library
  private let folder: TemporaryFolder

  init() throws {
    library = try Fixtures.library()
    folder = try TemporaryFolder()
  }

  private func expectEmpty(_ location: SourceLocation = #_sourceLocation) throws {
    #expect(try library.number("SELECT count(*) FROM assets") == 0, sourceLocation: location)
    #expect(try library.number("SELECT count(*) FROM changes") == 0, sourceLocation: location)
    #expect(try library.files(in: "originals") == [], sourceLocation: location)
    #expect(try library.files(in: "staging") == [], sourceLocation: location)
  }

  @Test(arguments: [3, 20])
  func damagedThirdFileUndoesTheWholeBlock(_ count: Int) throws {
    var changes = ChangeSet()
    for number in 0..<count {
      let data =
        number == 2 ? try TestMedia.data("bad/truncated.jpg") : try Fixtures.picture(number)
      changes.operations.append(.createAsset(Fixtures.draft(data)))
    }
    changes.operations.append(.createCollection(UUID(), .album, title: "Trip"))
    #expect(errorCode { try library.commit(changes) } == .invalidMedia)
    try expectEmpty()
    #expect(try library.number("SELECT count(*) FROM collections") == 0)
  }

  /// The files are good, the last request is not.
  @Test func failureInsideTheTransactionUndoesFilesToo() throws {
    var update = AssetUpdate()
    update.isFavorite = true
    let code = errorCode {
      try library.commit(
        .createAsset(Fixtures.draft(try Fixtures.picture(1))), .updateAsset(UUID(), update))
    }
    #expect(code == .objectGone)
    try expectEmpty()
  }

  private struct BadFile: Sendable {
    let name: String
    var role = ResourceRole.photo
    let code: LibraryError.Code
  }

  /// The list of issue 1, "What bad input gets".
  @Test func badFilesGetACodeAndLeaveNothing() throws {
    let table = [
      BadFile(name: "bad/truncated.jpg", code: .invalidMedia),
      BadFile(name: "bad/zero-byte.jpg", code: .invalidMedia),
      BadFile(name: "bad/text-named.jpg", code: .invalidMedia),
      BadFile(name: "bad/png-named.jpg", code: .invalidMedia),
      BadFile(name: "bad/bomb-30000x30000.png", code: .limitExceeded),
      BadFile(name: "bad/huge-header-65500.jpg", code: .limitExceeded),
      BadFile(name: "bad/truncated-no-moov.mov", role: .video, code: .invalidMedia),
      BadFile(name: "bad/no-such-file.jpg", code: .sourceUnreadable),
      BadFile(name: "bad", code: .sourceUnreadable),
      BadFile(name: "video/h264-high-faststart.mp4", code: .wrongMediaKind),
      BadFile(name: "exif/no-exif.jpg", role: .video, code: .wrongMediaKind),
    ]
    for bad in table {
      let code = errorCode { try library.user.save(TestMedia.url(bad.name).path, as: bad.role) }
      #expect(code == bad.code, "\(bad.name)")
      try expectEmpty()
    }
  }

  /// As root every file can be read, so the refusal is injected.
  @Test func fileWithoutReadPermission() throws {
    let system = FaultySystemCalls()
    let library = try Fixtures.library { $0.systemCalls = system.calls }
    let path = try folder.write(try Fixtures.picture(1), "locked.png")
    system.fail("open", EACCES)
    #expect(errorCode { try library.user.save(path, as: .photo) } == .sourceUnreadable)
    system.fail("open", nil)
    #expect(try library.files(in: "originals") == [])
  }

  @Test func fullVolumeIsNamed() throws {
    let system = FaultySystemCalls()
    let library = try Fixtures.library { $0.systemCalls = system.calls }
    system.fail("write", ENOSPC)
    #expect(errorCode { try library.user.save(try Fixtures.picture(1), named: nil) } == .noSpace)
    #expect(try library.files(in: "originals") == [])
    #expect(try library.files(in: "staging") == [])
  }

  /// P139: told before any file is touched.
  @Test func requestsThatCannotBeMet() throws {
    var none = AssetDraft(uuid: UUID())
    #expect(errorCode { try library.commit(.createAsset(none)) } == .missingResource)
    none.resources = [
      ResourceDraft(role: .adjustmentData, content: .data(try Fixtures.picture(1)))
    ]
    #expect(errorCode { try library.commit(.createAsset(none)) } == .changeNotSupported)
    for date in [Double.nan, .infinity, -.infinity, 1e300] {
      var draft = Fixtures.draft(try Fixtures.picture(1))
      draft.update.creationDate = Date(timeIntervalSince1970: date)
      #expect(errorCode { try library.commit(.createAsset(draft)) } == .changeNotSupported)
    }
    for (latitude, longitude) in [(Double.nan, 0.0), (91, 0), (0, 181), (0, .infinity)] {
      var draft = Fixtures.draft(try Fixtures.picture(1))
      draft.update.location = AssetLocation(latitude: latitude, longitude: longitude)
      #expect(errorCode { try library.commit(.createAsset(draft)) } == .changeNotSupported)
    }
    try expectEmpty()
  }

  @Test func datesThatAreNoDatesAreRefusedForUpdatesToo() throws {
    let asset = try #require(library.seedPictures(1).first)
    for date in [Double.nan, .infinity, -1e300] {
      var update = AssetUpdate()
      update.creationDate = Date(timeIntervalSince1970: date)
      #expect(errorCode { try library.user.update(asset, update) } == .changeNotSupported)
    }
  }

  /// P135: bytes that are not what the request says.
  @Test func typeThatTheBytesDoNotHave() throws {
    var draft = Fixtures.draft(try Fixtures.picture(1))
    draft.resources[0].typeIdentifier = "public.jpeg"
    #expect(errorCode { try library.commit(.createAsset(draft)) } == .invalidMedia)
    try expectEmpty()
  }

  /// A repeated identifier fails and the first asset keeps its original.
  @Test func repeatedIdentifierLosesNothing() throws {
    let uuid = UUID()
    let data = try Fixtures.picture(1)
    try library.commit(.createAsset(Fixtures.draft(data, uuid: uuid)))
    #expect(
      errorCode {
        try library.commit(.createAsset(Fixtures.draft(try Fixtures.picture(2), uuid: uuid)))
      } != nil)
    #expect(try library.verify() == [])
    let resource = try #require(
      try library.read { try $0.resources(of: $0.asset(uuid)?.row ?? 0) }.first)
    #expect(try library.data(of: resource) == data)
  }

  /// The 10,000 characters, the NUL and the rest of the list of issue 1.
  @Test func titles() throws {
    let album = try library.user.make(titled: "")
    #expect(try library.read { try $0.collection(album)?.title } == "")  // decision 9, P76
    let long = String(repeating: "a", count: 4_096)
    #expect(errorCode { try library.user.make(titled: long) } == nil)
    for title in [long + "a", String(repeating: "é", count: 10_000), "a\u{0}b"] {
      #expect(errorCode { try library.user.make(titled: title) } == .limitExceeded)
      #expect(errorCode { try library.user.rename(album, to: title) } == .limitExceeded)
    }
    for title in ["👩‍👩‍👧‍👦", "Camera Roll", " Trip ", "e\u{301}", "\u{e9}"] {
      let uuid = try library.user.make(titled: title)
      let kept = try #require(try library.read { try $0.collection(uuid)?.title })
      #expect(Array(kept.utf8) == Array(title.utf8))  // decision 7: kept as given
    }
  }

  /// Decisions 6, 7 and 8: one album a title, whatever its composition; the system's name too.
  @Test func uniqueTitles() throws {
    func make(_ title: String) throws -> Bool {
      try library.createAlbum(uniquelyTitled: title, as: "App") != nil
    }
    #expect(try make("caf\u{e9}"))
    #expect(try !make("cafe\u{301}"))
    #expect(try make("cafe"))
    #expect(try make(" cafe"))
    #expect(try !make("Camera Roll"))
    try library.user.make(.folder, titled: "Folder")
    #expect(try make("Folder"))
  }

  /// Decision 6: the check and the creation are one transaction.
  @Test func twoThreadsMakeOneAlbum() throws {
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      _ = try? library.createAlbum(uniquelyTitled: "Trip", as: "App")
    }
    #expect(try library.user.collections(titled: "Trip").count == 1)
  }

  /// C1: a deleted title is free again, except under the profile of iOS 8.
  @Test func deletedTitles() throws {
    let first = try #require(try library.createAlbum(uniquelyTitled: "caf\u{e9}", as: "App"))
    try library.user.deleteCollection(first.uuid)
    library.profile = .iOS8
    #expect(try library.createAlbum(uniquelyTitled: "cafe\u{301}", as: "App") == nil)
    library.profile = .documented
    let second = try #require(try library.createAlbum(uniquelyTitled: "cafe\u{301}", as: "App"))
    #expect(second.uuid != first.uuid)
    try library.user.deleteCollection(second.uuid)
    #expect(try library.number("SELECT count(*) FROM reserved_titles") == 1)
  }

  /// Decision 41: gone is a failure for properties, and dropped by album verbs.
  @Test func objectsThatAreGone() throws {
    let assets = try library.seedPictures(2)
    let album = try library.user.make(titled: "Trip")
    try library.user.delete([assets[0]])
    var update = AssetUpdate()
    update.isFavorite = true
    #expect(errorCode { try library.user.update(assets[0], update) } == .objectGone)
    try library.user.add(assets + [UUID()], to: album)
    #expect(try library.members(of: album) == [assets[1]])
    #expect(errorCode { try library.user.add(assets, to: UUID()) } == .objectGone)
    #expect(errorCode { try library.user.delete([UUID()]) } == nil)  // P105
  }

  /// P140: the source goes after success, and only then.
  @Test func movedFileGoesAfterSuccessOnly() throws {
    let path = try folder.write(try Fixtures.picture(1), "1.png")
    var draft = AssetDraft(uuid: UUID())
    draft.resources = [ResourceDraft(role: .photo, content: .file(path))]
    draft.resources[0].movesFile = true
    #expect(
      errorCode {
        try library.commit(.createAsset(draft), .renameCollection(UUID(), title: "x"))
      } == .objectGone)
    #expect(FileManager.default.fileExists(atPath: path))
    try library.commit(.createAsset(draft))
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(try library.verify() == [])
  }

  /// P127, decision 21: the request's date, else the file's, else the transaction's.
  @Test func creationDates() throws {
    let plain = try library.user.save(try Fixtures.picture(1), named: nil)
    #expect(try library.read { try $0.asset(plain)?.creationDate } == Fixtures.start)
    let file = try library.user.save(TestMedia.url("exif/date-plain.jpg").path, as: .photo)
    let record = try #require(try library.read { try $0.asset(file) })
    #expect(record.creationDate != Fixtures.start)
    #expect(record.addedDate == Fixtures.start)
    var draft = Fixtures.draft(try TestMedia.data("exif/date-plain.jpg"))
    draft.update.creationDate = Date(timeIntervalSince1970: 1)
    try library.commit(.createAsset(draft))
    #expect(
      try library.read { try $0.asset(draft.uuid)?.creationDate }
        == Date(timeIntervalSince1970: 1))
    draft = Fixtures.draft(try Fixtures.picture(3))
    draft.update.creationDate = .some(nil)
    try library.commit(.createAsset(draft))
    #expect(try library.read { try $0.asset(draft.uuid)?.creationDate } == nil)
  }

  /// Decision 19: same asset, new bytes; a photo stays a photo.
  @Test func replacingTheOriginal() throws {
    let asset = try #require(library.seedPictures(1).first)
    let data = try Fixtures.picture(9, width: 7, height: 5)
    let resource = ResourceDraft(role: .photo, content: .data(data))
    try library.commit(.replaceOriginal(asset, resource))
    let record = try #require(try library.read { try $0.asset(asset) })
    #expect(record.pixelSize == PixelSize(width: 7, height: 5))
    #expect(try library.read { try $0.resources(of: record.row) }.count == 1)
    #expect(try library.files(in: "originals").count == 1)
    #expect(try library.verify() == [])
    let video = ResourceDraft(
      role: .video, content: .data(try TestMedia.data("video/h264-high-faststart.mp4")))
    #expect(errorCode { try library.commit(.replaceOriginal(asset, video)) } == .wrongMediaKind)
    #expect(try library.files(in: "originals").count == 1)
  }

  /// No read transaction an asset: the number of statements grows by a fixed few for each.
  @Test func manyAssetsInOneBlock() throws {
    let count = 300
    let reader = try library.read { $0.connection }
    let before = reader.statementCount
    _ = try library.seedPictures(count)
    #expect(try library.read { $0.connection } === reader)
    #expect(reader.statementCount - before < 20)
    #expect(try library.number("SELECT count(*) FROM changes") == count)
  }
}
