import DiptychEngine
import DiptychPlatform
import Foundation

/// The machine's files on a disk that a test can fill.
final class FullDisk: SystemCalls {
  private let real = RealSystemCalls(durable: false)
  private let full = Lock(false)

  /// Whether no byte fits any more.
  var isFull: Bool {
    get { full.withLock { $0 } }
    set { full.withLock { $0 = newValue } }
  }

  func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemCallError) -> Int {
    guard !isFull else { throw SystemCallError("write", ENOSPC) }
    return try real.write(descriptor, bytes)
  }

  func open(_ path: String, _ mode: OpenMode) throws(SystemCallError) -> Int32 {
    try real.open(path, mode)
  }

  func close(_ descriptor: Int32) { real.close(descriptor) }

  func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(SystemCallError) -> Int {
    try real.read(descriptor, into: buffer, at: offset)
  }

  func sync(_ descriptor: Int32) throws(SystemCallError) { try real.sync(descriptor) }

  func syncVolume(_ descriptor: Int32) throws(SystemCallError) { try real.syncVolume(descriptor) }

  func link(_ source: String, _ target: String) throws(SystemCallError) {
    try real.link(source, target)
  }

  func rename(_ source: String, _ target: String) throws(SystemCallError) {
    try real.rename(source, target)
  }

  func unlink(_ path: String) throws(SystemCallError) { try real.unlink(path) }

  func makeFolder(_ path: String) throws(SystemCallError) { try real.makeFolder(path) }

  func removeFolder(_ path: String) throws(SystemCallError) { try real.removeFolder(path) }

  func list(_ path: String) throws(SystemCallError) -> [String] { try real.list(path) }

  func clone(from source: Int32, to target: Int32) throws(SystemCallError) {
    guard !isFull else { throw SystemCallError("ioctl FICLONE", ENOSPC) }
    try real.clone(from: source, to: target)
  }

  func tryLock(_ descriptor: Int32) throws(SystemCallError) -> Bool { try real.tryLock(descriptor) }

  func tryLockByte(
    _ descriptor: Int32, _ byte: Int64, exclusive: Bool
  ) throws(SystemCallError) -> Bool {
    try real.tryLockByte(descriptor, byte, exclusive: exclusive)
  }

  func unlockByte(_ descriptor: Int32, _ byte: Int64) { real.unlockByte(descriptor, byte) }

  func status(_ path: String) throws(SystemCallError) -> FileStatus { try real.status(path) }

  func isOnNetwork(_ path: String) throws(SystemCallError) -> Bool { try real.isOnNetwork(path) }

  func pause(_ microseconds: UInt32) { real.pause(microseconds) }
}
