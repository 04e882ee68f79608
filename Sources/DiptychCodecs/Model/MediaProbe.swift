/// What a media file says about itself, read without decoding pixels.
package struct MediaProbe: Hashable, Sendable {
  /// The type, by the bytes.
  package let format: MediaFormat
  /// Width and height as stored, in pixels; 0 × 0 for a movie, a HEIC, HEIF or AVIF file in a build
  /// without the package trait `AllMedia`.
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
  /// Whether the picture moves: a GIF or WebP file with more than one frame.
  package let isAnimated: Bool
  /// Frames a second of a movie, on average; 0 for pictures and where it is unknown.
  package let frameRate: Double
  /// What the file alone says of its kind; never `.live`.
  package let subtypes: MediaSubtypes
  /// What the still and the movie of a Live Photo share; nil for others.
  package let contentIdentifier: String?
  /// What the photos of a burst share; nil for others.
  package let burstIdentifier: String?

  /// Makes a probe.
  package init(
    format: MediaFormat, storedSize: PixelSize, orientation: ImageOrientation = .up,
    captureDate: CaptureDate? = nil, location: GeoPoint? = nil, duration: Double = 0,
    hasAlpha: Bool = false, isAnimated: Bool = false, frameRate: Double = 0,
    subtypes: MediaSubtypes = [], contentIdentifier: String? = nil, burstIdentifier: String? = nil
  ) {
    self.format = format
    self.storedSize = storedSize
    self.orientation = orientation
    self.captureDate = captureDate
    self.location = location
    self.duration = duration
    self.hasAlpha = hasAlpha
    self.isAnimated = isAnimated
    self.frameRate = frameRate
    self.subtypes = subtypes
    self.contentIdentifier = contentIdentifier
    self.burstIdentifier = burstIdentifier
  }

  /// Width and height as shown, in pixels.
  package var uprightSize: PixelSize { orientation.swapsAxes ? storedSize.swapped : storedSize }
}
