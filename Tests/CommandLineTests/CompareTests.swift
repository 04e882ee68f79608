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
        == "Where two stand in a cell, the first is the legacy half's. D1 to D30 are explained "
        + "in MIGRATION.md.")
  }

  /// A file of progress is of one run: "no difference" is only said of what was run.
  @Test func resuming() throws {
    let place = try Place()
    func run(_ arguments: String) throws -> Place.Run {
      try place.run(
        ["compare", "--resume", "p.json"] + arguments.split(separator: " ").map(String.init))
    }
    #expect(try run("--seeds 1..2 --shard 1/2").status == 0)
    #expect(try run("--seeds 1..3 --shard 1/2").out.hasPrefix("2 stories, "))
    let mine = "seeds from 1 on, part 1/2, profile documented"
    for other in [
      "--seeds 1..3 --shard 2/2", "--seeds 1..3", "--seeds 2..3 --shard 1/2",
      "--seeds 1..3 --shard 1/2 --profile iOS8",
    ] {
      let refused = try run(other)
      #expect(refused.status == 64, "\(other)")
      #expect(
        refused.err.contains("The progress in")
          && refused.err.contains("is of another run: \(mine)."),
        "\(refused.err)")
    }
    for text in ["junk", "{}", #"{"next":1}"#] {
      try place.write(text, to: "p.json")
      let refused = try run("--seeds 1..3 --shard 1/2")
      #expect(refused.status == 65, "\(text)")
      #expect(refused.err.contains("holds no progress. Give another file, or delete it."))
    }
  }
}
