import Foundation

/// The files of a library's database are damaged, as far as it no longer opens, and `verify --repair`
/// makes a new one of them.
///
/// The first byte says which files there are: the database alone, with a log, with a journal of which
/// the rest of the input is the bytes, or a damaged database with a log that is whole; and whether there
/// is a doorbell, which then takes the next eight bytes. Changes follow as for `library-bytes`.
final class LibraryRepairTarget: FuzzTarget {
  let name = "library-repair"
  let maximumLength = 512
  let dictionary = [
    "SQLite format 3\0", "\u{37}\u{7F}\u{6}\u{82}", "CREATE", "TABLE", "originals/",
    "\u{D9}\u{D5}\u{5}\u{F9} \u{A1}c\u{D7}",
  ]

  private let exercise = Lazy<LibraryExercise> { try LibraryExercise("library-repair") }

  func seeds() -> [Data] {
    // The header, the list of tables, pages behind it, the header of the log and of its first frame.
    let places: [[UInt8]] = [
      [0, 0, 0, 16, 0xFF], [0, 0, 16, 2, 0xFF, 0xFF], [0, 0, 100, 8, 0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0x10, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0], [0, 0x20, 0, 3, 13, 255, 255], [0, 0, 32, 1, 0xFF],
    ]
    return places.flatMap { place in [0, 1, 3].map { Data([$0] + place) } }
      + [
        Data([0, 0, 0, 0]), Data([4, 9, 0, 0, 0, 0, 0, 0, 0]),
        // A journal with its head, and one that ends as those do which name another file.
        Data([2, 0xD9, 0xD5, 5, 0xF9, 0x20, 0xA1, 0x63, 0xD7, 0, 0, 0, 1]),
        Data(
          [2] + Array("/outside/canary.jpg".utf8) + [0xD9, 0xD5, 5, 0xF9, 0x20, 0xA1, 0x63, 0xD7]),
      ]
  }

  func run(_ input: [UInt8]) {
    guard let first = input.first else { return }
    let exercise = exercise.value()
    var rest = input.dropFirst()
    var doorbell: [UInt8] = []
    if first & 4 != 0 {
      doorbell = Array(rest.prefix(8))
      rest = rest.dropFirst(8)
    }
    switch first & 3 {
    case 0: exercise.prepare(database: HostileChanges.changed(exercise.database, by: rest))
    case 1:
      exercise.prepare(
        database: exercise.unfolded, log: HostileChanges.changed(exercise.log, by: rest))
    case 2: exercise.prepare(database: exercise.database, journal: Array(rest))
    default:
      exercise.prepare(
        database: HostileChanges.changed(exercise.unfolded, by: rest), log: exercise.log)
    }
    exercise.lay(doorbell: doorbell)
    let problem = exercise.repair()
    require(problem == nil, problem ?? "")
  }
}
