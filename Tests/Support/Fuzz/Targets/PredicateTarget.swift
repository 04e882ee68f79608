import DiptychCodecs
import DiptychEngine
import DiptychPlatform
import Foundation

/// A predicate's format: it parses or is refused, it prints as what it is, and the store finds the
/// same assets as the evaluation in memory.
final class PredicateTarget: FuzzTarget {
  let name = "predicate"
  let maximumLength = 512
  let dictionary =
    [
      "AND", "OR", "NOT", "&&", "||", "!", "==", "!=", "<=", ">=", "=<", "<>", "IN", "BETWEEN",
      "BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE", "MATCHES", "[c]", "[d]", "[cd]", "ANY", "ALL",
      "NONE", "SOME", "SELF", "nil", "NULL", "YES", "NO", "TRUE", "FALSE", "TRUEPREDICATE",
      "FALSEPREDICATE", "%@", "%K", "%d", "%f", "%lu", "%%", "{", "}", "(", ")", "&", "|", "**",
      "CAST(", ", \"NSDate\")", "\"nan\"", "\"-inf\"", "\"NSNumber\"",
      "0x7fffffffffffffff", "-9223372036854775808", "1e308", "\"", "'", "\\u00e9", "#",
    ] + PredicateTarget.keys + ["(a+)+$", "(.*){9}", "a{1,1000}", "\\p{L}", "[[:alpha:]]", "é"]

  private static let keys = [
    "mediaType", "mediaSubtypes", "pixelWidth", "pixelHeight", "duration", "isFavorite",
    "isHidden", "creationDate", "adjustmentFormatIdentifier", "localIdentifier",
  ]

  private static let start = Date(timeIntervalSince1970: 1_400_000_000)
  /// What stands for the specifiers of a format, one after the other.
  private static let arguments: [any Sendable] = [
    "mediaType", 3, "x", start, [1, 2, 3], 2.5, true, ["x", "Émile", ""], "a.*b",
  ]

  private struct Stage: Sendable {
    let library: Library
    let records: [AssetRecord]
  }

  private let stage = Lazy<Stage> {
    let library = try EphemeralLibrary.open()
    try library.write { transaction in
      try transaction.connection.execute(
        """
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12)
        INSERT INTO assets (uuid, kind, subtypes, playback_style, pixel_width, pixel_height,
          orientation, duration, creation_date, modification_date, added_date, creator, favorite,
          adjustment_format)
        SELECT randomblob(16), 1 + i % 2, (i % 4) * 8, 1, i, 1, 1, i * 0.5,
          CASE i WHEN 4 THEN NULL ELSE i * 1000000 END, 0, 0, 'App', i % 3 = 0,
          CASE i WHEN 6 THEN 'x' WHEN 7 THEN 'Émile' WHEN 8 THEN '' WHEN 9 THEN 'aXXb%_'
            WHEN 10 THEN 'aaaaaaaaaaaaaaaaaaaaaaaaaaaa!' ELSE NULL END FROM n
        """)
    }
    let rows = try library.fetchAssets(AssetQuery(.library), as: nil)
    return Stage(library: library, records: try library.assets(rows))
  }

  func seeds() -> [Data] {
    [
      "mediaType == %d AND isFavorite == YES", "duration BETWEEN {1, 3.5}",
      "creationDate > %@ OR creationDate == nil", "creationDate < CAST(-1.5, \"NSDate\")",
      "NOT (pixelWidth IN {1, 2, 3})",
      "(mediaSubtypes & 8) != 0", "adjustmentFormatIdentifier MATCHES[cd] \"(a+)+b\"",
      "adjustmentFormatIdentifier LIKE[c] 'a*b?_'", "%K = 3 && mediaType IN %@",
      "adjustmentFormatIdentifier CONTAINS[d] 'emile'", "pixelWidth * 2 + 1 >= 7 / 2 - -1",
      "localIdentifier IN %@", "ANY mediaType == 1", "SELF == %@",
      "adjustmentFormatIdentifier BEGINSWITH 'a' AND NOT adjustmentFormatIdentifier ENDSWITH '_'",
    ].map { Data($0.utf8) }
  }

  func run(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    guard let node = try? PredicateParser.parse(text, arguments: Self.arguments) else { return }
    let printed = PredicatePrinter.text(of: node)
    // Objects have no literal; what is no number is not equal to itself.
    if !printed.contains("<object") {
      let again = try? PredicateParser.parse(printed)
      require(
        printed.contains("\"nan\"")
          ? again.map { PredicatePrinter.text(of: $0) } == printed : again == node,
        "\(printed) does not read as it was written")
    }
    // The store takes a text for a number where it holds one; in memory the two are never equal. It
    // orders identifiers by their bytes, and keeps whole microseconds of dates.
    guard !Self.mixesKinds(node), text.range(of: "cast", options: .caseInsensitive) == nil else {
      return
    }
    do {
      try compare(node, printed, on: stage.value())
    } catch let error as LibraryError {
      require(error.message.hasSuffix("."), "no sentence: \(error)")
    } catch {
      require(error is PredicateEvaluationError, "\(error)")
    }
  }

  private static func mixesKinds(_ node: PredicateNode) -> Bool {
    switch node {
    case .constant: return false
    case .not(let part): return mixesKinds(part)
    case .and(let parts), .or(let parts): return parts.contains(where: mixesKinds)
    case .comparison(let comparison):
      let text = PredicatePrinter.text(of: node)
      let isOfTexts = text.contains("adjustmentFormatIdentifier")
      let isOfNames = text.contains("localIdentifier") || text.contains("SELF")
      let isOrder = [.less, .lessOrEqual, .greater, .greaterOrEqual, .between].contains(
        comparison.op)
      return (text.contains("\"") && !isOfTexts && !isOfNames) || (isOfNames && isOrder)
    }
  }

  private func compare(_ node: PredicateNode, _ printed: String, on stage: Stage) throws {
    var query = AssetQuery(.library)
    query.filter = node
    let found = try stage.library.fetchAssets(query, as: nil)
    let expected = try stage.records.filter { record in
      var evaluator = PredicateEvaluator(
        selfValue: .object(identifier: Identifiers.asset(record.uuid))
      ) { key throws(PredicateEvaluationError) in try Self.value(key, record) }
      return try evaluator.evaluate(node)
    }.map(\.row)
    require(found == expected, "\(printed): the store finds \(found), memory \(expected)")
  }

  private static func value(
    _ key: String, _ record: AssetRecord
  ) throws(PredicateEvaluationError) -> PredicateValue {
    switch key {
    case "localIdentifier": return .string(Identifiers.asset(record.uuid))
    case "mediaType": return .integer(Int64(record.kind.rawValue))
    case "mediaSubtypes", "mediaSubtype": return .integer(Int64(record.subtypes))
    case "pixelWidth": return .integer(Int64(record.pixelSize.width))
    case "pixelHeight": return .integer(Int64(record.pixelSize.height))
    case "duration": return .real(record.duration)
    case "isFavorite", "favorite": return .bool(record.isFavorite)
    case "isHidden", "hidden": return .bool(record.isHidden)
    case "creationDate": return record.creationDate.map { .date($0) } ?? .null
    case "modificationDate": return .date(record.modificationDate)
    case "adjustmentFormatIdentifier":
      return record.adjustmentFormat.map { .string($0) } ?? .null
    case "burstIdentifier": return .null
    default: throw PredicateEvaluationError(.unknownKey, "No key.", remedy: "Use another.")
    }
  }
}
