import DiptychCodecs
import DiptychPlatform
import Foundation
import Testing

@Suite struct CGImageTests {
  private static let rgb = CGColorSpaceCreateDeviceRGB()
  private static let gray = CGColorSpaceCreateDeviceGray()

  private func image(
    _ bytes: [UInt8], width: Int = 1, height: Int = 1, bitsPerComponent: Int = 8,
    bitsPerPixel: Int = 32, bytesPerRow: Int? = nil, space: CGColorSpace = rgb,
    alpha: CGImageAlphaInfo = .last, order: CGBitmapInfo = []
  ) throws -> CGImage? {
    let provider = try #require(CGDataProvider(data: Data(bytes) as CFData))
    return CGImage(
      width: width, height: height, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel,
      bytesPerRow: bytesPerRow ?? width * bitsPerPixel / 8, space: space,
      bitmapInfo: order.union(CGBitmapInfo(rawValue: alpha.rawValue)), provider: provider,
      decode: nil, shouldInterpolate: false, intent: .defaultIntent)
  }

  @Test func everySupportedLayoutGivesTheSamePixel() throws {
    // Red 200, green 100, blue 50, alpha 128; premultiplied 100, 50, 25.
    let straight: [UInt8] = [200, 100, 50, 128]
    let opaque: [UInt8] = [200, 100, 50, 255]
    let rows: [([UInt8], CGImageAlphaInfo, CGBitmapInfo, [UInt8])] = [
      ([200, 100, 50, 128], .last, [], straight),
      ([200, 100, 50, 128], .last, .byteOrder32Big, straight),
      ([128, 50, 100, 200], .last, .byteOrder32Little, straight),
      ([128, 200, 100, 50], .first, [], straight),
      ([50, 100, 200, 128], .first, .byteOrder32Little, straight),
      ([200, 100, 50, 9], .noneSkipLast, [], opaque),
      ([9, 200, 100, 50], .noneSkipFirst, [], opaque),
      ([50, 100, 200, 9], .noneSkipFirst, .byteOrder32Little, opaque),
      ([100, 50, 25, 128], .premultipliedLast, [], [199, 100, 50, 128]),
      ([25, 50, 100, 128], .premultipliedFirst, .byteOrder32Little, [199, 100, 50, 128]),
      ([0, 0, 0, 0], .premultipliedLast, [], [0, 0, 0, 0]),
      ([255, 255, 255, 1], .premultipliedLast, [], [255, 255, 255, 1]),
    ]
    for (bytes, alpha, order, pixel) in rows {
      let made = try #require(try image(bytes, alpha: alpha, order: order))
      #expect(made.bitmap.pixels == pixel, "\(alpha) \(order)")
      #expect(made.bitmap.hasAlpha == (alpha != .noneSkipFirst && alpha != .noneSkipLast))
    }
    let packed = try image([200, 100, 50], bitsPerPixel: 24, alpha: .none)
    #expect(packed?.bitmap.pixels == opaque)
    let gray = try image([77], bitsPerPixel: 8, space: Self.gray, alpha: .none)
    #expect(gray?.bitmap.pixels == [77, 77, 77, 255])
  }

  @Test func unsupportedLayoutsGiveNil() throws {
    let bytes = [UInt8](repeating: 0, count: 64)
    #expect(try image(bytes, bitsPerComponent: 16, bitsPerPixel: 64) == nil)
    #expect(try image(bytes, alpha: .none) == nil)
    #expect(try image(bytes, alpha: .alphaOnly) == nil)
    #expect(try image(bytes, order: .byteOrder16Little) == nil)
    #expect(try image(bytes, order: .floatComponents) == nil)
    #expect(try image(bytes, bitsPerPixel: 24, alpha: .last) == nil)
    #expect(try image(bytes, bitsPerPixel: 8, alpha: .none) == nil)
    #expect(try image(bytes, bitsPerPixel: 16, space: Self.gray, alpha: .last) == nil)
    let decode: [CGFloat] = [1, 0]
    let provider = try #require(CGDataProvider(data: Data(bytes) as CFData))
    #expect(
      CGImage(
        width: 1, height: 1, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4,
        space: Self.rgb, bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.last.rawValue),
        provider: provider, decode: decode, shouldInterpolate: true, intent: .perceptual) == nil)
  }

  // Untrusted numbers never trap.
  @Test func numbersThatDoNotFitGiveNil() throws {
    let bytes = [UInt8](repeating: 0, count: 64)
    let rows: [(Int, Int, Int)] = [
      (0, 1, 4), (1, 0, 4), (-1, 1, 4), (1, -1, 4), (4, 1, 15), (4, 1, -16), (4, 5, 16),
      (17, 1, 68),
      (.max, .max, .max), (1, .max, .max), (.max, 1, .max), (1, 1_000_000, 0),
      (20_000, 20_000, 80_000),
      (1, 3, .max),
    ]
    for (width, height, bytesPerRow) in rows {
      #expect(
        try image(bytes, width: width, height: height, bytesPerRow: bytesPerRow) == nil,
        "\(width) \(height) \(bytesPerRow)")
    }
  }

  @Test func rowsMayBePadded() throws {
    let bytes: [UInt8] = [1, 2, 3, 4, 99, 99, 5, 6, 7, 8]
    let made = try image(bytes, height: 2, bytesPerRow: 6)
    #expect(made?.bitmap.pixels == [1, 2, 3, 4, 5, 6, 7, 8])
  }

  @Test func propertiesDescribeTheBitmap() throws {
    let made = try #require(try image([UInt8](0..<24), width: 3, height: 2))
    #expect(made.width == 3 && made.height == 2)
    #expect(made.bitsPerComponent == 8 && made.bitsPerPixel == 32 && made.bytesPerRow == 12)
    #expect(made.alphaInfo == .last && made.bitmapInfo.rawValue == CGImageAlphaInfo.last.rawValue)
    #expect(made.colorSpace?.name == CGColorSpace.sRGB)
    #expect(made.dataProvider?.data as Data? == Data(0..<24))
  }

  @Test func croppingTakesWholePixels() throws {
    let made = try #require(try image([UInt8](0..<36), width: 3, height: 3))
    let part = made.cropping(to: CGRect(x: 1, y: 1, width: 1, height: 2))
    #expect(part?.bitmap.pixels == [16, 17, 18, 19, 28, 29, 30, 31])
    #expect(part?.width == 1 && part?.height == 2)
    #expect(made.cropping(to: CGRect(x: 1.4, y: 0, width: 0.2, height: 1))?.width == 1)
    #expect(made.cropping(to: CGRect(x: -5, y: -5, width: 100, height: 100))?.width == 3)
    #expect(
      made.cropping(to: CGRect(x: 2, y: 2, width: 9, height: 9))?.bitmap.pixels == [32, 33, 34, 35])
    for rect in [
      CGRect(x: 3, y: 0, width: 1, height: 1), .zero, .null,
      CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1),
      CGRect(x: 0, y: 0, width: CGFloat.nan, height: 1),
    ] {
      #expect(made.cropping(to: rect) == nil, "\(rect)")
    }
    #expect(made.cropping(to: .infinite)?.width == 3)
  }

  @Test func encodedImagesAreReadByTheirOwnFormatOnly() throws {
    let made = try #require(try image([UInt8](0..<24), width: 3, height: 2))
    let png = try MediaCodecs.encode(made.bitmap, as: .png, orientation: .up)
    let jpeg = try MediaCodecs.encode(made.bitmap, as: .jpeg, orientation: .up)
    func read(_ data: Data, png: Bool) throws -> CGImage? {
      let provider = try #require(CGDataProvider(data: data as CFData))
      return png
        ? CGImage(
          pngDataProviderSource: provider, decode: nil, shouldInterpolate: true,
          intent: .defaultIntent)
        : CGImage(
          jpegDataProviderSource: provider, decode: nil, shouldInterpolate: true,
          intent: .defaultIntent)
    }
    #expect(try read(png, png: true)?.bitmap == made.bitmap)
    let decoded = try read(jpeg, png: false)
    #expect(decoded?.width == 3 && decoded?.height == 2 && decoded?.alphaInfo == .noneSkipLast)
    #expect(try read(png, png: false) == nil)
    #expect(try read(jpeg, png: true) == nil)
    #expect(try read(Data("no image".utf8), png: true) == nil)
    #expect(try read(Data(), png: false) == nil)
  }

  @Test func colorSpacesAreFoundByName() {
    #expect(CGColorSpace(name: CGColorSpace.sRGB)?.numberOfComponents == 3)
    #expect(CGColorSpace(name: CGColorSpace.genericGrayGamma2_2)?.model == .monochrome)
    #expect(CGColorSpace(name: "kCGColorSpaceDisplayP3" as CFString) == nil)
  }
}
