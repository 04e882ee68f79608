import DiptychCodecs
import Foundation

extension CGImage {
  /// Makes an image from the bytes of a bitmap, the top row first.
  ///
  /// Supported are 8-bit samples in three layouts: gray (8 bits a pixel), red-green-blue (24 bits)
  /// and red-green-blue with a fourth byte (32 bits) that is alpha, straight or premultiplied, or
  /// unused, first or last, in big- or little-endian order. Bytes are taken as sRGB.
  ///
  /// `nil` for every other layout, for a `decode` array, for sizes that are not positive or exceed
  /// 268,435,456 pixels, and for a provider with fewer bytes than the rows need. `shouldInterpolate`
  /// and `intent` have no effect, because images are not drawn here. O(*n*) in the number of pixels.
  public convenience init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: CGBitmapInfo, provider: CGDataProvider,
    decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool, intent: CGColorRenderingIntent
  ) {
    guard decode == nil, bitsPerComponent == 8,
      let layout = PixelLayout(bitsPerPixel: bitsPerPixel, space: space, info: bitmapInfo),
      let bitmap = layout.bitmap(
        width: width, height: height, bytesPerRow: bytesPerRow, bytes: provider.bytes)
    else { return nil }
    self.init(bitmap: bitmap)
  }

  /// Makes an image from the bytes of a JPEG file; `nil` if they cannot be decoded.
  ///
  /// The pixels are those stored in the file, not turned by its orientation. A `decode` array is
  /// not supported and gives `nil`; `shouldInterpolate` and `intent` have no effect.
  public convenience init?(
    jpegDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?,
    shouldInterpolate: Bool, intent: CGColorRenderingIntent
  ) {
    guard decode == nil else { return nil }
    self.init(encoded: source.bytes, format: .jpeg)
  }

  /// Makes an image from the bytes of a PNG file; `nil` if they cannot be decoded.
  ///
  /// A `decode` array is not supported and gives `nil`; `shouldInterpolate` and `intent` have no
  /// effect.
  public convenience init?(
    pngDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?,
    shouldInterpolate: Bool, intent: CGColorRenderingIntent
  ) {
    guard decode == nil else { return nil }
    self.init(encoded: source.bytes, format: .png)
  }

  private convenience init?(encoded data: Data, format: MediaFormat) {
    guard
      let probe = try? MediaCodecs.probe(.data(data), nameExtension: nil, limits: .standard),
      probe.format == format, let bitmap = try? MediaCodecs.decode(data, limits: .standard)
    else { return nil }
    self.init(bitmap: bitmap)
  }
}

/// How the samples of a pixel lie in memory.
private struct PixelLayout {
  /// The bytes of one pixel.
  let stride: Int
  /// The offsets of red, green and blue inside a pixel.
  let red, green, blue: Int
  /// The offset of alpha, if the fourth byte is one.
  var alpha: Int?
  /// Whether colors were multiplied by alpha.
  var isPremultiplied = false

  /// The layout for the parameters of `CGImage`; `nil` if it is not supported.
  init?(bitsPerPixel: Int, space: CGColorSpace, info: CGBitmapInfo) {
    guard
      let alphaInfo = CGImageAlphaInfo(
        rawValue: info.rawValue & CGBitmapInfo.alphaInfoMask.rawValue),
      info.rawValue & ~(CGBitmapInfo.alphaInfoMask.rawValue | CGBitmapInfo.byteOrderMask.rawValue)
        == 0
    else { return nil }
    let order = info.intersection(.byteOrderMask)
    switch (space.model, bitsPerPixel, alphaInfo) {
    case (.monochrome, 8, .none) where order.isEmpty:
      (stride, red, green, blue) = (1, 0, 0, 0)
    case (.rgb, 24, .none) where order.isEmpty:
      (stride, red, green, blue) = (3, 0, 1, 2)
    case (.rgb, 32, .last), (.rgb, 32, .premultipliedLast), (.rgb, 32, .noneSkipLast),
      (.rgb, 32, .first), (.rgb, 32, .premultipliedFirst), (.rgb, 32, .noneSkipFirst):
      guard order.isEmpty || order == .byteOrder32Big || order == .byteOrder32Little else {
        return nil
      }
      let isFirst = [.first, .premultipliedFirst, .noneSkipFirst].contains(alphaInfo)
      let isLittle = order == .byteOrder32Little
      let place: (Int) -> Int = { isLittle ? 3 - $0 : $0 }
      let color = isFirst ? 1 : 0
      (stride, red, green, blue) = (4, place(color), place(color + 1), place(color + 2))
      if alphaInfo != .noneSkipFirst, alphaInfo != .noneSkipLast { alpha = place(isFirst ? 0 : 3) }
      isPremultiplied = alphaInfo == .premultipliedFirst || alphaInfo == .premultipliedLast
    default: return nil
    }
  }

  /// Returns the pixels in our own layout, or `nil` if the numbers do not fit together.
  func bitmap(width: Int, height: Int, bytesPerRow: Int, bytes: Data) -> Bitmap? {
    guard width > 0, height > 0 else { return nil }
    let (area, areaOverflows) = width.multipliedReportingOverflow(by: height)
    guard !areaOverflows, area <= MediaLimits.standard.maximumPixels else { return nil }
    let (lastRow, overflows) = bytesPerRow.multipliedReportingOverflow(by: height - 1)
    guard bytesPerRow >= width * stride, !overflows, bytes.count >= width * stride,
      lastRow <= bytes.count - width * stride
    else { return nil }
    let pixels = [UInt8](unsafeUninitializedCapacity: area * 4) { target, count in
      bytes.withUnsafeBytes { source in
        for row in 0..<height {
          for column in 0..<width {
            convert(
              source, at: row * bytesPerRow + column * stride, into: target,
              at: (row * width + column) * 4)
          }
        }
      }
      count = area * 4
    }
    return Bitmap(
      size: PixelSize(width: width, height: height), pixels: pixels, hasAlpha: alpha != nil)
  }

  private func convert(
    _ source: UnsafeRawBufferPointer, at offset: Int,
    into target: UnsafeMutableBufferPointer<UInt8>, at start: Int
  ) {
    let opacity = alpha.map { source[offset + $0] } ?? 255
    for (channel, place) in [red, green, blue].enumerated() {
      let sample = source[offset + place]
      target[start + channel] = isPremultiplied ? Self.divided(sample, by: opacity) : sample
    }
    target[start + 3] = opacity
  }

  /// Takes the multiplication by alpha back, rounding to the nearest sample.
  private static func divided(_ sample: UInt8, by alpha: UInt8) -> UInt8 {
    guard alpha > 0 else { return 0 }
    return UInt8(min(255, (Int(sample) * 255 + Int(alpha) / 2) / Int(alpha)))
  }
}
