import DiptychCodecs
import Foundation

/// A bitmap of 8-bit samples. It never changes.
///
/// Pixels are kept as red, green, blue and alpha in the sRGB color space, with straight alpha and
/// the top row first, whatever the layout was that the image was made from.
public final class CGImage: Sendable {
  /// The pixels.
  package let bitmap: Bitmap

  /// Makes an image of decoded pixels.
  package init(bitmap: Bitmap) {
    self.bitmap = bitmap
  }

  /// The width in pixels.
  public var width: Int { bitmap.size.width }

  /// The height in pixels.
  public var height: Int { bitmap.size.height }

  /// The bits of one sample: 8.
  public var bitsPerComponent: Int { 8 }

  /// The bits of one pixel: 32.
  public var bitsPerPixel: Int { 32 }

  /// The bytes of one row, without padding.
  public var bytesPerRow: Int { width * 4 }

  /// What the fourth sample of a pixel is: straight alpha, or nothing.
  public var alphaInfo: CGImageAlphaInfo { bitmap.hasAlpha ? .last : .noneSkipLast }

  /// The layout of the pixels: ``alphaInfo``, with the bytes in the order red, green, blue, alpha.
  public var bitmapInfo: CGBitmapInfo { CGBitmapInfo(rawValue: alphaInfo.rawValue) }

  /// The color space of the pixels: sRGB.
  public var colorSpace: CGColorSpace? { .standardRGB }

  /// Whether the image is a mask: never.
  public var isMask: Bool { false }

  /// The pixels as bytes, in the layout that ``bitmapInfo`` names. O(*n*) in the number of pixels.
  public var dataProvider: CGDataProvider? { CGDataProvider(bytes: Data(bitmap.pixels)) }

  /// Returns the part of the image inside `rect`, in pixels from the top left corner.
  ///
  /// The rectangle is widened to whole pixels and cut to the image; `nil` if nothing is left.
  /// O(*n*) in the number of pixels of the part.
  public func cropping(to rect: CGRect) -> CGImage? {
    // Computed by hand, because Foundation's `intersection` traps on numbers that are NaN.
    guard let columns = Self.pixels(rect.origin.x, rect.size.width, upTo: width),
      let rows = Self.pixels(rect.origin.y, rect.size.height, upTo: height)
    else { return nil }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(columns.count * rows.count * 4)
    for row in rows {
      let start = row * width * 4
      pixels += bitmap.pixels[start + columns.lowerBound * 4..<start + columns.upperBound * 4]
    }
    let size = PixelSize(width: columns.count, height: rows.count)
    return Bitmap(size: size, pixels: pixels, hasAlpha: bitmap.hasAlpha).map(CGImage.init(bitmap:))
  }

  /// Returns the whole pixels that a stretch touches, cut to the image; `nil` if there are none.
  private static func pixels(
    _ origin: CGFloat, _ length: CGFloat, upTo limit: Int
  ) -> Range<Int>? {
    let (start, end) = (min(origin, origin + length), max(origin, origin + length))
    guard start < end, start < CGFloat(limit), end > 0 else { return nil }
    return Int(max(start, 0).rounded(.down))..<Int(min(end, CGFloat(limit)).rounded(.up))
  }

  /// Returns a copy of the image, which may be the image itself because it never changes.
  public func copy() -> CGImage? { self }
}

extension CGImage: Hashable {
  /// Returns whether both are the same object, as Core Graphics compares images.
  public static func == (left: CGImage, right: CGImage) -> Bool {
    left === right
  }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
