import Foundation

/// The headers of a Windows or OS/2 bitmap file.
struct BMPHeader {
  /// How the pixels are packed.
  enum Packing {
    case plain
    case runs
  }

  let size: PixelSize
  /// Bits of a pixel: 1, 4, 8, 16, 24 or 32.
  let bits: Int
  let packing: Packing
  /// Whether the first row of the file is the picture's top row.
  let isTopDown: Bool
  /// Red, green, blue, alpha: which bits of a pixel hold them; empty for palettes.
  let masks: [UInt32]
  /// Bytes of a color in the palette, and where it starts and ends.
  let paletteStride: Int
  let palette: Range<Int>
  /// Where the pixels start.
  let pixels: Int

  /// Whether pixels can be clear.
  var hasAlpha: Bool { masks.count == 4 && masks[3] != 0 }
  /// Bytes of a row that is not packed in runs.
  var bytesPerRow: Int { (size.width * bits + 31) / 32 * 4 }

  /// Reads both headers. Throws `.damaged` when they break their rules and `.unsupported` for a
  /// picture of another format inside.
  init(of source: ByteSource) throws(CodecError) {
    func number(_ offset: Int, _ count: Int) throws(CodecError) -> Int {
      guard let value = try source.littleEndian(at: offset, bytes: count) else {
        throw Self.damaged
      }
      return value
    }
    func signed(_ offset: Int) throws(CodecError) -> Int {
      Int(Int32(truncatingIfNeeded: try number(offset, 4)))
    }
    pixels = try number(10, 4)
    let headerSize = try number(14, 4)
    let isCore = headerSize == 12
    let width = isCore ? try number(18, 2) : try signed(18)
    let height = isCore ? try number(20, 2) : try signed(22)
    bits = try number(isCore ? 24 : 28, 2)
    let compression = isCore ? 0 : try number(30, 4)
    isTopDown = height < 0
    size = PixelSize(width: width, height: abs(height))
    guard size.area > 0, [1, 4, 8, 16, 24, 32].contains(bits) else { throw Self.damaged }
    switch (compression, bits) {
    case (0, _), (3, 16), (3, 32), (6, 16), (6, 32): packing = .plain
    case (1, 8), (2, 4): packing = .runs
    case (4, _), (5, _):
      throw CodecError(
        .unsupported, "The bitmap holds a picture of another format; save that one by itself.")
    default: throw Self.damaged
    }
    guard packing == .plain || !isTopDown else { throw Self.damaged }
    let end = 14 + headerSize
    masks = try Self.masks(compression, bits, headerSize) { offset throws(CodecError) in
      UInt32(try number(offset, 4))
    }
    paletteStride = isCore ? 3 : 4
    let colors = isCore || bits > 8 ? 0 : try number(46, 4)
    let most = bits > 8 ? 0 : 1 << bits
    let start = end + (headerSize == 40 && compression == 3 ? 12 : 0)
    palette = start..<start + paletteStride * (colors == 0 ? most : min(colors, most))
  }

  private static func masks(
    _ compression: Int, _ bits: Int, _ headerSize: Int,
    _ number: (Int) throws(CodecError) -> UInt32
  ) throws(CodecError) -> [UInt32] {
    guard bits > 8 else { return [] }
    if compression == 3 || compression == 6 {
      // They stand in the larger headers, or behind the small one, at the same place.
      let hasAlpha = headerSize >= 56 || compression == 6
      return [
        try number(54), try number(58), try number(62), hasAlpha ? try number(66) : 0,
      ]
    }
    return bits == 16 ? [0x7C00, 0x3E0, 0x1F, 0] : [0xFF0000, 0xFF00, 0xFF, 0]
  }

  static var damaged: CodecError {
    CodecError(
      .damaged, "The bitmap's header is damaged; copy the file again from where it came from.")
  }
}
