import Foundation

extension StoryGenerator {
  static let plainTitles = ["Trip", "Family", "Caf\u{E9}", "\u{1F3D6}\u{FE0F}"]

  /// Titles that are the same to a reader and not to a computer, or the other way round, and such
  /// as cannot be.
  private static let awkwardTitles = [
    "trip", "Cafe\u{301}", " Trip", "Trip ", "", "Camera Roll", "Recents", "Trip\nFamily",
    "\u{200F}Trip", "\"quoted\" \\ title", "\u{212B}ngstr\u{F6}m", "\u{C5}ngstr\u{F6}m",
    String(repeating: "x", count: 4_096), String(repeating: "y", count: 4_097), "a\u{0}b",
  ]

  mutating func title() -> String {
    if chance(2), let title = one(Self.plainTitles) { return title }
    if chance(3) { return one(Self.awkwardTitles) ?? "Trip" }
    return "Album \(Int.random(in: 1...99, using: &random))"
  }

  /// Microseconds: before 1970, after 2038, at the edges of what can be told apart.
  private static let dates: [Int64] = [
    0, -1, 1, 1_400_000_000_123_456, -3_155_760_000_000_000, -2_208_988_800_000_000,
    2_147_483_647_000_000, 2_147_483_648_000_000, 4_102_444_800_000_000, 253_402_300_799_000_000,
    -62_135_596_800_000_000, 1_352_007_722_000_000, 999_999_999_999_999,
  ]

  private static let places: [Values.Place] = [
    .none, .at(0, 0), .at(-90, 180), .at(48.8584, 2.2945), .above(27.9881, 86.925, 8_848.86),
    .above(31.5, 35.5, -430.5), .above(0, 0, 0), .at(91, 0), .at(0, -180.5), .notANumber,
  ]

  /// New values for some properties.
  mutating func values() -> Values {
    var values = Values()
    if chance(3) { values.favorite = chance(2) }
    if chance(5) { values.hidden = chance(2) }
    if chance(3) {
      values.date = chance(8) ? Values.Moment.none : one(Self.dates).map { .at($0) }
      if chance(16) { values.date = .notANumber }
    }
    if chance(4) { values.place = chance(2) ? .at(48.8584, 2.2945) : one(Self.places) }
    if values == Values(), chance(4) == false { values.favorite = chance(2) }
    return values
  }
}
