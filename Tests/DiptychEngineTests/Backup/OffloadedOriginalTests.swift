import DiptychEngine
import Foundation
import Testing

/// Originals that were taken off this machine: their files stay in the folder and play the copy in the
/// cloud, so they are checked and copied like any other (decision 223, C83).
@Suite struct OffloadedOriginalTests {
  private let folder: TemporaryFolder
  private let library: Library
  private let assets: [UUID]

  init() throws {
    folder = try TemporaryFolder()
    library = try Library.open(Fixtures.configuration(in: folder))
    assets = try library.seedPictures(4)
    try library.user.setLocal([assets[0], assets[1]], false)
    // One that never came (decision 101).
    let never = try file(3)
    try library.write { transaction in
      try transaction.connection.execute(
        "UPDATE resources SET local = 0, sha256 = zeroblob(32) WHERE uuid = ?", never.uuid)
    }
    try FileManager.default.removeItem(atPath: library.filePath(of: never))
  }

  private func file(_ index: Int, in library: Library? = nil) throws -> ResourceRecord {
    let library = library ?? self.library
    let row = try library.row(assets[index])
    return try #require(try library.read { try $0.resources(of: row) }.first)
  }

  @Test(arguments: [false, true])
  func backupHoldsThem(_ links: Bool) throws {
    let before = try Data(contentsOf: URL(fileURLWithPath: library.filePath(of: try file(0))))
    let copy = folder.path + "/Copy.diptych"
    let report = try library.backup(to: copy, links: links)
    #expect(report.files == 3 && report.damaged == [])
    var configuration = library.configuration
    configuration.folder = copy
    let opened = try Library.open(configuration)
    defer { opened.close() }
    #expect(try opened.verify() == [])
    #expect(try file(0, in: opened).isLocal == false)
    try opened.user.setLocal([assets[0]], true)
    #expect(try opened.data(of: try file(0, in: opened)) == before)
    _ = try opened.download(try file(1, in: opened))
    #expect(try file(1, in: opened).isLocal)
  }

  @Test func damageIsFound() throws {
    let missing = try file(0)
    let changed = try file(1)
    try FileManager.default.removeItem(atPath: library.filePath(of: missing))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: library.filePath(of: changed)))
    try bytes.dropLast().write(to: URL(fileURLWithPath: library.filePath(of: changed)))
    let issues = try library.verify()
    #expect(issues.map(\.kind) == [.missingOriginal, .truncatedOriginal])
    #expect(issues.map(\.path) == [missing.path, changed.path])
    #expect(try library.backup(to: folder.path + "/Copy.diptych").damaged == issues)
    for (index, asset) in assets.prefix(2).enumerated() {
      let error = #expect(throws: LibraryError.self) { try library.user.setLocal([asset], true) }
      #expect(error?.code == .originalMissing && error?.message == issues[index].description)
      #expect(errorCode { try library.download(try file(index)) } == .networkUnavailable)
      #expect(try file(index).isLocal == false)
    }
  }

  /// The whole file is looked at before the download is told to be at its end (P211).
  @Test func damagedCopyDoesNotArrive() throws {
    let away = try file(0)
    try Data("other".utf8).write(to: URL(fileURLWithPath: library.filePath(of: away)))
    var told: [Double] = []
    let code = errorCode {
      try library.download(away) { fraction in
        told.append(fraction)
        return true
      }
    }
    #expect(code == .networkUnavailable && told == [0, 0.25, 0.5, 0.75])
  }

  @Test func whatNeverCameIsNoIssue() throws {
    #expect(try library.verify() == [])
    #expect(errorCode { try library.download(try file(3)) } == .networkUnavailable)
    try library.user.setLocal([assets[3]], true)
    #expect(try file(3).isLocal == false)
  }
}
