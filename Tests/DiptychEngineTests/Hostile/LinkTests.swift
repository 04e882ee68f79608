import DiptychCodecs
import Foundation
import Testing

@testable import DiptychEngine

/// Symbolic links inside of a library's folder lead nowhere (decision 150): what they point at is not
/// read, not changed and not removed.
struct LinkTests {
  private let folder: TemporaryFolder
  private let configuration: LibraryConfiguration
  private let outside: OutsideFolder
  private let manager = FileManager.default

  init() throws {
    folder = try TemporaryFolder()
    configuration = Fixtures.configuration(in: folder)
    outside = try OutsideFolder(in: folder)
  }

  /// Puts a link to something outside in the place of a part of the library.
  private func replace(_ part: String, by target: String) throws {
    let path = configuration.folder + "/" + part
    try? manager.removeItem(atPath: path)
    try manager.createSymbolicLink(atPath: path, withDestinationPath: target)
  }

  @Test func linkInTheFolderIsRefused() throws {
    let folders = [
      "originals", "originals/00", "staging", "staging/0", "derivatives",
    ]
    let files = ["library.sqlite", "library.sqlite-wal", "lock", "doorbell"]
    for (part, target) in folders.map({ ($0, outside.path) }) + files.map({ ($0, outside.file) }) {
      try? manager.removeItem(atPath: configuration.folder)
      let library = try Library.open(configuration)
      _ = try library.seedPictures(2)
      library.close()
      try replace(part, by: target)
      #expect(errorCode { try Library.open(configuration) } == .libraryUnusable, "\(part)")
      try outside.expectUntouched("\(part)")
    }
  }

  /// The folder that a library is to be made in is no better.
  @Test func linkInAnUnfinishedFolderIsRefused() throws {
    for part in ["originals", "staging", "derivatives", "lock"] {
      try? manager.removeItem(atPath: configuration.folder)
      try manager.createDirectory(
        atPath: configuration.folder, withIntermediateDirectories: true)
      try replace(part, by: part == "lock" ? outside.file : outside.path)
      #expect(errorCode { try Library.open(configuration) } == .libraryUnusable, "\(part)")
      try outside.expectUntouched("\(part)")
    }
  }

  /// The message names the link and the remedy.
  @Test func refusalNamesTheLink() throws {
    try Library.open(configuration).close()
    try replace("staging/0", by: outside.path)
    let error = #expect(throws: LibraryError.self) { try Library.open(configuration) }
    #expect(
      error?.message
        == "staging/0 in the library's folder is a symbolic link, which could lead out of it. Put "
        + "what it leads to in its place.")
  }

  /// One of many originals: the library opens, and the one counts as missing.
  @Test func originalThatIsALinkIsMissing() throws {
    let library = try Library.open(configuration)
    let uuids = try library.seedPictures(2)
    let resource = try library.onlyResource(of: uuids[0])
    try replace(resource.path, by: outside.file)
    #expect(errorCode { try library.data(of: resource) } == .originalMissing)
    let small = PixelSize(width: 8, height: 8)
    #expect(errorCode { try library.thumbnail(of: resource, fitting: small) } == .originalMissing)
    #expect(try library.verify().map(\.kind) == [.missingOriginal])
    for links in [false, true] {
      let backup = "\(folder.path)/Backup-\(links).diptych"
      let report = try library.backup(to: backup, links: links)
      #expect(report.damaged.map(\.kind) == [.missingOriginal])
      #expect(!FileManager.default.fileExists(atPath: backup + "/" + resource.path))
    }
    try library.user.delete(uuids)
    try library.user.purge(uuids)
    try outside.expectUntouched()
  }

  /// The folder of an original is put elsewhere while the library is open.
  @Test func folderOfAnOriginalThatBecomesALink() throws {
    let library = try Library.open(configuration)
    let uuid = try library.seedPictures(1)[0]
    let resource = try library.onlyResource(of: uuid)
    try Data("secret".utf8).write(
      to: URL(fileURLWithPath: outside.path + "/" + (resource.path as NSString).lastPathComponent))
    try replace((resource.path as NSString).deletingLastPathComponent, by: outside.path)
    #expect(errorCode { try library.data(of: resource) } == .originalMissing)
    #expect(try library.verify().map(\.kind).contains(.missingOriginal))
  }
}

extension Library {
  /// The one file of an asset.
  func onlyResource(of uuid: UUID) throws -> ResourceRecord {
    try read { transaction in
      let row = try #require(try transaction.asset(uuid)).row
      return try #require(try transaction.resources(of: row).first)
    }
  }
}
