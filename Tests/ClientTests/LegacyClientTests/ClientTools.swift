import DiptychEngine
import DiptychPlatform
import DiptychTesting
import Foundation
import Testing

/// A value that is handed to another thread, which alone uses it from then on.
struct Handed<Value>: @unchecked Sendable {
  // Sendable because only one thread uses the value at a time: old classes cannot say so (L13).
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// Runs code that blocks its thread, away from the main thread and from Swift's own.
func onThread<Value>(_ body: @escaping () -> Value) async -> Value {
  let body = Handed(body)
  let scope = LibraryScope.current
  let result: Handed<Value> = await withCheckedContinuation { continuation in
    Thread {
      let result = LibraryScope.$current.withValue(scope) { body.value() }
      continuation.resume(returning: Handed(result))
    }.start()
  }
  return result.value
}

/// What a call told its block; the block has to be called once.
func answer<Value>(_ call: (@escaping (Value) -> Void) -> Void) async -> Value {
  let answer: Handed<Value> = await withCheckedContinuation { continuation in
    call { continuation.resume(returning: Handed($0)) }
  }
  return answer.value
}

/// The same for a block that is told two values.
func answer<First, Second>(
  _ call: (@escaping (First, Second) -> Void) -> Void
) async -> (First, Second) {
  let answer: Handed<(First, Second)> = await withCheckedContinuation { continuation in
    call { continuation.resume(returning: Handed(($0, $1))) }
  }
  return answer.value
}

/// Counts calls and keeps what they told.
final class Calls<Value>: @unchecked Sendable {
  // Sendable because the values are behind a lock; each is used by the test alone.
  private let kept = Lock<[Value]>([])

  func note(_ value: Value) { kept.withLock { $0.append(value) } }

  var all: [Value] { kept.withLock { $0 } }
  var count: Int { all.count }
}

/// The notifications of a name, in order.
final class Mail: @unchecked Sendable {
  // Sendable because every stored property is constant but the iterator, which the test alone uses.
  private let token: any NSObjectProtocol
  private var iterator: AsyncStream<Handed<Notification>>.Iterator

  init(_ name: Notification.Name, of object: AnyObject? = nil) {
    let (stream, continuation) = AsyncStream<Handed<Notification>>.makeStream()
    token = NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) {
      continuation.yield(Handed($0))
    }
    iterator = stream.makeAsyncIterator()
  }

  deinit {
    NotificationCenter.default.removeObserver(token)
  }

  /// The next one.
  func next() async -> Notification? {
    await iterator.next(isolation: #isolation)?.value
  }
}

extension TestPhotoLibrary {
  /// The engine's library behind the one in force.
  static var engine: Library {
    get throws { try #require(LibraryScope.current).library }
  }
}
