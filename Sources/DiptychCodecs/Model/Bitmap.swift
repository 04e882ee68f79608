/// A decoded picture: red, green, blue, alpha, 8 bits each, straight (not premultiplied) alpha,
/// the top row first, `width * 4` bytes a row.
///
/// Samples are sRGB.
package struct Bitmap: Sendable, Equatable {
  /// Width and height in pixels, both at least 1.
  package let size: PixelSize
  /// The samples, `size.area * 4` bytes.
  package let pixels: [UInt8]
  /// Whether alpha means anything. Where it does not, every alpha byte is 255.
  package let hasAlpha: Bool

  /// Makes a bitmap; nil when the size is empty or the number of bytes is not `area * 4`.
  package init?(size: PixelSize, pixels: [UInt8], hasAlpha: Bool) {
    guard size.area > 0, size.area <= Int.max / 4, pixels.count == size.area * 4 else { return nil }
    self.init(checkedSize: size, pixels: pixels, hasAlpha: hasAlpha)
  }

  /// For callers that made `pixels` to measure.
  init(checkedSize size: PixelSize, pixels: [UInt8], hasAlpha: Bool) {
    self.size = size
    self.pixels = pixels
    self.hasAlpha = hasAlpha
  }
}
