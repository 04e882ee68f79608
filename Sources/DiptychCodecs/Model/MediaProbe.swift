/// What a media file says about itself, read without decoding pixels.
package struct MediaProbe: Hashable, Sendable {
  /// The type, by the bytes.
  package let format: MediaFormat
  /// Width and height as stored, in pixels; 0 × 0 for a movie in a build that cannot read movies.
  package let storedSize: PixelSize
  /// How the stored pixels have to be turned.
  package let orientation: ImageOrientation
  /// When the picture was taken, by the file; nil if it does not say.
  package let captureDate: CaptureDate?
  /// Where the picture was taken, by the file; nil if it does not say.
  package let location: GeoPoint?
  /// Seconds; 0 for images, and for movies whose length is unknown.
  package let duration: Double
  /// Whether the pixels carry transparency.
  package let hasAlpha: Bool

  /// Makes a probe.
  package init(
    format: MediaFormat, storedSize: PixelSize, orientation: ImageOrientation = .up,
    captureDate: CaptureDate? = nil, location: GeoPoint? = nil, duration: Double = 0,
    hasAlpha: Bool = false
  ) {
    self.format = format
    self.storedSize = storedSize
    self.orientation = orientation
    self.captureDate = captureDate
    self.location = location
    self.duration = duration
    self.hasAlpha = hasAlpha
  }

  /// Width and height as shown, in pixels.
  package var uprightSize: PixelSize { orientation.swapsAxes ? storedSize.swapped : storedSize }
}
