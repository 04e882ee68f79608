import Foundation

/// The outermost boxes of a MOV, MP4 or HEIF file, and the frame sizes of its track headers.
///
/// This is the cheap check before a demuxer sees the file: is the index there, does a box reach
/// past the end, do its tables claim more than the file holds.
struct MovieBoxes {
  private static let mostBoxes = 1_000_000

  /// One box: its type, and where its content lies.
  private struct Box {
    var type: String
    var content: Range<Int>
  }

  /// Whether the index (`moov`) is there, whole.
  private(set) var hasIndex = false
  /// Whether a still picture's directory (`meta`) is there, whole.
  private(set) var hasMetadata = false
  /// Whether the index, the directory, the media or a fragment reaches past the end of the file.
  private(set) var isBrokenOff = false
  /// What the tables of the index claim.
  private(set) var claims: MovieIndexClaims
  /// Width and height by track header, as stored, by track number. Audio tracks have 0 × 0.
  private(set) var trackSizes: [Int: PixelSize] = [:]

  /// Walks the file.
  init(of source: ByteSource) throws(CodecError) {
    var offset = 0
    claims = MovieIndexClaims(source)
    for number in 0... {
      guard let box = try Self.box(at: offset, before: .max, in: source) else { break }
      guard number < Self.mostBoxes else {
        claims.refuse()
        break
      }
      guard box.content.upperBound <= source.count else {
        isBrokenOff = ["moov", "meta", "mdat", "moof"].contains(box.type)
        // A demuxer reads what there is of it.
        try claims.read(box.type, box.content.clamped(to: 0..<source.count))
        break
      }
      if box.type == "meta" { hasMetadata = true }
      if box.type == "moov" {
        hasIndex = true
        try readTracks(of: box, in: source)
      }
      try claims.read(box.type, box.content)
      offset = box.content.upperBound
    }
  }

  private static func box(
    at offset: Int, before end: Int, in source: ByteSource
  ) throws(CodecError) -> Box? {
    guard offset <= end - 8, let head = try source.bytes(at: offset, exactly: 8) else { return nil }
    var size = head[0..<4].reduce(0) { $0 << 8 | Int($1) }
    var headerSize = 8
    if size == 1 {
      guard let large = try source.bigEndian(at: offset + 8, bytes: 8) else { return nil }
      size = large
      headerSize = 16
    } else if size == 0 {
      size = min(end, source.count) - offset
    }
    guard size >= headerSize, size <= Int.max - offset else { return nil }
    return Box(
      type: String(decoding: head[4...], as: UTF8.self),
      content: offset + headerSize..<offset + size)
  }

  private mutating func readTracks(of index: Box, in source: ByteSource) throws(CodecError) {
    for track in try Self.children(of: index, in: source) where track.type == "trak" {
      for header in try Self.children(of: track, in: source) where header.type == "tkhd" {
        // Version 1 has dates and duration of 8 bytes instead of 4.
        let isLong = try source.bigEndian(at: header.content.lowerBound, bytes: 1) == 1
        let start = header.content.lowerBound
        guard let number = try source.bigEndian(at: start + (isLong ? 20 : 12), bytes: 4),
          let width = try source.bigEndian(at: start + (isLong ? 88 : 76), bytes: 4),
          let height = try source.bigEndian(at: start + (isLong ? 92 : 80), bytes: 4),
          start + (isLong ? 96 : 84) <= header.content.upperBound
        else { continue }
        // 16.16 fixed point.
        trackSizes[number] = PixelSize(width: width >> 16, height: height >> 16)
      }
    }
  }

  private static func children(of box: Box, in source: ByteSource) throws(CodecError) -> [Box] {
    var found: [Box] = []
    var offset = box.content.lowerBound
    while found.count < 4096,
      let child = try Self.box(at: offset, before: box.content.upperBound, in: source),
      child.content.upperBound <= box.content.upperBound
    {
      found.append(child)
      offset = child.content.upperBound
    }
    return found
  }
}
