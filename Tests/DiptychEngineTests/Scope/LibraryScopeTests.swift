import DiptychEngine
import Foundation
import Testing

/// Decision 42: which library an entry point means.
///
/// What is in force is a fact of the whole process, so each test has a process of its own and
/// disturbs no other suite.
struct LibraryScopeTests {
  private static func make(_ name: String) throws -> LibraryScope {
    LibraryScope(library: try Fixtures.library(), client: name, name: name)
  }

  /// Ends the process, naming the line, unless `condition` holds.
  private static func check(_ condition: Bool, _ line: Int = #line) {
    guard !condition else { return }
    FileHandle.standardError.write(Data("line \(line) does not hold\n".utf8))
    exit(EXIT_FAILURE)
  }

  private static func resolvedOnAQueue() async -> LibraryScope {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: LibraryScope.resolve()) }
    }
  }

  private static func expect(
    _ result: ExitTest.Result?, _ location: SourceLocation = #_sourceLocation
  ) {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(!text.contains("does not hold"), sourceLocation: location)
  }

  @Test func theTasksScopeWins() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let (one, two) = (try Self.make("one"), try Self.make("two"))
      one.run {
        Self.check(LibraryScope.resolve() === one)
        two.run { Self.check(LibraryScope.resolve() === two) }
        Self.check(LibraryScope.resolve() === one)
      }
      await one.run {
        await Task.yield()
        Self.check(LibraryScope.resolve() === one)
        async let child = LibraryScope.resolve()
        let found = await child
        Self.check(found === one)
      }
      Self.check(LibraryScope(library: one.library).client == "App")
      one.library.close()
      two.library.close()
    }
    Self.expect(result)
  }

  /// A hop through a queue loses the task's scope; the only one in force is meant.
  @Test func theOnlyOneInForceIsFoundAfterAHop() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let one = try Self.make("one")
      await one.run {
        let found = await Self.resolvedOnAQueue()
        Self.check(found === one)
      }
      // In force twice is still one.
      one.enter()
      one.enter()
      one.leave()
      let found = await Self.resolvedOnAQueue()
      Self.check(found === one)
      one.leave()
      one.library.close()
    }
    Self.expect(result)
  }

  /// Who takes the place of a scope is alone until the last who did is gone.
  @Test func aSuspendedScopeIsOutOfForce() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let (one, two) = (try Self.make("one"), try Self.make("two"))
      // What is not in force cannot be suspended.
      Self.check(!one.suspend())
      await one.run {
        await LibraryScope.suspendingCurrent {
          Self.check(LibraryScope.current === one)
          two.enter()
          let found = await Self.resolvedOnAQueue()
          Self.check(found === two)
          // A sibling takes its place, too.
          Self.check(one.suspend())
          two.leave()
        }
        two.enter()
        let sibling = await Self.resolvedOnAQueue()
        Self.check(sibling === two)
        two.leave()
        one.resume()
        let again = await Self.resolvedOnAQueue()
        Self.check(again === one)
      }
      // Left in force by somebody who never ends.
      two.enter()
      _ = two.suspend()
      two.enter()
      two.abandon()
      two.leave()
      await one.run {
        let found = await Self.resolvedOnAQueue()
        Self.check(found === one)
      }
      one.library.close()
      two.library.close()
    }
    Self.expect(result)
  }

  /// Of one library and one client the last scope counts, as a hop cannot tell them apart otherwise.
  @Test func scopesOfOneLibraryAreNoTwoLibraries() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let one = try Self.make("one")
      let again = LibraryScope(library: one.library, client: "one", delivery: .private)
      one.enter()
      again.enter()
      let found = await Self.resolvedOnAQueue()
      Self.check(found === again)
      again.leave()
      let first = await Self.resolvedOnAQueue()
      Self.check(first === one)
      // Another client may see something else.
      let other = LibraryScope(library: one.library, client: "other")
      other.enter()
      Self.check(LibraryScope.inForce == nil)
      other.leave()
      one.leave()
      one.library.close()
    }
    Self.expect(result)
  }

  /// Without a scope a test process gets a fresh ephemeral library, keeps it, and says so once.
  @Test func noneInForce() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let (one, two) = (await Self.resolvedOnAQueue(), await Self.resolvedOnAQueue())
      Self.check(one === two)
      Self.check(one.library.configuration.removesOnClose)
    }
    Self.expect(result)
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let notice = "Diptych: using the photo library at "
    #expect(text.components(separatedBy: notice).count == 2)
    // The folder goes with the process.
    let path = text.components(separatedBy: notice).last?.components(separatedBy: ".\n").first
    #expect(!FileManager.default.fileExists(atPath: path ?? "/"))
  }

  /// Several in force and none carried: a trap that says what to do, never a guess.
  @Test func severalInForceTrap() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      for name in ["one", "two"] {
        let scope = try Self.make(name)
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

  /// Callbacks run in the scope of the call that caused them, on the queue that the scope names.
  @Test func queuesCarryTheScope() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let one = try Self.make("one")
      let other = LibraryScope(library: one.library, delivery: .private)
      Self.check(one.delivery == .fromEnvironment)
      let completed = await withCheckedContinuation { continuation in
        other.run {
          one.run {
            one.library.queues.complete("a completion") {
              continuation.resume(returning: LibraryScope.current)
            }
          }
        }
      }
      Self.check(completed === one)
      let delivered = await withCheckedContinuation { continuation in
        other.run {
          one.library.queues.deliver("a result") {
            dispatchPrecondition(condition: .notOnQueue(.main))
            continuation.resume(returning: LibraryScope.current)
          }
        }
      }
      Self.check(delivered === other)
      one.library.close()
    }
    Self.expect(result)
  }
}
