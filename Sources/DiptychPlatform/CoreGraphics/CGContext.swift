import DiptychCodecs
import Foundation

/// A bitmap that can be drawn into: rectangles of one color, and other images.
///
/// As in Core Graphics the origin is the bottom left corner and y grows upward. A pixel belongs to
/// a rectangle if its center lies inside; edges are not smoothed. Use one context from one thread
/// at a time.
public final class CGContext {
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int

  private let hasAlpha: Bool
  private var pixels: [UInt8]
  private var fillColor = Color(red: 0, green: 0, blue: 0, alpha: 1)

  /// A color with parts from 0 to 1; red, green and blue are not multiplied by alpha.
  private struct Color {
    var red, green, blue, alpha: Double
  }

  /// Makes a context of clear pixels, or of black ones if the layout has no alpha.
  ///
  /// Supported is what most code asks for: `data` is `nil`, 8 bits a sample, an RGB color space, and
  /// alpha premultiplied or unused, first or last. `bytesPerRow` may be 0 or any number that is
  /// large enough; rows are kept without padding. `nil` for everything else, and for sizes that are
  /// not positive or exceed 268,435,456 pixels.
  public init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int,
    bytesPerRow: Int, space: CGColorSpace, bitmapInfo: UInt32
  ) {
    guard data == nil, bitsPerComponent == 8, space.model == .rgb, width > 0, height > 0,
      bytesPerRow == 0 || bytesPerRow / 4 >= width
    else { return nil }
    let (area, overflows) = width.multipliedReportingOverflow(by: height)
    guard !overflows, area <= MediaLimits.standard.maximumPixels else { return nil }
    let info = CGBitmapInfo(rawValue: bitmapInfo)
    let order = info.subtracting(.alphaInfoMask)
    guard order.isEmpty || order == .byteOrder32Big || order == .byteOrder32Little else {
      return nil
    }
    switch CGImageAlphaInfo(rawValue: info.intersection(.alphaInfoMask).rawValue) {
    case .premultipliedFirst, .premultipliedLast: hasAlpha = true
    case .noneSkipFirst, .noneSkipLast: hasAlpha = false
    default: return nil
    }
    self.width = width
    self.height = height
    pixels = [UInt8](repeating: 0, count: area * 4)
    if !hasAlpha {
      for index in stride(from: 3, to: pixels.count, by: 4) { pixels[index] = 255 }
    }
  }

  /// Sets the color of later calls of ``fill(_:)``; parts from 0 to 1, others are clipped.
  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    func clipped(_ part: CGFloat) -> Double { part > 0 ? Double(min(part, 1)) : 0 }
    fillColor = Color(
      red: clipped(red), green: clipped(green), blue: clipped(blue), alpha: clipped(alpha))
  }

  /// Draws a rectangle in the fill color over what is there. O(*n*) in its pixels.
  public func fill(_ rect: CGRect) {
    guard let area = area(of: rect) else { return }
    for row in area.rows {
      for column in area.columns { blend(fillColor, column, row) }
    }
  }

  /// Makes a rectangle clear, or black if the context has no alpha. O(*n*) in its pixels.
  public func clear(_ rect: CGRect) {
    guard let area = area(of: rect) else { return }
    for row in area.rows {
      for column in area.columns {
        let start = (row * width + column) * 4
        for channel in 0..<3 { pixels[start + channel] = 0 }
        pixels[start + 3] = hasAlpha ? 0 : 255
      }
    }
  }

  /// Draws an image, stretched to a rectangle, over what is there.
  ///
  /// Each pixel takes the nearest one of the image; nothing is smoothed. O(*n*) in the pixels of the
  /// rectangle.
  public func draw(_ image: CGImage, in rect: CGRect) {
    guard let area = area(of: rect) else { return }
    let frame = rect.standardized
    let bitmap = image.bitmap
    for row in area.rows {
      let fromTop = (frame.maxY - (CGFloat(height - row) - 0.5)) / frame.height
      let sourceRow = Self.index(at: fromTop, of: image.height)
      for column in area.columns {
        let fromLeft = (CGFloat(column) + 0.5 - frame.minX) / frame.width
        let sourceColumn = Self.index(at: fromLeft, of: image.width)
        let start = (sourceRow * image.width + sourceColumn) * 4
        let color = Color(
          red: Double(bitmap.pixels[start]) / 255, green: Double(bitmap.pixels[start + 1]) / 255,
          blue: Double(bitmap.pixels[start + 2]) / 255,
          alpha: Double(bitmap.pixels[start + 3]) / 255)
        blend(color, column, row)
      }
    }
  }

  /// Returns a copy of the present pixels. O(*n*) in their number, once the context is drawn into
  /// again.
  public func makeImage() -> CGImage? {
    Bitmap(size: PixelSize(width: width, height: height), pixels: pixels, hasAlpha: hasAlpha)
      .map(CGImage.init(bitmap:))
  }

  /// The pixels whose centers lie in a rectangle, rows counted from the top.
  private func area(of rect: CGRect) -> (columns: Range<Int>, rows: Range<Int>)? {
    guard let columns = Self.centers(rect.origin.x, rect.size.width, upTo: width),
      let rows = Self.centers(rect.origin.y, rect.size.height, upTo: height)
    else { return nil }
    return (columns, height - rows.upperBound..<height - rows.lowerBound)
  }

  private static func centers(
    _ origin: CGFloat, _ length: CGFloat, upTo limit: Int
  ) -> Range<Int>? {
    let (start, end) = (min(origin, origin + length), max(origin, origin + length))
    // False also if one of them is not a number.
    guard start < end, start < CGFloat(limit), end > 0 else { return nil }
    let first = Int((max(start, 0) - 0.5).rounded(.up))
    let last = Int((min(end, CGFloat(limit)) - 0.5).rounded(.up))
    return first < last ? first..<last : nil
  }

  /// The index at a fraction of the way; 0 if the fraction is not a number, as in an infinite frame.
  private static func index(at fraction: CGFloat, of count: Int) -> Int {
    let place = fraction * CGFloat(count)
    return place >= 1 ? Int(min(place, CGFloat(count - 1))) : 0
  }

  private func blend(_ color: Color, _ column: Int, _ row: Int) {
    let start = (row * width + column) * 4
    let below = Double(pixels[start + 3]) / 255 * (1 - color.alpha)
    let alpha = color.alpha + below
    guard alpha > 0 else { return }
    for (channel, part) in [color.red, color.green, color.blue].enumerated() {
      let mixed = part * 255 * color.alpha + Double(pixels[start + channel]) * below
      pixels[start + channel] = UInt8((mixed / alpha).rounded())
    }
    pixels[start + 3] = UInt8((alpha * 255).rounded())
  }
}
