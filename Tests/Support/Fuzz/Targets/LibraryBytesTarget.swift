import Foundation

/// The bytes of a library's file, or of the log beside it, are changed at some places.
///
/// The first byte says whether the rest is a log. Else changes follow each other: three bytes of a
/// place, one byte with how many bytes follow, and these.
final class LibraryBytesTarget: FuzzTarget {
  let name = "library-bytes"
  let maximumLength = 512
  let dictionary = [
    "SQLite format 3\0", "\u{37}\u{7F}\u{6}\u{82}", "CREATE", "TABLE", "originals/",
  ]

  private let exercise = Lazy<LibraryExercise> { try LibraryExercise("library-bytes") }

  func seeds() -> [Data] {
    [
      Data([0, 0, 0, 16, 2, 2, 0]), Data([0, 0, 0, 28, 4, 0, 0, 0, 1]),
      Data([0, 0, 0x10, 0, 3, 13, 255, 255]), Data([0, 1, 0, 0, 8, 1, 2, 3, 4, 5, 6, 7, 8]),
      Data([1, 0x37, 0x7F, 6, 0x82, 0, 0x2D, 0xE2, 0x18, 0, 0, 0x10, 0]),
    ]
  }

  func run(_ input: [UInt8]) {
    guard let first = input.first else { return }
    let exercise = exercise.value()
    if first & 1 == 1 {
      exercise.prepare(database: exercise.database, log: Array(input.dropFirst()))
    } else {
      exercise.prepare(database: HostileChanges.changed(exercise.database, by: input.dropFirst()))
    }
    let problem = exercise.use()
    require(problem == nil, problem ?? "")
  }
}
