import DiptychCodecs
import Foundation
import Testing

/// Bitmaps of every packing, written byte by byte.
@Suite struct BMPTests {
  private static let red: [UInt8] = [255, 0, 0, 255]
  private static let lime: [UInt8] = [0, 255, 0, 255]
  private static let blue: [UInt8] = [0, 0, 255, 255]
  private static let white: [UInt8] = [255, 255, 255, 255]
  /// Black, red, lime, blue: blue, green, red and a spare byte each.
  private static let palette: [UInt8] = [0, 0, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0]

  /// A file of 2 × 2 pixels: red and lime above blue and white, unless `height` or the data say
  /// otherwise.
  private func file(
    bits: Int, compression: Int = 0, height: Int = 2, extra: [UInt8] = [], colors: Int = 0,
    pixels: [UInt8]
  ) -> Data {
    let start = 54 + extra.count
    var bytes = Array("BM".utf8) + TIFFBuilder.little(start + pixels.count, 4)
    bytes += TIFFBuilder.little(0, 4) + TIFFBuilder.little(start, 4)
    bytes += TIFFBuilder.little(40, 4) + TIFFBuilder.little(2, 4) + TIFFBuilder.little(height, 4)
    bytes += TIFFBuilder.little(1, 2) + TIFFBuilder.little(bits, 2)
    bytes += TIFFBuilder.little(compression, 4) + TIFFBuilder.little(pixels.count, 4)
    bytes += TIFFBuilder.little(0, 8) + TIFFBuilder.little(colors, 4) + TIFFBuilder.little(0, 4)
    return Data(bytes + extra + pixels)
  }

  @Test func everyPackingGivesItsColors() throws {
    let fields: [UInt8] = [0, 0xF8, 0, 0, 0xE0, 7, 0, 0, 0x1F, 0, 0, 0]
    let table = Self.palette
    let rows: [(name: String, data: Data)] = [
      (
        "24 bits",
        file(
          bits: 24,
          pixels: [
            255, 0, 0, 255, 255, 255, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0,
          ])
      ),
      (
        "24 bits, top row first",
        file(
          bits: 24, height: -2,
          pixels: [
            0, 0, 255, 0, 255, 0, 0, 0, 255, 0, 0, 255, 255, 255, 0, 0,
          ])
      ),
      (
        "32 bits",
        file(
          bits: 32,
          pixels: [
            255, 0, 0, 0, 255, 255, 255, 0, 0, 0, 255, 0, 0, 255, 0, 0,
          ])
      ),
      ("16 bits, 5-5-5", file(bits: 16, pixels: [0x1F, 0, 0xFF, 0x7F, 0, 0x7C, 0xE0, 3])),
      (
        "16 bits, 5-6-5",
        file(
          bits: 16, compression: 3, extra: fields,
          pixels: [
            0x1F, 0, 0xFF, 0xFF, 0, 0xF8, 0xE0, 7,
          ])
      ),
      (
        "8 bits",
        file(
          bits: 8, extra: table + [255, 255, 255, 0], colors: 5,
          pixels: [3, 4, 0, 0, 1, 2, 0, 0])
      ),
      (
        "4 bits",
        file(
          bits: 4, extra: table + [255, 255, 255, 0], colors: 5,
          pixels: [0x34, 0, 0, 0, 0x12, 0, 0, 0])
      ),
      (
        "8 bits in runs",
        file(
          bits: 8, compression: 1, extra: table + [255, 255, 255, 0], colors: 5,
          pixels: [1, 3, 1, 4, 0, 0, 1, 1, 1, 2, 0, 1])
      ),
      (
        "4 bits in runs",
        file(
          bits: 4, compression: 2, extra: table + [255, 255, 255, 0], colors: 5,
          pixels: [2, 0x34, 0, 0, 2, 0x12, 0, 1])
      ),
    ]
    let expected = Self.red + Self.lime + Self.blue + Self.white
    for row in rows {
      let probe = try MediaCodecs.probe(.data(row.data), nameExtension: "bmp")
      #expect(probe.format == .bmp && probe.storedSize == PixelSize(width: 2, height: 2))
      let bitmap = try MediaCodecs.decode(row.data)
      #expect(bitmap.pixels == expected, "\(row.name)")
      let hasAlpha = bitmap.hasAlpha
      #expect(!hasAlpha, "\(row.name)")
    }
    let two = file(
      bits: 1, extra: [0, 0, 255, 0, 255, 0, 0, 0], colors: 2,
      pixels: [0x40, 0, 0, 0, 0x80, 0, 0, 0])
    #expect(try MediaCodecs.decode(two).pixels == Self.blue + Self.red + Self.red + Self.blue)
  }

  @Test func whatBreaksOffIsDamagedAndShowsItsRows() throws {
    let whole = file(
      bits: 24, pixels: [255, 0, 0, 255, 255, 255, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0])
    let cut = whole.dropLast(4)
    #expect(errorCode { try MediaCodecs.probe(.data(cut), nameExtension: nil) } == .damaged)
    // The lowest row comes first.
    let bitmap = try MediaCodecs.decode(cut)
    #expect(bitmap.pixels.suffix(8) == (Self.blue + Self.white)[...])
    #expect(bitmap.pixels.prefix(8) == [0, 0, 0, 255, 0, 0, 0, 255])
    let huge = file(bits: 24, height: 0x7FFF_FFFF, pixels: [0, 0, 0, 0])
    #expect(errorCode { try MediaCodecs.decode(huge) } == .tooLarge)
    for (bits, compression) in [(7, 0), (24, 1), (8, 9)] {
      let odd = file(bits: bits, compression: compression, pixels: [0, 0, 0, 0])
      #expect(errorCode { try MediaCodecs.decode(odd) } == .damaged)
    }
    let inner = file(bits: 24, compression: 4, pixels: [0, 0, 0, 0])
    #expect(errorCode { try MediaCodecs.decode(inner) } == .unsupported)
  }
}
