import Foundation

/// The outermost boxes of a MOV, MP4 or HEIF file, and the frame sizes of its track headers.
///
/// This is the cheap check before a demuxer sees the file: is the index there, does a box reach
/// past the end, do counts claim more samples than the file has bytes.
struct MovieBoxes {
  private static let mostBoxes = 1_000_000
  private static let mostSamples = 500_000_000

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
  /// Whether sample counts are beyond what the file can hold.
  private(set) var hasImpossibleCounts = false
  /// Width and height by track header, as stored, by track number. Audio tracks have 0 × 0.
  private(set) var trackSizes: [Int: PixelSize] = [:]

  /// Walks the file.
  init(of source: ByteSource) throws(CodecError) {
    var offset = 0
    var samples = 0
    for _ in 0..<Self.mostBoxes {
      guard let box = try Self.box(at: offset, before: .max, in: source) else { break }
      guard box.content.upperBound <= source.count else {
        isBrokenOff = ["moov", "meta", "mdat", "moof"].contains(box.type)
        break
      }
      if box.type == "meta" { hasMetadata = true }
      if box.type == "moov" {
        hasIndex = true
        try readTracks(of: box, in: source)
      }
      if !["mdat", "free", "skip", "wide"].contains(box.type) {
        samples += try Self.claimedSamples(in: box.content, of: source, limit: source.count)
      }
      offset = box.content.upperBound
    }
    hasImpossibleCounts = samples > min(source.count, Self.mostSamples)
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

  /// How many samples tables claim that state a count without a byte for each sample. A demuxer
  /// allocates by these counts, wherever such a table stands, so they are found by their names.
  private static func claimedSamples(
    in range: Range<Int>, of source: ByteSource, limit: Int
  ) throws(CodecError) -> Int {
    var total = 0
    for (name, countOffset) in [("stsz", 12), ("stz2", 12), ("trun", 8)] {
      var offset = range.lowerBound
      while total <= limit,
        let place = try find(name, from: offset, before: range.upperBound, source)
      {
        total += try source.bigEndian(at: place + countOffset, bytes: 4) ?? 0
        offset = place + 4
      }
    }
    return total
  }

  private static func find(
    _ name: String, from start: Int, before end: Int, _ source: ByteSource
  ) throws(CodecError) -> Int? {
    let wanted = Array(name.utf8)
    var offset = start
    while offset + wanted.count <= end {
      let (hit, seen) = try source.withWindow(at: offset, minimum: wanted.count) { bytes in
        (Self.place(of: wanted, in: bytes), bytes.count)
      }
      if let hit { return offset + hit + wanted.count <= end ? offset + hit : nil }
      guard seen >= wanted.count else { return nil }
      offset += seen - wanted.count + 1
    }
    return nil
  }

  private static func place(
    of wanted: [UInt8], in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    var index = 0
    while index + wanted.count <= bytes.count {
      let rest = bytes.count - wanted.count + 1 - index
      guard let hit = memchr(base + index, Int32(wanted[0]), rest) else { return nil }
      index = UnsafeRawPointer(hit) - UnsafeRawPointer(base)
      if memcmp(base + index, wanted, wanted.count) == 0 { return index }
      index += 1
    }
    return nil
  }
}
