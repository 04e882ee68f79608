import DiptychPlatform
import Foundation

/// Where legacy result blocks run (decision 39).
package enum DeliveryQueue: String, Sendable {
  /// The main queue, as on iOS. Somebody has to serve it.
  case main
  /// A serial queue of the library.
  case `private`

  /// What `DIPTYCH_DELIVERY` says; the main queue otherwise.
  package static var fromEnvironment: DeliveryQueue {
    ProcessInfo.processInfo.environment["DIPTYCH_DELIVERY"].flatMap(DeliveryQueue.init) ?? .main
  }
}

/// The queues of one library, each serial: changes, completions, observers, images, and the delivery
/// of legacy results and of images. Blocks run in the scope of the call that caused them.
package final class LibraryQueues: Sendable {
  private let changes = DispatchQueue(label: "diptych.changes", qos: .userInitiated)
  private let completions = DispatchQueue(label: "diptych.completions", qos: .userInitiated)
  private let observers = DispatchQueue(label: "diptych.observers", qos: .userInitiated)
  private let requests = DispatchQueue(label: "diptych.requests", qos: .userInitiated)
  private let images = DispatchQueue(label: "diptych.images", qos: .userInitiated)
  private let privateDelivery = DispatchQueue(label: "diptych.delivery", qos: .userInitiated)
  private let activities: Activities
  private let trace: CallTrace?
  /// Holds while results of legacy calls wait to be delivered.
  private let undelivered = DispatchGroup()
  /// How many legacy writes have begun and not ended.
  private let legacyWrites = Lock(0)
  /// What the main queue is to get when it is no longer late; nil when it is not late.
  private let late = Lock<[LateResult]?>(nil)

  /// A result that a late main queue has not got yet.
  private struct LateResult: Sendable {
    let id: Int
    let submit: @Sendable () -> Void
  }

  init(activities: Activities, trace: CallTrace? = nil) {
    self.activities = activities
    self.trace = trace
    guard trace != nil else { return }
    for (queue, name) in [
      (changes, "change queue"), (completions, "completion queue"), (observers, "observer queue"),
      (requests, "request queue"), (images, "image queue"),
      (privateDelivery, "private delivery queue"),
    ] {
      CallTrace.name(queue, name)
    }
  }

  /// Runs `body` on the change queue, after the blocks submitted before it.
  package func change(_ label: String, _ body: @escaping @Sendable () -> Void) {
    submit(to: changes, label, .work, body)
  }

  /// Waits until every block submitted to the change queue before has run, then runs `body` on the
  /// calling thread while later blocks wait. This is the one wait of a blocking change.
  package func changeAndWait<T>(_ body: () throws -> T) rethrows -> T {
    let id = activities.begin("a waiting change")
    defer { activities.end(id) }
    trace?.note("a waiting change")
    let turn = DispatchGroup()
    let finished = DispatchGroup()
    turn.enter()
    finished.enter()
    changes.async {
      turn.leave()
      finished.wait()
    }
    turn.wait()
    defer { finished.leave() }
    return try body()
  }

  /// Runs `body` on the completion queue, in the order of the calls.
  package func complete(_ label: String, _ body: @escaping @Sendable () -> Void) {
    submit(to: completions, label, .result, body)
  }

  /// Runs `body` on the observers queue, in the order of the calls.
  package func observe(_ label: String, _ body: @escaping @Sendable () -> Void) {
    submit(to: observers, label, .result, body)
  }

  /// Runs the work of a legacy call, off the caller's stack and one at a time (decision 26).
  package func request(_ label: String, _ body: @escaping @Sendable () -> Void) {
    guard LibraryScope.current?.isOrdered == true else {
      return submit(to: requests, label, .work, body)
    }
    submit(to: requests, label, .work) { [undelivered] in
      undelivered.wait()
      body()
    }
  }

  /// Makes pictures, one at a time, in the order of the calls.
  package func image(_ label: String, _ body: @escaping @Sendable () -> Void) {
    submit(to: images, label, .work, body)
  }

  /// Notes that a legacy write begins, which ends with `endWrite()`.
  /// - Returns: False, and nothing is noted, if `alone` and another is running.
  package func beginWrite(alone: Bool) -> Bool {
    legacyWrites.withLock { count in
      guard !alone || count == 0 else { return false }
      count += 1
      return true
    }
  }

  package func endWrite() {
    legacyWrites.withLock { $0 -= 1 }
  }

  /// Delivers a legacy result or a picture on the delivery queue in force. One that has waited two
  /// seconds for the main queue earns a line on standard error.
  package func deliver(_ label: String, _ body: @escaping @Sendable () -> Void) {
    let queue = LibraryScope.current?.delivery ?? .fromEnvironment
    undelivered.enter()
    let body: @Sendable () -> Void = { [undelivered] in
      body()
      undelivered.leave()
    }
    guard queue == .main else { return submit(to: privateDelivery, label, .result, body) }
    guard !holdBack(label, body) else { return }
    deliverOnMain(label, body)
  }

  /// Whether the main queue is late: what it is to get waits, in order, until it no longer is.
  package var isMainQueueLate: Bool {
    get { late.withLock { $0 != nil } }
    set {
      let results = late.withLock { late in
        defer { late = newValue ? late ?? [] : nil }
        return newValue ? [] : late ?? []
      }
      for result in results {
        activities.release(result.id)
        result.submit()
        activities.end(result.id)
      }
    }
  }

  /// Keeps a result back if the main queue is late.
  private func holdBack(_ label: String, _ body: @escaping @Sendable () -> Void) -> Bool {
    guard isMainQueueLate else { return false }
    let id = activities.begin("\(label), held by a late main queue")
    let scope = LibraryScope.current
    let result = LateResult(id: id) { [weak self] in
      LibraryScope.$current.withValue(scope) { self?.deliverOnMain(label, body) }
    }
    let isHeld = late.withLock { late in
      late?.append(result)
      return late != nil
    }
    if isHeld { activities.hold(id) } else { activities.end(id) }
    return isHeld
  }

  private func deliverOnMain(_ label: String, _ body: @escaping @Sendable () -> Void) {
    let hasRun = Lock(false)
    DispatchQueue.global().asyncAfter(deadline: .now() + 2) {
      guard !hasRun.withLock({ $0 }) else { return }
      Notices.once(
        "Diptych: the result of \(label) has waited 2 seconds for the main queue. "
          + "Let the main thread run (an async main, RunLoop.main.run() or dispatchMain()), "
          + "or set DIPTYCH_DELIVERY=private.")
    }
    submit(to: .main, label, .result) {
      hasRun.withLock { $0 = true }
      body()
    }
  }

  private func submit(
    to queue: DispatchQueue, _ label: String, _ kind: CallTrace.Kind,
    _ body: @escaping @Sendable () -> Void
  ) {
    let id = activities.begin(label)
    if kind == .work { trace?.note(label) }
    let scope = LibraryScope.current
    // Let go of before it counts as ended: who waits for that may rely on what it held being gone.
    let waiting = Lock<(@Sendable () -> Void)?>(body)
    queue.async { [activities, trace] in
      let start = trace?.begin()
      LibraryScope.$current.withValue(scope) {
        let body = waiting.withLock { waiting in
          defer { waiting = nil }
          return waiting
        }
        body?()
      }
      if let start { trace?.end(kind, label, since: start) }
      activities.end(id)
    }
  }
}

/// Lines on standard error that a process prints at most once each.
package enum Notices {
  private static let printed = Lock<Set<String>>([])

  package static func once(_ line: String) {
    guard printed.withLock({ $0.insert(line).inserted }) else { return }
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}
