import DiptychPlatform
import Foundation
import Testing

@Suite struct PredicateRefusalTests {
  private static var refusals: [(String, [Any], PredicateParseError.Code)] {
    [
      ("", [], .unexpected), ("   ", [], .unexpected), ("a", [], .unexpected),
      ("isFavorite", [], .unexpected), ("NOT isFavorite", [], .unexpected),
      ("a ==", [], .unexpected), ("== 1", [], .unexpected), ("a == 1 2", [], .unexpected),
      ("a == 1 AND", [], .unexpected), ("AND a == 1", [], .unexpected),
      ("a == 1 OR OR b == 2", [], .unexpected), ("(a == 1", [], .unexpected),
      ("a == 1)", [], .unexpected), ("a < b < c", [], .unexpected),
      ("a == (b == 1)", [], .unexpected),
      ("(a == 1) + 2 == 3", [], .unexpected), ("-(a == 1)", [], .unexpected),
      ("ANY a", [], .unexpected), ("ANY (a == 1)", [], .unexpected),
      ("a IN {1, 2", [], .unexpected),
      ("a IN {1 2}", [], .unexpected), ("a IN {,}", [], .unexpected),
      ("a IN (1, 2)", [], .unexpected),
      ("a IN 5", [], .unexpected), ("a IN %@", [3], .unexpected), ("a IN nil", [], .unexpected),
      ("a BETWEEN 5", [], .unexpected), ("a BETWEEN {1}", [], .unexpected),
      ("a BETWEEN {1, 2, 3}", [], .unexpected), ("a BETWEEN %@", [[1]], .unexpected),
      ("a == 12abc", [], .unexpected), ("a == 0x", [], .unexpected),
      ("a == 1e999", [], .unexpected),
      ("a == 1.", [], .unexpected), ("a. == 1", [], .unexpected), ("a..b == 1", [], .unexpected),
      ("a == ~1", [], .unexpected), ("a == ;", [], .unexpected), ("a == %%", [], .unexpected),
      ("a == '\\u00'", [], .unexpected), ("a == '\\ud800'", [], .unexpected),
      ("a ==[c 'x'", [], .unexpected), ("@ == 1", [], .unexpected), ("# == 1", [], .unexpected),
      ("a == '", [], .unterminatedString), ("a == \"x", [], .unterminatedString),
      ("a == 'x\\", [], .unterminatedString), ("a == 'x\"", [], .unterminatedString),
      ("a == %@", [], .missingArgument), ("a == %d AND b == %d", [1], .missingArgument),
      ("%K == 1", [], .missingArgument),
      ("a == %d", ["x"], .unsupportedArgument), ("a == %f", [Date()], .unsupportedArgument),
      ("a == %d", [NSNull()], .unsupportedArgument),
      ("a == %@", [URL(fileURLWithPath: "/")], .unsupportedArgument),
      ("a == %@", [NSObject()], .unsupportedArgument), ("a == %@", [{ 1 }], .unsupportedArgument),
      ("%K == 1", [5], .unsupportedArgument), ("%K == 1", [""], .unsupportedArgument),
      ("%K == 1", ["a b"], .unsupportedArgument), ("%K == 1", ["a."], .unsupportedArgument),
      ("%K == 1", ["a; DROP TABLE x"], .unsupportedArgument),
      ("%K == 1", ["1a"], .unsupportedArgument),
      ("a == %s", ["x"], .unsupportedForm), ("a == %", [], .unsupportedForm),
      ("a == %l@", ["x"], .unsupportedForm), ("a == %n", [1], .unsupportedForm),
      ("a == $name", [], .unsupportedForm), ("a ==[n] 'x'", [], .unsupportedForm),
      ("a ==[] 'x'", [], .unsupportedForm), ("a[0] == 1", [], .unsupportedForm),
      ("FUNCTION(a, 'b') == 1", [], .unsupportedForm),
      ("CAST(1, 'NSURL') < a", [], .unsupportedForm),
      ("CAST('x', 'NSDate') < a", [], .unsupportedForm),
      ("CAST(b, 'NSDate') < a", [], .unsupportedForm),
      ("CAST(-'inf', 'NSDate') < a", [], .unsupportedForm),
      ("CAST(--1, 'NSDate') < a", [], .unsupportedForm), ("CAST(1) < a", [], .unsupportedForm),
      ("CAST(1, NSDate) < a", [], .unsupportedForm),
      ("CAST(%d, 'NSDate') < a", [1], .unsupportedForm),
      ("CAST(", [], .unsupportedForm), ("CAST(1,", [], .unsupportedForm),
      ("CAST(1, 'NSDate'", [], .unexpected), ("CAST(1, 'NSDate', 2) < a", [], .unexpected),
      ("#CAST(1, 'NSDate') < a", [], .unsupportedForm), ("CAST(1, 'NSDate')", [], .unexpected),
      ("SUBQUERY(a, $x, $x == 1).@count > 0", [], .unsupportedForm),
      ("sum(a) == 1", [], .unsupportedForm),
    ]
  }

  // P7: what cannot be parsed is refused with a reason, which a user's call turns into a trap.
  @Test func everyMistakeHasItsCode() {
    for (format, arguments, code) in Self.refusals {
      let error = #expect(throws: PredicateParseError.self, "\(format)") {
        try PredicateParser.parse(format, arguments: arguments)
      }
      #expect(error?.code == code, "\(format): \(error.map(String.init(describing:)) ?? "")")
    }
  }

  @Test func errorsNameThePlace() {
    let error = #expect(throws: PredicateParseError.self) {
      try PredicateParser.parse("title == 'x' AND @@")
    }
    #expect(error?.position == 18)
  }

  // Section 3 of the design, "Bounds": nesting of predicates.
  @Test func nestingIsLimitedInEveryForm() throws {
    let deep = 100_000
    let shapes: [(Int) -> String] = [
      { String(repeating: "(", count: $0) + "a == 1" + String(repeating: ")", count: $0) },
      { String(repeating: "NOT ", count: $0 / 2) + "a == 1" },
      { String(repeating: "!", count: $0) + "a == 1" },
      { "a == " + String(repeating: "-", count: $0) + "1" },
      { "a == " + String(repeating: "1+", count: $0) + "b" },
      { "a == " + String(repeating: "2**", count: $0 / 2) + "b" },
      { "a IN " + String(repeating: "{", count: $0) + String(repeating: "}", count: $0) },
      { "a == " + String(repeating: "(", count: $0) },
    ]
    for shape in shapes {
      let error = #expect(throws: PredicateParseError.self) {
        try PredicateParser.parse(shape(deep))
      }
      #expect(error?.code == .nestedTooDeeply, "\(shape(3))")
    }
    for shape in shapes.dropLast() { _ = try PredicateParser.parse(shape(50)) }
  }

  /// Decision 204: the object itself has a word of its own, alone and at the head of a key path, which as a key has to
  /// be marked; found by the fuzzer.
  @Test func keysNamedLikeTheObjectItself() throws {
    let formats = [
      "self.self.as == 1", "#self.as == 1", "#self == 1", "self.self == 1", "SELF.Self.SELF == 1",
      "#SELF.self == 1", "selfish == 1", "a.self == 1",
    ]
    let printed = try formats.map { format in
      let node = try PredicateParser.parse(format)
      let text = PredicatePrinter.text(of: node)
      #expect(try PredicateParser.parse(text) == node, "\(format): \(text)")
      return text
    }
    #expect(
      printed == [
        "as == 1", "#self.as == 1", "#self == 1", "SELF == 1", "SELF == 1", "#SELF.self == 1",
        "selfish == 1", "a.self == 1",
      ])
  }

  /// What is read can be written and read again, also where it nests as deep as it may; found by the
  /// fuzzer.
  @Test func whatIsReadCanBeWritten() throws {
    let shapes: [(Int) -> String] = [
      { "a == " + String(repeating: "-", count: $0) + "b" },
      { "a == " + String(repeating: "1+", count: $0) + "b" },
      { "a == " + String(repeating: "2**", count: $0) + "-3" },
      {
        "a == " + String(repeating: "-(1 - ", count: $0) + "b" + String(repeating: ")", count: $0)
      },
      { "a IN " + String(repeating: "{-b, ", count: $0) + "1" + String(repeating: "}", count: $0) },
      {
        String(repeating: "(", count: $0) + "a == 1"
          + String(repeating: " AND b == 2 OR c == 3)", count: $0)
      },
      {
        String(repeating: "NOT (a == 1 OR ", count: $0) + "b == 2"
          + String(repeating: ")", count: $0)
      },
    ]
    for shape in shapes {
      for count in 1...110 {
        guard let node = try? PredicateParser.parse(shape(count)) else { continue }
        let text = PredicatePrinter.text(of: node)
        #expect((try? PredicateParser.parse(text)) == node, "\(shape(count))")
      }
      #expect((try? PredicateParser.parse(shape(20))) != nil, "\(shape(1))")
      #expect((try? PredicateParser.parse(shape(101))) == nil)
    }
  }

  @Test func longFlatChainsAreFine() throws {
    let parts = (0..<10_000).map { "a == \($0)" }
    guard case .or(let nodes) = try PredicateParser.parse(parts.joined(separator: " OR ")) else {
      Issue.record("The tree is no chain of OR.")
      return
    }
    #expect(nodes.count == 10_000)
  }

  @Test func argumentsDoNotNestWithoutLimit() {
    var nested: [Any] = []
    for _ in 0..<50 { nested = [nested] }
    let error = #expect(throws: PredicateParseError.self) {
      try PredicateParser.parse("a IN %@", arguments: [nested])
    }
    #expect(error?.code == .nestedTooDeeply)
  }

  @Test func aFormatHasALongestLength() {
    let error = #expect(throws: PredicateParseError.self) {
      try PredicateParser.parse("a == '" + String(repeating: "x", count: 300_000) + "'")
    }
    #expect(error?.code == .formatTooLong)
  }

  /// Random text and random token lists either parse or throw; what parses prints and parses again.
  @Test func noTextStopsTheParser() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    let words = [
      "a", "b.c", "SELF", "==", "!=", "<", ">=", "IN", "BETWEEN", "CONTAINS[cd]", "LIKE", "MATCHES",
      "AND", "OR", "NOT", "!", "&&", "||", "&", "|", "+", "-", "*", "**", "/", "(", ")", "{", "}",
      ",",
      "1", "2.5", "'x'", "\"y\"", "nil", "YES", "%@", "%K", "%d", "%f", "%%", "ANY", "NONE", "[c]",
      "TRUEPREDICATE", "$v", "#in", "@count", "'", "\\", "\u{0}", "é", "💡", " ", "\n",
    ]
    let arguments: [Any] = [1, "a", [1, 2], Date(timeIntervalSince1970: 0), NSNull(), 2.5, "b.c"]
    var parsed = 0
    for _ in 0..<20_000 {
      let length = Int.random(in: 1...24, using: &random)
      let separator = Bool.random(using: &random) ? " " : ""
      let format = (0..<length).map { _ in words.randomElement(using: &random) ?? "" }
        .joined(separator: separator)
      let node: PredicateNode
      do throws(PredicateParseError) {
        node = try PredicateParser.parse(format, arguments: arguments)
      } catch { continue }
      parsed += 1
      let text = PredicatePrinter.text(of: node)
      let again = try? PredicateParser.parse(text)
      #expect(again == node, "seed \(seed): \(format) printed as \(text)")
    }
    #expect(parsed > 0, "seed \(seed)")
  }
}
