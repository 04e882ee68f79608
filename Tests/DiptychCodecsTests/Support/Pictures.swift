import DiptychCodecs

/// Pictures for the tests, drawn by rule.
enum Pictures {
  /// Soft gradients, every pixel another color; with alpha, the upper left is clear.
  static func gradient(width: Int, height: Int, hasAlpha: Bool = false) -> Bitmap? {
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let alpha = hasAlpha ? UInt8(255 * (x + y) / max(1, width + height - 2)) : 255
        pixels += [
          UInt8(255 * x / max(1, width - 1)), UInt8(255 * y / max(1, height - 1)),
          UInt8(255 * (x + y) / max(1, width + height - 2)), alpha,
        ]
      }
    }
    return Bitmap(
      size: PixelSize(width: width, height: height), pixels: pixels, hasAlpha: hasAlpha)
  }

  /// One color all over: red, green, blue, alpha.
  static func plain(_ color: [UInt8], width: Int, height: Int) -> Bitmap? {
    var pixels: [UInt8] = []
    for _ in 0..<width * height { pixels += color }
    return Bitmap(
      size: PixelSize(width: width, height: height), pixels: pixels, hasAlpha: color.last != 255)
  }

  /// The four samples of every pixel.
  static func samples(_ bitmap: Bitmap) -> [[UInt8]] {
    stride(from: 0, to: bitmap.pixels.count, by: 4).map { Array(bitmap.pixels[$0..<$0 + 4]) }
  }

  /// The largest difference of any sample; nil when the sizes differ.
  static func largestDifference(_ one: Bitmap, _ other: Bitmap) -> Int? {
    guard one.size == other.size else { return nil }
    return zip(one.pixels, other.pixels).map { abs(Int($0) - Int($1)) }.max()
  }

  /// The mean difference of all samples; nil when the sizes differ.
  static func meanDifference(_ one: Bitmap, _ other: Bitmap) -> Double? {
    guard one.size == other.size else { return nil }
    let sum = zip(one.pixels, other.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(one.pixels.count)
  }
}
