extension Bitmap {
  /// A copy that fits `maximum` in the same shape, each pixel the average of the area it covers;
  /// the same picture when it fits already. Transparent pixels lend their color no weight.
  package func scaled(fitting maximum: PixelSize) -> Bitmap {
    averaged(to: size.fitted(in: maximum))
  }

  /// A copy of exactly this size, each pixel the average of the area it covers. `target` is no
  /// larger than the picture on either side.
  /// - Parameter target: The size of the copy.
  package func averaged(to target: PixelSize) -> Bitmap {
    guard target != size else { return self }
    let scaler = AreaScaler(from: size, to: target, hasAlpha: hasAlpha)
    pixels.withUnsafeBufferPointer { pixels in
      for start in stride(from: 0, to: pixels.count, by: scaler.bytesPerRow) {
        scaler.add(UnsafeBufferPointer(rebasing: pixels[start..<start + scaler.bytesPerRow]))
      }
    }
    return scaler.finished()
  }
}
