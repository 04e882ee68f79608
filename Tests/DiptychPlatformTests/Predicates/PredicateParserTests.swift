import DiptychPlatform
import Foundation
import Testing

@Suite struct PredicateParserTests {
  private static let date = Date(timeIntervalSince1970: 1_700_000_000)
  private static let later = Date(timeIntervalSince1970: 1_800_000_000)

  /// The forms of the table under P15, row by row.
  private static var documentedForms: [ParserRow] {
    [
      ParserRow("mediaType == %d", [1], compare("mediaType", .equal, .integer(1))),
      ParserRow("mediaType = %d", [1], compare("mediaType", .equal, .integer(1))),
      ParserRow("mediaType == %i", [2], compare("mediaType", .equal, .integer(2))),
      ParserRow("mediaType = %ld", [2], compare("mediaType", .equal, .integer(2))),
      ParserRow("mediaType != %d", [3], compare("mediaType", .notEqual, .integer(3))),
      ParserRow(
        "mediaType == %d OR mediaType == %d", [1, 2],
        .or([compare("mediaType", .equal, .integer(1)), compare("mediaType", .equal, .integer(2))])),
      ParserRow(
        "mediaType == %d || mediaType == %d", [1, 2],
        .or([compare("mediaType", .equal, .integer(1)), compare("mediaType", .equal, .integer(2))])),
      ParserRow(
        "mediaType IN %@", [[1, 2]],
        compare("mediaType", .inList, .list([.integer(1), .integer(2)]))),
      ParserRow(
        "(mediaSubtypes & %d) != 0", [8],
        compare(bits("mediaSubtypes", 8), .notEqual, .value(.integer(0)))),
      ParserRow(
        "(mediaSubtype & %d) > 0", [4],
        compare(bits("mediaSubtype", 4), .greater, .value(.integer(0)))),
      ParserRow(
        "(mediaSubtypes & %d) == 0", [4],
        compare(bits("mediaSubtypes", 4), .equal, .value(.integer(0)))),
      ParserRow(
        "NOT ((mediaSubtypes & %d) != 0)", [4],
        .not(compare(bits("mediaSubtypes", 4), .notEqual, .value(.integer(0))))),
      ParserRow(
        "!((mediaSubtypes & %d) == %d)", [4, 4],
        .not(compare(bits("mediaSubtypes", 4), .equal, .value(.integer(4))))),
      ParserRow(
        "(mediaSubtypes & %d) != 0 || (mediaSubtypes & %d) != 0", [4, 8],
        .or([
          compare(bits("mediaSubtypes", 4), .notEqual, .value(.integer(0))),
          compare(bits("mediaSubtypes", 8), .notEqual, .value(.integer(0))),
        ])),
      ParserRow("creationDate > %@", [date], compare("creationDate", .greater, .date(date))),
      ParserRow(
        "creationDate >= %@", [date], compare("creationDate", .greaterOrEqual, .date(date))),
      ParserRow("creationDate < %@", [date], compare("creationDate", .less, .date(date))),
      ParserRow("creationDate <= %@", [date], compare("creationDate", .lessOrEqual, .date(date))),
      ParserRow(
        "creationDate BETWEEN %@", [[date, later]],
        compare("creationDate", .between, .list([.date(date), .date(later)]))),
      ParserRow(
        "creationDate >= %@ AND creationDate < %@", [date, later],
        .and([
          compare("creationDate", .greaterOrEqual, .date(date)),
          compare("creationDate", .less, .date(later)),
        ])),
      ParserRow("duration <= %f", [2.5], compare("duration", .lessOrEqual, .real(2.5))),
      ParserRow("duration > %d", [10], compare("duration", .greater, .integer(10))),
      ParserRow("pixelWidth >= %d", [1000], compare("pixelWidth", .greaterOrEqual, .integer(1000))),
      ParserRow("isFavorite == YES", [], compare("isFavorite", .equal, .bool(true))),
      ParserRow(
        "favorite == %@", [NSNumber(value: true)], compare("favorite", .equal, .bool(true))),
      ParserRow("favorite == true", [], compare("favorite", .equal, .bool(true))),
      ParserRow("isFavorite = 1", [], compare("isFavorite", .equal, .integer(1))),
      ParserRow("isHidden == NO", [], compare("isHidden", .equal, .bool(false))),
      ParserRow(
        "localIdentifier == %@", ["A/L0/001"],
        compare("localIdentifier", .equal, .string("A/L0/001"))
      ),
      ParserRow(
        "NOT (localIdentifier IN %@)", [["A", "B"]],
        .not(compare("localIdentifier", .inList, .list([.string("A"), .string("B")])))),
      ParserRow("title = %@", ["Trip"], compare("title", .equal, .string("Trip"))),
      ParserRow(
        "localizedTitle = %@", ["Trip"], compare("localizedTitle", .equal, .string("Trip"))),
      ParserRow(
        "localizedTitle CONTAINS[cd] %@", ["tri"],
        compare(
          "localizedTitle", .contains, .string("tri"), caseInsensitive: true,
          diacriticInsensitive: true)),
      ParserRow("title LIKE %@", ["Tr*"], compare("title", .like, .string("Tr*"))),
      ParserRow(
        "estimatedAssetCount > 0", [], compare("estimatedAssetCount", .greater, .integer(0))),
      ParserRow("burstIdentifier == %@", ["b"], compare("burstIdentifier", .equal, .string("b"))),
      ParserRow("burstIdentifier != nil", [], compare("burstIdentifier", .notEqual, .null)),
      ParserRow("%K == %@", ["title", "Trip"], compare("title", .equal, .string("Trip"))),
      ParserRow("%K = %d", ["mediaType", 1], compare("mediaType", .equal, .integer(1))),
    ]
  }

  /// The rest of the language: spellings, literals, modifiers, options.
  private static var languageForms: [ParserRow] {
    [
      ParserRow("a =< 1", compare("a", .lessOrEqual, .integer(1))),
      ParserRow("a => 1", compare("a", .greaterOrEqual, .integer(1))),
      ParserRow("a <> 1", compare("a", .notEqual, .integer(1))),
      ParserRow(
        "a==1&&b==2", .and([compare("a", .equal, .integer(1)), compare("b", .equal, .integer(2))])),
      ParserRow("a == 'x'", compare("a", .equal, .string("x"))),
      ParserRow("a == \"x y\"", compare("a", .equal, .string("x y"))),
      ParserRow("a == 'it\\'s'", compare("a", .equal, .string("it's"))),
      ParserRow("a == 'it\"s'", compare("a", .equal, .string("it\"s"))),
      ParserRow("a == 'tab\\tline\\n\\u00e9\\\\'", compare("a", .equal, .string("tab\tline\né\\"))),
      ParserRow("a == '%@ %d'", compare("a", .equal, .string("%@ %d"))),
      ParserRow("a == '100%%'", compare("a", .equal, .string("100%"))),
      ParserRow("a == -5", compare("a", .equal, .integer(-5))),
      ParserRow("a == 1.5e3", compare("a", .equal, .real(1500))),
      ParserRow("a == .5", compare("a", .equal, .real(0.5))),
      ParserRow("a == 0x1F", compare("a", .equal, .integer(31))),
      ParserRow("a == 9223372036854775807", compare("a", .equal, .integer(.max))),
      ParserRow("a == 9223372036854775808", compare("a", .equal, .real(9_223_372_036_854_775_808))),
      ParserRow("a == NULL", compare("a", .equal, .null)),
      ParserRow("a == Nil", compare("a", .equal, .null)),
      ParserRow("a == FALSE", compare("a", .equal, .bool(false))),
      ParserRow(
        "a beginswith[c] 'x'", compare("a", .beginsWith, .string("x"), caseInsensitive: true)),
      ParserRow(
        "a ENDSWITH[d] 'x'", compare("a", .endsWith, .string("x"), diacriticInsensitive: true)),
      ParserRow("a MATCHES '\\\\d+'", compare("a", .matches, .string("\\d+"))),
      ParserRow(
        "a ==[dc] 'x'",
        compare("a", .equal, .string("x"), caseInsensitive: true, diacriticInsensitive: true)),
      ParserRow(
        "a IN {1, 'x', nil}", compare("a", .inList, .list([.integer(1), .string("x"), .null]))),
      ParserRow("a IN {}", compare("a", .inList, .list([]))),
      ParserRow(
        "a IN {1, b}", compare(.keyPath("a"), .inList, .list([.value(.integer(1)), .keyPath("b")]))),
      ParserRow("a BETWEEN {1, 5}", compare("a", .between, .list([.integer(1), .integer(5)]))),
      ParserRow(
        "a BETWEEN {%d, %d}", [1, 5], compare("a", .between, .list([.integer(1), .integer(5)]))),
      ParserRow("'x' IN a", compare(.value(.string("x")), .inList, .keyPath("a"))),
      ParserRow("SELF == %@", ["x"], compare(.selfObject, .equal, .value(.string("x")))),
      ParserRow("self IN {'x'}", compare(.selfObject, .inList, .value(.list([.string("x")])))),
      ParserRow("SELF.title == 'x'", compare("title", .equal, .string("x"))),
      ParserRow("SELF.self.title == 'x'", compare("title", .equal, .string("x"))),
      ParserRow("%K == 1", ["SELF.a"], compare("a", .equal, .integer(1))),
      ParserRow("#in == 1", compare("in", .equal, .integer(1))),
      ParserRow("size == 1", compare("size", .equal, .integer(1))),
      ParserRow("a.b.@count == 1", compare("a.b.@count", .equal, .integer(1))),
      ParserRow("größe == 1", compare("größe", .equal, .integer(1))),
      ParserRow(
        "ANY tags == 'x'", compare(.keyPath("tags"), .equal, .value(.string("x")), modifier: .any)),
      ParserRow(
        "SOME tags == 'x'", compare(.keyPath("tags"), .equal, .value(.string("x")), modifier: .any)),
      ParserRow(
        "ALL tags == 'x'", compare(.keyPath("tags"), .equal, .value(.string("x")), modifier: .all)),
      ParserRow(
        "NONE tags == 'x'", compare(.keyPath("tags"), .equal, .value(.string("x")), modifier: .none)
      ),
      ParserRow("TRUEPREDICATE", .constant(true)),
      ParserRow("falsepredicate", .constant(false)),
      ParserRow("((a == 1))", compare("a", .equal, .integer(1))),
      ParserRow("(a) == (1)", compare("a", .equal, .integer(1))),
      ParserRow("1 == a", compare(.value(.integer(1)), .equal, .keyPath("a"))),
      ParserRow("a == b", compare(.keyPath("a"), .equal, .keyPath("b"))),
      ParserRow("\n\ta\u{a0}==\r\n1 ", compare("a", .equal, .integer(1))),
    ]
  }

  /// What binds first.
  private static var precedence: [ParserRow] {
    let one = compare("a", .equal, .integer(1))
    let two = compare("b", .equal, .integer(2))
    let three = compare("c", .equal, .integer(3))
    let (a, b, c) = (
      PredicateExpression.keyPath("a"), PredicateExpression.keyPath("b"),
      PredicateExpression.keyPath("c")
    )
    let zero = PredicateExpression.value(.integer(0))
    func isZero(_ expression: PredicateExpression) -> PredicateNode {
      compare(expression, .equal, zero)
    }
    return [
      ParserRow("a == 1 OR b == 2 AND c == 3", .or([one, .and([two, three])])),
      ParserRow("a == 1 AND b == 2 OR c == 3", .or([.and([one, two]), three])),
      ParserRow("(a == 1 OR b == 2) AND c == 3", .and([.or([one, two]), three])),
      ParserRow("NOT a == 1 AND b == 2", .and([.not(one), two])),
      ParserRow("!a == 1 || b == 2", .or([.not(one), two])),
      ParserRow("NOT NOT a == 1", .not(.not(one))),
      ParserRow("NOT (a == 1 AND b == 2)", .not(.and([one, two]))),
      ParserRow("a == 1 AND b == 2 AND c == 3", .and([one, two, three])),
      ParserRow("a + b * c == 0", isZero(.arithmetic(.add, a, .arithmetic(.multiply, b, c)))),
      ParserRow("(a + b) * c == 0", isZero(.arithmetic(.multiply, .arithmetic(.add, a, b), c))),
      ParserRow("a - b - c == 0", isZero(.arithmetic(.subtract, .arithmetic(.subtract, a, b), c))),
      ParserRow("a / b / c == 0", isZero(.arithmetic(.divide, .arithmetic(.divide, a, b), c))),
      ParserRow("a ** b ** c == 0", isZero(.arithmetic(.power, a, .arithmetic(.power, b, c)))),
      ParserRow(
        "a | b & c == 0", isZero(.arithmetic(.bitwiseOr, a, .arithmetic(.bitwiseAnd, b, c)))),
      ParserRow("a & b + c == 0", isZero(.arithmetic(.bitwiseAnd, a, .arithmetic(.add, b, c)))),
      ParserRow("a & b != 0", compare(.arithmetic(.bitwiseAnd, a, b), .notEqual, zero)),
      ParserRow("-a * b == 0", isZero(.arithmetic(.multiply, .negate(a), b))),
      ParserRow("a - -1 == 0", isZero(.arithmetic(.subtract, a, .value(.integer(-1))))),
    ]
  }

  // P15, P16, P17
  @Test func parsesEveryDocumentedForm() throws {
    for row in Self.documentedForms { try expect(row) }
  }

  // P15, P18
  @Test func parsesTheWholeLanguage() throws {
    for row in Self.languageForms { try expect(row) }
  }

  @Test func operatorsBindAsInC() throws {
    for row in Self.precedence { try expect(row) }
  }

  @Test func printedFormatsParseToTheSameTree() throws {
    let rows = Self.documentedForms + Self.languageForms + Self.precedence
    for row in rows where !String(describing: row.node).contains("date(") {
      let text = PredicatePrinter.text(of: row.node)
      #expect(try PredicateParser.parse(text) == row.node, "\(row.format) → \(text)")
    }
  }

  private func expect(_ row: ParserRow) throws {
    #expect(
      try PredicateParser.parse(row.format, arguments: row.arguments) == row.node, "\(row.format)")
  }
}
