import DiptychCodecs
import Foundation
import Testing

@testable import DiptychEngine

/// Backups of a library that is in use.
@Suite("Backup") struct BackupTests {
  private func open(_ path: String) throws -> Library {
    var configuration = LibraryConfiguration(folder: path)
    configuration.createsIfMissing = false
    configuration.isDurable = false
    configuration.systemCalls = RealSystemCalls(durable: false)
    // Decades later, what was in the trash would be purged at the opening (decision 14).
    configuration.clock = VirtualClock(Fixtures.start)
    return try Library.open(configuration)
  }

  @Test("a backup is a library with the same rows, files and identifiers")
  func same() throws {
    let folder = try TemporaryFolder()
    let library = try Library.open(Fixtures.configuration(in: folder))
    defer { library.close() }
    let photos = try library.seedPictures(5)
    let trip = try library.user.make(titled: "Trip")
    try library.user.add(photos, to: trip)
    try library.user.delete([photos[4]])
    let copy = folder.path + "/Copy.diptych"
    var steps: [Int] = []
    let report = try library.backup(to: copy) { done, _ in steps.append(done) }
    #expect(report.assets == 5 && report.files == 5 && report.linked == 0)
    #expect(report.damaged.isEmpty && steps == [1, 2, 3, 4, 5])
    let backup = try open(copy)
    defer { backup.close() }
    #expect(try backup.verify() == [])
    #expect(backup.uuid == library.uuid)
    #expect(try backup.rawDump() == library.rawDump())
    #expect(try backup.files(in: "originals") == library.files(in: "originals"))
    // The copies are apart: what happens to one leaves the other alone.
    try backup.user.rename(trip, to: "Other")
    #expect(try library.user.collections(titled: "Trip").count == 1)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
        "Copy.diptych", "Test.diptych",
      ])
  }

  @Test("hard links share the bytes, and a purge of one leaves the other's")
  func linked() throws {
    let folder = try TemporaryFolder()
    let library = try Library.open(Fixtures.configuration(in: folder))
    defer { library.close() }
    let photos = try library.seedPictures(3)
    let copy = folder.path + "/Copy.diptych"
    let report = try library.backup(to: copy, links: true)
    #expect(report.files == 3 && report.linked == 3)
    try library.user.delete(photos)
    try library.user.purge(photos)
    #expect(try library.files(in: "originals") == [])
    let backup = try open(copy)
    defer { backup.close() }
    #expect(try backup.verify() == [] && backup.files(in: "originals").count == 3)
  }

  @Test("writers go on: saving and purging while the backup runs leaves a library that is whole")
  func inUse() throws {
    let folder = try TemporaryFolder()
    let library = try Library.open(Fixtures.configuration(in: folder))
    defer { library.close() }
    var photos = try library.seedPictures(20)
    var next = 21
    for round in 0..<4 {
      let copy = "\(folder.path)/Copy\(round).diptych"
      var purged: UUID?
      let report = try library.backup(to: copy) { done, _ in
        // Once for each backup, the last photo goes for ever before it is copied.
        guard purged == nil, done == 3, let last = photos.popLast() else { return }
        purged = last
        #expect(throws: Never.self) {
          try library.user.delete([last])
          try library.user.purge([last])
          photos.insert(contentsOf: try library.seedPictures(1, from: next), at: 0)
        }
        next += 1
      }
      #expect(report.damaged.isEmpty && report.files == 20)
      let backup = try open(copy)
      defer { backup.close() }
      #expect(try backup.verify() == [])
      let gone = try #require(purged)
      #expect(try backup.read { try $0.asset(gone) } == nil)
    }
  }

  @Test("a damaged and a missing original are named, and the rest is copied")
  func damaged() throws {
    let folder = try TemporaryFolder()
    let library = try Library.open(Fixtures.configuration(in: folder))
    defer { library.close() }
    _ = try library.seedPictures(3)
    let files = try library.files(in: "originals").map { library.path + "/originals/" + $0 }
    try Data("other".utf8).write(to: URL(fileURLWithPath: files[0]))
    try FileManager.default.removeItem(atPath: files[1])
    for links in [false, true] {
      let copy = "\(folder.path)/Copy\(links).diptych"
      let report = try library.backup(to: copy, links: links)
      #expect(report.files == 2)
      #expect(Set(report.damaged.map(\.kind)) == [.changedOriginal, .missingOriginal])
    }
  }

  @Test("paths that are taken or inside of the library are refused")
  func refused() throws {
    let folder = try TemporaryFolder()
    let library = try Library.open(Fixtures.configuration(in: folder))
    defer { library.close() }
    for path in [folder.path, library.path, library.path + "/originals/copy"] {
      #expect(throws: LibraryError.self) { try library.backup(to: path) }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Test.diptych"])
  }

  @Test("a failure at any call leaves nothing behind")
  func failures() throws {
    let folder = try TemporaryFolder()
    let calls = FaultySystemCalls()
    var configuration = Fixtures.configuration(in: folder)
    configuration.systemCalls = calls.calls
    let library = try Library.open(configuration)
    defer { library.close() }
    _ = try library.seedPictures(2)
    var fault = 0
    var failed = 0
    while true {
      // The 256 folders are alike.
      fault += (20..<250).contains(fault) ? 17 : 1
      let copy = "\(folder.path)/Copy\(fault).diptych"
      calls.failCall(fault)
      let outcome = Result { try library.backup(to: copy) }
      let hasFired = calls.disarm()
      if case .failure = outcome {
        failed += 1
        #expect(
          try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Test.diptych"])
      } else {
        try FileManager.default.removeItem(atPath: copy)
      }
      guard hasFired else { break }
    }
    #expect(failed > 30)
    #expect(try library.verify() == [])
  }
}
