import DiptychEngine
import DiptychPlatform
import Foundation

/// Shows that a declared divergence is there: the same job through both generations, each on a
/// library of its own, and what each is declared to give.
package struct DivergenceCheck: Sendable {
  typealias Half = @Sendable (DivergenceBench) async throws -> String

  package let divergence: Divergence
  /// What each half gives, as declared.
  package let legacyAnswer: String
  package let modernAnswer: String
  let access: AccessPreset
  let profile: BehaviorProfile
  let legacy: Half
  let modern: Half

  init(
    _ divergence: Divergence, _ legacyAnswer: String, _ modernAnswer: String,
    access: AccessPreset = .authorized, profile: BehaviorProfile = .documented,
    legacy: @escaping Half, modern: @escaping Half
  ) {
    self.divergence = divergence
    self.legacyAnswer = legacyAnswer
    self.modernAnswer = modernAnswer
    self.access = access
    self.profile = profile
    self.legacy = legacy
    self.modern = modern
  }

  /// One check a divergence, in their order.
  package static let all: [DivergenceCheck] = ofState + ofReports + ofReads

  /// Does the job through both generations.
  package func run() async throws -> (legacy: String, modern: String) {
    (legacy: try await run(legacy), modern: try await run(modern))
  }

  private func run(_ half: Half) async throws -> String {
    try await Turn.shared.take(.oneAtATime) {
      let bench = try DivergenceBench(access, profile)
      defer { bench.library.close() }
      let answer = try await bench.scope.run { try await half(bench) }
      _ = await bench.library.activities.settled(within: 30)
      return answer
    }
  }
}
