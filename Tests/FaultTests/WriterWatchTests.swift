import DiptychPlatform
import DiptychTesting
import Foundation
import Testing

@testable import DiptychEngine
@testable import FaultSweeping

extension FileLayerTests {
  /// Commits and checkpoints of all processes are kept apart by one lock (SQLite 3.40 needs that).
  @Suite("The writer's lock")
  struct WriterWatchTests {
    /// A watch that is attached, and a library in the folder whose every write it sees.
    private func watched(_ folder: URL) throws -> (WriterWatch, LibraryConfiguration) {
      let watch = WriterWatch()
      try watch.attach()
      var configuration = ProcessVictim.configuration(
        folder.appendingPathComponent("Watched.diptych").path,
        watch.systemCalls(RealSystemCalls(durable: false)))
      configuration.vfs = FaultVFS.name
      return (watch, configuration)
    }

    /// Two libraries on one folder, past the registry, stand for two processes: the locks belong to
    /// open descriptors.
    @Test("the database and its log are written by the holder of the lock only")
    func writesAreUnderTheLock() async throws {
      try await inFolder { folder in
        let (watch, configuration) = try watched(folder)
        defer { try? FaultVFS.use(nil) }
        let libraries = try (0..<2).map { _ in try Library(opening: configuration) }
        defer { libraries.forEach { $0.close() } }
        let title = String(repeating: "t", count: ChangeLimits.titleBytes)
        DispatchQueue.concurrentPerform(iterations: 2) { index in
          for number in 0..<4 {
            var changes = ChangeSet()
            // Each makes the log longer than a thousand pages, so that checkpoints follow.
            changes.operations = (0..<600).map { _ in
              .createCollection(UUID(), .album, title: title)
            }
            #expect(throws: Never.self, "writer \(index), commit \(number)") {
              try libraries[index].commit(changes)
            }
          }
        }
        let findings = watch.findings
        #expect(findings.violation == nil)
        #expect(findings.writes > 4_000)
        #expect(findings.checkpoints > 1_000)
        #expect(try libraries[0].number("SELECT count(*) FROM collections") == 8 * 600)
      }
    }

    @Test("the watch notices a write without the lock")
    func watchNotices() async throws {
      try await inFolder { folder in
        let (watch, configuration) = try watched(folder)
        defer { try? FaultVFS.use(nil) }
        let library = try Library(opening: configuration)
        defer { library.close() }
        let connection = try Connection(
          .init(
            path: library.path + "/library.sqlite", isReadOnly: false, isDurable: false,
            vfs: FaultVFS.name))
        try connection.execute("UPDATE library SET token = token + 1")
        #expect(watch.findings.violation?.contains("without the writer's lock") == true)
      }
    }
  }
}

extension Library {
  fileprivate func number(_ sql: String) throws -> Int {
    try read { try $0.connection.first(sql, [], { $0.int(0) }) ?? -1 }
  }
}
