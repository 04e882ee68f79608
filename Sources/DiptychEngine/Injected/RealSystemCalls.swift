internal import CDiptychSystem
import Foundation

/// The operating system's own calls. Interrupted calls are repeated.
package struct RealSystemCalls: SystemCalls {
  /// Whether syncs reach the disk. An ephemeral library skips them.
  package let durable: Bool
  /// Asked before each attempt at a call, by its name: yes stands for a signal that interrupts it. For
  /// tests, since signals that are sent come when they like.
  private let isInterrupted: (@Sendable (String) -> Bool)?

  package init(durable: Bool = true, isInterrupted: (@Sendable (String) -> Bool)? = nil) {
    self.durable = durable
    self.isInterrupted = isInterrupted
  }

  private func check(_ call: String, _ body: () -> Int) throws(SystemCallError) -> Int {
    try value(call) {
      let result = body()
      return result >= 0 ? result : nil
    }
  }

  /// What a call gives; nil with `errno` when it fails.
  private func value<Value>(_ call: String, _ body: () -> Value?) throws(SystemCallError) -> Value {
    while true {
      if isInterrupted?(call) == true { continue }
      if let value = body() { return value }
      let number = errno
      if number == EINTR { continue }
      throw SystemCallError(call, number)
    }
  }

  package func open(_ path: String, _ mode: OpenMode) throws(SystemCallError) -> Int32 {
    if case .readInside = mode { return try openInside(path) }
    let flags: Int32 =
      switch mode {
      // A pipe or device named by a caller must not block the open.
      case .read, .readInside: O_RDONLY | O_NONBLOCK
      case .readHere: O_RDONLY | O_NONBLOCK | O_NOFOLLOW
      case .create: O_WRONLY | O_CREAT | O_EXCL
      case .readWrite: O_RDWR | O_CREAT
      case .folder: O_RDONLY | O_DIRECTORY
      }
    return Int32(
      try check("open") { Int(Foundation.open(path, flags | O_CLOEXEC, 0o600)) })
  }

  private func openInside(_ path: String) throws(SystemCallError) -> Int32 {
    let parts = (
      folder: path.parentPath,
      name: path.lastPathName
    )
    let folder = Int32(
      try check("open") {
        Int(Foundation.open(parts.folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC))
      })
    defer { close(folder) }
    return Int32(
      try check("open") {
        Int(openat(folder, parts.name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC))
      })
  }

  package func close(_ descriptor: Int32) {
    _ = Foundation.close(descriptor)
  }

  package func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(SystemCallError) -> Int {
    try check("read") {
      pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
    }
  }

  package func write(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer
  ) throws(SystemCallError) -> Int {
    try check("write") { Foundation.write(descriptor, bytes.baseAddress, bytes.count) }
  }

  package func sync(_ descriptor: Int32) throws(SystemCallError) {
    guard durable else { return }
    _ = try check("fsync") { Int(fsync(descriptor)) }
  }

  package func syncVolume(_ descriptor: Int32) throws(SystemCallError) {
    guard durable else { return }
    _ = try check("syncfs") { Int(syncfs(descriptor)) }
  }

  package func link(_ source: String, _ target: String) throws(SystemCallError) {
    _ = try check("link") { Int(Foundation.link(source, target)) }
  }

  package func rename(_ source: String, _ target: String) throws(SystemCallError) {
    _ = try check("rename") { Int(Foundation.rename(source, target)) }
  }

  package func renameNew(_ source: String, _ target: String) throws(SystemCallError) {
    do {
      _ = try check("rename") { Int(diptych_rename_new(source, target)) }
    } catch  where [EINVAL, ENOSYS, EOPNOTSUPP].contains(error.number) {
      var info = stat()
      guard lstat(target, &info) != 0 else { throw SystemCallError("rename", EEXIST) }
      try rename(source, target)
    }
  }

  package func unlink(_ path: String) throws(SystemCallError) {
    _ = try check("unlink") { Int(Foundation.unlink(path)) }
  }

  package func makeFolder(_ path: String) throws(SystemCallError) {
    _ = try check("mkdir") { Int(mkdir(path, 0o700)) }
  }

  package func removeFolder(_ path: String) throws(SystemCallError) {
    _ = try check("rmdir") { Int(rmdir(path)) }
  }

  package func list(_ path: String) throws(SystemCallError) -> [String] {
    try entries(path).map(\.name).sorted()
  }

  package func links(in path: String) throws(SystemCallError) -> [String] {
    try entries(path).filter { entry in
      guard entry.type == UInt8(DT_UNKNOWN) else { return entry.type == UInt8(DT_LNK) }
      var info = stat()
      return lstat(path + "/" + entry.name, &info) == 0 && info.st_mode & S_IFMT == S_IFLNK
    }.map(\.name).sorted()
  }

  /// The names in a folder, without `.` and `..`, and what they are as far as the volume tells.
  private func entries(_ path: String) throws(SystemCallError) -> [(name: String, type: UInt8)] {
    var entries: [(name: String, type: UInt8)] = []
    try forEachEntry(path) { name, type in
      entries.append((String(decoding: name, as: UTF8.self), type))
    }
    return entries
  }

  /// Gives each name as its bytes.
  private func forEachEntry(
    _ path: String, _ body: ([UInt8], UInt8) -> Void
  ) throws(SystemCallError) {
    let folder = try value("opendir") { opendir(path) }
    defer { closedir(folder) }
    while true {
      // Nil within: no entry is left.
      let next = try value("readdir") { () -> UnsafeMutablePointer<dirent>?? in
        errno = 0
        let entry = readdir(folder)
        return entry == nil && errno != 0 ? .none : .some(entry)
      }
      guard let entry = next else { return }
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        Array(bytes[..<(bytes.firstIndex(of: 0) ?? bytes.count)])
      }
      if name != [0x2E], name != [0x2E, 0x2E] { body(name, entry.pointee.d_type) }
    }
  }

  package func spellNames(in path: String) throws(SystemCallError) {
    var names: [[UInt8]] = []
    try forEachEntry(path) { name, _ in
      if String(validating: name, as: UTF8.self) == nil { names.append(name) }
    }
    let folder = try open(path, .folder)
    defer { close(folder) }
    for name in names {
      let ascii = name.map { byte in
        byte < 0x80 ? String(UnicodeScalar(byte)) : "%" + [byte].hexadecimal.uppercased()
      }
      // Three bytes for one could be more than a name may have.
      var spelled = String(ascii.joined().prefix(200))
      while faccessat(folder, spelled, F_OK, AT_SYMLINK_NOFOLLOW) == 0 { spelled += "%" }
      let old = name.map(CChar.init(bitPattern:)) + [0]
      _ = try check("rename") { Int(renameat(folder, old, folder, spelled)) }
    }
  }

  package func clone(from source: Int32, to target: Int32) throws(SystemCallError) {
    _ = try check("ioctl FICLONE") { Int(diptych_clone(target, source)) }
  }

  package func tryLock(_ descriptor: Int32) throws(SystemCallError) -> Bool {
    do {
      _ = try check("flock") { Int(flock(descriptor, LOCK_EX | LOCK_NB)) }
      return true
    } catch let error where error.number == EWOULDBLOCK {
      return false
    }
  }

  package func tryLockByte(
    _ descriptor: Int32, _ byte: Int64, exclusive: Bool
  ) throws(SystemCallError) -> Bool {
    do {
      try setLock(descriptor, byte, Int32(exclusive ? F_WRLCK : F_RDLCK))
      return true
    } catch let error where error.number == EAGAIN || error.number == EACCES {
      return false
    }
  }

  package func unlockByte(_ descriptor: Int32, _ byte: Int64) {
    try? setLock(descriptor, byte, Int32(F_UNLCK))
  }

  /// Sets a lock that belongs to the open descriptor, not to the process, so that two libraries in
  /// one process and a closed copy of the descriptor do not lose it.
  private func setLock(_ descriptor: Int32, _ byte: Int64, _ type: Int32) throws(SystemCallError) {
    var region = flock()
    region.l_type = Int16(type)
    region.l_whence = Int16(SEEK_SET)
    region.l_start = off_t(byte)
    region.l_len = 1
    region.l_pid = 0
    _ = try withUnsafeMutablePointer(to: &region) { pointer throws(SystemCallError) in
      try check("fcntl F_OFD_SETLK") { Int(fcntl(descriptor, DIPTYCH_OFD_SETLK, pointer)) }
    }
  }

  package func status(_ path: String) throws(SystemCallError) -> FileStatus {
    var info = stat()
    _ = try check("stat") { Int(stat(path, &info)) }
    return FileStatus(info)
  }

  package func status(of descriptor: Int32) throws(SystemCallError) -> FileStatus {
    var info = stat()
    _ = try check("fstat") { Int(fstat(descriptor, &info)) }
    return FileStatus(info)
  }

  package func isOnNetwork(_ path: String) throws(SystemCallError) -> Bool {
    let magic = try check("statfs") { diptych_file_system(path) }
    // NFS, SMB 1–3, CIFS, AFS, Coda, 9P, Ceph: magic numbers of linux/magic.h.
    let network: Set<UInt32> = [
      0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x5346_414F, 0x7375_7245, 0x0102_1997,
      0x00C3_6400,
    ]
    return network.contains(UInt32(truncatingIfNeeded: magic))
  }

  package func pause(_ microseconds: UInt32) {
    usleep(microseconds)
  }
}

extension FileStatus {
  fileprivate init(_ info: stat) {
    let kind: Kind =
      switch info.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .other
      }
    self.init(
      kind: kind, size: Int64(info.st_size), device: UInt64(info.st_dev),
      inode: UInt64(info.st_ino),
      modified: Int64(info.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(info.st_mtim.tv_nsec))
  }
}
