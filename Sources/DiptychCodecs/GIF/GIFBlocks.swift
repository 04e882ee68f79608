import Foundation

/// Walks the blocks of a GIF file without decoding any.
struct GIFBlocks {
  /// No real file comes near; a hostile one of empty blocks is given up here.
  private static let mostBlocks = 1_000_000

  /// The canvas that all frames are laid on.
  private(set) var size: PixelSize
  /// Whether the first frame has a transparent color or leaves a part of the canvas free.
  private(set) var hasAlpha = false
  /// How many frames are whole.
  private(set) var frameCount = 0
  /// Hundredths of a second of each frame so far, and of the first one.
  private(set) var delay = 0
  private(set) var firstDelay = 0
  /// How often the animation plays; 0 for without end.
  private(set) var loopCount = 1
  /// Where the XMP packet stands; nil if there is none.
  private(set) var xmp: Range<Int>?
  /// Whether the end mark is there.
  private(set) var hasEnd = false

  /// Walks all blocks. Throws `.damaged` for a bad header; a file that breaks off later only has
  /// no end.
  init(of source: ByteSource) throws(CodecError) {
    guard let head = try source.bytes(at: 0, exactly: 13) else { throw Self.damagedHeader }
    size = PixelSize(
      width: Int(head[6]) | Int(head[7]) << 8, height: Int(head[8]) | Int(head[9]) << 8)
    var offset = 13 + Self.tableLength(head[10])
    var pending = (delay: 0, isTransparent: false)
    for _ in 0..<Self.mostBlocks {
      guard let mark = try source.bytes(at: offset, exactly: 1)?[0] else { break }
      if mark == 0x3B {
        hasEnd = true
        break
      }
      if mark == 0x21 {
        let label = try source.bytes(at: offset + 1, exactly: 1)?[0]
        if label == 0xF9, let control = try source.bytes(at: offset + 3, exactly: 4) {
          pending = (Int(control[1]) | Int(control[2]) << 8, control[0] & 1 == 1)
        }
        if label == 0xFF { try readLoop(at: offset + 2, in: source) }
        guard let end = try Self.end(ofBlocksAt: offset + 2, in: source) else { break }
        if label == 0xFF { try notePacket(in: offset + 2..<end, of: source) }
        offset = end
      } else if mark == 0x2C, let frame = try source.bytes(at: offset + 1, exactly: 9) {
        noteFrame(frame, pending)
        let data = offset + 10 + Self.tableLength(frame[8]) + 1
        guard let end = try Self.end(ofBlocksAt: data, in: source) else { break }
        frameCount += 1
        delay += pending.delay
        pending = (0, false)
        offset = end
      } else {
        break
      }
    }
    guard size.area > 0 else { throw Self.damagedHeader }
  }

  private mutating func noteFrame(_ frame: [UInt8], _ control: (delay: Int, isTransparent: Bool)) {
    guard frameCount == 0 else { return }
    func number(_ place: Int) -> Int { Int(frame[place]) | Int(frame[place + 1]) << 8 }
    let place = PixelSize(width: number(4), height: number(6))
    if size.area == 0 { size = place }
    firstDelay = control.delay
    let covers =
      number(0) == 0 && number(2) == 0 && place.width >= size.width && place.height >= size.height
    hasAlpha = control.isTransparent || !covers
  }

  /// Netscape's block says how often the animation plays again.
  private mutating func readLoop(at offset: Int, in source: ByteSource) throws(CodecError) {
    guard let block = try source.bytes(at: offset, exactly: 16), block[0] == 11,
      block[1..<12].elementsEqual("NETSCAPE2.0".utf8), block[12] == 3, block[13] == 1
    else { return }
    let repeats = Int(block[14]) | Int(block[15]) << 8
    loopCount = repeats == 0 ? 0 : repeats + 1
  }

  /// An XMP packet stands there as it is, not in blocks: behind it, 258 bytes lead whoever takes its
  /// letters for lengths of blocks to the end.
  private mutating func notePacket(
    in extensionBlocks: Range<Int>, of source: ByteSource
  ) throws(CodecError) {
    let start = extensionBlocks.lowerBound
    let packet = start + 12
    let end = extensionBlocks.upperBound - Self.trailerLength
    guard xmp == nil, packet < end, try source.bytes(at: start, exactly: 12) == Self.packetMark,
      try source.bytes(at: end, exactly: 3) == [0x01, 0xFF, 0xFE]
    else { return }
    xmp = packet..<end
  }

  private static let packetMark: [UInt8] = [11] + Array("XMP DataXMP".utf8)
  private static let trailerLength = 258

  /// Bytes of the color table that packed fields announce.
  private static func tableLength(_ packed: UInt8) -> Int {
    packed & 0x80 == 0 ? 0 : 3 << (Int(packed & 7) + 1)
  }

  /// The first byte behind a row of data blocks; nil if the file ends before.
  private static func end(ofBlocksAt start: Int, in source: ByteSource) throws(CodecError) -> Int? {
    var offset = start
    while let length = try source.bytes(at: offset, exactly: 1)?[0] {
      offset += 1 + Int(length)
      if length == 0 { return offset }
    }
    return nil
  }

  private static var damagedHeader: CodecError {
    CodecError(.damaged, "The GIF header is damaged; copy the file again from where it came from.")
  }
}
