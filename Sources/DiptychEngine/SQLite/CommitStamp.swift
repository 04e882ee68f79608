internal import CDiptychSQLite
import DiptychPlatform

/// What the shared index of the write-ahead log says of the last commit. As long as a library gives
/// an equal stamp, nothing was committed in between, by any process.
///
/// Every commit changes the counter and the checksums of that header (SQLite, "WAL-mode File
/// Format", 2.1), which each connection has mapped. Looking there takes no system call, where even
/// the smallest read transaction takes four. A checkpoint changes the header too: equal stamps say
/// that nothing has changed, different ones say nothing.
package struct CommitStamp: Equatable, Sendable {
  private let words: (UInt64, UInt64, UInt64, UInt64)
  /// How often a setting of this process was changed that decides what is seen.
  private let generation: Int

  fileprivate init(_ header: UnsafeMutableRawPointer, _ generation: Int) {
    // The counter, the last frame and the pages; the frame's checksum; the header's own.
    words = (
      diptych_load(header + 8), diptych_load(header + 16), diptych_load(header + 24),
      diptych_load(header + 40)
    )
    self.generation = generation
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.words == right.words && left.generation == right.generation
  }
}

/// Gives the stamps of one library while its writing connection is open.
final class CommitStamps: Sendable {
  private struct State: @unchecked Sendable {
    // Sendable because the address is only read, through atomic loads, and only until `close()`.
    var header: UnsafeMutableRawPointer?
    var generation = 0
  }

  private let state: Lock<State>

  init(_ connection: Connection) {
    state = Lock(State(header: Self.header(of: connection)))
  }

  /// Nil where the file layer shares no memory, and once the library is closed.
  var current: CommitStamp? {
    state.withLock { state in state.header.map { CommitStamp($0, state.generation) } }
  }

  /// Makes every stamp given so far an old one.
  func expire() {
    state.withLock { $0.generation += 1 }
  }

  /// Before the connection is closed, which unmaps the header.
  func close() {
    state.withLock { $0.header = nil }
  }

  private static func header(of connection: Connection) -> UnsafeMutableRawPointer? {
    diptych_sqlite_log_header(connection.pointer)
  }
}
