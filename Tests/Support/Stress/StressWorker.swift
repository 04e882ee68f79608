import DiptychAssetsLibrary
import DiptychEngine
import DiptychPlatform
import Foundation

/// One thread of the program: its random numbers, and the means to wait for a callback as old code
/// does on a background thread, with a semaphore (L24).
final class StressWorker {
  let world: StressWorld
  /// On whose behalf this thread calls, and where its results arrive.
  let scope: LibraryScope
  /// The handle that the thread makes its calls on.
  let library: ALAssetsLibrary
  var random: SplitMix64
  /// A number that no other call of the program has.
  private(set) var serial: Int

  init(_ world: StressWorld, _ scope: LibraryScope, _ library: ALAssetsLibrary, index: Int) {
    self.world = world
    self.scope = scope
    self.library = library
    random = SplitMix64(seed: world.seed &+ UInt64(index) &* 0x1000)
    serial = index * 1_000_000
  }

  /// Makes `count` calls, chosen by weight.
  func run(_ operations: [StressOperation], count: Int) {
    let total = operations.reduce(0) { $0 + $1.weight }
    for _ in 0..<count {
      serial += 1
      var place = Int.random(in: 0..<total, using: &random)
      let chosen = operations.first { operation in
        place -= operation.weight
        return place < 0
      }
      guard let chosen else { continue }
      perform(chosen)
    }
  }

  /// Makes one call, and notes it.
  func perform(_ operation: StressOperation) {
    do {
      try operation.run(self)
      world.note(operation.name)
    } catch {
      world.report("\(operation.name): \(error)")
    }
  }

  /// A random element, nil when there is none.
  func pick<Value>(_ values: [Value]) -> Value? {
    values.randomElement(using: &random)
  }

  func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  /// Starts a call and waits for its callback, which has to come, once.
  func wait<Value: Sendable>(
    for name: String, _ call: (_ done: @escaping @Sendable (Value) -> Void) -> Void
  ) throws -> Value {
    let answer = StressAnswer<Value>()
    call { [world] value in
      if answer.take(value) > 1 { world.report("\(name) called back twice") }
    }
    guard let value = answer.wait() else { throw StressFailure("\(name) did not call back") }
    return value
  }

  /// Waits for an asynchronous form.
  func wait<Value: Sendable>(
    forAsync name: String, _ body: @escaping @Sendable () async -> Value
  ) throws -> Value {
    try wait(for: name) { done in
      let scope = scope
      Task { await scope.runInTask { done(await body()) } }
    }
  }
}

/// What went wrong, in a sentence.
struct StressFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// A place for one answer.
private final class StressAnswer<Value: Sendable>: Sendable {
  private let state = Lock<(count: Int, value: Value?)>((0, nil))
  private let semaphore = DispatchSemaphore(value: 0)

  /// - Returns: How many answers came until now.
  func take(_ value: Value) -> Int {
    let count = state.withLock { state in
      state.count += 1
      if state.count == 1 { state.value = value }
      return state.count
    }
    semaphore.signal()
    return count
  }

  /// The answer; nil when none comes within two minutes.
  func wait() -> Value? {
    guard semaphore.wait(timeout: .now() + 120) == .success else { return nil }
    return state.withLock { $0.value }
  }
}
