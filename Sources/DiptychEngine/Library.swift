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
  package let feed: ChangeFeed
  /// What tests force on this library.
  package let simulation: Simulation
  let orders = OrderCache()
  let fetched = Lock<[String: FetchedObjects]>([:])
  let folder: LibraryFolder
  let originals: OriginalStore
  let derivatives: DerivativeCache
  let lock: LibraryLock
  let place: LibraryPlace
  let writer: Lock<Writer?>
  let readers: ReaderPool
  private let stamps: CommitStamps
  private let currentProfile: Lock<BehaviorProfile>
  private let counts = Lock(Statistics())

  /// The libraries in whose write this thread or task is, so that re-entry throws instead of
  /// waiting for itself.
  @TaskLocal private static var writing: Set<ObjectIdentifier> = []

  /// Opens the library at `configuration.folder`, or gives the one that this process has open
  /// there: a library is opened once per process.
  package static func open(_ configuration: LibraryConfiguration) throws -> Library {
    try LibraryRegistry.shared.open(configuration)
  }

  init(opening configuration: LibraryConfiguration) throws {
    let system = configuration.systemCalls
    let folder = LibraryFolder(
      path: configuration.folder, system: system, makesFoldersLate: configuration.removesOnClose)
    try folder.prepare(createsIfMissing: configuration.createsIfMissing)
    let lock = try LibraryLock(
      path: folder.lock, system: system, timeout: configuration.busyTimeout)
    do {
      try lock.lockOpen(exclusive: false)
      place = try LibraryPlace(of: folder)
      let connection = try Self.connect(folder, configuration, lock)
      try folder.makeMissingFolders()
      try place.check()
      guard let uuid = try connection.first("SELECT uuid FROM library", [], { $0.uuid(0) }) else {
        throw LibraryError(
          .libraryDamaged,
          "The library has no identifier. Run `diptych verify --repair`, or restore it from a "
            + "backup.")
      }
      self.uuid = uuid
      self.configuration = configuration
      self.folder = folder
      self.lock = lock
      originals = try OriginalStore(folder: folder, place: place, configuration: configuration)
      derivatives = DerivativeCache(folder: folder, configuration: configuration)
      readers = ReaderPool(
        options: .init(
          path: folder.database, isReadOnly: true, isDurable: configuration.isDurable,
          vfs: configuration.vfs), place: place)
      stamps = CommitStamps(connection)
      writer = Lock(Writer(connection: connection))
      currentProfile = Lock(configuration.profile)
      access = AccessController(defaultPreset: configuration.defaultAccess)
      simulation = Simulation(isNetworkDown: configuration.isNetworkDown)
      activities = Activities()
      queues = LibraryQueues(activities: activities, trace: configuration.trace)
      feed = ChangeFeed(queues: queues)
    } catch {
      lock.close()
      throw folder.judged(LibraryError.wrapping(error))
    }
    access.attach(self)
    try refuseLostCommits()
    try keepUp()
  }

  /// What is due when a library is opened. What cannot be done now, because another process writes or the
  /// volume is full, waits for the next opening: who wants to read must not wait for that.
  private func keepUp() throws {
    let works = [{ try self.recover(waits: false) }, purgeExpired, { try self.trimLog() }]
    for (index, work) in works.enumerated() {
      do {
        // Recovery asks by itself: most of it needs no writer.
        guard try index == 0 || lock.isWriterFree() else { continue }
        try work()
      } catch {
        let error = LibraryError.wrapping(error)
        if error.code == .libraryDamaged { throw error }
      }
    }
  }

  /// Connects and brings the format up to date. The caller holds the open lock, shared.
  private static func connect(
    _ folder: LibraryFolder, _ configuration: LibraryConfiguration, _ lock: LibraryLock
  ) throws -> Connection {
    var options = Connection.Options(
      path: folder.database, isReadOnly: true, isDurable: configuration.isDurable,
      vfs: configuration.vfs)
    if try folder.hasJournal {
      try lock.lockWriter()
      defer { lock.unlockWriter() }
      try HotJournal(folder).check()
      try Connection.rollBack(options)
    }
    try folder.checkLog(lock)
    let isNew = try configuration.systemCalls.status(folder.database).size == 0
    if isNew, try folder.hasOriginals() { throw LibraryFolder.databaseMissing }
    if !isNew {
      // A connection that writes changes the file's mode, so a foreign file is refused before.
      try folder.accept(Migrator.state(of: Connection(options)))
    }
    options.isReadOnly = false
    let connection = try isNew ? connectAlone(options, lock) : Connection(options)
    if try Migrator.isCurrent(connection) { return connection }
    guard try lock.lockForMigration(unless: { try Migrator.isCurrent(connection) }) else {
      return connection
    }
    try lock.lockWriter()
    defer { lock.unlockWriter() }
    try folder.accept(Migrator.state(of: connection))
    try Migrator.migrate(connection, now: configuration.clock.now()) {
      configuration.identifiers.next(.library)
    }
    try lock.lockOpen(exclusive: false)
    return connection
  }

  /// Connects to a new file, whose mode the first connection changes, while no other process does.
  private static func connectAlone(
    _ options: Connection.Options, _ lock: LibraryLock
  ) throws -> Connection {
    try lock.lockWriter()
    defer { lock.unlockWriter() }
    return try Connection(options)
  }

  /// The behavior profile in force.
  package var profile: BehaviorProfile {
    get { currentProfile.withLock { $0 } }
    set {
      currentProfile.withLock { $0 = newValue }
      stamps.expire()
    }
  }

  /// Tells later whether anything was committed since now; nil where that cannot be told without a
  /// transaction. No system call. Take it before the transaction whose answers it is for.
  package var stamp: CommitStamp? { stamps.current }

  /// How often the library was used.
  package struct Statistics: Sendable {
    /// Read transactions.
    package var reads = 0
    /// Write transactions that committed.
    package var commits = 0
    /// SQL statements, in and outside of transactions.
    package var statements = 0
  }

  /// How often this object was used since it was opened.
  package var statistics: Statistics { counts.withLock { $0 } }

  /// The library's folder.
  package var path: String { folder.path }

  /// Runs `body` on a snapshot of the library.
  package func read<T>(_ body: (ReadTransaction) throws -> T) throws -> T {
    let connection = try readers.take()
    let before = connection.statementCount
    defer {
      count(statementsSince: before, of: connection)
      readers.give(connection)
    }
    let start = configuration.trace?.begin()
    defer {
      if let start { configuration.trace?.end(.read, "read", since: start) }
    }
    do {
      try connection.execute("BEGIN")
      let result = try body(ReadTransaction(connection: connection, library: self))
      try connection.execute("COMMIT")
      counts.withLock { $0.reads += 1 }
      return result
    } catch {
      try? connection.execute("ROLLBACK")
      throw LibraryError.wrapping(error)
    }
  }

  /// Adds what a connection has run to the statistics.
  func count(statementsSince before: Int, of connection: Connection) {
    let statements = connection.statementCount - before
    counts.withLock { $0.statements += statements }
  }

  /// Runs `body` in the one write transaction and commits it durably, or not at all.
  /// - Throws: `reentrant` inside another write of this library; `busy` when another process keeps
  ///   the writer for too long; what `body` throws.
  package func write<T>(
    client: String? = nil, origin: CommitOrigin = .client,
    _ body: (WriteTransaction) throws -> T
  ) throws -> T {
    guard !Self.writing.contains(ObjectIdentifier(self)) else {
      throw LibraryError(
        .reentrant, "A write was started inside another write. Start it after the first has ended.")
    }
    let (result, upkeep) = try Self.$writing.withValue(
      Self.writing.union([ObjectIdentifier(self)])
    ) {
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
    if let token = upkeep.token {
      folder.ring(token)
      feed.ring(self)
    }
    // The write is done and stays done; what upkeep cannot do now waits for the next one.
    if upkeep.purges { try? purgeExpired() }
    if upkeep.trims { try? trimLog() }
    return result
  }

  /// What a transaction found to be due after it.
  private struct Upkeep {
    var purges = false
    var trims = false
    /// The token, where the transaction changed something that others are told of.
    var token: Int64?
  }

  private func transact<T>(
    _ writer: inout Writer, client: String?, origin: CommitOrigin,
    _ body: (WriteTransaction) throws -> T
  ) throws -> (T, Upkeep) {
    let connection = writer.connection
    let before = connection.statementCount
    defer { count(statementsSince: before, of: connection) }
    let start = configuration.trace?.begin()
    try connection.execute("BEGIN IMMEDIATE")
    let transaction = WriteTransaction(
      connection: connection, library: self, date: configuration.clock.now(),
      client: client ?? configuration.client, origin: origin)
    let result: T
    var upkeep = Upkeep()
    do {
      result = try body(transaction)
      try transaction.settleMembers()
      for path in transaction.removals {
        try connection.execute("INSERT OR IGNORE INTO pending_removals (path) VALUES (?)", path)
      }
      if origin != .upkeep {
        upkeep.purges = try transaction.needsPurge()
        upkeep.trims = (transaction.nextToken ?? 1) % Self.commitsBetweenTrims == 0
      }
      try place.check()
      try commitOrDoubt(connection)
    } catch {
      try? connection.execute("ROLLBACK")
      throw error
    }
    counts.withLock { $0.commits += 1 }
    if let start {
      configuration.trace?.end(.commit, "commit", since: start, token: transaction.nextToken)
    }
    upkeep.token = transaction.nextToken
    if connection.pagesInLog > configuration.logBound { try? connection.checkpoint() }
    return (result, upkeep)
  }

  /// Commits. When that fails, the log on disk may hold the commit all the same.
  private func commitOrDoubt(_ connection: Connection) throws {
    do {
      try connection.execute("COMMIT")
    } catch {
      var doubt = LibraryError.wrapping(error)
      doubt.isInDoubt = true
      throw doubt
    }
  }

  /// Closes the library: waits for its writer, then gives up its connections and locks.
  package func close() {
    stamps.close()
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
      // The folder around it was made for it alone, and is left alone when it holds anything else.
      try? configuration.systemCalls.removeFolder(
        folder.path.parentPath)
    }
  }

  deinit {
    close()
  }

  static var closedError: LibraryError {
    LibraryError(.closed, "The library was closed. Open it again before you use it.")
  }
}
