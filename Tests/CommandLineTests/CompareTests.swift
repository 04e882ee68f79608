import Foundation
import Testing

/// `compare`: how rows are named, and what is said beside the table.
@Suite struct CompareTests {
  private func names(_ place: Place, _ arguments: [String]) throws -> [String] {
    let run = try place.run(["compare", "--json"] + arguments)
    #expect(run.status == 0 && run.err == "", "\(arguments)")
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(run.out.utf8)) as? [String: Any])
    return try #require(document["rows"] as? [[String: Any]]).compactMap { $0["name"] as? String }
  }

  /// Whatever stands in the first column can be asked for by that name; a flow's number means its rows.
  @Test func rows() throws {
    let place = try Place()
    #expect(try names(place, ["3"]) == ["3-append", "3-insert", "3-insert-second", "3p"])
    #expect(try names(place, ["2"]) == ["2"])
    #expect(try names(place, ["7-12", "6"]) == ["6", "7-12"])
    #expect(try names(place, ["mix"]) == (1...12).map { "7-\($0)" })
    #expect(try names(place, ["lesson-6"]) == ["lesson-6"])
    try place.walk([
      Expected(
        "compare 7-13", status: 64,
        err: "diptych: There is no row 7-13. Run `diptych compare --help` for the list.\n")
    ])
  }

  @Test func pageAndLegend() throws {
    let place = try Place()
    let run = try place.run(["compare", "3-insert-second", "--html", "page.html"])
    #expect(run.status == 0 && run.err == "The page is in page.html.\n")
    #expect(try place.files() == ["page.html"])
    let lines = run.out.split(separator: "\n").map(String.init)
    #expect(lines.dropLast().last?.hasPrefix("1 row in ") == true)
    #expect(
      lines.last
        == "In commits, reads and ms, the legacy half stands first. D1 to D30 are explained "
        + "in MIGRATION.md.")
  }
}
