import DiptychEngine
import Foundation
import Testing

/// Decision 42: which library an entry point means. Serial, since "the only one in force" is a
/// fact of the whole process.
@Suite(.serialized)
struct LibraryScopeTests {
  private let one: LibraryScope
  private let two: LibraryScope

  init() throws {
    one = LibraryScope(library: try Fixtures.library(), client: "One", name: "one")
    two = LibraryScope(library: try Fixtures.library(), name: "two")
  }

  @Test func theTasksScopeWins() {
    one.run {
      #expect(LibraryScope.resolve() === one)
      two.run { #expect(LibraryScope.resolve() === two) }
      #expect(LibraryScope.resolve() === one)
    }
    #expect(one.client == "One")
    #expect(two.client == "App")
  }

  @Test func theTasksScopeFollowsAwaits() async {
    await one.run {
      await Task.yield()
      #expect(LibraryScope.resolve() === one)
      async let child = LibraryScope.resolve()
      #expect(await child === one)
    }
  }

  /// A hop through a queue loses the task's scope; the only one in force is meant.
  @Test func theOnlyOneInForceIsFoundAfterAHop() async {
    await one.run {
      let found = await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: LibraryScope.resolve()) }
      }
      #expect(found === one)
    }
  }

  /// A scope in force twice is still one.
  @Test func enteringTwice() async {
    one.enter()
    one.enter()
    one.leave()
    let found = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: LibraryScope.resolve()) }
    }
    one.leave()
    #expect(found === one)
  }

  /// Several in force and none carried: a trap that says what to do, never a guess.
  @Test func severalInForceTrap() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let scopes = try (0..<2).map { _ in LibraryScope(library: try Fixtures.library()) }
      for scope in scopes {
        scope.enter()
        // This process dies before it could tidy up.
        try FileManager.default.removeItem(
          atPath: (scope.library.path as NSString).deletingLastPathComponent)
      }
      _ = LibraryScope.resolve()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("LibraryScope.current.run"))
  }

  /// Without a scope a test process gets a fresh ephemeral library, and keeps it.
  @Test func noneInForce() async {
    let found = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(returning: [LibraryScope.resolve(), LibraryScope.resolve()])
      }
    }
    #expect(found[0] === found[1])
    #expect(found[0] !== one)
    #expect(found[0].library.configuration.removesOnClose)
  }

  /// Callbacks run in the scope of the call that caused them.
  @Test func queuesCarryTheScope() async {
    let (one, two) = (one, two)
    let found = await withCheckedContinuation { continuation in
      two.run {
        one.run {
          one.library.queues.complete("a completion") {
            continuation.resume(returning: LibraryScope.current)
          }
        }
      }
    }
    #expect(found === one)
  }

  @Test(.disabled(if: ProcessInfo.processInfo.environment["DIPTYCH_DELIVERY"] != nil))
  func deliveryFollowsTheScope() async {
    let scope = LibraryScope(library: one.library, delivery: .private)
    await scope.run {
      await withCheckedContinuation { continuation in
        one.library.queues.deliver("a result") {
          dispatchPrecondition(condition: .notOnQueue(.main))
          continuation.resume()
        }
      }
    }
    #expect(LibraryScope(library: one.library).delivery == .main)
  }
}
