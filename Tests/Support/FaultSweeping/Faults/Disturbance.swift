import Foundation

/// Something that goes wrong for an operation at its n-th point: at a call, an allocation, or past
/// so much of something that there is little of.
package protocol Disturbance: Sendable {
  /// What it is, as reports say it.
  var name: String { get }
  /// Decides what the operation may report.
  var kind: FaultKind { get }
  /// Goes wrong at point `n` from now on. Points count from 1.
  func begin(_ n: Int) throws
  /// Ends it.
  /// - Parameter isSuccess: Whether the operation reported success.
  /// - Returns: What went wrong first; nil when nothing did, so that later points are not met either.
  func end(_ isSuccess: Bool) -> String?
  /// How many points the operation had that began with point `Int.max` and has ended; nil when that
  /// shows only in what goes wrong.
  var counted: Int? { get }
}

/// A call that fails, once or for good.
struct FailingCall: Disturbance {
  let plan: FaultPlan
  let kind: FaultKind
  let isLasting: Bool

  var name: String { "\(kind) \(isLasting ? "for good" : "once")" }

  func begin(_ n: Int) { plan.arm(kind, call: n, isLasting: isLasting) }

  func end(_ isSuccess: Bool) -> String? { plan.disarm() }

  var counted: Int? { plan.passed }
}
