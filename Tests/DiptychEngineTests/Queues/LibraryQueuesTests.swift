import DiptychEngine
import DiptychPlatform
import Foundation
import Testing

/// Decision 39: the queues, the one wait, and when a library is settled.
struct LibraryQueuesTests {
  private let library: Library
  private let log = Log()

  init() throws {
    library = try Fixtures.library()
  }

  private final class Log: Sendable {
    private let entries = Lock<[String]>([])
    func add(_ entry: String) { entries.withLock { $0.append(entry) } }
    var all: [String] { entries.withLock { $0 } }
  }

  private func settle() async {
    let left = await library.activities.settled(within: 20)
    #expect(left == [])
  }

  /// P95: blocks run one after the other, in the order in which they were submitted.
  @Test func changesKeepTheirOrder() async {
    let (library, log) = (library, log)
    for number in 0..<50 {
      library.queues.change("change \(number)") {
        log.add("change \(number)")
        library.queues.complete("completion") { log.add("completion \(number)") }
      }
    }
    await settle()
    let entries = log.all
    for kind in ["change", "completion"] {
      #expect(
        entries.filter { $0.hasPrefix(kind) } == (0..<50).map { "\(kind) \($0)" })
    }
  }

  /// What a block held is gone once the library is settled, such as the library object that an
  /// enumeration holds until its last block has returned (L18).
  @Test func settledLetsGo() async {
    final class Held: Sendable {
      let end: @Sendable () -> Void
      init(end: @escaping @Sendable () -> Void) { self.end = end }
      deinit { end() }
      func use() {}
    }
    let (library, log) = (library, log)
    let scope = LibraryScope(library: library, delivery: .private)
    // Until the thread that has handed over holds nothing any more.
    let handingOver = DispatchGroup()
    handingOver.enter()
    LibraryScope.$current.withValue(scope) {
      library.queues.deliver("first") { handingOver.wait() }
      let held = Held { log.add("gone during: \(library.activities.pending)") }
      library.queues.deliver("result") {
        held.use()
        log.add("result")
      }
    }
    handingOver.leave()
    await settle()
    #expect(log.all == ["result", "gone during: [\"result\"]"])
  }

  /// The waiting form runs on the calling thread, after the blocks submitted before it, while
  /// later ones wait.
  @Test func waitingChangeTakesItsTurn() async {
    let (library, log) = (library, log)
    for number in 0..<5 { library.queues.change("before") { log.add("before \(number)") } }
    let thread = pthread_self()
    library.queues.changeAndWait {
      #expect(pthread_equal(pthread_self(), thread) != 0)
      library.queues.change("after") { log.add("after") }
      log.add("waiting")
    }
    await settle()
    #expect(log.all == (0..<5).map { "before \($0)" } + ["waiting", "after"])
  }

  @Test func waitingChangeThrowsWhatItsBlockThrows() async {
    struct Stop: Error {}
    #expect(throws: Stop.self) { try library.queues.changeAndWait { throw Stop() } }
    library.queues.changeAndWait { log.add("again") }
    #expect(log.all == ["again"])
  }

  @Test func waitingChangeFromTheMainThread() async {
    let (library, log) = (library, log)
    await MainActor.run { library.queues.changeAndWait { log.add("main") } }
    #expect(log.all == ["main"])
  }

  /// A completion may start a waiting change, as may a legacy request.
  @Test func waitingChangeFromACompletion() async {
    let (library, log) = (library, log)
    library.queues.change("change") {
      library.queues.complete("completion") {
        library.queues.changeAndWait { log.add("from a completion") }
      }
    }
    library.queues.request("request") {
      library.queues.changeAndWait { log.add("from a request") }
    }
    await settle()
    #expect(log.all.sorted() == ["from a completion", "from a request"])
  }

  @Test func settledAtOnceWhenNothingWaits() async {
    #expect(await library.activities.settled(within: 0) == [])
    #expect(library.activities.pending == [])
  }

  /// The limit names what still waits.
  @Test func settlingNamesWhatWaits() async {
    let first = library.activities.begin("the first")
    let second = library.activities.begin("the second")
    #expect(await library.activities.settled(within: 0.02) == ["the first", "the second"])
    library.activities.end(first)
    #expect(await library.activities.settled(within: 0.02) == ["the second"])
    async let left = library.activities.settled(within: 20)
    library.activities.end(second)
    #expect(await left == [])
  }

  /// What begins when all else has ended is not told to those who waited for that.
  @Test func settlingTellsOneMoment() async {
    let activities = library.activities
    let isOver = Lock(false)
    let others = DispatchGroup()
    for _ in 0..<2 {
      DispatchQueue.global().async(group: others) {
        while !isOver.withLock({ $0 }) { activities.end(activities.begin("something later")) }
      }
    }
    for _ in 0..<2_000 {
      let id = activities.begin("this")
      async let left = activities.settled(within: 60)
      activities.end(id)
      #expect(await left == [])
    }
    isOver.withLock { $0 = true }
    await withCheckedContinuation { continuation in
      others.notify(queue: .global()) { continuation.resume() }
    }
  }

  /// A change that waits on some thread counts as something to do.
  @Test func waitingChangeIsAnActivity() {
    let pending = library.queues.changeAndWait { library.activities.pending }
    #expect(pending == ["a waiting change"])
    #expect(library.activities.pending == [])
  }
}
