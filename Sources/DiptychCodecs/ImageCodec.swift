import Foundation

/// What the front of an image file says.
struct ImageHeader {
  /// ImageIO's names of color models.
  enum ColorModel: String {
    case gray = "Gray"
    case rgb = "RGB"
    case cmyk = "CMYK"
  }

  /// Width and height as stored, in pixels; both at least 1.
  var size: PixelSize
  /// Whether the pixels carry transparency.
  var hasAlpha = false
  /// Bits a channel.
  var depth = 8
  /// What the channels mean.
  var colorModel = ColorModel.rgb
  /// The EXIF block, from its byte-order mark on; nil if there is none.
  var exif: [UInt8]?
}

/// One still-picture format. Each has a file of its own; `MediaCodecs` chooses by the bytes.
protocol ImageCodec: Sendable {
  /// The format that this codec reads and writes.
  var format: MediaFormat { get }

  /// Reads what stands before the pixels.
  ///
  /// Throws `.damaged` when the header breaks off or breaks its rules, `.unsupported` for a
  /// variant that cannot be decoded.
  func header(of source: ByteSource) throws(CodecError) -> ImageHeader

  /// Walks the file to its end mark, decoding nothing, and throws `.damaged` if it is not there.
  func checkCompleteness(of source: ByteSource) throws(CodecError)

  /// Decodes the pixels as stored. With `reducedTo`, a size no larger than stored, the picture is
  /// scaled to exactly that size.
  ///
  /// A file whose pixels break off gives what can be shown; `.damaged` only if nothing can.
  func decode(
    _ data: Data, reducedTo target: PixelSize?, limits: MediaLimits
  ) throws(CodecError) -> Bitmap

  /// Encodes pixels and no metadata; the same pixels always give the same bytes.
  func encode(_ bitmap: Bitmap) throws(CodecError) -> Data

  /// The same file with this EXIF block in place of any it has; all else is copied.
  func replacingEXIF(of data: Data, with exif: [UInt8]) throws(CodecError) -> Data
}
