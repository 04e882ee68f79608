import Dispatch

/// How far a job is, how fast it goes, and how long the rest will take at that rate.
package struct JobProgress: Sendable {
  package let label: String
  package let total: Int
  private let start: UInt64
  private let now: @Sendable () -> UInt64

  /// Begins now.
  /// - Parameter now: Nanoseconds of a clock that only goes forward.
  package init(
    _ label: String, of total: Int,
    now: @escaping @Sendable () -> UInt64 = { DispatchTime.now().uptimeNanoseconds }
  ) {
    self.label = label
    self.total = total
    self.now = now
    start = now()
  }

  /// One line, such as `Imported 128 of 10000, 85 a second, 2 minutes left`. The rate is told once
  /// a second has passed, when it means something.
  package func line(_ done: Int) -> String {
    let text = "\(label) \(done) of \(total)"
    let seconds = Double(now() - start) / 1e9
    guard seconds >= 1, done > 0 else { return text }
    let rate = Double(done) / seconds
    let speed =
      rate >= 10 ? "\(Int(rate.rounded())) a second" : "\(Int((rate * 60).rounded())) a minute"
    guard done < total else { return "\(text), \(speed)" }
    return "\(text), \(speed), \(Self.duration(Double(total - done) / rate)) left"
  }

  /// A duration as people say it: seconds below two minutes, minutes below two hours.
  package static func duration(_ seconds: Double) -> String {
    switch seconds {
    case ..<1.5: "1 second"
    case ..<120: "\(Int(seconds.rounded())) seconds"
    case ..<7_200: "\(Int((seconds / 60).rounded())) minutes"
    default: "\(Int((seconds / 3_600).rounded())) hours"
    }
  }
}
