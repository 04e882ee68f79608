import Foundation

/// HEIC, HEIF and AVIF files, through libheif.
struct HEIFCodec: ImageCodec {
  var formats: [MediaFormat] { [.heic, .heif, .avif] }

  /// Without the package trait `AllMedia` the size is 0 × 0, which means unknown.
  func header(of source: ByteSource) throws(CodecError) -> ImageHeader {
    #if AllMedia
      let file = try HEIFFile(source)
      guard file.size.area > 0 else { throw Self.damaged }
      var header = ImageHeader(size: file.size, hasAlpha: file.hasAlpha, depth: file.depth)
      header.orientation = file.orientation
      header.exif = file.exif
      header.xmp = file.xmp
      return header
    #else
      return ImageHeader(size: PixelSize(width: 0, height: 0))
    #endif
  }

  func profile(of source: ByteSource) throws(CodecError) -> [UInt8]? {
    #if AllMedia
      return try HEIFFile(source).profile
    #else
      return nil
    #endif
  }

  func checkCompleteness(of source: ByteSource) throws(CodecError) {
    let boxes = try MovieBoxes(of: source)
    guard boxes.hasMetadata, !boxes.isBrokenOff else {
      throw CodecError(
        .damaged,
        "The HEIF file breaks off before its end; copy it again from where it came from.")
    }
  }

  func decode(
    _ data: Data, reducedTo target: PixelSize?, limits: MediaLimits
  ) throws(CodecError) -> Bitmap {
    #if AllMedia
      let file = try HEIFFile(ByteSource(.data(data)))
      try limits.check(file.size)
      let bitmap = try file.decoded(covering: target, limits)
      // A hostile file may decode to another size than it states.
      guard let target else {
        guard bitmap.size == file.size else { throw Self.damaged }
        return bitmap
      }
      guard bitmap.size.width >= target.width, bitmap.size.height >= target.height else {
        throw Self.damaged
      }
      return bitmap.averaged(to: target)
    #else
      throw Self.needsAllMedia("HEIF and AVIF")
    #endif
  }

  private static var damaged: CodecError {
    CodecError(
      .damaged, "The HEIF data cannot be read; copy the file again from where it came from.")
  }
}
