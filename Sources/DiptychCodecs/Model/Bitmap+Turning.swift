extension Bitmap {
  /// Pixels on a side of the squares that are turned one after the other.
  private static let squareSide = 64

  /// The picture turned upright: `orientation` says how the stored pixels lie (EXIF's numbers).
  package func oriented(_ orientation: ImageOrientation) -> Bitmap {
    guard orientation != .up else { return self }
    let width = size.width
    let height = size.height
    let upright = orientation.swapsAxes ? size.swapped : size
    // For each upright pixel (x, y) the stored one is `origin + x * right + y * down`.
    let last = width * height - 1
    let (origin, right, down): (Int, Int, Int) =
      switch orientation {
      case .up: (0, 1, width)
      case .upMirrored: (width - 1, -1, width)
      case .down: (last, -1, -width)
      case .downMirrored: (last - (width - 1), 1, -width)
      case .leftMirrored: (0, width, 1)
      case .right: (last - (width - 1), -width, 1)
      case .rightMirrored: (last, -width, -1)
      case .left: (width - 1, width, -1)
      }
    let turned = [UInt8](unsafeUninitializedCapacity: pixels.count) { buffer, count in
      pixels.withUnsafeBytes { source in
        let target = UnsafeMutableRawBufferPointer(buffer)
        // Square by square, so that rows and columns both stay in the processor's cache.
        for top in stride(from: 0, to: upright.height, by: Self.squareSide) {
          for left in stride(from: 0, to: upright.width, by: Self.squareSide) {
            for y in top..<min(upright.height, top + Self.squareSide) {
              var pixel = origin + y * down + left * right
              var out = (y * upright.width + left) * 4
              for _ in left..<min(upright.width, left + Self.squareSide) {
                let value = source.loadUnaligned(fromByteOffset: pixel * 4, as: UInt32.self)
                target.storeBytes(of: value, toByteOffset: out, as: UInt32.self)
                pixel += right
                out += 4
              }
            }
          }
        }
      }
      count = pixels.count
    }
    return Bitmap(checkedSize: upright, pixels: turned, hasAlpha: hasAlpha)
  }
}
