import DiptychPlatform
import Foundation
import Testing

@Suite struct PredicateEvaluationTests {
  private static var object: [String: Any] {
    [
      "title": "Größe", "count": 5, "length": 2.5, "flag": true, "mask": 12,
      "date": Date(timeIntervalSince1970: 100), "missing": NSNull(), "tags": ["x", "Y"],
      "empty": [String](), "inner": ["name": "n"], "big": Int64.max,
    ]
  }

  // P13, P18, P22 and the usual rules of predicates.
  @Test func comparisonsHoldOrNot() {
    let date = Date(timeIntervalSince1970: 100)
    let rows: [(String, [Any], Bool)] = [
      ("title == 'Größe'", [], true), ("title == 'größe'", [], false),
      ("title ==[c] 'GRÖSSE'", [], true), ("title ==[c] 'größe'", [], true),
      ("title ==[d] 'Große'", [], true), ("title ==[cd] 'große'", [], true),
      ("title == 'Gro\u{308}ße'", [], true), ("title BEGINSWITH 'Gr'", [], true),
      ("title BEGINSWITH 'gr'", [], false), ("title BEGINSWITH[c] 'gr'", [], true),
      ("title ENDSWITH 'ße'", [], true), ("title CONTAINS 'öß'", [], true),
      ("title CONTAINS[d] 'oß'", [], true), ("title CONTAINS 'x'", [], false),
      ("title CONTAINS ''", [], true), ("title LIKE 'G*e'", [], true),
      ("title LIKE 'G???e'", [], true),
      ("title LIKE 'G??e'", [], false), ("title LIKE '*'", [], true),
      ("title LIKE 'g*'", [], false),
      ("title LIKE[c] 'g*'", [], true), ("title MATCHES 'Gr.*'", [], true),
      ("title MATCHES 'Gr'", [], false),
      ("title MATCHES[c] 'gr.*'", [], true), ("title MATCHES 'x|Größe'", [], true),
      ("title < 'H'", [], true), ("title > 'H'", [], false), ("title IN {'a', 'Größe'}", [], true),
      ("'röß' IN title", [], true), ("title == 5", [], false), ("title != 5", [], true),
      ("title < 5", [], false), ("count == 5", [], true), ("count == 5.0", [], true),
      ("count > 4.5", [], true), ("count IN {1, 5}", [], true), ("count BETWEEN {5, 5}", [], true),
      ("count BETWEEN {6, 4}", [], false), ("length <= 2.5", [], true), ("flag == YES", [], true),
      ("flag == 1", [], true), ("flag == NO", [], false), ("(mask & 4) != 0", [], true),
      ("(mask & 3) != 0", [], false), ("(mask | 1) == 13", [], true),
      ("mask + count == 17", [], true),
      ("mask - count * 2 == 2", [], true), ("mask / count == 2", [], true),
      ("-mask == -12", [], true),
      ("length * 2 == count", [], true), ("2 ** 3 == 8", [], true), ("mask / 0 == nil", [], true),
      ("big == 9223372036854775807", [], true), ("big + 1 > big", [], true),
      ("big == 9223372036854775806", [], false), ("title + 1 == nil", [], true),
      ("date == %@", [date], true), ("date < %@", [date], false), ("date <= %@", [date], true),
      ("date BETWEEN %@", [[date, date]], true), ("date == 100", [], false),
      ("missing == nil", [], true), ("missing != nil", [], false), ("missing != 5", [], true),
      ("missing < 5", [], false), ("missing > 5", [], false), ("NOT missing < 5", [], true),
      ("absent == nil", [], true), ("title != nil", [], true), ("missing CONTAINS 'x'", [], false),
      ("ANY tags == 'x'", [], true), ("ANY tags == 'z'", [], false),
      ("ALL tags ==[c] 'x'", [], false),
      ("ALL tags MATCHES '[xY]'", [], true), ("NONE tags == 'z'", [], true),
      ("NONE tags == 'x'", [], false),
      ("ANY empty == 'x'", [], false), ("ALL empty == 'x'", [], true),
      ("NONE missing == 'x'", [], true),
      ("tags CONTAINS 'x'", [], true), ("tags CONTAINS[c] 'y'", [], true),
      ("'x' IN tags", [], true),
      ("inner.name == 'n'", [], true), ("inner.other == nil", [], true),
      ("TRUEPREDICATE", [], true), ("FALSEPREDICATE", [], false), ("NOT FALSEPREDICATE", [], true),
      ("count == 5 AND flag == NO", [], false), ("count == 5 OR flag == NO", [], true),
    ]
    for (format, arguments, expected) in rows {
      let predicate = NSPredicate(format: format, argumentArray: arguments)
      #expect(predicate.evaluate(with: Self.object) == expected, "\(format)")
    }
  }

  @Test func filteringWorksOnPlainValues() {
    let names = ["Trip", "trip 2", "Home"] as NSArray
    let found = names.filtered(using: NSPredicate(format: "SELF CONTAINS[c] %@", "trip"))
    #expect(found as? [String] == ["Trip", "trip 2"])
    #expect(NSPredicate(format: "SELF > 3").evaluate(with: 4))
    #expect(NSPredicate(format: "SELF == nil").evaluate(with: nil))
  }

  @Test func likePatternsTakeEscapes() {
    let rows: [(String, String, Bool)] = [
      ("a*b", "a\\*b", true), ("axb", "a\\*b", false), ("a?b", "a\\?b", true), ("axb", "a?b", true),
      ("", "*", true), ("", "", true), ("", "?", false), ("abc", "*b*", true),
      ("abc", "a**c", true),
      ("aab", "*ab", true), ("👩‍👩‍👧‍👦x", "?x", true), ("a", "a\\", false), ("a\\", "a\\", true),
    ]
    for (text, pattern, expected) in rows {
      let predicate = NSPredicate(format: "SELF LIKE %@", pattern)
      #expect(predicate.evaluate(with: text) == expected, "\(text) LIKE \(pattern)")
    }
  }

  // A pattern that makes backtracking matchers run for years answers at once.
  @Test func likeIsNeverSlow() {
    let pattern = String(repeating: "*a", count: 2_000) + "b"
    let predicate = NSPredicate(format: "SELF LIKE %@", pattern)
    #expect(!predicate.evaluate(with: String(repeating: "a", count: 3_000)))
  }

  // Past the step bound a regular expression fails; it does not answer "no match".
  @Test func runawayExpressionsFail() throws {
    let texts = [
      ("(a+)+b", String(repeating: "a", count: 40)),
      ("(a|b)*c", String(repeating: "ab", count: 1_000_000)),
    ]
    for (pattern, text) in texts {
      let node = try PredicateParser.parse("SELF MATCHES %@", arguments: [pattern])
      var evaluator = PredicateEvaluator(object: text)
      evaluator.budget = PredicateBudget(units: 500)
      let error = #expect(throws: PredicateEvaluationError.self) { try evaluator.evaluate(node) }
      #expect(error?.code == .tooManySteps, "\(pattern)")
    }
  }

  @Test func theBudgetIsSharedByAllRows() throws {
    let matcher = try PredicateTextMatcher(
      .matches, "(?:a+)+b", folding: PredicateFolding())
    var budget = PredicateBudget(units: 150)
    let text = String(repeating: "a", count: 18)
    #expect(try matcher?.matches(text, budget: &budget) == false)
    #expect(budget.units < 150)
    #expect(throws: PredicateEvaluationError.self) {
      for _ in 0..<10 { _ = try matcher?.matches(text, budget: &budget) }
    }
  }

  @Test func mistakesInEvaluationHaveCodes() throws {
    let rows: [(String, Any, PredicateEvaluationError.Code)] = [
      ("title == 'x'", NSObject(), .unknownKey), ("title == 'x'", 5, .unknownKey),
      ("inner.name.first == 'n'", Self.object, .unknownKey),
      ("ANY count == 5", Self.object, .notAList),
      ("title MATCHES '('", Self.object, .malformedPattern),
      ("title MATCHES 'a)|(b'", Self.object, .malformedPattern),
    ]
    for (format, object, code) in rows {
      let node = try PredicateParser.parse(format)
      var evaluator = PredicateEvaluator(object: object)
      let error = #expect(throws: PredicateEvaluationError.self) { try evaluator.evaluate(node) }
      #expect(error?.code == code, "\(format)")
    }
  }
}
