import DiptychCodecs
import DiptychPlatform
import Foundation
import Testing

@testable import DiptychEngine

/// Numbers, truth values, dates and nil: SQL answers as the evaluation in memory does.
struct PredicateAgreementTests {
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
}
