import DiptychEngine
import DiptychPlatform
import Foundation

/// Real system calls that can be made to fail: the n-th one once, or every one of a name.
///
/// It also keeps the books of what is open.
final class FaultySystemCalls: SystemCalls {
  private struct State {
    var callsLeft = Int.max
    var hasFailed = false
    /// The name of the call that was made to fail.
    var failed: String?
    var number = EIO
    var failing: [String: Int32] = [:]
    var open: Set<Int32> = []
    var isNetwork = false
    var pauses = 0
  }

  private let real = RealSystemCalls(durable: false)
  private let state = Lock(State())

  /// The `n`-th call from now on fails once with `number`.
  func failCall(_ n: Int, _ number: Int32 = EIO) {
    state.withLock {
      $0.callsLeft = n - 1
      $0.hasFailed = false
      $0.failed = nil
      $0.number = number
    }
  }

  /// Stops the counting; true if the call that was to fail was reached.
  func disarm() -> Bool {
    state.withLock {
      $0.callsLeft = .max
      return $0.hasFailed
    }
  }

  /// Every call named `call` fails with `number` from now on; nil lets it work again.
  func fail(_ call: String, _ number: Int32?) {
    state.withLock { $0.failing[call] = number }
  }

  /// Whether every path counts as one on a network file system.
  var isNetwork: Bool {
    get { state.withLock { $0.isNetwork } }
    set { state.withLock { $0.isNetwork = newValue } }
  }

  /// The call that failed once, by name.
  var failedCall: String? { state.withLock { $0.failed } }
  /// Descriptors that were opened and not closed.
  var openCount: Int { state.withLock { $0.open.count } }
  var pauses: Int { state.withLock { $0.pauses } }

  private func enter(_ call: String) throws(SystemCallError) {
    let number: Int32? = state.withLock { state in
      if let number = state.failing[call] { return number }
      guard state.callsLeft != .max else { return nil }
      state.callsLeft -= 1
      guard state.callsLeft < 0, !state.hasFailed else { return nil }
      state.hasFailed = true
      state.failed = call
      return state.number
    }
    if let number { throw SystemCallError(call, number) }
  }

  func open(_ path: String, _ mode: OpenMode) throws(SystemCallError) -> Int32 {
    try enter("open")
    let descriptor = try real.open(path, mode)
    state.withLock { _ = $0.open.insert(descriptor) }
    return descriptor
  }

  func close(_ descriptor: Int32) {
    state.withLock { _ = $0.open.remove(descriptor) }
    real.close(descriptor)
  }

  func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(SystemCallError) -> Int {
    try enter("read")
    return try real.read(descriptor, into: buffer, at: offset)
  }

  func write(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer
  ) throws(SystemCallError) -> Int {
    try enter("write")
    return try real.write(descriptor, bytes)
  }

  func signal(_ path: String, _ bytes: [UInt8]) throws(SystemCallError) {
    try enter("signal")
    try real.signal(path, bytes)
  }

  func sync(_ descriptor: Int32) throws(SystemCallError) {
    try enter("fsync")
    try real.sync(descriptor)
  }

  func syncVolume(_ descriptor: Int32) throws(SystemCallError) {
    try enter("syncfs")
    try real.syncVolume(descriptor)
  }

  func link(_ source: String, _ target: String) throws(SystemCallError) {
    try enter("link")
    try real.link(source, target)
  }

  func rename(_ source: String, _ target: String) throws(SystemCallError) {
    try enter("rename")
    try real.rename(source, target)
  }

  func unlink(_ path: String) throws(SystemCallError) {
    try enter("unlink")
    try real.unlink(path)
  }

  func makeFolder(_ path: String) throws(SystemCallError) {
    try enter("mkdir")
    try real.makeFolder(path)
  }

  func removeFolder(_ path: String) throws(SystemCallError) {
    try enter("rmdir")
    try real.removeFolder(path)
  }

  func list(_ path: String) throws(SystemCallError) -> [String] {
    try enter("list")
    return try real.list(path)
  }

  func clone(from source: Int32, to target: Int32) throws(SystemCallError) {
    try enter("clone")
    try real.clone(from: source, to: target)
  }

  func tryLock(_ descriptor: Int32) throws(SystemCallError) -> Bool {
    try enter("flock")
    return try real.tryLock(descriptor)
  }

  func tryLockByte(
    _ descriptor: Int32, _ byte: Int64, exclusive: Bool
  ) throws(SystemCallError) -> Bool {
    try enter("fcntl")
    return try real.tryLockByte(descriptor, byte, exclusive: exclusive)
  }

  func unlockByte(_ descriptor: Int32, _ byte: Int64) {
    real.unlockByte(descriptor, byte)
  }

  func status(_ path: String) throws(SystemCallError) -> FileStatus {
    try enter("stat")
    return try real.status(path)
  }

  func isOnNetwork(_ path: String) throws(SystemCallError) -> Bool {
    try enter("statfs")
    if isNetwork { return true }
    return try real.isOnNetwork(path)
  }

  func pause(_ microseconds: UInt32) {
    state.withLock { $0.pauses += 1 }
    real.pause(microseconds)
  }
}
