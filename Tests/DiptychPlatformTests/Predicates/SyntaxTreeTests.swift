import DiptychPlatform
import Foundation
import Testing

@Suite struct SyntaxTreeTests {
  private let one = NSPredicate(format: "a == 1")
  private let two = NSPredicate(format: "b == %@", "x")
  private let oneNode = compare("a", .equal, .integer(1))
  private let twoNode = compare("b", .equal, .string("x"))

  // P236
  @Test func compoundPredicatesAreWalked() {
    let and = NSCompoundPredicate(andPredicateWithSubpredicates: [one, two])
    let or = NSCompoundPredicate(orPredicateWithSubpredicates: [one, and])
    let not = NSCompoundPredicate(notPredicateWithSubpredicate: two)
    #expect(and.syntaxTree == .and([oneNode, twoNode]))
    #expect(or.syntaxTree == .or([oneNode, .and([oneNode, twoNode])]))
    #expect(not.syntaxTree == .not(twoNode))
    #expect(NSCompoundPredicate(type: .and, subpredicates: []).syntaxTree == .and([]))
    #expect(and.evaluate(with: ["a": 1, "b": "x"]))
    #expect(!not.evaluate(with: ["b": "x"]))
  }

  // P236
  @Test func constantPredicatesAreRead() {
    #expect(NSPredicate(value: true).syntaxTree == .constant(true))
    #expect(NSPredicate(value: false).syntaxTree == .constant(false))
  }

  // P19
  @Test func blocksHaveNoTree() {
    let block = NSPredicate { _, _ in true }
    #expect(block.syntaxTree == nil)
    #expect(NSCompoundPredicate(orPredicateWithSubpredicates: [one, block]).syntaxTree == nil)
    #expect(Custom(value: true).syntaxTree == nil)
  }

  @Test func compoundNestingIsLimited() {
    var predicate: NSPredicate = one
    for _ in 0..<99 { predicate = NSCompoundPredicate(notPredicateWithSubpredicate: predicate) }
    #expect(predicate.syntaxTree != nil)
    predicate = NSCompoundPredicate(notPredicateWithSubpredicate: predicate)
    #expect(predicate.syntaxTree == nil)
  }

  // P16: filters that a loop builds. Those of one kind are one list, however deep.
  @Test func compoundsOfOneKindAreFlat() throws {
    var predicate: NSPredicate = one
    for _ in 0..<1_200 {
      predicate = NSCompoundPredicate(orPredicateWithSubpredicates: [predicate, two])
    }
    guard case .or(let parts) = try predicate.readTree() else {
      Issue.record("no list")
      return
    }
    #expect(parts == [oneNode] + Array(repeating: twoNode, count: 1_200))
    let other = NSCompoundPredicate(andPredicateWithSubpredicates: [predicate, one])
    #expect(other.syntaxTree == .and([.or(parts), oneNode]))
    let empty = NSCompoundPredicate(
      orPredicateWithSubpredicates: [one, NSCompoundPredicate(type: .or, subpredicates: [])])
    #expect(empty.syntaxTree == .or([oneNode]))
  }

  // P7: what a message says of a predicate, also of one that cannot be read.
  @Test func everyPredicateIsPrinted() {
    let block = NSPredicate { _, _ in true }
    let or = NSCompoundPredicate(orPredicateWithSubpredicates: [one, block])
    let and = NSCompoundPredicate(andPredicateWithSubpredicates: [
      or, NSPredicate(format: "a == 2 OR a == 3"), NSPredicate(value: true),
      NSCompoundPredicate(notPredicateWithSubpredicate: or), Custom(value: true),
    ])
    #expect(
      PredicatePrinter.text(of: and)
        == "(a == 1 OR BLOCKPREDICATE) AND (a == 2 OR a == 3) AND TRUEPREDICATE "
        + "AND NOT (a == 1 OR BLOCKPREDICATE) AND Custom")
    var deep: NSPredicate = one
    for _ in 0..<1_000 { deep = NSCompoundPredicate(notPredicateWithSubpredicate: deep) }
    #expect(PredicatePrinter.text(of: deep).hasSuffix("NOT NOT …"))
    #expect(throws: PredicateReadError.nestedTooDeeply) { try deep.readTree() }
    #expect(throws: PredicateReadError.opaque) { try or.readTree() }
  }

  // Decision 201: dates and numbers without a literal are written as casts, which are read.
  @Test func whatIsPrintedIsReadAgain() throws {
    let values: [Any] = [
      Date(timeIntervalSince1970: 0), Date(timeIntervalSinceReferenceDate: 63_113_904_000),
      Date(timeIntervalSinceReferenceDate: -0.1), Date.distantPast,
      Date(timeIntervalSinceReferenceDate: .infinity), Double.infinity, -Double.infinity, -1e300,
      [Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 2.000001)],
    ]
    for value in values {
      let predicate = NSPredicate(format: "NOT a IN %@ OR b + %@ > c", [value, value], value)
      let text = predicate.description
      #expect(try PredicateParser.parse(text) == predicate.syntaxTree, "\(text)")
    }
    #expect(
      NSPredicate(format: "a > %@", Date(timeIntervalSinceReferenceDate: 1.5)).description
        == "a > CAST(1.5, \"NSDate\")")
    #expect(
      try PredicateParser.parse("cast(-2, 'NSDate') < a")
        == .comparison(
          PredicateComparison(
            left: .value(.date(Date(timeIntervalSinceReferenceDate: -2))), op: .less,
            right: .keyPath("a"))))
    // What is no number is equal to nothing, itself included.
    let text = NSPredicate(format: "a == %@", Double.nan).description
    #expect(PredicatePrinter.text(of: try PredicateParser.parse(text)) == text)
  }

  @Test func copiesKeepTheTree() {
    #expect((one.copy() as? NSPredicate)?.syntaxTree == oneNode)
    #expect(one == NSPredicate(format: "a = %d", 1))
    #expect(one.hash == NSPredicate(format: "a = %d", 1).hash)
    #expect(one != two)
    #expect(one.description == "a == 1")
    #expect(NSPredicate(value: true) != one && one != NSPredicate(value: true))
  }

  private final class Custom: NSPredicate {
    override func evaluate(with object: Any?, substitutionVariables: [String: Any]?) -> Bool {
      false
    }
  }
}
