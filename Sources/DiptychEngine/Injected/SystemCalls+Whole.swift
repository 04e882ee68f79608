// One call may read or write less than it was asked for; these go on until all is done.
extension SystemCalls {
  /// Writes all of `bytes` where the file stands.
  package func writeAll(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer
  ) throws(SystemCallError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      rest = rest.dropFirst(try write(descriptor, UnsafeRawBufferPointer(rebasing: rest)))
    }
  }

  /// Fills `buffer` with what is in the file from `offset` on.
  /// - Returns: How many bytes there were; fewer than the buffer takes at the end of the file.
  package func fill(
    _ buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32, at offset: Int64
  ) throws(SystemCallError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let count = try read(
        descriptor, into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]),
        at: offset + Int64(filled))
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// Reads a whole file in pieces of at most a megabyte.
  /// - Parameters:
  ///   - descriptor: The open file; where it stands is not moved.
  ///   - body: Called with each piece, in order; the piece is gone afterwards.
  /// - Returns: How many bytes there were.
  @discardableResult
  package func forEachPiece(
    of descriptor: Int32, _ body: (UnsafeRawBufferPointer) throws(SystemCallError) -> Void
  ) throws(SystemCallError) -> Int64 {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)
    defer { buffer.deallocate() }
    return try forEachPiece(of: descriptor, through: buffer, body)
  }

  /// How much of a file is read at once.
  package var pieceSize: Int { 1 << 20 }

  /// Reads a whole file in pieces of at most the size of a buffer, which many files can share.
  /// - Parameters:
  ///   - descriptor: The open file; where it stands is not moved.
  ///   - buffer: Where the pieces are put.
  ///   - body: Called with each piece, in order; the piece is gone afterwards.
  /// - Returns: How many bytes there were.
  @discardableResult
  package func forEachPiece(
    of descriptor: Int32, through buffer: UnsafeMutableRawBufferPointer,
    _ body: (UnsafeRawBufferPointer) throws(SystemCallError) -> Void
  ) throws(SystemCallError) -> Int64 {
    var offset: Int64 = 0
    while true {
      let count = try read(descriptor, into: buffer, at: offset)
      if count == 0 { return offset }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      offset += Int64(count)
    }
  }
}
