import DiptychStories
import Testing

/// D1–D30 as data: each is still there, and each says where it shows and what it rests on.
@Suite("Known divergences", .serialized)
struct DivergenceTests {
  @Test("every declared divergence still diverges, as declared")
  func stillDiverge() async throws {
    for check in DivergenceCheck.all {
      let name = check.divergence.rawValue
      let answers = try await check.run()
      #expect(answers.legacy == check.legacyAnswer, "\(name), AssetsLibrary")
      #expect(answers.modern == check.modernAnswer, "\(name), Photos")
      #expect(answers.legacy != answers.modern, "\(name) has stopped diverging")
    }
  }

  @Test("there is one check for each of D1–D30, with facts behind it")
  func complete() {
    #expect(Divergence.allCases.map(\.rawValue) == (1...30).map { "D\($0)" })
    #expect(DivergenceCheck.all.map(\.divergence) == Divergence.allCases)
    for divergence in Divergence.allCases {
      #expect(!divergence.declaration.facts.isEmpty, "\(divergence.rawValue)")
    }
  }

  @Test("the flows use no divergence that shows only in reports or reads")
  func flows() {
    let levels: Set<Divergence.Level> = [.state, .exact, .bytes, .capability, .reads, .profile]
    for row in FlowRow.all {
      for line in row.declared {
        #expect(levels.contains(line.divergence.declaration.level), "\(row.name) \(line)")
      }
    }
  }
}
