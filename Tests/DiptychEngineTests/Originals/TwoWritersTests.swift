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

  /// The other writer comes before the file is made, or between that and its final name.
  @Test(arguments: ["open", "fsync", "link"], [false, true])
  func both(_ call: String, _ isEdit: Bool) throws {
    let interruption = Interruption()
    let library = try Fixtures.library { configuration in
      configuration.systemCalls = InterceptedSystemCalls(RealSystemCalls(durable: true)) { call in
        interruption.happen(call)
        return .proceed
      }
    }
    defer { library.close() }
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
        try library.commit(changes[1])
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
}
