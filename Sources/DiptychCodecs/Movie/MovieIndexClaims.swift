/// How much the tables of a movie's index claim to hold.
///
/// FFmpeg's demuxer allocates by some counts before it reads what they count, or where nothing is to be
/// read: a fixed sample size needs no byte a sample. A file of a few bytes could ask for gigabytes. So the
/// index is walked as that demuxer walks it: through the same boxes, each cut to what holds it. Names
/// are searched for only where boxes may begin anywhere, in sample descriptions: they stand in texts, too.
///
/// Each byte is looked at once for each box that it is in, of which at most ten nest.
struct MovieIndexClaims {
  private static let mostSamples = 500_000_000
  private static let mostBoxes = 1_000_000
  private static let mostEntries = 1024
  /// Of names in a sample description.
  private static let mostPlaces = 65_536
  private static let namesInEntries = ["stsz", "stz2", "trun", "cmov", "meta", "keys"]
  private static let chunk = 32_768
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

  /// Notes that there is more than can be looked through.
  mutating func refuse() { isImpossible = true }

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
      try readEntries(content)
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

  /// Sample descriptions. Where the boxes in one begin depends on the kind of its track, on its version
  /// and on a palette, so they are searched for. One that reaches beyond the box is read by the demuxer
  /// and written by nobody.
  private mutating func readEntries(_ content: Range<Int>) throws(CodecError) {
    let entries = try count(at: content.lowerBound + 4)
    // There can be four billion of them, so nothing is done for each of too many.
    guard entries <= min(Self.mostEntries, content.count / 8) else { return refuse() }
    var offset = content.lowerBound + 8
    for _ in 0..<entries {
      guard offset + 8 <= content.upperBound,
        let size = try source.bigEndian(at: offset, bytes: 4), size >= 8
      else { break }
      guard size <= content.upperBound - offset else { return refuse() }
      offset += size
    }
    var keys: [Int] = []
    var hasMetadata = false
    for (name, start) in try places(of: Self.namesInEntries, in: content) {
      switch name {
      case "stsz", "stz2": samples += try count(at: start + 8)
      case "trun": samples += try count(at: start + 4)
      case "cmov": hasCompressedIndex = true
      case "meta": hasMetadata = true
      default: keys.append(start)
      }
    }
    for start in keys where hasMetadata {
      if try count(at: start + 4) > (content.upperBound - start) / 8 { isImpossible = true }
    }
  }

  /// Metadata: the demuxer begins at the first handler that it finds in steps of four bytes.
  private mutating func readMetadata(_ content: Range<Int>, _ depth: Int) throws(CodecError) {
    let handler = try places(of: ["hdlr"], in: content, step: 4, most: 1).first
    guard let handler else { return }
    try walk(handler.start - 8..<content.upperBound, in: "meta", depth)
  }

  /// Where names stand in a range: each with the place behind it. A range holds `most` of them, or the
  /// movie is refused.
  private mutating func places(
    of names: [String], in range: Range<Int>, step: Int = 1, most: Int? = nil
  ) throws(CodecError) -> [(name: String, start: Int)] {
    let wanted = names.map { (name: $0, bytes: Array($0.utf8)) }
    let heads = Set(wanted.compactMap(\.bytes.first))
    var found: [(name: String, start: Int)] = []
    var offset = range.lowerBound
    let end = min(range.upperBound, source.count)
    while offset + 4 <= end {
      let chunk = try source.bytes(at: offset, upTo: min(Self.chunk, end - offset))
      guard chunk.count >= 4 else { break }
      var place = 0
      while place + 4 <= chunk.count {
        if heads.contains(chunk[place]),
          let name = wanted.first(where: { chunk[place..<place + 4].elementsEqual($0.bytes) })?.name
        {
          found.append((name, offset + place + 4))
          if found.count == most { return found }
          guard found.count < Self.mostPlaces else {
            isImpossible = true
            return found
          }
        }
        place += step
      }
      offset += place
    }
    return found
  }

  private func count(at offset: Int) throws(CodecError) -> Int {
    try source.bigEndian(at: offset, bytes: 4) ?? 0
  }

  private func name(at offset: Int) throws(CodecError) -> String? {
    try source.bytes(at: offset, exactly: 4).map { String(decoding: $0, as: UTF8.self) }
  }
}
