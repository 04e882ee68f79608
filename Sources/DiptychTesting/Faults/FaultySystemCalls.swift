import DiptychEngine
import DiptychPlatform
import Foundation

/// The machine's file system, with the faults that a test has switched on.
final class FaultySystemCalls: SystemCalls {
  struct Faults {
    var isDiskFull = false
    var isBusy = false
  }

  /// The engine locks this byte of the lock file for every write.
  private static let writerByte: Int64 = 0

  private let real = RealSystemCalls(durable: false)
  let faults = Lock(Faults())

  private func requireSpace(_ call: String) throws(SystemCallError) {
    if faults.withLock({ $0.isDiskFull }) { throw SystemCallError(call, ENOSPC) }
  }

  func open(_ path: String, _ mode: OpenMode) throws(SystemCallError) -> Int32 {
    if case .create = mode { try requireSpace("open") }
    return try real.open(path, mode)
  }

  func close(_ descriptor: Int32) { real.close(descriptor) }

  func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64)
    throws(SystemCallError) -> Int
  {
    try real.read(descriptor, into: buffer, at: offset)
  }

  func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemCallError) -> Int {
    try requireSpace("write")
    return try real.write(descriptor, bytes)
  }

  func sync(_ descriptor: Int32) throws(SystemCallError) { try real.sync(descriptor) }

  func syncVolume(_ descriptor: Int32) throws(SystemCallError) { try real.syncVolume(descriptor) }

  func link(_ source: String, _ target: String) throws(SystemCallError) {
    try requireSpace("link")
    try real.link(source, target)
  }

  func rename(_ source: String, _ target: String) throws(SystemCallError) {
    try real.rename(source, target)
  }

  func unlink(_ path: String) throws(SystemCallError) { try real.unlink(path) }

  func makeFolder(_ path: String) throws(SystemCallError) {
    try requireSpace("mkdir")
    try real.makeFolder(path)
  }

  func removeFolder(_ path: String) throws(SystemCallError) { try real.removeFolder(path) }

  func list(_ path: String) throws(SystemCallError) -> [String] { try real.list(path) }

  func clone(from source: Int32, to target: Int32) throws(SystemCallError) {
    try requireSpace("clone")
    try real.clone(from: source, to: target)
  }

  func tryLock(_ descriptor: Int32) throws(SystemCallError) -> Bool {
    try real.tryLock(descriptor)
  }

  func tryLockByte(_ descriptor: Int32, _ byte: Int64, exclusive: Bool)
    throws(SystemCallError) -> Bool
  {
    if byte == Self.writerByte, faults.withLock({ $0.isBusy }) { return false }
    return try real.tryLockByte(descriptor, byte, exclusive: exclusive)
  }

  func unlockByte(_ descriptor: Int32, _ byte: Int64) { real.unlockByte(descriptor, byte) }

  func status(_ path: String) throws(SystemCallError) -> FileStatus { try real.status(path) }

  func isOnNetwork(_ path: String) throws(SystemCallError) -> Bool { try real.isOnNetwork(path) }

  /// The seconds that a writer waits for a busy library pass at once: nobody is going to free it.
  func pause(_ microseconds: UInt32) {
    if faults.withLock({ $0.isBusy }) { return }
    real.pause(microseconds)
  }
}
