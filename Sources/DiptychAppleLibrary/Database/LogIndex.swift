import Foundation

/// What the index of a database's log, `Photos.sqlite-shm`, says of the log.
///
/// SQLite reads a log as far as it is whole and says nothing of the rest, which is right after a loss
/// of power and wrong after a copy that left the log behind. The index that was copied tells the two
/// apart.
struct LogIndex {
  /// Pages in the log.
  let frames: UInt32
  /// Those that the database has, too.
  let copied: UInt32

  /// Reads the index of a database's log; nil where there is none, or none that is whole.
  init?(of database: String) {
    guard let file = FileHandle(forReadingAtPath: database + "-shm") else { return nil }
    defer { try? file.close() }
    guard let data = try? file.read(upToCount: 136), data.count == 136 else { return nil }
    let bytes = [UInt8](data)
    func number(_ place: Int) -> UInt32 {
      bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    // Its head stands there twice, so that a half-written one shows.
    guard number(0) == 3_007_000, bytes[12] == 1, bytes[0..<48] == bytes[48..<96] else {
      return nil
    }
    frames = number(16)
    copied = number(96)
  }

  /// Whether a log that now has so many pages lacks some that were not yet in the database.
  func exceeds(_ present: LogIndex?) -> Bool {
    frames > copied && (present?.frames ?? 0) < frames
  }
}
