import DiptychEngine

/// The calls of another implementation, each of those that say where a save has come to told to an
/// observer once it has succeeded.
package struct WatchedSystemCalls: SystemCalls {
  package enum Event: Hashable, Sendable {
    /// `fsync` of a file or a folder.
    case sync
    /// `syncfs`.
    case syncVolume
    case makeFolder
    /// A byte of the library's lock file was taken.
    case lock(byte: Int64)
    /// A byte of the library's lock file was given up.
    case unlock(byte: Int64)
  }

  /// The byte that is locked for the length of a write transaction.
  package static let writerByte: Int64 = 0

  private let calls: any SystemCalls
  private let observe: @Sendable (Event) -> Void

  package init(_ calls: any SystemCalls, _ observe: @escaping @Sendable (Event) -> Void) {
    self.calls = calls
    self.observe = observe
  }

  package func sync(_ descriptor: Int32) throws(SystemCallError) {
    try calls.sync(descriptor)
    observe(.sync)
  }

  package func syncVolume(_ descriptor: Int32) throws(SystemCallError) {
    try calls.syncVolume(descriptor)
    observe(.syncVolume)
  }

  package func makeFolder(_ path: String) throws(SystemCallError) {
    try calls.makeFolder(path)
    observe(.makeFolder)
  }

  package func tryLockByte(
    _ descriptor: Int32, _ byte: Int64, exclusive: Bool
  ) throws(SystemCallError) -> Bool {
    guard try calls.tryLockByte(descriptor, byte, exclusive: exclusive) else { return false }
    observe(.lock(byte: byte))
    return true
  }

  package func unlockByte(_ descriptor: Int32, _ byte: Int64) {
    calls.unlockByte(descriptor, byte)
    observe(.unlock(byte: byte))
  }

  // MARK: Handed on

  package func open(_ path: String, _ mode: OpenMode) throws(SystemCallError) -> Int32 {
    try calls.open(path, mode)
  }

  package func close(_ descriptor: Int32) { calls.close(descriptor) }

  package func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(SystemCallError) -> Int {
    try calls.read(descriptor, into: buffer, at: offset)
  }

  package func write(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer
  ) throws(SystemCallError) -> Int {
    try calls.write(descriptor, bytes)
  }

  package func link(_ source: String, _ target: String) throws(SystemCallError) {
    try calls.link(source, target)
  }

  package func rename(_ source: String, _ target: String) throws(SystemCallError) {
    try calls.rename(source, target)
  }

  package func unlink(_ path: String) throws(SystemCallError) { try calls.unlink(path) }

  package func removeFolder(_ path: String) throws(SystemCallError) {
    try calls.removeFolder(path)
  }

  package func list(_ path: String) throws(SystemCallError) -> [String] { try calls.list(path) }

  package func clone(from source: Int32, to target: Int32) throws(SystemCallError) {
    try calls.clone(from: source, to: target)
  }

  package func tryLock(_ descriptor: Int32) throws(SystemCallError) -> Bool {
    try calls.tryLock(descriptor)
  }

  package func status(_ path: String) throws(SystemCallError) -> FileStatus {
    try calls.status(path)
  }

  package func isOnNetwork(_ path: String) throws(SystemCallError) -> Bool {
    try calls.isOnNetwork(path)
  }

  package func pause(_ microseconds: UInt32) { calls.pause(microseconds) }
}
