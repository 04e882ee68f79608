import DiptychCodecs

/// How a picture is brought to the size that a request asks for (P189–P191). Pictures are never
/// enlarged.
struct ImageSizing: Hashable, Sendable {
  /// The size that was asked for, in pixels; nil for the whole picture.
  let box: PixelSize?
  /// Whether the picture covers the box; otherwise it fits in.
  let fills: Bool
  /// Whether a picture that covers the box is cut to it.
  let isExact: Bool
  /// The part that is wanted; nil for all.
  let crop: UnitRect?

  /// The largest side of the first degraded picture, in pixels.
  static let smallSide = 120
  /// The largest side of the second degraded picture, in pixels.
  static let middleSide = 480

  /// More than the side of any picture that can be decoded.
  static let largestSide = 1 << 28

  /// What to decode and what to cut out of it.
  struct Plan: Hashable, Sendable {
    /// The decoded picture is the largest that fits this.
    var decoded: PixelSize
    /// The size of the result.
    var result: PixelSize
    /// What is cut out of the decoded picture; nil when nothing is cut.
    var cut: Cut?
  }

  /// A part of a decoded picture.
  struct Cut: Hashable, Sendable {
    /// Its middle, in fractions of the picture's sides.
    var middle: SIMD2<Double>
    /// Its size, never smaller than the result, to which it is averaged: a rectangle much wider than
    /// high is shown whole, though its result cannot be less than a pixel high.
    var size: PixelSize
  }

  /// The same request for a picture whose sides are at most `side`.
  func reduced(to side: Int) -> ImageSizing {
    let limit = PixelSize(width: side, height: side)
    return ImageSizing(
      box: box?.fitted(in: limit) ?? limit, fills: fills, isExact: isExact, crop: crop)
  }

  /// The plan for an upright picture of this size.
  func plan(for picture: PixelSize) -> Plan {
    guard picture.area > 0 else {
      // The size is not known before the picture is decoded.
      let size = box ?? PixelSize(width: Self.largestSide, height: Self.largestSide)
      return Plan(decoded: size, result: size)
    }
    guard let box else { return Plan(decoded: picture, result: picture) }
    let part = crop ?? .whole
    let region = PixelSize(
      width: max(1, Int((Double(picture.width) * part.width).rounded())),
      height: max(1, Int((Double(picture.height) * part.height).rounded())))
    if fills {
      return isExact
        ? cut(box.fitted(in: region), from: region, part, of: picture, isWhole: false)
        : covering(box, picture)
    }
    let result = region.fitted(in: box)
    guard crop != nil else { return Plan(decoded: box, result: result) }
    return cut(result, from: region, part, of: picture, isWhole: true)
  }

  private func covering(_ box: PixelSize, _ picture: PixelSize) -> Plan {
    let scale = max(
      Double(box.width) / Double(picture.width), Double(box.height) / Double(picture.height))
    guard scale < 1 else { return Plan(decoded: picture, result: picture) }
    let cover = PixelSize(
      width: max(box.width, Int((Double(picture.width) * scale).rounded(.up))),
      height: max(box.height, Int((Double(picture.height) * scale).rounded(.up))))
    return Plan(decoded: cover, result: picture.fitted(in: cover))
  }

  /// The plan for a part of the picture. Where `isWhole`, all of the part is shown, else its middle.
  private func cut(
    _ result: PixelSize, from region: PixelSize, _ part: UnitRect, of picture: PixelSize,
    isWhole: Bool
  ) -> Plan {
    let scale = max(
      Double(result.width) / Double(region.width), Double(result.height) / Double(region.height))
    // One pixel more than needed, so that rounding never leaves one too few.
    let decoded =
      scale >= 1
      ? picture
      : PixelSize(
        width: min(picture.width, Int((Double(picture.width) * scale).rounded(.up)) + 1),
        height: min(picture.height, Int((Double(picture.height) * scale).rounded(.up)) + 1))
    let shown =
      isWhole
      ? PixelSize(
        width: max(result.width, Int((Double(region.width) * min(1, scale)).rounded())),
        height: max(result.height, Int((Double(region.height) * min(1, scale)).rounded())))
      : result
    let middle = SIMD2((part.left + part.right) / 2, (part.top + part.bottom) / 2)
    return Plan(decoded: decoded, result: result, cut: Cut(middle: middle, size: shown))
  }
}

extension Bitmap {
  /// The part of a decoded picture that a plan asks for.
  func cut(to plan: ImageSizing.Plan) -> Bitmap {
    guard let cut = plan.cut else { return self }
    let width = min(cut.size.width, size.width)
    let height = min(cut.size.height, size.height)
    let result = PixelSize(
      width: min(plan.result.width, width), height: min(plan.result.height, height))
    guard PixelSize(width: width, height: height) != size else { return averaged(to: result) }
    func start(_ middle: Double, _ side: Int, _ length: Int) -> Int {
      min(max(0, Int((middle * Double(side) - Double(length) / 2).rounded())), side - length)
    }
    let left = start(cut.middle.x, size.width, width)
    let top = start(cut.middle.y, size.height, height)
    var part: [UInt8] = []
    part.reserveCapacity(width * height * 4)
    for row in top..<top + height {
      let first = (row * size.width + left) * 4
      part += pixels[first..<first + width * 4]
    }
    return Bitmap(
      size: PixelSize(width: width, height: height), pixels: part, hasAlpha: hasAlpha)?
      .averaged(to: result) ?? self
  }
}
