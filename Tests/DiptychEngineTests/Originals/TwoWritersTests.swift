import DiptychPlatform
import Foundation
import Testing

@testable import DiptychEngine

/// Two writers that replace the content of one asset at the same moment choose one name for its new
/// file; both succeed, and the later commit stays (decision 121).
struct TwoWritersTests {
  /// Makes another change once, in the middle of the next.
  private final class Interruption: Sendable {
    private struct Waiting {
      let call: String
      let body: @Sendable () -> Void
    }

    private let waiting = Lock<Waiting?>(nil)

    func wait(for call: String, _ body: @escaping @Sendable () -> Void) {
      waiting.withLock { $0 = Waiting(call: call, body: body) }
    }

    func happen(_ call: SystemCall) {
      let next = waiting.withLock { waiting -> Waiting? in
        guard let next = waiting, next.call == call.name else { return nil }
        waiting = nil
        return next
      }
      next?.body()
    }

    var hasHappened: Bool { waiting.withLock { $0 == nil } }
  }

  /// When the other writer comes: before the file is made, or between that and its final name, which
  /// it gets by a rename where the volume has no hard links.
  private static let moments: [(call: String, isOtherProcess: Bool)] = [
    ("open", false), ("fsync", false), ("link", false), ("fsync", true), ("link", true),
    ("rename", true),
  ]

  /// A writer of another process has staging names of its own, so that only the final name is one.
  @Test(arguments: moments, [false, true])
  func both(_ moment: (call: String, isOtherProcess: Bool), _ isEdit: Bool) throws {
    let call = moment.call
    let hasLinks = call != "rename"
    let folder = try TemporaryFolder()
    let interruption = Interruption()
    var configuration = Fixtures.configuration(in: folder)
    configuration.systemCalls = InterceptedSystemCalls(RealSystemCalls(durable: true)) { call in
      if case .link = call, !hasLinks { return .fail(EPERM) }
      interruption.happen(call)
      return .proceed
    }
    let library = try Library.open(configuration)
    configuration.identifiers = SeededIdentifiers(seed: "another")
    // Opened past the list of those that this process has open, as another process would.
    let other = moment.isOtherProcess ? try Library(opening: configuration) : library
    defer {
      other.close()
      library.close()
    }
    let asset = try #require(library.seedPictures(1).first)
    let changes = try [7, 8].map { number -> ChangeOperation in
      let role: ResourceRole = isEdit ? .fullSizePhoto : .photo
      let picture = ResourceDraft(role: role, content: .data(try Fixtures.picture(number)))
      guard isEdit else { return .replaceOriginal(asset, picture) }
      return .editContent(
        asset,
        ContentEdit(
          formatIdentifier: "com.example.edit", formatVersion: "1", data: Data([UInt8(number)]),
          rendering: picture))
    }
    let failure = Lock<String?>(nil)
    interruption.wait(for: call) { [changes] in
      do {
        try other.commit(changes[1])
      } catch {
        failure.withLock { $0 = "\(error)" }
      }
    }
    try library.commit(changes[0])
    #expect(interruption.hasHappened)
    #expect(failure.withLock { $0 } == nil)
    let files = try library.read { transaction in
      try transaction.resources(of: try transaction.asset(asset)?.row ?? 0)
    }
    #expect(files.map(\.role) == (isEdit ? [.photo, .fullSizePhoto, .adjustmentData] : [.photo]))
    let shown = try #require(files.first { $0.role == (isEdit ? .fullSizePhoto : .photo) })
    #expect(try library.data(of: shown) == Fixtures.picture(7))
    #expect(try library.files(in: "originals").count == files.count)
    #expect(try library.files(in: "staging") == [])
    #expect(try library.verify().isEmpty)
  }

  /// A volume without hard links: a file that has got its name from another process at the last moment
  /// is not replaced by a writer that fails afterward.
  @Test func theLaterOneFails() throws {
    let interruption = Interruption()
    let folder = try TemporaryFolder()
    let fails = Lock(false)
    var configuration = Fixtures.configuration(in: folder)
    configuration.systemCalls = InterceptedSystemCalls(RealSystemCalls(durable: true)) { call in
      switch call {
      case .link: return .fail(EPERM)
      case .sync where fails.withLock({ $0 }): return .fail(EIO)
      default: break
      }
      interruption.happen(call)
      return .proceed
    }
    let library = try Library.open(configuration)
    defer { library.close() }
    configuration.identifiers = SeededIdentifiers(seed: "another")
    configuration.systemCalls = InterceptedSystemCalls(RealSystemCalls(durable: true)) { call in
      if case .link = call { return .fail(EPERM) }
      return .proceed
    }
    let other = try Library(opening: configuration)
    defer { other.close() }
    let asset = try #require(library.seedPictures(1).first)
    let changes = try [7, 8].map { number in
      ChangeOperation.replaceOriginal(
        asset, ResourceDraft(role: .photo, content: .data(try Fixtures.picture(number))))
    }
    interruption.wait(for: "rename") { [changes] in
      do {
        try other.commit(changes[1])
      } catch {
        Issue.record(error)
      }
      fails.withLock { $0 = true }
    }
    #expect(throws: LibraryError.self) { try library.commit(changes[0]) }
    #expect(interruption.hasHappened)
    fails.withLock { $0 = false }
    let files = try other.read { transaction in
      try transaction.resources(of: try transaction.asset(asset)?.row ?? 0)
    }
    let shown = try #require(files.first)
    #expect(try other.data(of: shown) == Fixtures.picture(8))
    #expect(try other.verify().isEmpty)
  }
}
