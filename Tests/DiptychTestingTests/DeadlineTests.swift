import DiptychAssetsLibrary
import DiptychPlatform
import Foundation
import Testing

@testable import DiptychTesting

/// A half whose callback never comes is named instead of hanging without a word.
struct DeadlineTests {
  private func setup(
    _ time: Double, _ expire: @escaping @Sendable (String) -> Void
  ) -> ComparisonSetup {
    var setup = ComparisonSetup(
      contents: [], seed: 1, client: "App", access: .ask(.allow), profile: .documented,
      delivery: .main, level: .state, ignoring: [], allowing: [], limit: 5, time: time,
      place: "Tests.swift:7")
    setup.expire = expire
    return setup
  }

  @Test func aLostCallbackIsNamed() async throws {
    let (messages, post) = AsyncStream.makeStream(of: String.self)
    let lost = Lock<CheckedContinuation<Void, Never>?>(nil)
    _ = try await Comparer(
      setup(0.05) { message in
        post.yield(message)
        lost.withLock { $0.take() }?.resume()
      }
    ).compare(
      legacy: { _ in
        await withCheckedContinuation { continuation in lost.withLock { $0 = continuation } }
      }, modern: { _ in })
    post.finish()
    var found: [String] = []
    for await message in messages { found.append(message) }
    #expect(
      found == [
        "Tests.swift:7: the legacy half has not ended after 0.05 seconds. The library has nothing left "
          + "to do, so the code waits for a callback of its own: look for a path on which a completion "
          + "is not called, or a continuation not resumed. The test process ends here; endingWithin: "
          + "gives more time."
      ])
  }

  @Test func whatEndsIsLeftAlone() async throws {
    let count = Lock(0)
    _ = try await Comparer(setup(60) { _ in count.withLock { $0 += 1 } })
      .compare(legacy: { _ in }, modern: { _ in })
    _ = try await Comparer(setup(.infinity) { _ in count.withLock { $0 += 1 } })
      .compare(legacy: { _ in }, modern: { _ in })
    #expect(count.withLock { $0 } == 0)
  }
}
