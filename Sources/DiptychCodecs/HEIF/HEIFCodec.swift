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
      header.decodedSize = file.storedSize
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

  #if AllMedia
    /// The container says how the pixels are turned, and EXIF's orientation has no say (decision
    /// 55), so the only orientation that can be given is the one that the file has.
    func merging(
      _ metadata: ImageMetadata, into data: Data
    ) throws(CodecError) -> Data {
      let file = try HEIFFile(ByteSource(.data(data)))
      let old = file.exif
      let known = [file.orientation, try EXIFReader(old)?.orientation]
      var rest = metadata
      let given = EXIFWriter.takeOrientations(from: &rest)
      guard given.allSatisfy(known.contains) else {
        throw CodecError(
          .unsupported,
          "The container of a HEIF file says how the picture is turned, and the metadata says "
            + "otherwise; leave the orientation out, or save the picture as JPEG.")
      }
      guard let exif = try EXIFWriter.merging(rest, into: old) else { return data }
      let result = HEIFRewriter([UInt8](data))?.replacingEXIF(with: exif).map { Data($0) }
      // What the decoder does not read back was not written well enough.
      guard let result, let new = try? HEIFFile(ByteSource(.data(result))), new.exif == exif,
        new.size == file.size, new.orientation == file.orientation
      else {
        throw CodecError(
          .unsupported,
          "The HEIF file's directory is of a rare form, to which no metadata is added; save the "
            + "picture without metadata, or as JPEG or PNG.")
      }
      return result
    }
  #endif

  private static var damaged: CodecError {
    CodecError(
      .damaged, "The HEIF data cannot be read; copy the file again from where it came from.")
  }
}
