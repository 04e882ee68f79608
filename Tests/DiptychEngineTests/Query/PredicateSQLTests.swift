import DiptychPlatform
import Foundation
import Testing

@testable import DiptychEngine

/// Predicates as SQL, and that SQL answers as the evaluation in memory does.
struct PredicateSQLTests {
  private let library: Library

  init() throws {
    library = try Fixtures.library()
    try library.seedRows(24)
    try library.write { transaction in
      try transaction.connection.execute("UPDATE assets SET favorite = 1 WHERE id IN (2, 3)")
      try transaction.connection.execute(
        "UPDATE assets SET adjustment_format = 'com.example.edit' WHERE id = 5")
      try transaction.connection.execute("UPDATE assets SET creation_date = NULL WHERE id = 7")
      try transaction.connection.execute(
        "UPDATE assets SET burst = ?, burst_pick = 1 WHERE id = 9", UUID(hashing: "burst"))
    }
  }

  private func rows(_ format: String, _ arguments: [Any] = []) throws -> [Int64] {
    try rows(NSPredicate(format: format, argumentArray: arguments))
  }

  private func rows(_ predicate: NSPredicate) throws -> [Int64] {
    var query = AssetQuery(.library)
    query.filter = predicate.syntaxTree
    #expect(query.filter != nil)
    return try library.fetchAssets(query, as: nil)
  }

  @Test func keys() throws {
    #expect(try rows("favorite == YES") == [2, 3])  // P2, P3
    #expect(try rows("isFavorite == 1 AND favorite = TRUE") == [2, 3])
    #expect(try rows("isHidden == NO").count == 24)
    #expect(try rows("mediaType = %d", [1]) == stride(from: 2, through: 24, by: 2).map { $0 })
    #expect(try rows("(mediaSubtype & %d) != 0", [16]).count == 12)  // P4
    #expect(try rows("mediaSubtypes == 8") == [1, 5, 9, 13, 17, 21])  // P13
    #expect(try rows("(mediaSubtypes & 8) != 0").count == 12)
    // P15: the C-style operator, and values through the argument array.
    #expect(
      try rows("(mediaSubtypes & %d) != 0 || (mediaSubtypes & %d) != 0", [8, 16]).count == 18)
    #expect(try rows("adjustmentFormatIdentifier == 'com.example.edit'") == [5])  // P5
    #expect(try rows("pixelWidth > 22") == [23, 24])
    #expect(try rows("duration BETWEEN {1, 2}") == [2, 3, 4])
    #expect(try rows("creationDate == nil") == [7])
    #expect(try rows("creationDate != nil").count == 23)
    #expect(try rows("creationDate < %@", [Date(timeIntervalSince1970: 3)]) == [1, 2])
    #expect(try rows("NOT (creationDate < %@)", [Date(timeIntervalSince1970: 23)]) == [7, 23, 24])
  }

  @Test func identifiersMatchAndStrangersDoNot() throws {
    let uuid = try #require(try library.read { try $0.asset(row: 4)?.uuid })
    #expect(try rows("localIdentifier == %@", [Identifiers.asset(uuid)]) == [4])
    #expect(try rows("localIdentifier IN %@", [[Identifiers.asset(uuid), "x"]]) == [4])
    // C26: what is no identifier matches nothing.
    for text in ["", uuid.uuidString, "assets-library://asset/asset.JPG?id=\(uuid.uuidString)"] {
      #expect(try rows("localIdentifier == %@", [text]) == [], "\(text)")
    }
    #expect(try rows("burstIdentifier == %@", [UUID(hashing: "burst").uuidString]) == [9])
    #expect(try rows("burstIdentifier == %@", ["no identifier"]) == [])
    #expect(try rows("burstIdentifier != nil") == [9])
  }

  @Test func longLists() throws {
    let uuids = try library.read { transaction in
      try [2, 20].compactMap { try transaction.asset(row: $0)?.uuid }
    }
    let names = uuids.map(Identifiers.asset) + (0..<40_000).map { _ in Identifiers.asset(UUID()) }
    #expect(try rows("localIdentifier IN %@", [names]) == [2, 20])
    #expect(try rows("pixelWidth IN %@", [Array(20...1_300)]) == [20, 21, 22, 23, 24])
    #expect(try rows("NOT (pixelWidth IN %@)", [Array(3...1_300)]) == [1, 2])
    let texts = (0..<1_100).map { "format \"\\ é\u{1} \($0)" } + ["COM.example.EDIT"]
    #expect(try rows("adjustmentFormatIdentifier IN %@", [texts]) == [])
    #expect(try rows("adjustmentFormatIdentifier IN[c] %@", [texts]) == [5])
    let dates = (0..<1_100).map { Date(timeIntervalSince1970: Double($0) * 6) }
    #expect(try rows("creationDate IN %@", [dates]) == [6, 12, 18, 24])
  }

  /// SQLite refuses expressions more than 1,000 deep; chains of 5,000 work.
  @Test(arguments: ["AND", "OR"])
  func longChains(_ word: String) throws {
    let terms = (0..<5_000).map {
      word == "AND" ? "pixelWidth != \($0 + 100)" : "pixelWidth == \($0 + 23)"
    }
    let found = try rows(terms.joined(separator: " \(word) "))
    #expect(found.count == (word == "AND" ? 24 : 2))
    let parts = (0..<5_000).map { NSPredicate(format: "pixelWidth != %d", $0 + 100) }
    #expect(try rows(NSCompoundPredicate(andPredicateWithSubpredicates: parts)).count == 24)
  }

  @Test func tooManyValuesAreRefusedByName() {
    let node = PredicateNode.or(
      (0..<40_000).map { number in
        .comparison(
          PredicateComparison(
            left: .keyPath("pixelWidth"), op: .equal, right: .value(.integer(number))))
      })
    var query = AssetQuery(.library)
    query.filter = node
    #expect(errorCode { try library.fetchAssets(query, as: nil) } == .limitExceeded)
  }

  @Test(arguments: [
    "hasAdjustments == true", "title == 'x'", "ANY mediaType == 1", "mediaType BEGINSWITH '1'",
    "adjustmentFormatIdentifier MATCHES '('", "mediaType == 'photo'", "duration == %@",
    "pixelWidth ** 2 == 4",
    // Keys of different kinds: in memory they are never equal and have no order.
    "duration < creationDate", "creationDate BETWEEN {duration, duration}",
    "pixelWidth IN {creationDate}", "creationDate + 1 > 0", "-creationDate < 0",
    "adjustmentFormatIdentifier == localIdentifier", "(mediaType & creationDate) == 0",
  ])
  func unsupportedFormsAreNamed(_ format: String) {
    let code = errorCode {
      try rows(format, format.contains("%@") ? [Date(timeIntervalSince1970: 0)] : [])
    }
    #expect(code == .unsupportedQuery)
  }

  /// Trees that no format makes.
  @Test(arguments: [PredicateOperator.between, .inList])
  func listsThatAreNone(_ op: PredicateOperator) {
    for right in [PredicateValue.integer(1), .list([.integer(1), .string("x")])] {
      var query = AssetQuery(.library)
      query.filter = .comparison(
        PredicateComparison(left: .keyPath("pixelWidth"), op: op, right: .value(right)))
      #expect(errorCode { try library.fetchAssets(query, as: nil) } == .unsupportedQuery)
    }
  }

  /// Dates that no store can hold neither trap nor match.
  @Test func datesThatAreNone() throws {
    for seconds in [Double.infinity, -.infinity, 1e300, .nan] {
      let found = try rows("creationDate == %@", [Date(timeIntervalSince1970: seconds)])
      #expect(found == [])
    }
    #expect(try rows("creationDate < %@", [Date.distantFuture]).count == 23)
    #expect(try rows("creationDate > %@", [Date.distantPast]).count == 23)
  }

  // MARK: Titles

  private static let titles = [
    "", "Trip", "trip", "TRIP to Rome", "caf\u{e9}", "cafe\u{301}", "cafe", "CAFÉ", "Straße",
    "a*b", "a?b", "100%", "_", "'; DROP TABLE assets; --", "👩‍👩‍👧‍👦", "ﬁn", "Ångström",
  ]

  private func found(_ node: PredicateNode) throws -> [String] {
    var query = CollectionQuery(.kinds([.album]))
    query.filter = node
    return try library.read { try $0.fetchCollections(query, as: nil) }.compactMap { item in
      if case .stored(let record) = item { return record.title }
      return nil
    }
  }

  /// Decision 7, P18: titles are equal by canonical equivalence, and exact in all else.
  @Test func titlesByCanonicalEquivalence() throws {
    for title in Self.titles { try library.user.make(titled: title) }
    let node = try #require(
      NSPredicate(format: "localizedTitle == %@", "cafe\u{301}").syntaxTree)
    let found = try found(node)
    #expect(
      found.map { Array($0.unicodeScalars) }
        == ["caf\u{e9}", "cafe\u{301}"].map {
          Array($0.unicodeScalars)
        })
  }

  /// Decision 7: titles sort as they compare, so that the same letters stand together.
  @Test func titlesSortByCanonicalEquivalence() throws {
    for title in ["z", "\u{e9}", "e\u{301}a", "a", "f", "e\u{301}"] {
      try library.user.make(titled: title)
    }
    var query = CollectionQuery(.kinds([.album]))
    query.sort = [SortKey("localizedTitle", ascending: true)]
    let titles = try library.read { try $0.fetchCollections(query, as: nil) }.map { item in
      guard case .stored(let record) = item else { return "" }
      return record.title
    }
    // As scalars, since Swift's own equality is canonical.
    #expect(
      titles.map { Array($0.unicodeScalars) }
        == ["a", "f", "z", "\u{e9}", "e\u{301}", "e\u{301}a"].map { Array($0.unicodeScalars) })
  }

  /// Every text operator, with and without [c] and [d]: SQL and memory agree.
  @Test func textOperatorsAgreeWithMemory() throws {
    for title in Self.titles { try library.user.make(titled: title) }
    let patterns = Self.titles + ["*", "?", "c*", "*e", "*\u{301}", "\\*", "t?ip", "E", "a\\*b"]
    let operators: [PredicateOperator] = [
      .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .beginsWith, .endsWith,
      .contains, .like,
    ]
    for op in operators {
      for pattern in patterns {
        for options in 0..<4 {
          try expectAgreement(
            PredicateComparison(
              left: .keyPath("title"), op: op, right: .value(.string(pattern)),
              caseInsensitive: options & 1 != 0, diacriticInsensitive: options & 2 != 0))
        }
      }
    }
  }

  /// MATCHES in SQL answers as in memory, with and without [c] and [d].
  @Test func regularExpressionsAgreeWithMemory() throws {
    for title in Self.titles { try library.user.make(titled: title) }
    let patterns =
      Self.titles.filter { !$0.isEmpty }.map { NSRegularExpression.escapedPattern(for: $0) }
      + [
        ".*", ".+", "[a-z]+", "t.ip", "caf.", "cafe\u{301}", "caf\u{e9}", "\\w+", "a|trip",
        "^x",
      ]
    for pattern in patterns {
      for options in 0..<4 {
        try expectAgreement(
          PredicateComparison(
            left: .keyPath("title"), op: .matches, right: .value(.string(pattern)),
            caseInsensitive: options & 1 != 0, diacriticInsensitive: options & 2 != 0))
      }
    }
  }

  /// Design, section 4: one bound for all rows; past it the fetch fails and does not say "no".
  @Test func regularExpressionsAreBounded() throws {
    try library.user.make(titled: String(repeating: "a", count: 40))
    let node = try #require(NSPredicate(format: "title MATCHES '(a+)+b'").syntaxTree)
    #expect(errorCode { try found(node) } == .limitExceeded)
    // The next statement starts anew.
    let other = try #require(NSPredicate(format: "title MATCHES 'a+'").syntaxTree)
    #expect(try found(other).count == 1)
    // A malformed one is refused, with rows and without.
    let malformed = try #require(NSPredicate(format: "title MATCHES '('").syntaxTree)
    #expect(errorCode { try found(malformed) } == .unsupportedQuery)
  }

  @Test func textListsAgreeWithMemory() throws {
    for title in Self.titles { try library.user.make(titled: title) }
    let few: [PredicateValue] = [.string("TRIP"), .string("cafe\u{301}"), .null]
    let many = few + (0..<1_000).map { .string("no such title \($0)") }
    for (op, right) in [
      (PredicateOperator.inList, PredicateValue.list(few)), (.inList, .list(many)),
      (.inList, .string("a trip to Rome and cafe")),
      (.between, .list([.string("a"), .string("caff")])), (.equal, .null), (.notEqual, .null),
    ] {
      for options in 0..<4 {
        try expectAgreement(
          PredicateComparison(
            left: .keyPath("title"), op: op, right: .value(right),
            caseInsensitive: options & 1 != 0, diacriticInsensitive: options & 2 != 0))
      }
    }
  }

  private func expectAgreement(_ comparison: PredicateComparison) throws {
    for node in [PredicateNode.comparison(comparison), .not(.comparison(comparison))] {
      let expected = try Self.titles.filter { title in
        var evaluator = PredicateEvaluator(selfValue: .null) { _ in .string(title) }
        return try evaluator.evaluate(node)
      }
      let found = try found(node)
      #expect(found == expected, "\(node)")
    }
  }

  /// Collections by the thousand, filtered and sorted in one statement.
  @Test func manyCollections() throws {
    var changes = ChangeSet()
    for number in 0..<9_000 {
      changes.operations.append(
        .createCollection(UUID(), .album, title: "\(number % 100) \"\(number)\""))
    }
    try library.commit(changes)
    let node = try #require(NSPredicate(format: "title BEGINSWITH '42 '").syntaxTree)
    #expect(try found(node).count == 90)
  }
}
