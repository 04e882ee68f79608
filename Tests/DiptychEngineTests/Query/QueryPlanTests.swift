import DiptychEngine
import DiptychPlatform
import Foundation
import Testing

/// The fetches that matter are served by an index alone (design, section 9).
struct QueryPlanTests {
  private let library: Library

  init() throws {
    library = try Fixtures.library()
    try library.seedRows(2_000)
  }

  /// How SQLite answers a statement.
  private func plan(_ sql: String, _ arguments: [any BindableValue] = []) throws -> String {
    try library.read { transaction in
      try transaction.connection.all("EXPLAIN QUERY PLAN " + sql, arguments) { $0.text(3) }
        .joined(separator: "; ")
    }
  }

  private func plan(_ query: AssetQuery) throws -> String {
    let statement = try #require(try library.read { try $0.statement(query, as: nil) })
    return try plan(statement.sql, statement.arguments)
  }

  @Test func arrivalOrder() throws {
    let plan = try plan(AssetQuery(.library))
    #expect(plan.contains("COVERING INDEX assets_listed"), "\(plan)")
    #expect(!plan.contains("B-TREE"), "\(plan)")
  }

  @Test func creationDateOrder() throws {
    var query = AssetQuery(.library)
    query.sort = [SortKey("creationDate", ascending: true)]
    let up = try plan(query)
    #expect(up.contains("COVERING INDEX assets_by_creation"), "\(up)")
    #expect(!up.contains("B-TREE"), "\(up)")
    query.sort = [SortKey("creationDate", ascending: false)]
    let down = try plan(query)
    #expect(down.contains("COVERING INDEX assets_by_creation"), "\(down)")
  }

  /// A range of dates is looked up, not looked for.
  @Test func predicates() throws {
    func comparison(_ op: PredicateOperator, _ seconds: Double) -> PredicateNode {
      .comparison(
        PredicateComparison(
          left: .keyPath("creationDate"), op: op,
          right: .value(.date(Date(timeIntervalSince1970: seconds)))))
    }
    var query = AssetQuery(.library)
    query.filter = .and([comparison(.greaterOrEqual, 100), comparison(.less, 200)])
    let range = try plan(query)
    #expect(
      range.contains("assets_by_creation (own=? AND hidden=? AND creation_date>? AND"), "\(range)")
    #expect(try library.fetchAssets(query, as: nil) == Array(100..<200))
    query.filter = comparison(.equal, 100)
    let one = try plan(query)
    #expect(one.contains("creation_date=?"), "\(one)")
  }

  @Test func lookUps() throws {
    let many = try plan(AssetQuery(.identifiers([UUID(), UUID()])))
    #expect(many.contains("uuid=?"), "\(many)")
    #expect(!many.contains("SCAN a"), "\(many)")
    let one = try plan(AssetQuery(.identifiers([UUID()])))
    #expect(one.contains("uuid=?"), "\(one)")
    let album = try library.user.make(titled: "Trip")
    let members = try plan(AssetQuery(.album(album)))
    #expect(members.contains("SEARCH m USING PRIMARY KEY (album=?)"), "\(members)")
    #expect(!members.contains("B-TREE"), "\(members)")
  }

  /// What each write asks about the trash is one look into an index.
  @Test func upkeep() throws {
    let plan = try plan(
      "SELECT 1 FROM assets WHERE trashed_date IS NOT NULL AND trashed_date <= ? LIMIT 1", [1])
    #expect(plan.contains("INDEX assets_by_trash"), "\(plan)")
  }
}
