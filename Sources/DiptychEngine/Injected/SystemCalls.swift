import Foundation

/// A failed system call: its name and number.
package struct SystemCallError: Error, Sendable, CustomStringConvertible {
  package let call: String
  package let number: Int32

  package init(_ call: String, _ number: Int32) {
    self.call = call
    self.number = number
  }

  package var description: String { "\(call): \(String(cString: strerror(number)))" }

  /// Whether no file of the library has the name: there is none, or a symbolic link is in its place.
  var leadsNowhere: Bool { [ENOENT, ENOTDIR, ELOOP].contains(number) }

  /// Whether a failure to read tells of the file, and not of a process or a machine that has run out
  /// of something.
  var isAboutFile: Bool { ![EMFILE, ENFILE, ENOMEM].contains(number) }

  /// Whether a pipe, a socket or a device is where a file was to be read.
  var isOfSpecialFile: Bool { [ESPIPE, ENXIO, ENODEV].contains(number) }
}

/// What `stat` tells about a file.
package struct FileStatus: Sendable {
  package enum Kind: Sendable { case file, folder, other }
  package let kind: Kind
  /// Bytes.
  package let size: Int64
  package let device: UInt64
  package let inode: UInt64
  /// When its content was changed last, in nanoseconds since 1970.
  package let modified: Int64

  /// Whether both are one file, under whatever name.
  func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }

  /// Whether both are one file, and nothing was written to it between.
  func isUnchanged(since other: FileStatus) -> Bool {
    isSameFile(as: other) && size == other.size && modified == other.modified
  }
}

/// How a file is opened.
package enum OpenMode: Sendable {
  case read
  /// For reading a file of the library: neither its name nor that of the folder around it may be a
  /// symbolic link, which could lead out of the library.
  case readInside
  /// A file that is read, and is no symbolic link itself; the folder around it may be named by one.
  case readHere
  /// For writing; the file must not exist. Mode 0600.
  case create
  /// For reading and writing; made when missing. Mode 0600.
  case readWrite
  case folder
}

/// The one seam between the engine and the operating system's files. Every file operation outside
/// SQLite goes through it, so that a test can fail the n-th call.
package protocol SystemCalls: Sendable {
  func open(_ path: String, _ mode: OpenMode) throws(SystemCallError) -> Int32
  func close(_ descriptor: Int32)
  func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64)
    throws(SystemCallError) -> Int
  func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemCallError) -> Int
  /// Writes bytes over the start of a file, which is made when missing. A sign to other processes,
  /// which nobody has to see: failing is no harm.
  func signal(_ path: String, _ bytes: [UInt8]) throws(SystemCallError)
  /// Makes a file's or folder's content durable.
  func sync(_ descriptor: Int32) throws(SystemCallError)
  /// Makes everything on the volume of `descriptor` durable.
  func syncVolume(_ descriptor: Int32) throws(SystemCallError)
  func link(_ source: String, _ target: String) throws(SystemCallError)
  func rename(_ source: String, _ target: String) throws(SystemCallError)
  /// Renames a file to a name that nothing has yet; `EEXIST` otherwise. Where the volume does not know
  /// how, it looks first, and a moment is left between.
  func renameNew(_ source: String, _ target: String) throws(SystemCallError)
  func unlink(_ path: String) throws(SystemCallError)
  func makeFolder(_ path: String) throws(SystemCallError)
  func removeFolder(_ path: String) throws(SystemCallError)
  /// The names in a folder, sorted, without `.` and `..`. Of one that is no UTF-8, U+FFFD stands for
  /// what is none.
  func list(_ path: String) throws(SystemCallError) -> [String]
  /// Gives each name in a folder that is no UTF-8, and so cannot be given to any of these calls, another
  /// in which `%` and two digits stand for a byte. Nothing is replaced.
  func spellNames(in path: String) throws(SystemCallError)
  /// The names in a folder that are symbolic links, sorted. O(*n*) in its names, without a look at
  /// each where the volume tells what they are.
  func links(in path: String) throws(SystemCallError) -> [String]
  /// Shares the blocks of `source` with `target` where the volume can do that.
  func clone(from source: Int32, to target: Int32) throws(SystemCallError)
  /// Tries to lock a whole file or folder for this open descriptor; false when another holds it.
  func tryLock(_ descriptor: Int32) throws(SystemCallError) -> Bool
  /// Tries to lock one byte of a file for this open descriptor; false when another holds it.
  func tryLockByte(_ descriptor: Int32, _ byte: Int64, exclusive: Bool)
    throws(SystemCallError) -> Bool
  func unlockByte(_ descriptor: Int32, _ byte: Int64)
  func status(_ path: String) throws(SystemCallError) -> FileStatus
  func status(of descriptor: Int32) throws(SystemCallError) -> FileStatus
  /// Whether the volume of `path` is a network file system.
  func isOnNetwork(_ path: String) throws(SystemCallError) -> Bool
  /// Lets other threads and processes run for `microseconds`.
  func pause(_ microseconds: UInt32)
}

extension SystemCalls {
  package func signal(_ path: String, _ bytes: [UInt8]) throws(SystemCallError) {
    let descriptor = try open(path, .readWrite)
    defer { close(descriptor) }
    var failure: SystemCallError?
    bytes.withUnsafeBytes { buffer in
      do throws(SystemCallError) {
        _ = try write(descriptor, buffer)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}
