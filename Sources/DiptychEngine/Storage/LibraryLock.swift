import Foundation

/// The two advisory locks of a library, in one file: *writer*, held for each write transaction and
/// each checkpoint of any process, and *open*, shared while the library is open and exclusive
/// while its format is changed.
///
/// Keeping checkpoints and commits of all processes apart is what makes SQLite 3.40 safe here: its
/// write-ahead log may only be reset while nobody writes.
struct LibraryLock: Sendable {
  private static let writerByte: Int64 = 0
  private static let openByte: Int64 = 1

  private let descriptor: Int32
  private let system: any SystemCalls
  private let timeout: UInt64

  init(path: String, system: any SystemCalls, timeout: UInt64) throws {
    descriptor = try system.open(path, .readWrite)
    self.system = system
    self.timeout = timeout
  }

  /// Gives up every lock held here.
  func close() {
    system.close(descriptor)
  }

  func lockWriter() throws {
    try lock(Self.writerByte, exclusive: true)
  }

  /// Whether nobody is writing at this moment.
  func isWriterFree() throws -> Bool {
    guard try system.tryLockByte(descriptor, Self.writerByte, exclusive: true) else { return false }
    unlockWriter()
    return true
  }

  func unlockWriter() {
    system.unlockByte(descriptor, Self.writerByte)
  }

  func lockOpen(exclusive: Bool) throws {
    try lock(Self.openByte, exclusive: exclusive)
  }

  /// Waits for the open lock, exclusive. Two processes that both hold it shared would wait for each
  /// other for ever, so the shared one is given up first; and the other process may have done the
  /// work and keep the library open, so `isDone` is asked whenever that is possible.
  /// - Returns: Whether the lock is held exclusively; if not, it is held shared, and all is done.
  func lockForMigration(unless isDone: () throws -> Bool) throws -> Bool {
    system.unlockByte(descriptor, Self.openByte)
    var isExclusive = false
    try poll {
      if try system.tryLockByte(descriptor, Self.openByte, exclusive: true) {
        isExclusive = true
        return true
      }
      guard try system.tryLockByte(descriptor, Self.openByte, exclusive: false) else {
        return false
      }
      if try isDone() { return true }
      system.unlockByte(descriptor, Self.openByte)
      return false
    }
    return isExclusive
  }

  private func lock(_ byte: Int64, exclusive: Bool) throws {
    try poll { try system.tryLockByte(descriptor, byte, exclusive: exclusive) }
  }

  private func poll(_ isTaken: () throws -> Bool) throws {
    var waited: UInt64 = 0
    var interval: UInt32 = 500
    while try !isTaken() {
      guard waited < timeout else {
        throw LibraryError(
          .busy,
          "Another process has been using the library for \(timeout / 1_000_000) seconds. "
            + "Try again when it has finished.")
      }
      system.pause(interval)
      waited += UInt64(interval)
      interval = min(interval * 2, 20_000)
    }
  }
}
