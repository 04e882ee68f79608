import DiptychPlatform
import Foundation
import Testing

private enum Kind: Int { case photo = 1 }

private struct Bits: OptionSet {
  let rawValue: UInt
}

private final class Album: NSObject, PredicateObject {
  let predicateIdentifier = "album/L0/040"
}

@Suite struct PredicateArgumentTests {
  // P17, P235
  @Test func everyKindOfArgumentBecomesAConstant() throws {
    let date = Date(timeIntervalSince1970: 1_000)
    let missing: String? = nil
    let present: String? = "x"
    let rows: [(Any, PredicateValue)] = [
      (1, .integer(1)), (Int8(-1), .integer(-1)), (Int32(7), .integer(7)), (UInt(8), .integer(8)),
      (UInt64.max, .real(18_446_744_073_709_551_616)), (1.5, .real(1.5)), (Float(0.5), .real(0.5)),
      (CGFloat(2), .real(2)), (Decimal(3), .real(3)), (true, .bool(true)), (false, .bool(false)),
      (NSNumber(value: true), .bool(true)), (NSNumber(value: false), .bool(false)),
      (NSNumber(value: 1), .integer(1)), (NSNumber(value: 0), .integer(0)),
      (NSNumber(value: 1.0), .real(1)), (NSNumber(value: Int8(1)), .integer(1)),
      (NSNumber(value: UInt64.max), .real(18_446_744_073_709_551_616)),
      ("x", .string("x")), ("xyz".dropFirst(), .string("yz")), ("x" as NSString, .string("x")),
      (date, .date(date)), (date as NSDate, .date(date)), (date as any CVarArg, .date(date)),
      (NSNull(), .null), (missing as Any, .null), (present as Any, .string("x")),
      (Optional(Optional(1)) as Any, .integer(1)),
      (Kind.photo, .integer(1)), (Bits(rawValue: 12), .integer(12)),
      (Album(), .object(identifier: "album/L0/040")),
      ([1, 2], .list([.integer(1), .integer(2)])),
      (["a", "b"], .list([.string("a"), .string("b")])),
      (["a"] as any CVarArg, .list([.string("a")])), ([String](), .list([])),
      (["a", 1, date] as [Any], .list([.string("a"), .integer(1), .date(date)])),
      ([1, nil] as [Int?], .list([.integer(1), .null])),
      (NSArray(array: ["a", 2]), .list([.string("a"), .integer(2)])),
      (Set(["a"]), .list([.string("a")])), (NSSet(object: 5), .list([.integer(5)])),
      (NSOrderedSet(array: [1, 2]), .list([.integer(1), .integer(2)])),
      ([Album()], .list([.object(identifier: "album/L0/040")])),
      ([Kind.photo], .list([.integer(1)])),
    ]
    for (argument, value) in rows {
      let node = try PredicateParser.parse("a == %@", arguments: [argument])
      #expect(node == compare("a", .equal, value), "\(type(of: argument)) \(argument)")
    }
  }

  // P17
  @Test func numberSpecifiersTakeEveryNumber() throws {
    let specifiers = ["%d", "%i", "%u", "%ld", "%lu", "%lld", "%llu", "%f", "%lf", "%zd", "%x"]
    for specifier in specifiers {
      for argument in [5, NSNumber(value: 5), UInt(5), Int32(5), Kind.photo] as [Any] {
        let node = try PredicateParser.parse("a == \(specifier)", arguments: [argument])
        let value: Int64 = argument is Kind ? 1 : 5
        #expect(node == compare("a", .equal, .integer(value)), "\(specifier) \(argument)")
      }
      let real = try PredicateParser.parse("a == \(specifier)", arguments: [2.5])
      #expect(real == compare("a", .equal, .real(2.5)), "\(specifier)")
    }
    #expect(
      try PredicateParser.parse("a == %d", arguments: [true])
        == compare("a", .equal, .integer(1)))
  }

  @Test func surplusArgumentsAreIgnored() throws {
    #expect(
      try PredicateParser.parse("a == %d", arguments: [1, 2]) == compare("a", .equal, .integer(1)))
  }

  @Test func specifiersInsideQuotesTakeNoArgument() throws {
    #expect(
      try PredicateParser.parse("a == '%@' AND b == %@", arguments: ["x"])
        == .and([compare("a", .equal, .string("%@")), compare("b", .equal, .string("x"))]))
  }

  // Section 3 of the design, "Bounds": identifier lists of a million work.
  @Test func aMillionIdentifiersAreOneArgument() throws {
    let identifiers = (0..<1_000_000).map { "\($0)/L0/001" }
    let node = try PredicateParser.parse("localIdentifier IN %@", arguments: [identifiers])
    guard case .comparison(let comparison) = node, case .value(.list(let values)) = comparison.right
    else {
      Issue.record("The tree is no comparison with a list.")
      return
    }
    #expect(values.count == 1_000_000)
    #expect(values.last == .string("999999/L0/001"))
  }
}
