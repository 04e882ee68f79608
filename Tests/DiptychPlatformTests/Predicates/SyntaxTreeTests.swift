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
