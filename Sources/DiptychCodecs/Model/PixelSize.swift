/// A width and a height in pixels.
package struct PixelSize: Hashable, Sendable, Codable {
  /// Pixels from left to right.
  package var width: Int
  /// Pixels from top to bottom.
  package var height: Int

  /// Makes a size; nothing is checked.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The number of pixels; `Int.max` where the product does not fit, 0 for a side below 1.
  package var area: Int {
    guard width > 0, height > 0 else { return 0 }
    let (product, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? .max : product
  }

  /// The same size with its sides exchanged.
  package var swapped: PixelSize { PixelSize(width: height, height: width) }

  /// The largest size of this shape that fits `maximum`, never larger than this one and at least
  /// one pixel on each side. A maximum with a side below 1 counts as 1.
  package func fitted(in maximum: PixelSize) -> PixelSize {
    guard width > 0, height > 0 else { return self }
    let limit = PixelSize(width: max(1, maximum.width), height: max(1, maximum.height))
    if width <= limit.width && height <= limit.height { return self }
    let scale = min(Double(limit.width) / Double(width), Double(limit.height) / Double(height))
    func scaled(_ side: Int, _ most: Int) -> Int {
      min(most, side, max(1, Int((Double(side) * scale).rounded())))
    }
    return PixelSize(width: scaled(width, limit.width), height: scaled(height, limit.height))
  }
}
