import DiptychEngine
import DiptychPlatform
import Foundation
import Testing

/// Many threads on one library.
struct ConcurrencyTests {
  /// Writers queue, readers never wait, and each reader sees whole commits.
  @Test func writersAndReaders() throws {
    let library = try Fixtures.library()
    let failures = Lock<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for round in 0..<6 {
        do {
          if thread % 2 == 0 {
            // Two photos a commit.
            _ = try library.seedPictures(2, from: thread * 100 + round * 2 + 1)
          } else {
            let (assets, resources) = try library.read { transaction in
              let assets = try transaction.countAssets(AssetQuery(.library), as: nil)
              let resources = try transaction.connection.first(
                "SELECT count(*) FROM resources"
              ) { $0.int(0) }
              return (assets, resources)
            }
            guard assets % 2 == 0, assets == resources else {
              failures.withLock { $0.append("\(assets) assets, \(resources ?? -1) resources") }
              return
            }
          }
        } catch {
          failures.withLock { $0.append(String(describing: error)) }
        }
      }
    }
    #expect(failures.withLock { $0 } == [])
    #expect(try library.number("SELECT count(*) FROM assets") == 4 * 6 * 2)
    #expect(try library.read { try $0.token() } == 4 * 6)
    #expect(try library.verify() == [])
  }

  /// Two processes that save and purge in turn, each with connections and locks of its own.
  @Test func twoProcessesOnOneLibrary() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let one = try Library.open(Fixtures.configuration(in: folder))
    let two = try OtherProcess.open(Fixtures.configuration(in: folder))
    #expect(one !== two)
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      let library = index == 0 ? one : two
      for round in 0..<10 {
        let uuid = try? library.user.save(
          (try? Fixtures.picture(index * 1_000 + round)) ?? Data(), named: nil)
        if round % 3 == 0, let uuid { try? library.user.purge([uuid]) }
      }
    }
    for library in [one, two] {
      #expect(try library.number("SELECT count(*) FROM assets") == 12)
      #expect(try library.verify() == [])
      #expect(try library.files(in: "originals").count == 12)
    }
    two.close()
    one.close()
  }
}
