import Foundation
import Testing

@testable import DiptychPlatform

/// Formats that nobody wrote: the parser answers each with a tree or an error, and what it answers
/// with a tree it reads back from its own print.
struct PredicateFuzzTests {
  private static let words = [
    "mediaType", "creationDate", "title", "SELF", "AND", "OR", "NOT", "&&", "||", "!", "==", "!=",
    "<=", "<>", "=", "IN", "BETWEEN", "LIKE", "MATCHES", "CONTAINS", "[cd]", "[x]", "(", ")", "{",
    "}", ",", "%@", "%K", "%d", "%f", "%", "%%", "1", "-2.5e3", "0x1F", "'text'", "\"te\\\"xt\"",
    "'open", "nil", "YES", "FALSE", "+", "-", "*", "**", "/", "&", "|", "#AND", "$x", "ANY", "ALL",
    "@count", "a.b.c", "..", "\u{0}", "é", "👩‍👩‍👧", "\\", "TRUEPREDICATE", "CAST(1, 'NSDate')",
  ]
  private static let seeds = [
    "mediaType == %d OR mediaType == 2", "(mediaSubtypes & %d) != 0",
    "NOT (localIdentifier IN %@)", "title BEGINSWITH[cd] 'a' AND duration <= 2.5",
    "creationDate BETWEEN {1, 2}", "!((mediaSubtypes & 8) == 8) && %K = YES",
  ]

  private static func format(_ generator: inout SplitMix64) -> String {
    if Int.random(in: 0..<3, using: &generator) > 0 {
      let count = Int.random(in: 0..<12, using: &generator)
      return (0..<count).map { _ in words[Int.random(in: 0..<words.count, using: &generator)] }
        .joined(separator: Bool.random(using: &generator) ? " " : "")
    }
    var text = Array(seeds[Int.random(in: 0..<seeds.count, using: &generator)])
    for _ in 0..<Int.random(in: 1...3, using: &generator) where !text.isEmpty {
      let place = Int.random(in: 0..<text.count, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: text.remove(at: place)
      case 1:
        text.insert(
          contentsOf: words[Int.random(in: 0..<words.count, using: &generator)], at: place)
      default: text.swapAt(place, Int.random(in: 0..<text.count, using: &generator))
      }
    }
    return String(text)
  }

  @Test func everyFormatHasAnAnswer() {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("PredicateFuzzTests seed \(seed)")
    var generator = SplitMix64(seed: seed)
    let arguments: [[Any]] = [[], [1], ["title", 2], [[1, 2], "x"], [1, 2, 3, 4, 5, 6]]
    var trees = 0
    for _ in 0..<20_000 {
      let format = Self.format(&generator)
      let given = arguments[Int.random(in: 0..<arguments.count, using: &generator)]
      let node: PredicateNode
      do {
        node = try PredicateParser.parse(format, arguments: given)
      } catch {
        #expect(!error.message.isEmpty)
        continue
      }
      trees += 1
      let printed = PredicatePrinter.text(of: node)
      // A library object is printed as Apple prints it, and not read.
      guard !printed.contains("<object") else { continue }
      let again = try? PredicateParser.parse(printed, arguments: [])
      guard again.map(PredicatePrinter.text) == printed else {
        Issue.record("seed \(seed): \(format) prints \(printed)")
        return
      }
    }
    #expect(trees > 500)
  }

  /// Too few arguments are an error, whatever is missing.
  @Test func everyMissingArgument() {
    for specifier in ["%@", "%K", "%d", "%i", "%u", "%ld", "%lu", "%f"] {
      for format in ["a == \(specifier)", "\(specifier) == 1", "a IN {1, \(specifier)}"] {
        let error = #expect(throws: PredicateParseError.self) {
          try PredicateParser.parse(format, arguments: [])
        }
        #expect(error?.code == .missingArgument, "\(format)")
      }
    }
  }
}
