/// How stored pixels have to be turned to stand upright. Raw values are EXIF's.
///
/// The names say where the top of the picture is found in the stored pixels, as in
/// `CGImagePropertyOrientation`: `.right` means that a quarter turn clockwise makes it upright.
package enum ImageOrientation: Int, Sendable, Codable, CaseIterable {
  case up = 1
  case upMirrored = 2
  case down = 3
  case downMirrored = 4
  case leftMirrored = 5
  case right = 6
  case rightMirrored = 7
  case left = 8

  /// Whether the upright picture's width is the stored height.
  package var swapsAxes: Bool { rawValue >= 5 }
}
