/// The rows of the table of figures: what work, and what is wanted of it. All ratios are against
/// the floor, which is the same work by plain calls of C in the same process.
enum TableRow: CaseIterable {
  case firstFetch
  case sameAgain
  case afterChanges
  case walk
  case walkByDate
  case walkLegacy
  case batch
  case save
  case saveLegacy
  case insertFirst
  case insertLast
  case insertBeside
  case insertMiddleAtHand
  case insertMiddle
  case insertMany
  case changeDetails
  case predicate
  case thumbnail
  case coldLimit
  case coldAll
  case compare
  case userTests
  case build

  var title: String {
    switch self {
    case .firstFetch: "First fetch by creation date, count read"
    case .sameAgain: "The same fetch again, nothing changed"
    case .afterChanges: "The same fetch after 10 changes"
    case .walk: "Walk of every PHAsset by arrival"
    case .walkByDate: "Walk of every PHAsset by creation date"
    case .walkLegacy: "Walk of every ALAsset: URL, date, type"
    case .batch: "10,000 saves in one block"
    case .save: "One durable save, Photos"
    case .saveLegacy: "One durable save, AssetsLibrary"
    case .insertFirst: "Insert at index 0 of an album"
    case .insertLast: "Append to an album"
    case .insertBeside: "Insert beside a known member"
    case .insertMiddleAtHand: "Insert in the middle, order at hand"
    case .insertMiddle: "Insert in the middle, order not at hand"
    case .insertMany: "10,000 inserts at index 1"
    case .changeDetails: "Change details after 10 changes"
    case .predicate: "Predicate fetch by an indexed key"
    case .thumbnail: "256-pixel thumbnail of 12 megapixels"
    case .coldLimit: "Cold process: open, fetch 1, list"
    case .coldAll: "Cold process: open, fetch all, first"
    case .compare: "diptych compare, every row"
    case .userTests: "200 user tests, release build"
    case .build: "Clean release build"
    }
  }

  var goal: TableGoal {
    switch self {
    case .firstFetch: .ratio(1.15)
    case .sameAgain: .seconds(20e-6)
    case .afterChanges: .ratio(0.03)
    case .walk, .walkLegacy: .ratio(2)
    case .walkByDate: .ratio(1.5)
    case .batch: .ratio(1.5)
    case .save, .saveLegacy: .ratio(1.3)
    case .insertFirst, .insertLast, .insertBeside, .insertMiddleAtHand: .ratio(3)
    case .insertMiddle: .ratio(1.2)
    case .insertMany: .countsOnly
    case .changeDetails: .seconds(1.5e-3)
    case .predicate: .ratioAnd(1.2, 100e-6)
    case .thumbnail: .ratio(1.1)
    case .coldLimit: .seconds(0.05)
    case .coldAll: .ratioAnd(1, 0.04)
    case .compare: .seconds(5)
    case .userTests: .seconds(10)
    case .build: .seconds(240)
    }
  }

  /// The size for which the goal is set, where it is not every size.
  var goalSize: Int? {
    switch self {
    case .firstFetch, .afterChanges, .walk, .walkByDate, .walkLegacy, .insertFirst, .insertLast,
      .insertBeside, .insertMiddleAtHand, .insertMiddle, .changeDetails, .predicate, .coldLimit,
      .coldAll:
      1_000_000
    default: nil
    }
  }

  /// The most by which the time may grow from 10,000 assets to 1,000,000, a hundred times as many.
  var growthLimit: GrowthLimit? {
    switch self {
    case .sameAgain, .afterChanges, .insertFirst, .insertLast, .insertBeside, .insertMiddleAtHand,
      .predicate:
      .logarithmic
    case .changeDetails: .times(10)
    case .firstFetch, .walk, .walkByDate, .walkLegacy, .insertMiddle: .asFloor
    default: nil
    }
  }
}

/// How much more a hundred times as many assets may cost.
enum GrowthLimit {
  /// A logarithm grows 1.5 times; as much again is left for what falls out of the caches.
  case logarithmic
  /// What the design says in a number.
  case times(Double)
  /// Of work on every asset, which is linear on both sides: as the floor, and a quarter. The floor
  /// shows what larger files cost by themselves.
  case asFloor

  /// The largest factor; nil where the floor has no growth to compare with.
  func most(_ floor: Table.Growth?) -> Double? {
    switch self {
    case .logarithmic: 3
    case .times(let factor): factor
    case .asFloor: floor.map { 1.25 * $0.factor }
    }
  }
}

/// What a row has to reach.
enum TableGoal {
  /// At most so many times the floor.
  case ratio(Double)
  /// At most so many times the floor, and so many seconds.
  case ratioAnd(Double, Double)
  /// At most so many seconds.
  case seconds(Double)
  /// Only counts have limits.
  case countsOnly

  func isReached(_ figure: Figure) -> Bool {
    switch self {
    case .ratio(let ratio): figure.time <= ratio * figure.floorTime
    case .ratioAnd(let ratio, let seconds): figure.time <= ratio * figure.floorTime + seconds
    case .seconds(let seconds): figure.time <= seconds
    case .countsOnly: true
    }
  }

  var text: String {
    switch self {
    case .ratio(let ratio): "≤ \(ratio) ×"
    case .ratioAnd(let ratio, let seconds): "≤ \(ratio) × + \(Report.seconds(seconds))"
    case .seconds(let seconds): "≤ \(Report.seconds(seconds))"
    case .countsOnly: ""
    }
  }
}

/// A number that a row counts, with the most that it may be.
struct Count {
  let row: TableRow
  var size: Int?
  let what: String
  let value: Double
  let limit: Double

  var isReached: Bool { value <= limit }

  var text: String {
    let number = value == value.rounded() ? "\(Int(value))" : Table.number(value)
    let most = limit == limit.rounded() ? "\(Int(limit))" : Table.number(limit)
    return "\(number) \(what), goal at most \(most): \(isReached ? "reached" : "missed")"
  }
}
