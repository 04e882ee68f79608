import DiptychCodecs
import DiptychPlatform
import Foundation
import Testing

@Suite struct CGContextTests {
  private func makeContext(
    width: Int = 3, height: Int = 2, bitsPerComponent: Int = 8, bytesPerRow: Int = 0,
    space: CGColorSpace = CGColorSpaceCreateDeviceRGB(),
    info: CGImageAlphaInfo = .premultipliedLast, order: CGBitmapInfo = []
  ) -> CGContext? {
    CGContext(
      data: nil, width: width, height: height, bitsPerComponent: bitsPerComponent,
      bytesPerRow: bytesPerRow, space: space, bitmapInfo: info.rawValue | order.rawValue)
  }

  /// The red samples, row by row from the top.
  private func reds(_ context: CGContext) -> [UInt8] {
    let pixels = context.makeImage()?.bitmap.pixels ?? []
    return stride(from: 0, to: pixels.count, by: 4).map { pixels[$0] }
  }

  @Test func theOriginIsAtTheBottomLeft() throws {
    let context = try #require(makeContext())
    context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(reds(context) == [0, 0, 0, 255, 0, 0])
    context.fill(CGRect(x: 2, y: 1, width: 50, height: 50))
    #expect(reds(context) == [0, 0, 255, 255, 0, 0])
    context.clear(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(reds(context) == [0, 0, 255, 0, 0, 0])
  }

  @Test func pixelsBelongToTheRectangleOfTheirCenter() throws {
    let context = try #require(makeContext(height: 1))
    context.setFillColor(red: 1, green: 1, blue: 1, alpha: 1)
    context.fill(CGRect(x: 0.6, y: 0, width: 1, height: 1))
    #expect(reds(context) == [0, 255, 0])
    context.fill(CGRect(x: 3, y: 1, width: -0.6, height: -1))
    #expect(reds(context) == [0, 255, 255])
    for rect in [
      CGRect.null, .zero, CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1),
      CGRect(x: -5, y: 0, width: 1, height: 1), CGRect(x: 0.6, y: 0, width: 0.2, height: 1),
    ] {
      context.fill(rect)
    }
    #expect(reds(context) == [0, 255, 255])
    context.fill(.infinite)
    #expect(reds(context) == [255, 255, 255])
  }

  @Test func colorsAreLaidOverEachOther() throws {
    let context = try #require(makeContext(width: 1, height: 1))
    context.setFillColor(red: 1, green: 0, blue: 0, alpha: 0.5)
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(context.makeImage()?.bitmap.pixels == [255, 0, 0, 128])
    context.setFillColor(red: 0, green: 5, blue: -1, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(context.makeImage()?.bitmap.pixels == [0, 255, 0, 255])

    let opaque = try #require(makeContext(width: 1, height: 1, info: .noneSkipLast))
    #expect(opaque.makeImage()?.bitmap.pixels == [0, 0, 0, 255])
    opaque.setFillColor(red: 1, green: 1, blue: 1, alpha: 0.5)
    opaque.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(opaque.makeImage()?.bitmap.pixels == [128, 128, 128, 255])
    #expect(opaque.makeImage()?.alphaInfo == .noneSkipLast)
  }

  @Test func imagesAreDrawnUpright() throws {
    let small = try #require(makeContext(width: 2, height: 2))
    small.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
    small.fill(CGRect(x: 0, y: 1, width: 1, height: 1))  // top left
    let image = try #require(small.makeImage())
    let large = try #require(makeContext(width: 5, height: 4))
    large.draw(image, in: CGRect(x: 1, y: 0, width: 4, height: 4))
    #expect(
      reds(large) == [0, 255, 255, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  }

  // Untrusted numbers never trap.
  @Test func extremeNumbersDrawSomethingOrNothing() throws {
    let context = try #require(makeContext())
    let image = try #require(makeContext(width: 1, height: 1)?.makeImage())
    let numbers: [CGFloat] = [.nan, .infinity, -.infinity, 1e308, -1e308, 0, 1]
    for number in numbers {
      context.setFillColor(red: number, green: number, blue: number, alpha: number)
      for other in numbers {
        for rect in [
          CGRect(x: number, y: other, width: other, height: number),
          CGRect(x: 0, y: number, width: other, height: 1),
        ] {
          context.fill(rect)
          context.clear(rect)
          context.draw(image, in: rect)
          _ = image.cropping(to: rect)
        }
      }
    }
    #expect(context.makeImage()?.width == 3)
  }

  @Test func imagesDoNotChangeWithTheContext() throws {
    let context = try #require(makeContext(width: 1, height: 1))
    let before = try #require(context.makeImage())
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(before.bitmap.pixels == [0, 0, 0, 0])
    #expect(context.makeImage()?.bitmap.pixels == [0, 0, 0, 255])
  }

  @Test func unsupportedContextsGiveNil() {
    #expect(makeContext(order: .byteOrder32Little) != nil)
    #expect(makeContext(bytesPerRow: 12) != nil)
    #expect(makeContext(bytesPerRow: 11) == nil)
    #expect(makeContext(bytesPerRow: -4) == nil)
    #expect(makeContext(width: 0) == nil)
    #expect(makeContext(height: -1) == nil)
    #expect(makeContext(width: .max, height: .max) == nil)
    #expect(makeContext(width: 100_000, height: 100_000) == nil)
    #expect(makeContext(bitsPerComponent: 16) == nil)
    #expect(makeContext(space: CGColorSpaceCreateDeviceGray()) == nil)
    #expect(makeContext(info: .last) == nil)
    #expect(makeContext(order: .floatComponents) == nil)
    var byte: UInt8 = 0
    let given = CGContext(
      data: &byte, width: 1, height: 1, bitsPerComponent: 8, bytesPerRow: 4,
      space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    #expect(given == nil)
  }
}
