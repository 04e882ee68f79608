/// Pixels along the four sides of a picture that are not shown.
struct ImageBorders: Equatable {
  var left = 0
  var top = 0
  var right = 0
  var bottom = 0

  /// What a picture of this size has left; nil if that is nothing, or a border is negative.
  func inside(_ size: PixelSize) -> PixelSize? {
    guard left >= 0, top >= 0, right >= 0, bottom >= 0, left < size.width, right < size.width,
      top < size.height, bottom < size.height, left + right < size.width,
      top + bottom < size.height
    else { return nil }
    return PixelSize(width: size.width - left - right, height: size.height - top - bottom)
  }

  /// These borders and those of the picture inside them.
  func adding(_ inner: ImageBorders) -> ImageBorders {
    ImageBorders(
      left: left + inner.left, top: top + inner.top, right: right + inner.right,
      bottom: bottom + inner.bottom)
  }
}
