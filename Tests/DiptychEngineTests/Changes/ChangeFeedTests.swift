import DiptychPlatform
import Foundation
import Testing

@testable import DiptychEngine

/// Design, "Changes": what subscribers are told after commits.
@Suite struct ChangeFeedTests {
  /// What one subscriber was told, and the end of the wait for a token.
  private final class Listener: Sendable {
    private struct State {
      var summaries: [ChangeSummary] = []
      var waiter: (token: Int64, continuation: CheckedContinuation<Void, Never>)?
    }

    private let state = Lock(State())

    var summaries: [ChangeSummary] { state.withLock { $0.summaries } }

    func take(_ summary: ChangeSummary) {
      let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
        state.summaries.append(summary)
        guard let waiter = state.waiter, summary.token >= waiter.token else { return nil }
        state.waiter = nil
        return waiter.continuation
      }
      waiter?.resume()
    }

    /// Waits until the commit `token` was told.
    func heard(_ token: Int64) async {
      await withCheckedContinuation { continuation in
        let isThere = state.withLock { state in
          if let last = state.summaries.last, last.token >= token { return true }
          state.waiter = (token, continuation)
          return false
        }
        if isThere { continuation.resume() }
      }
    }
  }

  private static func scope(_ library: Library) -> LibraryScope {
    LibraryScope(library: library, delivery: .private)
  }

  private static func token(_ library: Library) throws -> Int64 { try library.currentToken() }

  @Test func everyKindOfChange() async throws {
    let library = try EphemeralLibrary.open()
    let scope = Self.scope(library)
    let old = try library.user.save(Fixtures.picture(1), named: nil)
    let listener = Listener()
    let subscription = try library.observeChanges(in: scope) { summary, scope in
      #expect(LibraryScope.current === scope)
      listener.take(summary)
    }
    let asset = try library.user.save(Fixtures.picture(2), named: nil)
    let album = try library.user.make(titled: "Trip")
    let folder = try library.user.make(.folder, titled: "Year")
    try library.user.add([asset], to: album)
    var favorite = AssetUpdate()
    favorite.isFavorite = true
    try library.otherApp("Camera").update(old, favorite)
    var hidden = AssetUpdate()
    hidden.isHidden = true
    try library.user.update(asset, hidden)
    try library.user.delete([asset])
    try library.user.restore([asset])
    try library.user.delete([old])
    try library.user.purge([old])
    try library.user.purge([asset])
    try library.user.rename(album, to: "Journey")
    try library.user.deleteCollection(album)
    await listener.heard(try Self.token(library))
    withExtendedLifetime(subscription) {}

    let told = listener.summaries
    // What was there before is not told; everything else once, in order.
    #expect(told.map(\.token) == Array(2...14))
    guard told.count == 13 else { return }
    func summary(_ index: Int, _ change: (inout ChangeSummary) -> Void) -> ChangeSummary {
      var summary = ChangeSummary(token: Int64(index + 2))
      summary.client = "Photos"
      summary.origin = .user
      change(&summary)
      return summary
    }
    #expect(told[0] == summary(0) { $0.assets.inserted = [asset] })
    #expect(told[1] == summary(1) { $0.albums.inserted = [album] })
    #expect(told[2] == summary(2) { $0.folders.inserted = [folder] })
    #expect(
      told[3]
        == summary(3) {
          $0.albums.updated = [album]
          $0.albumsWithChangedMembers = [album]
        })
    #expect(
      told[4]
        == summary(4) {
          $0.client = "Camera"
          $0.origin = .client
          $0.assets.updated = [old]
        })
    #expect(
      told[5]
        == summary(5) {
          $0.assets.updated = [asset]
          $0.reappraisedAssets = [asset]
          $0.albumsWithChangedMembers = [album]
        })
    // Decision 14: the trash is gone for viewers, and what comes back is new.
    #expect(told[6].assets.deleted == [asset])
    #expect(told[6].albumsWithChangedMembers == [album])
    #expect(told[7].assets.inserted == [asset])
    #expect(told[7].albumsWithChangedMembers == [album])
    #expect(told[8].assets.deleted == [old])
    #expect(told[9] == summary(9) { _ in })
    #expect(
      told[10]
        == summary(10) {
          $0.assets.deleted = [asset]
          $0.albumsWithChangedMembers = [album]
        })
    #expect(told[11].albums.updated == [album])
    #expect(told[12].albums.deleted == [album])
    // P178: who made it is known, for deciding who is told.
    #expect(told[12].deletedAlbums[album]?.kind == .album)
    #expect(told[12].deletedAlbums[album]?.isMade(by: "Photos") == true)
    #expect(told[12].deletedAlbums[album]?.isMade(by: "App") == false)
  }

  @Test func whatComesAndGoesInOneCommitIsNotTold() async throws {
    let library = try EphemeralLibrary.open()
    let scope = Self.scope(library)
    let listener = Listener()
    let subscription = try library.observeChanges(in: scope) { summary, _ in listener.take(summary)
    }
    let album = UUID()
    var changes = ChangeSet()
    changes.operations = [
      .createCollection(album, .album, title: "Trip"), .renameCollection(album, title: "Journey"),
      .deleteCollections([album]),
    ]
    try library.commit(changes)
    await listener.heard(try Self.token(library))
    withExtendedLifetime(subscription) {}
    #expect(listener.summaries.map(\.albums.isEmpty) == [true])
  }

  // Tokens ascend without gaps, once each, however many threads commit.
  @Test func concurrentCommitsAreToldInOrder() async throws {
    let library = try EphemeralLibrary.open()
    let scope = Self.scope(library)
    let listener = Listener()
    let subscription = try library.observeChanges(in: scope) { summary, _ in listener.take(summary)
    }
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<50 {
        group.addTask {
          #expect(throws: Never.self) { try library.user.make(titled: "Album \(index)") }
        }
      }
    }
    await listener.heard(50)
    withExtendedLifetime(subscription) {}
    #expect(listener.summaries.map(\.token) == Array(1...50))
    #expect(Set(listener.summaries.flatMap(\.albums.inserted)).count == 50)
  }

  // Decision 39: an observer may read and write, and sees what it was told of.
  @Test func anObserverMayReadAndWrite() async throws {
    let library = try EphemeralLibrary.open()
    let scope = Self.scope(library)
    let listener = Listener()
    let subscription = try library.observeChanges(in: scope) { summary, scope in
      dispatchPrecondition(condition: .notOnQueue(.main))
      #expect(throws: Never.self) {
        #expect(try scope.library.read { try $0.token() } >= summary.token)
        if summary.token < 5 {
          try scope.library.queues.changeAndWait {
            _ = try scope.library.user.make(titled: "Echo \(summary.token)")
          }
        }
      }
      listener.take(summary)
    }
    try library.user.make(titled: "First")
    await listener.heard(5)
    withExtendedLifetime(subscription) {}
    #expect(listener.summaries.map(\.token) == [1, 2, 3, 4, 5])
  }

  @Test func aReleasedSubscriptionHearsNothing() async throws {
    let library = try EphemeralLibrary.open()
    let scope = Self.scope(library)
    let gone = Listener()
    let listener = Listener()
    var first: ChangeSubscription? = try library.observeChanges(in: scope) { summary, _ in
      gone.take(summary)
    }
    let second = try library.observeChanges(in: scope) { summary, _ in listener.take(summary) }
    #expect(library.feed.count == 2)
    withExtendedLifetime(first) {}
    first = nil
    #expect(library.feed.count == 1)
    try library.user.make(titled: "Trip")
    await listener.heard(1)
    #expect(gone.summaries.isEmpty)
    withExtendedLifetime(second) {}
  }

  // Without subscribers a commit queues nothing and reads nothing.
  @Test func noSubscriberCostsNothing() throws {
    let library = try EphemeralLibrary.open()
    try library.write { _ = try $0.stamp() }
    let reads = library.statistics.reads
    try library.write { _ = try $0.stamp() }
    #expect(library.statistics.reads == reads)
    #expect(library.activities.pending.isEmpty)
  }

  // A subscription keeps neither the library nor the scope.
  @Test func subscriptionsKeepNothingAlive() throws {
    var library: Library? = try EphemeralLibrary.open()
    var scope: LibraryScope? = library.map(Self.scope)
    weak let weakLibrary = library
    let subscription = try scope.map { scope in
      try scope.library.observeChanges(in: scope) { _, _ in }
    }
    scope = nil
    library = nil
    #expect(weakLibrary == nil)
    withExtendedLifetime(subscription) {}
  }

  // Design, "Changes": commits of another process are told from the log the same way.
  @Test func anotherProcess() async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let one = try Library.open(Fixtures.configuration(in: folder))
    let two = try OtherProcess.open(Fixtures.configuration(in: folder))
    let scope = Self.scope(one)
    let listener = Listener()
    let subscription = try one.observeChanges(in: scope) { summary, _ in listener.take(summary) }
    let album = try two.user.make(titled: "Theirs")
    try one.user.make(titled: "Ours")
    // Told with our own commit, each once.
    await listener.heard(2)
    let third = try two.user.make(titled: "Theirs again")
    one.checkForChanges()
    await listener.heard(3)
    // Told by the look once a second, with no call of ours.
    try two.user.rename(third, to: "Theirs at last")
    await listener.heard(4)
    withExtendedLifetime(subscription) {}
    #expect(listener.summaries.map(\.token) == [1, 2, 3, 4])
    #expect(listener.summaries[0].albums.inserted == [album])
    #expect(listener.summaries[3].albums.updated == [third])
    two.close()
    one.close()
  }

  // A log that does not go back far enough says that anything may have changed.
  @Test func aTrimmedLogIsNotComplete() throws {
    let library = try EphemeralLibrary.open()
    for index in 0..<4 { try library.user.make(titled: "Album \(index)") }
    try library.write(origin: .upkeep) {
      try $0.connection.execute("DELETE FROM commits WHERE token < 3")
    }
    let summaries = try library.read { try $0.changes(after: 0) }
    #expect(summaries.map(\.token) == [2, 3, 4])
    #expect(summaries.map(\.isComplete) == [false, true, true])
    #expect(summaries[0].albums.isEmpty)
    #expect(try library.read { try $0.changes(after: 4) }.isEmpty)
  }
}
