/// How much the tables of a movie's index claim to hold.
///
/// FFmpeg's demuxer allocates by some counts before it reads what they count, or where nothing is to be
/// read: a fixed sample size needs no byte a sample. A file of a few bytes could ask for gigabytes. So the
/// index is walked as that demuxer walks it: through the same boxes, each cut to what holds it. Names
/// are not searched for, since they stand in texts, too.
struct MovieIndexClaims {
  private static let mostSamples = 500_000_000
  private static let mostBoxes = 1_000_000
  private static let mostEntries = 1024
  /// The demuxer refuses boxes that nest deeper.
  private static let deepest = 10

  private let source: ByteSource
  private var boxes = 0
  private var samples = 0
  private var isImpossible = false

  /// Whether an index is compressed: what it claims is known only to the demuxer.
  private(set) var hasCompressedIndex = false
  /// Whether counts are beyond what the file can hold.
  var areImpossible: Bool { isImpossible || samples > min(source.count, Self.mostSamples) }

  init(_ source: ByteSource) { self.source = source }

  /// Reads a box of the file, with all in it.
  mutating func read(_ type: String, _ content: Range<Int>) throws(CodecError) {
    try visit(type, content, in: "", depth: 0)
  }

  private mutating func visit(
    _ type: String, _ content: Range<Int>, in parent: String, depth: Int
  ) throws(CodecError) {
    boxes += 1
    if boxes > Self.mostBoxes { isImpossible = true }
    guard !areImpossible, depth <= Self.deepest else { return }
    switch type {
    case "stsz", "stz2":
      samples += try count(at: content.lowerBound + 8)
    case "trun":
      samples += try count(at: content.lowerBound + 4)
    case "keys" where parent == "meta":
      // Each key has a size and a name space, of four bytes each.
      isImpossible = try count(at: content.lowerBound + 4) > content.count / 8
    case "cmov":
      hasCompressedIndex = true
    case "stsd":
      try readEntries(content, depth)
    case "meta":
      try readMetadata(content, depth)
    case "free", "hoov":
      // An index that was set aside is taken for one.
      guard try ["mvhd", "cmov"].contains(name(at: content.lowerBound + 4)) else { return }
      try walk(content, in: "moov", depth)
    case "moov", "trak", "mdia", "minf", "stbl", "dinf", "edts", "udta", "mvex", "moof", "traf",
      "tref", "wave", "sinf", "schi", "ilst":
      try walk(content, in: type, depth)
    default: break
    }
  }

  private mutating func walk(
    _ range: Range<Int>, in parent: String, _ depth: Int
  ) throws(CodecError) {
    var offset = range.lowerBound
    while offset <= range.upperBound - 8, !areImpossible {
      guard let size = try source.bigEndian(at: offset, bytes: 4),
        let type = try name(at: offset + 4)
      else { return }
      var start = offset + 8
      var end = range.upperBound
      if size == 1, start <= end - 8 {
        guard let large = try source.bigEndian(at: start, bytes: 8), large >= 16 else { return }
        start += 8
        if large < end - offset { end = offset + large }
      } else if size != 0 {
        guard size >= 8 else { return }
        if size < end - offset { end = offset + size }
      }
      try visit(type, start..<max(start, end), in: parent, depth: depth + 1)
      offset = end
    }
  }

  /// Sample descriptions: what follows the fields of one is walked, too, up to the end that it states
  /// itself. How many fields there are depends on the kind of the track; each place is tried.
  private mutating func readEntries(_ content: Range<Int>, _ depth: Int) throws(CodecError) {
    let entries = try count(at: content.lowerBound + 4)
    isImpossible = entries > Self.mostEntries
    var offset = content.lowerBound + 8
    for _ in 0..<entries where !areImpossible {
      guard let size = try source.bigEndian(at: offset, bytes: 4), size >= 8 else { return }
      let end = min(offset + size, source.count)
      for fields in [16, 36, 52, 72, 86] where offset + fields < end {
        try walk(offset + fields..<end, in: "stsd", depth)
      }
      offset += size
    }
  }

  /// Metadata: the demuxer begins at the first handler that it finds in steps of four bytes.
  private mutating func readMetadata(_ content: Range<Int>, _ depth: Int) throws(CodecError) {
    var offset = content.lowerBound
    while offset + 4 <= content.upperBound {
      if try name(at: offset) == "hdlr" {
        return try walk(offset - 4..<content.upperBound, in: "meta", depth)
      }
      offset += 4
    }
  }

  private func count(at offset: Int) throws(CodecError) -> Int {
    try source.bigEndian(at: offset, bytes: 4) ?? 0
  }

  private func name(at offset: Int) throws(CodecError) -> String? {
    try source.bytes(at: offset, exactly: 4).map { String(decoding: $0, as: UTF8.self) }
  }
}
