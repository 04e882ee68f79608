/// What a part of a sweep tried and found.
package struct SweepReport: Sendable {
  /// What was disturbed: operations, stories, flows.
  package var subjects = 0
  /// Places at which one of them was disturbed.
  package var points = 0
  /// Places at which one could have been; as many as ``points`` in the full form.
  package var there = 0
  /// Ways in which it was disturbed there.
  package var kinds: Set<String> = []
  /// Disturbed runs, each looked at afterwards.
  package var runs = 0
  /// Runs that ended the process as the documentation says.
  package var traps = 0
  /// What was wrong, a sentence each.
  package var violations: [String] = []

  package init() {}

  package mutating func add(_ other: SweepReport) {
    subjects += other.subjects
    points += other.points
    there += other.there
    kinds.formUnion(other.kinds)
    runs += other.runs
    traps += other.traps
    violations += other.violations
  }
}
