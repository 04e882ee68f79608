import DiptychPlatform
import Foundation
import Testing

@testable import DiptychEngine

/// Regular expressions that were made to run for ever end within the fetch's bound, in both ways in
/// which a predicate is answered (design, section 4).
struct HostilePatternTests {
  /// Patterns that backtrack without end, that are huge once compiled, or that ask for much stack.
  private static let patterns: [String] =
    [
      "(a+)+b", "(a|aa)+$b", "(a|a)*b", "(.*)*x", "(.*a){20}x", "((a*)*)*b", "(a?){40}a{40}b",
      "(?=(a+))\\1*b", "(a+)\\1+b", "^(([a-z])+.)+[0-9]([a-z])+$", "(\\w*\\w*)*!",
      "(x+x+)+y|(a+a+)+b",
      "([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}", "(?:a+)+(?!a)b",
      "(a{1,1000}){1,1000}b", "(((a{1,100}){1,100}){1,100}){1,100}b", "a{1000000000}",
      "(?<=a{1,100})b", "[\\u0000-\\U0010FFFF]{1,5000}b", "\\p{L}*\\p{L}*\\p{L}*\\p{L}*1",
    ] + nests

  private static let nests: [String] = [
    nest("(", 2_000, "a", ")"), nest("(a*", 500, "b", ")*"), nest("a?", 30, "b", "a"),
    nest("(?:a|", 300, "b", ")"),
  ]

  private static func nest(
    _ before: String, _ count: Int, _ middle: String, _ after: String
  ) -> String {
    String(repeating: before, count: count) + middle + String(repeating: after, count: count)
  }

  @Test func patternsEndInBothWays() throws {
    let library = try Fixtures.library()
    let title = String(repeating: "a", count: 60)
    for _ in 0..<20 { try library.user.make(titled: title) }
    try library.seedRows(20)
    try library.write { transaction in
      try transaction.connection.execute("UPDATE assets SET adjustment_format = ?", title)
    }
    for pattern in Self.patterns {
      for options in 0..<4 {
        func comparison(_ key: String) -> PredicateNode {
          .comparison(
            PredicateComparison(
              left: .keyPath(key), op: .matches, right: .value(.string(pattern)),
              caseInsensitive: options & 1 != 0, diacriticInsensitive: options & 2 != 0))
        }
        let clock = ContinuousClock()
        let elapsed = clock.measure {
          var assets = AssetQuery(.library)
          assets.filter = comparison("adjustmentFormatIdentifier")
          check(pattern) { try library.fetchAssets(assets, as: nil).count }
          var albums = CollectionQuery(.kinds([.album]))
          albums.filter = comparison("title")
          check(pattern) { try library.read { try $0.fetchCollections(albums, as: nil) }.count }
          var evaluator = PredicateEvaluator(selfValue: .null) { _ in .string(title) }
          check(pattern) { try evaluator.evaluate(comparison("title")) ? 20 : 0 }
        }
        // Each takes a fraction of a second; without a bound they take years.
        #expect(elapsed < .seconds(30), "\(pattern.prefix(60))")
      }
    }
  }

  /// None of the patterns fits: the answer is nothing or a refusal.
  private func check(_ pattern: String, _ count: () throws -> Int) {
    do {
      let found = try count()
      #expect(found == 0, "\(pattern.prefix(60))")
    } catch let error as LibraryError {
      #expect(
        [.limitExceeded, .unsupportedQuery].contains(error.code), "\(pattern.prefix(60)): \(error)")
    } catch {
      #expect(error is PredicateEvaluationError, "\(pattern.prefix(60)): \(error)")
    }
  }
}
