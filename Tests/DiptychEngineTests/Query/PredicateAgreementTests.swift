import DiptychCodecs
import DiptychPlatform
import Foundation
import Testing

@testable import DiptychEngine

/// Numbers, truth values, dates and nil: SQL answers as the evaluation in memory does.
struct PredicateAgreementTests {
  /// Foundation has a type of the same name.
  private typealias PredicateExpression = DiptychPlatform.PredicateExpression

  private let library: Library
  private let records: [AssetRecord]

  init() throws {
    library = try Fixtures.library()
    try library.seedRows(12)
    try library.write { transaction in
      for sql in [
        "favorite = 1 WHERE id % 3 = 0", "creation_date = NULL WHERE id IN (4, 5)",
        "adjustment_format = 'x' WHERE id = 6", "duration = 0.1 + 0.2 WHERE id = 8",
      ] {
        try transaction.connection.execute("UPDATE assets SET \(sql)")
      }
    }
    records = try library.assets(try library.fetchAssets(AssetQuery(.library), as: nil))
  }

  private static func value(_ key: String, _ record: AssetRecord) -> PredicateValue {
    switch key {
    case "mediaType": .integer(Int64(record.kind.rawValue))
    case "mediaSubtypes": .integer(Int64(record.subtypes))
    case "pixelWidth": .integer(Int64(record.pixelSize.width))
    case "duration": .real(record.duration)
    case "favorite": .bool(record.isFavorite)
    case "creationDate": record.creationDate.map { .date($0) } ?? .null
    default: record.adjustmentFormat.map { .string($0) } ?? .null
    }
  }

  private static let constants: [PredicateValue] = [
    .null, .bool(true), .bool(false), .integer(0), .integer(3), .integer(-1),
    .integer(.max), .real(0.3), .real(2.5), .real(.nan), .real(.infinity), .real(3),
    .date(Date(timeIntervalSince1970: 6)), .date(Date(timeIntervalSince1970: 5.5)), .string("x"),
  ]

  private func check(_ comparison: PredicateComparison) throws -> Bool {
    for node in [PredicateNode.comparison(comparison), .not(.comparison(comparison))] {
      var query = AssetQuery(.library)
      query.filter = node
      let found: [Int64]
      do {
        found = try library.fetchAssets(query, as: nil)
      } catch let error as LibraryError where error.code == .unsupportedQuery {
        return false
      }
      let expected = try records.filter { record in
        var evaluator = PredicateEvaluator(selfValue: .null) { Self.value($0, record) }
        return try evaluator.evaluate(node)
      }.map(\.row)
      #expect(found == expected, "\(node)")
    }
    return true
  }

  @Test func comparisons() throws {
    let keys = [
      "mediaType", "mediaSubtypes", "pixelWidth", "duration", "favorite", "creationDate",
      "adjustmentFormatIdentifier",
    ]
    let operators: [PredicateOperator] = [
      .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
    ]
    var answered = 0
    for key in keys {
      for constant in Self.constants {
        for op in operators {
          let sides = [PredicateExpression.keyPath(key), .value(constant)]
          for (left, right) in [(sides[0], sides[1]), (sides[1], sides[0])] {
            if try check(PredicateComparison(left: left, op: op, right: right)) { answered += 1 }
          }
        }
        for op in [PredicateOperator.inList, .between] {
          for other in Self.constants {
            if try check(
              PredicateComparison(
                left: .keyPath(key), op: op, right: .value(.list([constant, other]))))
            {
              answered += 1
            }
          }
        }
      }
    }
    #expect(answered > 1_000)
  }

  /// What is missing is equal to what is missing, and what is no number to nothing, in lists too.
  @Test func listsOfKeys() throws {
    let names = ["creationDate", "duration", "pixelWidth", "favorite"]
    let sides =
      names.map { PredicateExpression.keyPath($0) }
      + [
        .value(.real(.nan)), .value(.null),
        .arithmetic(.divide, .keyPath("pixelWidth"), .value(.integer(0))),
      ]
      + [.value(.date(Date(timeIntervalSinceReferenceDate: .nan)))]
    var answered = 0
    for left in sides {
      for first in sides {
        for second in sides {
          let list = PredicateExpression.list([first, second, .value(.integer(1))])
          for right in [list, .list([first, second])] {
            let comparison = PredicateComparison(left: left, op: .inList, right: right)
            if try check(comparison) { answered += 1 }
          }
        }
        for op in [PredicateOperator.equal, .notEqual, .less, .greaterOrEqual] {
          if try check(PredicateComparison(left: left, op: op, right: first)) { answered += 1 }
        }
      }
    }
    #expect(answered > 200)
    // A list of more keys than SQLite's expressions may be deep.
    let many = PredicateExpression.list((0..<5_000).map { _ in .keyPath("duration") })
    #expect(
      try check(PredicateComparison(left: .keyPath("pixelWidth"), op: .inList, right: many)))
  }

  @Test func arithmetic() throws {
    let width = PredicateExpression.keyPath("pixelWidth")
    var answered = 0
    for op in PredicateArithmetic.allCases where op != .power {
      for constant in [
        PredicateValue.integer(0), .integer(2), .integer(-7), .real(2), .integer(.max),
      ] {
        for (left, right) in [
          (width, PredicateExpression.value(constant)), (.value(constant), width),
        ] {
          for expected in [PredicateValue.integer(0), .integer(4), .real(3.5), .null] {
            if try check(
              PredicateComparison(
                left: .arithmetic(op, left, right), op: .equal, right: .value(expected)))
            {
              answered += 1
            }
          }
        }
      }
    }
    #expect(answered > 100)
  }

  /// What has no key, bits of what is no whole number, and results that are no number.
  @Test func corners() throws {
    for format in [
      "'a' ==[c] 'A'", "'e' ==[d] 'é'", "'a' < 'B'", "nil == nil", "nil != 1", "1 / 0 == nil",
      "(duration & 1) == 0", "(duration | 0) == 1", "(duration & 1) == nil",
      "(9223372036854775807 + 1 & 1) == 1", "((pixelWidth + 9223372036854775807) & 1) == nil",
      "(1e308 * 10 - 1e308 * 10) == nil", "pixelWidth * 1e308 * 10 > 1", "(2.0 & pixelWidth) == 2",
      "{1, 2} == {1, 2}", "1 IN {1, 2}", "2 BETWEEN {1, 3}", "pixelWidth / 0 == nil",
      "'x' IN {'y', adjustmentFormatIdentifier}", "NOT ('x' == adjustmentFormatIdentifier)",
    ] {
      let node = try PredicateParser.parse(format)
      var query = AssetQuery(.library)
      query.filter = node
      let found = try library.fetchAssets(query, as: nil)
      let expected = try records.filter { record in
        var evaluator = PredicateEvaluator(selfValue: .null) { Self.value($0, record) }
        return try evaluator.evaluate(node)
      }.map(\.row)
      #expect(found == expected, "\(format)")
    }
  }

  /// Random trees of comparisons: the same rows, thousands of times.
  @Test func randomTrees() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("PredicateAgreementTests.randomTrees seed \(seed)")
    var generator = SplitMix64(seed: seed)
    var answered = 0
    for _ in 0..<3_000 {
      let node = Self.tree(4, &generator)
      var query = AssetQuery(.library)
      query.filter = node
      let expected = try records.filter { record in
        var evaluator = PredicateEvaluator(selfValue: .null) { Self.value($0, record) }
        return try evaluator.evaluate(node)
      }.map(\.row)
      do {
        let found = try library.fetchAssets(query, as: nil)
        guard found == expected else {
          Issue.record(
            "seed \(seed): \(PredicatePrinter.text(of: node)): \(found), not \(expected)")
          return
        }
        answered += 1
      } catch let error as LibraryError where error.code == .unsupportedQuery {
      }
    }
    #expect(answered > 1_500)
  }

  private static func tree(_ depth: Int, _ generator: inout SplitMix64) -> PredicateNode {
    let parts = Int.random(in: 0...3, using: &generator)
    switch depth == 0 ? 9 : Int.random(in: 0..<10, using: &generator) {
    case 0, 1: return .and((0..<parts).map { _ in tree(depth - 1, &generator) })
    case 2, 3: return .or((0..<parts).map { _ in tree(depth - 1, &generator) })
    case 4, 5: return .not(tree(depth - 1, &generator))
    case 6: return .constant(Bool.random(using: &generator))
    default: return .comparison(comparison(&generator))
    }
  }

  private static func comparison(_ generator: inout SplitMix64) -> PredicateComparison {
    let numbers = ["mediaType", "mediaSubtypes", "pixelWidth", "duration", "favorite"]
    let operators: [PredicateOperator] = [
      .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
    ]
    let op = operators[Int.random(in: 0..<operators.count, using: &generator)]
    switch Int.random(in: 0..<10, using: &generator) {
    case 0, 1:
      let date = Date(timeIntervalSince1970: Double(Int.random(in: 0...13, using: &generator)))
      return PredicateComparison(
        left: .keyPath("creationDate"), op: op,
        right: .value(Bool.random(using: &generator) ? .date(date) : .null))
    case 2:
      let texts: [PredicateOperator] = [.beginsWith, .endsWith, .contains, .like, .matches]
      let patterns = ["x", "X", ".", "x|y", "y"]
      return PredicateComparison(
        left: .keyPath("adjustmentFormatIdentifier"),
        op: texts[Int.random(in: 0..<texts.count, using: &generator)],
        right: .value(
          .string(patterns[Int.random(in: 0..<patterns.count, using: &generator)])),
        caseInsensitive: Bool.random(using: &generator))
    default:
      let key = numbers[Int.random(in: 0..<numbers.count, using: &generator)]
      let constant = PredicateValue.integer(Int64.random(in: -1...16, using: &generator))
      let masked = Bool.random(using: &generator) && key != "duration"
      let left: PredicateExpression =
        masked ? .arithmetic(.bitwiseAnd, .keyPath(key), .value(.integer(9))) : .keyPath(key)
      if Int.random(in: 0..<4, using: &generator) == 0 {
        return PredicateComparison(
          left: left, op: .inList, right: .value(.list([constant, .integer(3), .real(2.5)])))
      }
      return PredicateComparison(left: left, op: op, right: .value(constant))
    }
  }
}
