import Foundation

/// The bytes of a media file at any place, from memory or from a file, without holding them all.
///
/// Reads go through one window, so that probing a large file takes little memory. One call of
/// `MediaCodecs` makes one and keeps it to itself.
final class ByteSource {
  private static let windowSize = 65_536

  /// The number of bytes.
  let count: Int
  /// Where the file is; nil for bytes in memory.
  let path: String?
  private let data: Data?
  private let descriptor: Int32
  private var window: [UInt8] = []
  private var windowStart = 0

  /// Opens the bytes. Throws `.unreadable` for a file that cannot be opened or is not a plain file.
  init(_ source: MediaSource) throws(CodecError) {
    switch source {
    case .data(let bytes):
      data = bytes
      path = nil
      count = bytes.count
      descriptor = -1
    case .file(let path):
      // Without O_NONBLOCK, opening a named pipe would wait for a writer for ever.
      let opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard opened >= 0 else {
        throw CodecError(
          .unreadable,
          "The file cannot be opened (\(String(cString: strerror(errno)))); check that it exists "
            + "and may be read.")
      }
      var status = stat()
      guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        close(opened)
        throw CodecError(
          .unreadable, "The path names no plain file; give the path of a media file.")
      }
      data = nil
      self.path = path
      count = Int(status.st_size)
      descriptor = opened
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Copies bytes from `offset` on and returns how many there were: fewer than asked at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(CodecError) -> Int {
    guard offset >= 0, offset < count else { return 0 }
    let wanted = min(buffer.count, count - offset)
    if let data {
      let start = data.startIndex + offset
      return data.copyBytes(to: buffer, from: start..<start + wanted)
    }
    var done = 0
    while done < wanted, let base = buffer.baseAddress {
      let got = pread(descriptor, base + done, wanted - done, off_t(offset + done))
      if got > 0 {
        done += got
      } else if got == 0 {
        break
      } else if errno != EINTR {
        throw CodecError(
          .unreadable,
          "The file cannot be read (\(String(cString: strerror(errno)))); check the disk it is on.")
      }
    }
    return done
  }

  /// The bytes at `offset`, fewer than `length` at the end.
  func bytes(at offset: Int, upTo length: Int) throws(CodecError) -> [UInt8] {
    guard offset >= 0, offset < count, length > 0 else { return [] }
    if offset >= windowStart, offset + length <= windowStart + window.count {
      return Array(window[offset - windowStart..<offset - windowStart + length])
    }
    guard length > Self.windowSize else {
      try loadWindow(at: offset)
      return Array(window.prefix(length))
    }
    return try fresh(at: offset, upTo: length)
  }

  /// Exactly `length` bytes at `offset`; nil if there are not so many.
  func bytes(at offset: Int, exactly length: Int) throws(CodecError) -> [UInt8]? {
    guard length >= 0, offset >= 0, offset <= count, length <= count - offset else { return nil }
    let found = try bytes(at: offset, upTo: length)
    return found.count == length ? found : nil
  }

  /// A big-endian number of 1 … 8 bytes; nil at the end or when it does not fit `Int`.
  func bigEndian(at offset: Int, bytes length: Int) throws(CodecError) -> Int? {
    guard let found = try bytes(at: offset, exactly: length) else { return nil }
    return Int(exactly: found.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  /// A little-endian number of 1 … 4 bytes; nil at the end.
  func littleEndian(at offset: Int, bytes length: Int) throws(CodecError) -> Int? {
    guard let found = try bytes(at: offset, exactly: length) else { return nil }
    return found.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Hands `body` as many bytes at `offset` as the window holds, fewer than `minimum` only at the
  /// end.
  func withWindow<Result>(
    at offset: Int, minimum: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) throws(CodecError) -> Result {
    if offset < windowStart || offset + minimum > windowStart + window.count {
      try loadWindow(at: offset)
    }
    let skipped = min(max(0, offset - windowStart), window.count)
    return window.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[skipped...])) }
  }

  /// Every byte.
  func all() throws(CodecError) -> Data {
    if let data { return data }
    return Data(try fresh(at: 0, upTo: count))
  }

  private func loadWindow(at offset: Int) throws(CodecError) {
    window = try fresh(at: offset, upTo: Self.windowSize)
    windowStart = offset
  }

  private func fresh(at offset: Int, upTo length: Int) throws(CodecError) -> [UInt8] {
    guard offset >= 0, offset < count else { return [] }
    var failure: CodecError?
    let size = min(length, count - offset)
    // Nothing is put into memory that is written over at once.
    let found = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      do throws(CodecError) {
        filled = try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return found
  }
}
