/// What is refused for its size before anything is allocated for it.
package struct MediaLimits: Hashable, Sendable {
  /// The most pixels of a picture, as its header states them.
  package var maximumPixels: Int
  /// The most bytes of an image file. Movies are never read whole and have no such limit.
  package var maximumBytes: Int

  /// Makes limits: 268,435,456 pixels and 2 GiB unless others are given.
  package init(maximumPixels: Int = 268_435_456, maximumBytes: Int = 2_147_483_648) {
    self.maximumPixels = maximumPixels
    self.maximumBytes = maximumBytes
  }

  /// The limits of the product.
  package static let standard = MediaLimits()

  /// Throws `.tooLarge` when `size` has more pixels than allowed.
  func check(_ size: PixelSize) throws(CodecError) {
    guard size.area <= maximumPixels else {
      throw CodecError(
        .tooLarge,
        "The picture is \(size.width) × \(size.height) pixels, more than the \(maximumPixels) "
          + "allowed; use a smaller version of it.")
    }
  }

  /// Throws `.tooLarge` when an image file has more bytes than allowed.
  func check(byteCount: Int) throws(CodecError) {
    guard byteCount <= maximumBytes else {
      throw CodecError(
        .tooLarge,
        "The image file has \(byteCount) bytes, more than the \(maximumBytes) allowed; "
          + "use a smaller version of it.")
    }
  }
}
