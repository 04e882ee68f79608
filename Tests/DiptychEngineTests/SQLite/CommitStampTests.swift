import DiptychPlatform
import Foundation
import Testing

@testable import DiptychEngine

/// Equal stamps say that nothing was committed in between, by anybody (decision 170).
struct CommitStampTests {
  @Test func everyCommitMakesAnotherStamp() throws {
    let library = try Fixtures.library()
    defer { library.close() }
    var stamps: [CommitStamp] = []
    for _ in 0..<50 {
      stamps.append(try #require(library.stamp))
      _ = try library.read { try $0.token() }
      #expect(library.stamp == stamps.last)
      try library.seedRows(1)
      #expect(library.stamp != stamps.last)
    }
    for (index, stamp) in stamps.enumerated() {
      #expect(stamps.firstIndex(of: stamp) == index)
    }
  }

  /// A write that changes nothing, or that fails, is no commit.
  @Test func noCommitKeepsTheStamp() throws {
    struct Stop: Error {}
    let library = try Fixtures.library()
    defer { library.close() }
    let stamp = try #require(library.stamp)
    #expect(throws: LibraryError.self) {
      try library.write { transaction in
        try transaction.connection.execute("DELETE FROM assets")
        throw Stop()
      }
    }
    #expect(library.stamp == stamp)
  }

  /// What another connection commits, as another process does, shows at once, without a doorbell.
  @Test func otherConnections() throws {
    let folder = try TemporaryFolder()
    let library = try Library.open(Fixtures.configuration(in: folder))
    defer { library.close() }
    try library.seedRows(3)
    let other = try Connection(
      .init(path: library.path + "/library.sqlite", isReadOnly: false, isDurable: false, vfs: nil))
    for _ in 0..<20 {
      let stamp = try #require(library.stamp)
      try other.execute("UPDATE assets SET favorite = 1 - favorite")
      #expect(library.stamp != stamp)
      let next = try #require(library.stamp)
      try other.checkpoint()
      _ = try library.read { try $0.token() }
      // A checkpoint may change the stamp or not; a commit behind it does.
      try other.execute("UPDATE assets SET favorite = 1 - favorite")
      #expect(library.stamp != next)
    }
  }

  /// A setting that decides what is seen makes old stamps old.
  @Test func settings() throws {
    let library = try Fixtures.library()
    defer { library.close() }
    let stamp = try #require(library.stamp)
    library.profile = .documented
    #expect(library.stamp != stamp)
  }

  @Test func closed() throws {
    let library = try Fixtures.library()
    #expect(library.stamp != nil)
    library.close()
    #expect(library.stamp == nil)
  }
}
