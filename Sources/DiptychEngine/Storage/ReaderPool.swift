import DiptychPlatform
import Foundation

/// Connections for reading. A reader never waits: past the kept ones it gets a connection of its
/// own, which is closed afterwards.
final class ReaderPool: Sendable {
  private struct State {
    var idle: [Connection] = []
    var isClosed = false
  }

  private static let kept = 4

  private let options: Connection.Options
  private let place: LibraryPlace
  private let state = Lock(State())

  init(options: Connection.Options, place: LibraryPlace) {
    self.options = options
    self.place = place
  }

  func take() throws -> Connection {
    let slot = try state.withLock { state throws(LibraryError) -> Transfer in
      guard !state.isClosed else { throw Library.closedError }
      return Transfer(connection: state.idle.popLast())
    }
    if let connection = slot.connection { return connection }
    let connection = try Connection(options)
    // It was opened by its path, where another database may be by now.
    try place.check()
    return connection
  }

  func give(_ connection: Connection) {
    let slot = Transfer(connection: connection)
    state.withLock { state in
      guard !state.isClosed, state.idle.count < Self.kept, let connection = slot.connection
      else { return }
      state.idle.append(connection)
    }
  }

  func close() {
    state.withLock { state in
      state.isClosed = true
      state.idle.removeAll()
    }
  }

  /// Carries a connection across the lock's boundary.
  private struct Transfer: @unchecked Sendable {
    // Sendable because a connection is either in the pool or with exactly one reader.
    let connection: Connection?
  }
}
