import DiptychEngine
import DiptychPlatform
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
}
