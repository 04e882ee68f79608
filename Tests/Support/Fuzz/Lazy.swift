import DiptychPlatform

/// A value that is made once, when it is first asked for; what goes wrong then ends the process.
final class Lazy<Value: Sendable>: Sendable {
  private struct Maker: Sendable {
    let make: @Sendable () throws -> Value
  }

  private let maker: Maker
  private let kept = Lock<Value?>(nil)

  init(_ make: @escaping @Sendable () throws -> Value) {
    maker = Maker(make: make)
  }

  /// The value. Targets run on one thread, so nothing is made twice.
  func value() -> Value {
    if let value = kept.withLock({ $0 }) { return value }
    do {
      let value = try maker.make()
      kept.withLock { $0 = value }
      return value
    } catch {
      fatalError("What the target needs cannot be made: \(error)")
    }
  }
}
