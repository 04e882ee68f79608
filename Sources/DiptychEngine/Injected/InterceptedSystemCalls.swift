/// One call of ``SystemCalls`` with what it is about. Buffers are valid during the call only.
package enum SystemCall {
  case open(path: String, OpenMode)
  case close(descriptor: Int32)
  case read(descriptor: Int32, offset: Int64)
  case write(descriptor: Int32, UnsafeRawBufferPointer)
  case signal(path: String)
  case sync(descriptor: Int32)
  case syncVolume(descriptor: Int32)
  case link(source: String, target: String)
  case rename(source: String, target: String)
  case unlink(path: String)
  case makeFolder(path: String)
  case removeFolder(path: String)
  case list(path: String)
  case links(path: String)
  case clone(source: Int32, target: Int32)
  case tryLock(descriptor: Int32)
  case tryLockByte(descriptor: Int32, byte: Int64, exclusive: Bool)
  case unlockByte(descriptor: Int32, byte: Int64)
  case status(path: String)
  case statusOf(descriptor: Int32)
  case isOnNetwork(path: String)
  case pause(microseconds: UInt32)

  /// What the operating system calls it.
  package var name: String {
    switch self {
    case .open: "open"
    case .close: "close"
    case .read: "read"
    case .write: "write"
    case .signal: "signal"
    case .sync: "fsync"
    case .syncVolume: "syncfs"
    case .link: "link"
    case .rename: "rename"
    case .unlink: "unlink"
    case .makeFolder: "mkdir"
    case .removeFolder: "rmdir"
    case .list: "list"
    case .links: "links"
    case .clone: "clone"
    case .tryLock: "flock"
    case .tryLockByte: "fcntl"
    case .unlockByte: "unlock"
    case .status: "stat"
    case .statusOf: "fstat"
    case .isOnNetwork: "statfs"
    case .pause: "pause"
    }
  }

  /// Whether the call needs room on the volume.
  package var takesSpace: Bool {
    switch self {
    case .write, .link, .makeFolder, .clone: true
    case .open(_, .create): true
    default: false
    }
  }
}

/// The calls of another implementation, each told to a hook before it is made and to another after
/// it has succeeded: the one way in which tests make calls fail, count them and keep books.
package struct InterceptedSystemCalls: SystemCalls {
  /// What becomes of a call.
  package enum Verdict: Equatable {
    case proceed
    /// Fails with an error number. Calls that cannot fail ignore it.
    case fail(Int32)
    /// Writes at most so many bytes.
    case shorten(Int)
    /// Answers a try for a lock with no, a question about the network with yes, and skips a pause; a
    /// clone counts as made, by whoever decided so.
    case refuse
  }

  private let calls: any SystemCalls
  private let before: @Sendable (SystemCall) -> Verdict
  private let after: @Sendable (SystemCall, Int) -> Void

  /// - Parameters:
  ///   - calls: What makes the calls that pass.
  ///   - before: Decides about each call.
  ///   - after: Told of each call that succeeded, with its number: a descriptor, a count of bytes,
  ///     1 and 0 for yes and no, else 0.
  package init(
    _ calls: any SystemCalls,
    before: @escaping @Sendable (SystemCall) -> Verdict = { _ in .proceed },
    after: @escaping @Sendable (SystemCall, Int) -> Void = { _, _ in }
  ) {
    self.calls = calls
    self.before = before
    self.after = after
  }

  /// Makes a call unless the verdict is against it. `body` gets the verdict.
  private func make(
    _ call: SystemCall, _ body: (Verdict) throws(SystemCallError) -> Int
  ) throws(SystemCallError) -> Int {
    let verdict = before(call)
    if case .fail(let number) = verdict { throw SystemCallError(call.name, number) }
    let result = try body(verdict)
    after(call, result)
    return result
  }

  package func open(_ path: String, _ mode: OpenMode) throws(SystemCallError) -> Int32 {
    Int32(
      try make(.open(path: path, mode)) { _ throws(SystemCallError) in
        Int(try calls.open(path, mode))
      })
  }

  package func close(_ descriptor: Int32) {
    _ = before(.close(descriptor: descriptor))
    calls.close(descriptor)
    after(.close(descriptor: descriptor), 0)
  }

  package func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(SystemCallError) -> Int {
    try make(.read(descriptor: descriptor, offset: offset)) { _ throws(SystemCallError) in
      try calls.read(descriptor, into: buffer, at: offset)
    }
  }

  package func write(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer
  ) throws(SystemCallError) -> Int {
    try make(.write(descriptor: descriptor, bytes)) { verdict throws(SystemCallError) in
      guard case .shorten(let count) = verdict else { return try calls.write(descriptor, bytes) }
      return try calls.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
    }
  }

  package func signal(_ path: String, _ bytes: [UInt8]) throws(SystemCallError) {
    try done(.signal(path: path)) { () throws(SystemCallError) in try calls.signal(path, bytes) }
  }

  package func sync(_ descriptor: Int32) throws(SystemCallError) {
    try done(.sync(descriptor: descriptor)) { () throws(SystemCallError) in
      try calls.sync(descriptor)
    }
  }

  package func syncVolume(_ descriptor: Int32) throws(SystemCallError) {
    try done(.syncVolume(descriptor: descriptor)) { () throws(SystemCallError) in
      try calls.syncVolume(descriptor)
    }
  }

  package func link(_ source: String, _ target: String) throws(SystemCallError) {
    try done(.link(source: source, target: target)) { () throws(SystemCallError) in
      try calls.link(source, target)
    }
  }

  package func rename(_ source: String, _ target: String) throws(SystemCallError) {
    try done(.rename(source: source, target: target)) { () throws(SystemCallError) in
      try calls.rename(source, target)
    }
  }

  package func renameNew(_ source: String, _ target: String) throws(SystemCallError) {
    try done(.rename(source: source, target: target)) { () throws(SystemCallError) in
      try calls.renameNew(source, target)
    }
  }

  package func unlink(_ path: String) throws(SystemCallError) {
    try done(.unlink(path: path)) { () throws(SystemCallError) in try calls.unlink(path) }
  }

  package func makeFolder(_ path: String) throws(SystemCallError) {
    try done(.makeFolder(path: path)) { () throws(SystemCallError) in try calls.makeFolder(path) }
  }

  package func removeFolder(_ path: String) throws(SystemCallError) {
    try done(.removeFolder(path: path)) { () throws(SystemCallError) in
      try calls.removeFolder(path)
    }
  }

  package func list(_ path: String) throws(SystemCallError) -> [String] {
    var names: [String] = []
    try done(.list(path: path)) { () throws(SystemCallError) in names = try calls.list(path) }
    return names
  }

  package func spellNames(in path: String) throws(SystemCallError) {
    try done(.rename(source: path, target: path)) { () throws(SystemCallError) in
      try calls.spellNames(in: path)
    }
  }

  package func links(in path: String) throws(SystemCallError) -> [String] {
    var names: [String] = []
    try done(.links(path: path)) { () throws(SystemCallError) in names = try calls.links(in: path) }
    return names
  }

  package func clone(from source: Int32, to target: Int32) throws(SystemCallError) {
    _ = try make(.clone(source: source, target: target)) { verdict throws(SystemCallError) in
      if verdict != .refuse { try calls.clone(from: source, to: target) }
      return 0
    }
  }

  package func tryLock(_ descriptor: Int32) throws(SystemCallError) -> Bool {
    try make(.tryLock(descriptor: descriptor)) { verdict throws(SystemCallError) in
      verdict == .refuse ? 0 : try calls.tryLock(descriptor) ? 1 : 0
    } == 1
  }

  package func tryLockByte(
    _ descriptor: Int32, _ byte: Int64, exclusive: Bool
  ) throws(SystemCallError) -> Bool {
    try make(.tryLockByte(descriptor: descriptor, byte: byte, exclusive: exclusive)) {
      verdict throws(SystemCallError) in
      verdict == .refuse
        ? 0 : try calls.tryLockByte(descriptor, byte, exclusive: exclusive) ? 1 : 0
    } == 1
  }

  package func unlockByte(_ descriptor: Int32, _ byte: Int64) {
    _ = before(.unlockByte(descriptor: descriptor, byte: byte))
    calls.unlockByte(descriptor, byte)
    after(.unlockByte(descriptor: descriptor, byte: byte), 0)
  }

  package func status(_ path: String) throws(SystemCallError) -> FileStatus {
    let verdict = before(.status(path: path))
    if case .fail(let number) = verdict { throw SystemCallError("stat", number) }
    let status = try calls.status(path)
    after(.status(path: path), 0)
    return status
  }

  package func status(of descriptor: Int32) throws(SystemCallError) -> FileStatus {
    let verdict = before(.statusOf(descriptor: descriptor))
    if case .fail(let number) = verdict { throw SystemCallError("fstat", number) }
    let status = try calls.status(of: descriptor)
    after(.statusOf(descriptor: descriptor), 0)
    return status
  }

  package func isOnNetwork(_ path: String) throws(SystemCallError) -> Bool {
    try make(.isOnNetwork(path: path)) { verdict throws(SystemCallError) in
      verdict == .refuse ? 1 : try calls.isOnNetwork(path) ? 1 : 0
    } == 1
  }

  package func pause(_ microseconds: UInt32) {
    let call = SystemCall.pause(microseconds: microseconds)
    guard before(call) != .refuse else { return }
    calls.pause(microseconds)
    after(call, 0)
  }

  private func done(
    _ call: SystemCall, _ body: () throws(SystemCallError) -> Void
  ) throws(SystemCallError) {
    _ = try make(call) { _ throws(SystemCallError) in
      try body()
      return 0
    }
  }
}
