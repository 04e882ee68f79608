import DiptychPlatform
import Foundation

/// One library: a folder with a database and originals, shared by every facade of the process.
///
/// Reads are snapshots on a pool of connections; there is one writer. Both calls are synchronous.
package final class Library: Sendable {
  /// State that only the holder of the writer's lock touches.
  struct Writer {
    var connection: Connection
    var pagesInLog = 0
  }

  package let configuration: LibraryConfiguration
  /// The library's own identifier.
  package let uuid: UUID
  package let access: AccessController
  package let queues: LibraryQueues
  package let activities: Activities
  let folder: LibraryFolder
  let originals: OriginalStore
  let lock: LibraryLock
  let writer: Lock<Writer?>
  let readers: ReaderPool
  private let currentProfile: Lock<BehaviorProfile>

  /// The transaction that this thread or task is inside of, so that re-entry throws instead of
  /// waiting for itself.
  @TaskLocal private static var writing: ObjectIdentifier?

  /// Opens the library at `configuration.folder`, or gives the one that this process has open
  /// there: a library is opened once per process.
  package static func open(_ configuration: LibraryConfiguration) throws -> Library {
    try LibraryRegistry.shared.open(configuration)
  }

  init(opening configuration: LibraryConfiguration) throws {
    let system = configuration.systemCalls
    let folder = LibraryFolder(path: configuration.folder, system: system)
    try folder.prepare(createsIfMissing: configuration.createsIfMissing)
    let lock = try LibraryLock(
      path: folder.lock, system: system, timeout: configuration.busyTimeout)
    do {
      try lock.lockOpen(exclusive: false)
      let connection = try Self.connect(folder, configuration, lock)
      guard let uuid = try connection.first("SELECT uuid FROM library", [], { $0.uuid(0) }) else {
        throw LibraryError(
          .libraryDamaged, "The library has no identifier. Restore it from a backup.")
      }
      self.uuid = uuid
      self.configuration = configuration
      self.folder = folder
      self.lock = lock
      originals = try OriginalStore(folder: folder, configuration: configuration)
      readers = ReaderPool(
        options: .init(
          path: folder.database, isReadOnly: true, isDurable: configuration.isDurable,
          vfs: configuration.vfs))
      writer = Lock(Writer(connection: connection))
      currentProfile = Lock(configuration.profile)
      access = AccessController(defaultPreset: configuration.defaultAccess)
      activities = Activities()
      queues = LibraryQueues(activities: activities)
    } catch {
      lock.close()
      throw LibraryError.wrapping(error)
    }
    access.attach(self)
    try recover()
    try purgeExpired()
  }

  /// Connects and brings the format up to date. The caller holds the open lock, shared.
  private static func connect(
    _ folder: LibraryFolder, _ configuration: LibraryConfiguration, _ lock: LibraryLock
  ) throws -> Connection {
    let connection = try Connection(
      .init(
        path: folder.database, isReadOnly: false, isDurable: configuration.isDurable,
        vfs: configuration.vfs))
    if try Migrator.state(of: connection) == .current,
      try connection.first("SELECT 1 FROM library", [], { _ in true }) == true
    {
      return connection
    }
    try lock.lockOpen(exclusive: true)
    try lock.lockWriter()
    defer { lock.unlockWriter() }
    try Migrator.migrate(connection, now: configuration.clock.now()) {
      configuration.identifiers.next(.library)
    }
    try lock.lockOpen(exclusive: false)
    return connection
  }

  /// The behavior profile in force.
  package var profile: BehaviorProfile {
    get { currentProfile.withLock { $0 } }
    set { currentProfile.withLock { $0 = newValue } }
  }

  /// The library's folder.
  package var path: String { folder.path }

  /// Runs `body` on a snapshot of the library.
  package func read<T>(_ body: (ReadTransaction) throws -> T) throws -> T {
    let connection = try readers.take()
    defer { readers.give(connection) }
    do {
      try connection.execute("BEGIN")
      let result = try body(ReadTransaction(connection: connection, library: self))
      try connection.execute("COMMIT")
      return result
    } catch {
      try? connection.execute("ROLLBACK")
      throw LibraryError.wrapping(error)
    }
  }

  /// Runs `body` in the one write transaction and commits it durably, or not at all.
  /// - Throws: `reentrant` inside another write of this library; `busy` when another process keeps
  ///   the writer for too long; what `body` throws.
  package func write<T>(
    client: String? = nil, origin: CommitOrigin = .client,
    _ body: (WriteTransaction) throws -> T
  ) throws -> T {
    guard Self.writing != ObjectIdentifier(self) else {
      throw LibraryError(
        .reentrant, "A write was started inside another write. Start it after the first has ended.")
    }
    return try Self.$writing.withValue(ObjectIdentifier(self)) {
      try writer.withLock { state in
        guard var current = state else { throw Self.closedError }
        defer { state = current }
        do {
          try lock.lockWriter()
          defer { lock.unlockWriter() }
          return try transact(&current, client: client, origin: origin, body)
        } catch {
          throw LibraryError.wrapping(error)
        }
      }
    }
  }

  private func transact<T>(
    _ writer: inout Writer, client: String?, origin: CommitOrigin,
    _ body: (WriteTransaction) throws -> T
  ) throws -> T {
    let connection = writer.connection
    try connection.execute("BEGIN IMMEDIATE")
    let transaction = WriteTransaction(
      connection: connection, library: self, date: configuration.clock.now(),
      client: client ?? configuration.client, origin: origin)
    let result: T
    do {
      result = try body(transaction)
      for path in transaction.removals {
        try connection.execute("INSERT OR IGNORE INTO pending_removals (path) VALUES (?)", path)
      }
      try connection.execute("COMMIT")
    } catch {
      try? connection.execute("ROLLBACK")
      throw error
    }
    if connection.pagesInLog > 1_000 { try? connection.checkpoint() }
    return result
  }

  /// Closes the library: waits for its writer, then gives up its connections and locks.
  package func close() {
    let closed = writer.withLock { state in
      defer { state = nil }
      return state != nil
    }
    guard closed else { return }
    readers.close()
    originals.close()
    lock.close()
    LibraryRegistry.shared.forget(self)
    if configuration.removesOnClose {
      try? FileManager.default.removeItem(atPath: folder.path)
    }
  }

  deinit {
    close()
  }

  static var closedError: LibraryError {
    LibraryError(.closed, "The library was closed. Open it again before you use it.")
  }
}
