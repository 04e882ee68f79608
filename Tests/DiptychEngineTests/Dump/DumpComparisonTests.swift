import DiptychEngine
import Foundation
import Testing

/// What a comparison reports, line by line (design, section 5).
struct DumpComparisonTests {
  private func library(_ numbers: [Int]) throws -> (Library, [UUID]) {
    let library = try Fixtures.library()
    return (
      library,
      try numbers.map { try library.user.save(try Fixtures.picture($0), named: "\($0).png") }
    )
  }

  private func differences(_ left: Library, _ right: Library) throws -> [String] {
    try left.dump().differences(from: right.dump()).map(\.description)
  }

  @Test func equalLibraries() throws {
    let (left, _) = try library([1, 2])
    let (right, _) = try library([1, 2])
    #expect(try differences(left, right) == [])
  }

  @Test func membersAndTitles() throws {
    let (left, ours) = try library([1, 2])
    let (right, theirs) = try library([1, 2])
    try left.user.add(ours, to: try left.user.make(titled: "Trip"))
    try right.user.add([theirs[1]], to: try right.user.make(titled: "Trip"))
    #expect(
      try differences(left, right) == [
        "c1 \"Trip\" members   legacy: a1 a2   modern: a2",
        "c1 \"Trip\" cover   legacy: a1   modern: a2",
      ])
    try right.user.rename(try #require(right.user.collections(titled: "Trip").first).uuid, to: "")
    #expect(try differences(left, right).first == "c1 title   legacy: \"Trip\"   modern: \"\"")
  }

  /// A decomposed letter does not read like a composed one.
  @Test func titlesThatLookTheSame() throws {
    let (left, _) = try library([])
    let (right, _) = try library([])
    try left.user.make(titled: "\u{e9}")
    try right.user.make(titled: "e\u{301}")
    #expect(
      try differences(left, right) == ["c1 title   legacy: \"é\"   modern: \"e\\u{301}\""])
  }

  @Test func missingObjects() throws {
    let (left, _) = try library([1])
    let (right, _) = try library([1, 2])
    try left.user.make(titled: "Trip")
    let lines = try left.dump().differences(from: right.dump())
    #expect(lines.map(\.object) == ["c1 \"Trip\"", "a2"])
    #expect(lines.map(\.field) == ["exists", "exists"])
    #expect(lines[0].right == nil)
    #expect(lines[0].left == "none")
    #expect(lines[1].left == nil)
  }

  /// One line for the order, and the rest compared by content.
  @Test func onlyTheOrderOfArrival() throws {
    let (left, ours) = try library([1, 2, 3])
    let (right, theirs) = try library([3, 1, 2])
    // The same photos, in the same order, in an album each.
    try left.user.add([ours[0], ours[2]], to: try left.user.make(titled: "Trip"))
    try right.user.add([theirs[1], theirs[0]], to: try right.user.make(titled: "Trip"))
    #expect(
      try differences(left, right) == [
        "library order of arrival   legacy: a1 a2 a3   modern: a3 a1 a2"
      ])
    try right.user.remove([theirs[0]], from: right.user.collections(titled: "Trip")[0].uuid)
    #expect(
      try differences(left, right) == [
        "library order of arrival   legacy: a1 a2 a3   modern: a3 a1 a2",
        "c1 \"Trip\" members   legacy: a1 a3   modern: a1",
      ])
  }
}
