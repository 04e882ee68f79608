import DiptychPlatform
import DiptychTesting
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
        let mode: Turn.Mode = number.isMultiple(of: 4) ? .alone : .shared
        group.addTask {
          await turn.take(mode) {
            load.withLock { load in
              if mode == .alone { load.alone += 1 } else { load.shared += 1 }
              load.highestShared = max(load.highestShared, load.shared)
              let isWrong = load.alone > 1 || (load.alone == 1 && load.shared > 0)
              load.hasCollided = load.hasCollided || isWrong
            }
            for _ in 0..<20 { await Task.yield() }
            load.withLock { load in
              if mode == .alone { load.alone -= 1 } else { load.shared -= 1 }
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
    let answer = await turn.take(.alone) { await turn.take(.alone) { 7 } }
    #expect(answer == 7)
  }
}
