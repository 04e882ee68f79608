import DiptychPlatform
import Foundation

/// Where the engine gets the time from. Nothing else in the engine asks for it.
package protocol Clock: Sendable {
  /// The present date.
  func now() -> Date
}

/// The machine's clock.
package struct SystemClock: Clock {
  package init() {}
  package func now() -> Date { Date() }
}

/// A clock that moves only when it is told to.
package final class VirtualClock: Clock {
  private let date: Lock<Date>

  /// A clock that stands at `start`.
  package init(_ start: Date = Date(timeIntervalSince1970: 1_400_000_000)) {
    date = Lock(start)
  }

  package func now() -> Date { date.withLock { $0 } }

  /// Moves the clock forward by `seconds`.
  package func advance(by seconds: TimeInterval) {
    date.withLock { $0 += seconds }
  }

  /// Sets the clock.
  package func set(_ newDate: Date) {
    date.withLock { $0 = newDate }
  }
}

extension Date {
  /// Microseconds since 1970, the unit that the store keeps. A date that is not storable gives the
  /// nearest number, and one that is no number gives 0.
  package var microseconds: Int64 {
    let value = (timeIntervalSince1970 * 1_000_000).rounded()
    guard !value.isNaN else { return 0 }
    return Int64(exactly: value) ?? (value < 0 ? .min : .max)
  }

  /// The date that the store keeps as `microseconds` since 1970.
  package init(microseconds: Int64) {
    self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000)
  }

  /// Whether the store can keep this date: finite, and in range of microseconds.
  package var isStorable: Bool {
    timeIntervalSince1970.isFinite && abs(timeIntervalSince1970) < 9_000_000_000_000
  }
}
