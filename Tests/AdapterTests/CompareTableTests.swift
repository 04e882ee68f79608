import DiptychStories
import Foundation
import Testing

/// The table that `diptych compare` prints: it fits into the lines that it is given.
struct CompareTableTests {
  @Test func wideAndNarrow() async throws {
    let rows = try ["3-append", "3-insert-second", "5d"].map { try #require(FlowRow.named($0)) }
    var results: [RowResult] = []
    for row in rows { results.append(try await FlowRunner().run(row)) }
    let report = CompareReport(results)

    let wide = Self.lines(report.table(width: 400))
    #expect(
      wide.prefix(5) == [
        "row|job (legacy / modern)|state|verdict|commits|reads|ms",
        "3-append|add / addAssets, two saves|2 photos, 1 album|same|6/5|n/n|n/n",
        "3-insert-second|add / insertAssets at 0, second save|2 photos, 1 album|"
          + "differs as declared (D3)|6/5|n/n|n/n",
        "    c1 \"Diptych\" members|legacy: a1 a2|modern: a2 a1",
        "    c1 \"Diptych\" cover|legacy: a1|modern: a2",
      ])
    // Both states only where they are not the same.
    #expect(
      wide[5].hasPrefix(
        "5d|the album is inside a folder|1 photo, 1 album, 1 folder / 1 photo, 2 albums, 1 folder|")
    )

    let narrow = report.table(width: 80)
    #expect(
      Self.lines(narrow).prefix(7) == [
        "row|verdict|commits|reads|ms",
        "3-append|same|6/5|n/n|n/n",
        "    add / addAssets, two saves; leaves 2 photos, 1 album",
        "3-insert-second|differs as declared (D3)|6/5|n/n|n/n",
        "    add / insertAssets at 0, second save; leaves 2 photos, 1 album",
        "    c1 \"Diptych\" members|legacy: a1 a2|modern: a2 a1",
        "    c1 \"Diptych\" cover|legacy: a1|modern: a2",
      ])
    let heading = narrow.split(separator: "\n").filter { !$0.hasPrefix("    ") }.dropLast(1)
    #expect(heading.allSatisfy { $0.count <= 80 }, "\(narrow)")
  }

  /// The lines with one bar between cells, and without reads and times, which vary.
  private static func lines(_ table: String) -> [String] {
    table.split(separator: "\n").map { line in
      let margin = String(line.prefix { $0 == " " })
      let cells = line.dropFirst(margin.count).replacing(/\ {2,}/, with: "|")
      return margin + String(cells.replacing(/\d+\/\d+\|\d+\/\d+$/, with: "n/n|n/n"))
    }
  }
}
