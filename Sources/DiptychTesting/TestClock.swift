import DiptychEngine
import Foundation

/// A clock that moves only when the test moves it.
public final class TestClock: Sendable {
  let engine: VirtualClock

  /// Makes a clock that stands at `start`.
  /// - Parameter start: 13 May 2014, 16:53:20 UTC, unless said otherwise.
  public init(_ start: Date = Date(timeIntervalSince1970: 1_400_000_000)) {
    engine = VirtualClock(start)
  }

  /// The date that the clock shows.
  public var now: Date { engine.now() }

  /// Moves the clock forward.
  /// - Parameter seconds: How far, in seconds.
  public func advance(by seconds: TimeInterval) {
    engine.advance(by: seconds)
  }

  /// Sets the clock to a date.
  public func set(_ date: Date) {
    engine.set(date)
  }
}
