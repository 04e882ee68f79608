import DiptychCodecs
import DiptychEngine
import Foundation
import TestMedia
import Testing

/// Originals that are not on this machine.
@Suite struct DownloadTests {
  private func withLibrary(_ body: (Library, UUID) throws -> Void) throws {
    let library = try EphemeralLibrary.open()
    defer { library.close() }
    let data = try TestMedia.data("exif/no-exif.jpg")
    try body(library, library.user.save(data, named: "a.jpg"))
  }

  private func file(_ asset: UUID, _ library: Library) throws -> ResourceRecord {
    try #require(
      try library.read { transaction in
        try transaction.asset(asset).flatMap { try transaction.resources(of: $0.row).first }
      })
  }

  private func code(_ body: () throws -> Void) -> LibraryError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? LibraryError)?.code
    }
  }

  // C83, C84, P211: nothing reads the original until it was downloaded; each step is told once.
  @Test func downloading() throws {
    try withLibrary { library, asset in
      let before = try file(asset, library)
      let token = try library.read { try $0.token() }
      try library.user.setLocal([asset], false)
      let away = try file(asset, library)
      #expect(!away.isLocal)
      #expect(code { _ = try library.data(of: away) } == .notLocal)
      #expect(code { _ = try library.thumbnail(of: away, fitting: away.storedSize) } == .notLocal)
      let small = try library.smallVersion(of: away, fitting: PixelSize(width: 9, height: 9))
      #expect(max(small.size.width, small.size.height) == 9)
      var progress: [Double] = []
      let here = try library.download(away) { fraction in
        progress.append(fraction)
        return true
      }
      #expect(progress == [0, 0.25, 0.5, 0.75, 1])
      #expect(here == before)
      #expect(try file(asset, library) == before)
      #expect(try library.data(of: here) == TestMedia.data("exif/no-exif.jpg"))
      // What is here already is not downloaded, nor told.
      let after = try library.read { try $0.token() }
      #expect(try library.download(away) { _ in false } == before)
      try library.user.setLocal([asset, UUID()], true)
      #expect(after == token + 2)
      #expect(try library.read { try $0.token() } == after)
      #expect(try library.verify() == [])
    }
  }

  // C86: each is a change of the asset, by the user or by the system, and no date moves.
  @Test func changes() throws {
    try withLibrary { library, asset in
      let record = try library.read { try $0.asset(asset) }
      let token = try library.read { try $0.token() }
      try library.user.setLocal([asset], false)
      _ = try library.download(try file(asset, library))
      let summaries = try library.read { try $0.changes(after: token) }
      #expect(summaries.map(\.assets.updated) == [[asset], [asset]])
      #expect(summaries.map(\.origin) == [.user, .upkeep])
      #expect(try library.read { try $0.asset(asset) } == record)
    }
  }

  @Test func failures() throws {
    try withLibrary { library, asset in
      try library.user.setLocal([asset], false)
      let away = try file(asset, library)
      library.simulation.isNetworkDown = true
      #expect(code { _ = try library.download(away) } == .networkUnavailable)
      library.simulation.isNetworkDown = false
      var calls = 0
      #expect(
        code {
          _ = try library.download(away) { _ in
            calls += 1
            return calls < 3
          }
        } == .userCancelled)
      #expect(calls == 3)
      #expect(try file(asset, library).isLocal == false)
      try FileManager.default.removeItem(atPath: library.filePath(of: away))
      #expect(code { _ = try library.download(away) } == .networkUnavailable)
      try library.user.purge([asset])
      #expect(code { _ = try library.download(away) } == .objectGone)
    }
  }

  @Test func networkOfTheConfiguration() throws {
    let library = try EphemeralLibrary.open { $0.isNetworkDown = true }
    defer { library.close() }
    #expect(library.simulation.isNetworkDown)
  }
}
