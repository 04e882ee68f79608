import DiptychPlatform
import Foundation
import Testing

@Suite struct LockTests {
  private struct Failure: Error {}

  @Test func changesFromManyThreadsAreNotLost() {
    let counter = Lock(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<10_000 { counter.withLock { $0 += 1 } }
    }
    #expect(counter.withLock { $0 } == 80_000)
  }

  @Test func theLockIsFreeAfterAnError() {
    let lock = Lock("a")
    #expect(throws: Failure.self) {
      try lock.withLock { state in
        state = "b"
        throw Failure()
      }
    }
    #expect(lock.withLock { $0 } == "b")
  }
}
