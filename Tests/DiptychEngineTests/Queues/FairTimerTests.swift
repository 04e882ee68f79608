import DiptychPlatform
import Foundation
import Testing

@testable import DiptychEngine

/// Decision 202: a limit of time takes nobody for hanging who waits for the cores.
struct FairTimerTests {
  @Test func itRunsOut() async {
    let (ends, post) = AsyncStream.makeStream(of: Void.self)
    let timer = FairTimer(limit: 0.01) {
      post.yield()
      post.finish()
    }
    var count = 0
    for await _ in ends { count += 1 }
    #expect(count == 1)
    timer.cancel()
  }

  // Where the threads hang that it counts by, the clock decides.
  @Test func theClockDecidesInTheEnd() async {
    let (ends, post) = AsyncStream.makeStream(of: Void.self)
    let timer = FairTimer(limit: 3600, most: 1e-6) { post.finish() }
    for await _ in ends {}
    timer.cancel()
  }

  // As where a thousand tests wait for two cores: one step to the end of the line takes longer than
  // the limit, and counts as little more than what was asked.
  @Test func aProcessWithoutTimeIsNotAHang() async {
    func steps(late: Duration) async -> Int {
      let (ends, post) = AsyncStream.makeStream(of: Void.self)
      let count = Lock(0)
      let timer = FairTimer(
        limit: 3, most: 1e6,
        sleep: { time in
          count.withLock { $0 += 1 }
          return time + late
        }, { post.finish() })
      for await _ in ends {}
      timer.cancel()
      return count.withLock { $0 }
    }
    #expect(await steps(late: .zero) == 12)
    #expect(await steps(late: .seconds(60)) == 8)
  }

  @Test func whatIsCanceledDoesNotRun() async {
    let isOver = Lock(false)
    FairTimer(limit: 0.05) { isOver.withLock { $0 = true } }.cancel()
    let (ends, post) = AsyncStream.makeStream(of: Void.self)
    let later = FairTimer(limit: 0.2) { post.finish() }
    for await _ in ends {}
    later.cancel()
    #expect(!isOver.withLock { $0 })
  }
}
