import DiptychCodecs
import Foundation
import TestMedia
import Testing

/// Pictures of every kind that the formats have.
@Suite struct KindsTests {
  private struct Row {
    var name: String
    var png: PNGBuilder
    var pixels: [[UInt8]]
    var hasAlpha = false
  }

  private let rows: [Row] = [
    Row(
      name: "gray 1", png: PNGBuilder(width: 3, height: 1, depth: 1, rows: [[0b1010_0000]]),
      pixels: [[255, 255, 255, 255], [0, 0, 0, 255], [255, 255, 255, 255]]),
    Row(
      name: "gray 2", png: PNGBuilder(width: 2, height: 1, depth: 2, rows: [[0b0110_0000]]),
      pixels: [[85, 85, 85, 255], [170, 170, 170, 255]]),
    Row(
      name: "gray 4", png: PNGBuilder(width: 2, height: 1, depth: 4, rows: [[0x3F]]),
      pixels: [[51, 51, 51, 255], [255, 255, 255, 255]]),
    Row(
      name: "gray with a clear value",
      png: PNGBuilder(width: 2, height: 1, rows: [[7, 9]], chunks: [("tRNS", [0, 9])]),
      pixels: [[7, 7, 7, 255], [9, 9, 9, 0]], hasAlpha: true),
    Row(
      name: "gray and alpha", png: PNGBuilder(width: 1, height: 1, colorType: 4, rows: [[8, 100]]),
      pixels: [[8, 8, 8, 100]], hasAlpha: true),
    Row(
      name: "palette with transparency",
      png: PNGBuilder(
        width: 3, height: 1, colorType: 3, rows: [[2, 0, 1]],
        chunks: [("PLTE", [1, 2, 3, 4, 5, 6, 7, 8, 9]), ("tRNS", [10, 20])]),
      pixels: [[7, 8, 9, 255], [1, 2, 3, 10], [4, 5, 6, 20]], hasAlpha: true),
    Row(
      name: "palette 2 bits",
      png: PNGBuilder(
        width: 2, height: 1, depth: 2, colorType: 3, rows: [[0b0100_0000]],
        chunks: [("PLTE", [1, 2, 3, 4, 5, 6])]),
      pixels: [[4, 5, 6, 255], [1, 2, 3, 255]]),
    Row(
      name: "RGB 16, rounded",
      png: PNGBuilder(
        width: 1, height: 1, depth: 16, colorType: 2, rows: [[0x12, 0x00, 0x80, 0x80, 0xFF, 0xFF]]),
      pixels: [[0x12, 0x80, 0xFF, 255]]),
    Row(
      name: "RGBA 16",
      png: PNGBuilder(
        width: 1, height: 1, depth: 16, colorType: 6, rows: [[1, 1, 2, 2, 3, 3, 4, 4]]),
      pixels: [[1, 2, 3, 4]], hasAlpha: true),
    // Adam7 of 2 × 2: pass 1 has (0, 0), pass 6 (1, 0), pass 7 the second row.
    Row(
      name: "interlaced",
      png: PNGBuilder(width: 2, height: 2, isInterlaced: true, rows: [[10], [20], [30, 40]]),
      pixels: [[10, 10, 10, 255], [20, 20, 20, 255], [30, 30, 30, 255], [40, 40, 40, 255]]),
  ]

  @Test func everyKindOfPNGDecodes() throws {
    for row in rows {
      let data = row.png.data
      let probe = try MediaCodecs.probe(.data(data), nameExtension: "png")
      #expect(probe.storedSize == PixelSize(width: row.png.width, height: row.png.height))
      #expect(probe.hasAlpha == row.hasAlpha, "\(row.name)")
      let bitmap = try MediaCodecs.decode(data)
      #expect(Pictures.samples(bitmap) == row.pixels, "\(row.name)")
      #expect(bitmap.hasAlpha == row.hasAlpha, "\(row.name)")
      let small = try MediaCodecs.thumbnail(data, fitting: PixelSize(width: 1, height: 1))
      #expect(small == bitmap.scaled(fitting: PixelSize(width: 1, height: 1)), "\(row.name)")
      // Written by the product, the same pixels come back.
      #expect(try MediaCodecs.decode(MediaCodecs.encode(bitmap, as: .png)) == bitmap)
    }
  }

  @Test func badHeadersOfPNGAreDamage() {
    let good = PNGBuilder(width: 2, height: 1, rows: [[1, 2]])
    var files: [Data] = []
    for (width, height, depth, type) in [
      (0, 1, 8, 0), (1, 0, 8, 0), (1, 1, 3, 0), (1, 1, 16, 3), (1, 1, 8, 5), (1, 1, 4, 2),
    ] {
      var bad = good
      (bad.width, bad.height, bad.depth, bad.colorType) = (width, height, depth, type)
      files.append(bad.data)
    }
    var wrongChecksum = good.data
    wrongChecksum[19] = 3
    files.append(wrongChecksum)
    files.append(good.data.prefix(20))
    for (index, file) in files.enumerated() {
      #expect(
        errorCode { try MediaCodecs.probe(.data(file), nameExtension: nil) } == .damaged,
        "\(index)")
      #expect(errorCode { try MediaCodecs.decode(file) } == .damaged, "\(index)")
    }
    let withoutEnd = good.data.dropLast(12)
    #expect(errorCode { try MediaCodecs.probe(.data(withoutEnd), nameExtension: nil) } == .damaged)
    #expect(errorCode { try MediaCodecs.decode(withoutEnd) } == nil)
  }

  @Test func grayJPEGDecodes() throws {
    // 16 × 8 pixels, each column 16 lighter than the one before.
    let data = try #require(
      Data(
        base64Encoded: """
          /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQ
          DQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/wAALCAAIABABAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAEC
          AwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAk
          M2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJ
          ipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3
          +Pn6/9oACAEBAAA/APj/APZs/wCXX8K/VX9mz/l1/Cv/2Q==
          """, options: .ignoreUnknownCharacters))
    #expect(try MediaCodecs.metadata(of: data)["ColorModel"] == .string("Gray"))
    let bitmap = try MediaCodecs.decode(data)
    #expect(bitmap.size == PixelSize(width: 16, height: 8))
    for (index, pixel) in Pictures.samples(bitmap).enumerated() {
      #expect(abs(Int(pixel[0]) - index % 16 * 16) <= 6)
      #expect(pixel == [pixel[0], pixel[0], pixel[0], 255])
    }
  }

  @Test func rareJPEGsAreUnsupported() throws {
    // The frame header's marker says lossless (C3), its first byte 12 bits.
    let data = try TestMedia.data("exif/no-exif.jpg")
    let frame = try #require(data.range(of: Data([0xFF, 0xC0, 0, 17, 8])))
    var lossless = data
    lossless[frame.lowerBound + 1] = 0xC3
    var deep = data
    deep[frame.lowerBound + 4] = 12
    for file in [lossless, deep] {
      #expect(
        errorCode { try MediaCodecs.probe(.data(file), nameExtension: nil) } == .unsupported)
      #expect(errorCode { try MediaCodecs.decode(file) } == .unsupported)
    }
  }

  @Test func scansWithoutEndAreRefused() throws {
    // 65,500 × 4,000 pixels would pass the limit; each scan would go over all of them.
    var data = try TestMedia.data("jpeg/progressive.jpg")
    let frame = try #require(data.range(of: Data([0xFF, 0xC2, 0, 17, 8])))
    data.replaceSubrange(frame.upperBound..<frame.upperBound + 4, with: [0x0F, 0xA0, 0xFF, 0xDC])
    let end = data.count - 2
    let scan = Data([0xFF, 0xDA, 0, 8, 1, 1, 0, 1, 63, 0])
    for _ in 0..<300 { data.insert(contentsOf: scan, at: end) }
    #expect(errorCode { try MediaCodecs.decode(data) } == .tooLarge)
    let size = PixelSize(width: 8, height: 8)
    #expect(errorCode { try MediaCodecs.thumbnail(data, fitting: size) } == .tooLarge)
  }
}
