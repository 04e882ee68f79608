import DiptychEngine
import DiptychPlatform
import Foundation
import Testing

/// One holder alone or several that share, first come, first served.
struct TurnTests {
  private struct Load {
    var alone = 0
    var shared = 0
    var highestShared = 0
    var hasCollided = false
  }

  @Test func aloneMeansAlone() async {
    let turn = Turn()
    let load = Lock(Load())
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        let mode: Turn.Mode = number.isMultiple(of: 4) ? .oneAtATime : .parallel
        group.addTask {
          await turn.take(mode) {
            load.withLock { load in
              if mode == .oneAtATime { load.alone += 1 } else { load.shared += 1 }
              load.highestShared = max(load.highestShared, load.shared)
              let isWrong = load.alone > 1 || (load.alone == 1 && load.shared > 0)
              load.hasCollided = load.hasCollided || isWrong
            }
            for _ in 0..<20 { await Task.yield() }
            load.withLock { load in
              if mode == .oneAtATime { load.alone -= 1 } else { load.shared -= 1 }
            }
          }
        }
      }
    }
    let end = load.withLock { $0 }
    #expect(!end.hasCollided)
    #expect(end.alone == 0 && end.shared == 0)
    // Three of four may run together.
    #expect(end.highestShared > 1)
  }

  @Test func aTurnInsideATurnRunsAtOnce() async {
    let turn = Turn()
    let answer = await turn.take(.oneAtATime) { await turn.take(.oneAtATime) { 7 } }
    #expect(answer == 7)
  }

  @Test func aTaskLeftBehindTakesATurnOfItsOwn() async {
    let turn = Turn()
    let (stream, isOver) = AsyncStream.makeStream(of: Void.self)
    let left = await turn.take(.oneAtATime) {
      Task {
        for await _ in stream { break }
        return await turn.take(.oneAtATime) { 7 }
      }
    }
    await turn.take(.oneAtATime) {
      isOver.yield()
      for _ in 0..<20 { await Task.yield() }
    }
    #expect(await left.value == 7)
  }

  // Decision 215: parts of one turn wait for each other, and the whole for none of them.
  @Test func siblingsInsideATurnTakeTheirTurns() async {
    let turn = Turn()
    let load = Lock(Load())
    await turn.take(.oneAtATime) {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            await turn.take(.oneAtATime) {
              load.withLock { load in
                load.alone += 1
                load.hasCollided = load.hasCollided || load.alone > 1
              }
              // What is nested deeper is at once.
              await turn.take(.oneAtATime) { for _ in 0..<20 { await Task.yield() } }
              load.withLock { $0.alone -= 1 }
            }
          }
        }
      }
    }
    #expect(load.withLock { !$0.hasCollided && $0.alone == 0 })
  }

  /// A sibling that still waits when its turn is over takes one of its own.
  @Test func aSiblingThatWaitsOutlivesTheTurn() async {
    let turn = Turn()
    let (stream, isOver) = AsyncStream.makeStream(of: Void.self)
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let left = await turn.take(.oneAtATime) {
      let first = Task {
        await turn.take(.oneAtATime) {
          begin.yield()
          for await _ in stream { break }
        }
      }
      for await _ in begun { break }
      let second = Task { await turn.take(.oneAtATime) { 7 } }
      for _ in 0..<20 { await Task.yield() }
      return (first, second)
    }
    isOver.yield()
    await left.0.value
    #expect(await left.1.value == 7)
    #expect(await turn.take(.oneAtATime) { 8 } == 8)
  }
}

/// Decision 215: a task that lost its turn finds it again by the library.
struct JoinedTurnTests {
  private let turn = Turn()

  private func scope(_ library: Library, _ name: String = "scope") -> LibraryScope {
    LibraryScope(library: library, delivery: .private, name: name)
  }

  /// Runs `body`; the process ends with a sentence when it hangs, for nothing could free it.
  private func withoutHanging(
    _ name: String = #function, _ body: () async throws -> Void
  ) async rethrows {
    let timer = FairTimer(limit: 60) {
      FileHandle.standardError.write(Data("\(name) hangs\n".utf8))
      _exit(70)
    }
    defer { timer.cancel() }
    try await body()
  }

  @Test func aDetachedTaskJoinsTheTurnOfItsLibrary() async throws {
    let library = try Fixtures.library()
    defer { library.close() }
    let (own, other) = (scope(library), scope(library, "other"))
    await withoutHanging {
      for mode in [Turn.Mode.oneAtATime, .parallel] {
        await turn.join(mode, for: own) { joined in
          #expect(joined == nil)
          let found = await Task.detached { [turn] in
            await turn.join(.oneAtATime, for: other) { joined in
              // Inside of it, what is taken is inside of the turn, too.
              await turn.take(.oneAtATime) { joined?.name }
            }
          }.value
          #expect(found == "scope")
          // Its end did not end the turn.
          let again = await Task.detached { [turn] in
            await turn.join(.oneAtATime, for: other) { $0?.name }
          }.value
          #expect(again == "scope")
        }
      }
      #expect(await turn.join(.oneAtATime, for: other) { $0 == nil })
    }
  }

  @Test func aTaskThatWaitsAlreadyJoinsTheTurn() async throws {
    let library = try Fixtures.library()
    defer { library.close() }
    let own = scope(library)
    await withoutHanging {
      let (results, tell) = AsyncStream.makeStream(of: String.self)
      let holder = await turn.take(.oneAtATime) {
        let holder = Task.detached { [turn] in
          await turn.join(.oneAtATime, for: own) { _ in
            for await result in results { return result }
            return "none"
          }
        }
        for _ in 0..<20 { await Task.yield() }
        Task.detached { [turn] in
          await turn.join(.parallel, for: own) { _ = tell.yield($0?.name ?? "its own") }
        }
        for _ in 0..<20 { await Task.yield() }
        return holder
      }
      // Whichever of them came first, none waits for the other's end.
      #expect(["scope", "its own"].contains(await holder.value))
    }
  }

  /// Blocks on a library's queues carry its scope, and no turn.
  @Test func aTaskThatCarriesTheScopeIsInsideOfItsTurn() async throws {
    let (library, another) = (try Fixtures.library(), try Fixtures.library(seed: "another"))
    defer {
      library.close()
      another.close()
    }
    let (own, other) = (scope(library), scope(another, "other"))
    await withoutHanging {
      let found = await turn.join(.oneAtATime, for: own) { _ in
        await Task.detached { [turn] in
          await own.runInTask {
            await turn.join(.oneAtATime, for: other) { joined in
              joined == nil ? turn.scopes(around: other).map(\.name) : []
            }
          }
        }.value
      }
      #expect(found == ["other", "scope"])
    }
  }

  @Test func siblingsOfOneLibraryRunTogether() async throws {
    let library = try Fixtures.library()
    defer { library.close() }
    let own = scope(library)
    await withoutHanging {
      await turn.take(.oneAtATime) {
        let (stream, met) = AsyncStream.makeStream(of: Void.self)
        // The one waits for the other.
        async let first = turn.join(.oneAtATime, for: own) { _ in
          for await _ in stream { break }
          return 1
        }
        async let second = turn.join(.oneAtATime, for: own) { _ in
          met.yield()
          return 2
        }
        #expect(await first + second == 3)
      }
    }
  }

  @Test func anAbandonedTurnIsOver() async throws {
    let (library, another) = (try Fixtures.library(), try Fixtures.library(seed: "another"))
    defer {
      library.close()
      another.close()
    }
    let (own, other) = (scope(library), scope(another, "other"))
    await withoutHanging {
      await turn.take(.oneAtATime, for: own) {
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let (stream, go) = AsyncStream.makeStream(of: Void.self)
        let stuck = Task {
          await turn.join(.oneAtATime, for: other) { _ in
            begin.yield()
            for await _ in stream { break }
          }
        }
        for await _ in begun { break }
        #expect(turn.abandon(inside: own).map(\.name) == ["other"])
        // Nobody waits for it any more.
        let third = LibraryScope(library: another, delivery: .private, name: "third")
        #expect(
          await turn.take(.oneAtATime, for: third) { turn.scopes(around: other).map(\.name) } == [
            "third", "scope",
          ])
        go.yield()
        await stuck.value
      }
      #expect(await turn.take(.oneAtATime) { 7 } == 7)
    }
  }
}
