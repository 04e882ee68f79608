import Foundation

/// What the front of an image file says.
struct ImageHeader {
  /// ImageIO's names of color models.
  enum ColorModel: String {
    case gray = "Gray"
    case rgb = "RGB"
    case cmyk = "CMYK"
    case lab = "Lab"
  }

  /// Width and height as stored, in pixels; both at least 1.
  var size: PixelSize
  /// The pixels that are decoded for it, where a part of them is not shown.
  var decodedSize: PixelSize?
  /// Whether the pixels carry transparency.
  var hasAlpha = false
  /// Bits a channel.
  var depth = 8
  /// What the channels mean.
  var colorModel = ColorModel.rgb
  /// The EXIF block, from its byte-order mark on; nil if there is none.
  var exif: [UInt8]?
  /// How the container says that the stored pixels are turned. Where a container has a say, EXIF's
  /// orientation has none; nil where it has not.
  var orientation: ImageOrientation?
  /// The XMP packet; nil if there is none.
  var xmp: [UInt8]?
  /// IPTC's records, as they stand in Photoshop's resource 1028; nil if there are none.
  var iptc: [UInt8]?
  /// How the file moves; nil for a still.
  var animation: ImageAnimation?
}

/// How an animated picture moves.
struct ImageAnimation {
  /// At least 2.
  var frameCount: Int
  /// Seconds of all frames together.
  var duration: Double
  /// Seconds of the first frame.
  var firstDelay: Double
  /// How often it plays; 0 for without end.
  var loopCount: Int
}

/// One still-picture format. Each has a file of its own; `MediaCodecs` chooses by the bytes.
protocol ImageCodec: Sendable {
  /// The formats that this codec reads.
  var formats: [MediaFormat] { get }

  /// Whether the formats have a place for EXIF at all.
  var holdsEXIF: Bool { get }

  /// Reads what stands before the pixels.
  ///
  /// Throws `.damaged` when the header breaks off or breaks its rules, `.unsupported` for a
  /// variant that cannot be decoded.
  func header(of source: ByteSource) throws(CodecError) -> ImageHeader

  /// The ICC profile of the samples; nil where the file has none.
  func profile(of source: ByteSource) throws(CodecError) -> [UInt8]?

  /// Walks the file to its end mark, decoding nothing, and throws `.damaged` if it is not there.
  func checkCompleteness(of source: ByteSource) throws(CodecError)

  /// Decodes the pixels as stored. With `reducedTo`, a size no larger than stored, the picture is
  /// scaled to exactly that size. Samples are as stored: `MediaCodecs` applies the profile.
  ///
  /// A file whose pixels break off gives what can be shown; `.damaged` only if nothing can.
  func decode(
    _ data: Data, reducedTo target: PixelSize?, limits: MediaLimits
  ) throws(CodecError) -> Bitmap

  /// Encodes pixels and no metadata; the same pixels always give the same bytes.
  func encode(_ bitmap: Bitmap) throws(CodecError) -> Data

  /// The same file with this EXIF block in place of any it has; all else is copied.
  func replacingEXIF(of data: Data, with exif: [UInt8]) throws(CodecError) -> Data

  /// The same file with these values put into its EXIF entries, all else copied; the same bytes when
  /// nothing changes.
  func merging(_ metadata: ImageMetadata, into data: Data) throws(CodecError) -> Data
}

extension ImageCodec {
  var holdsEXIF: Bool { true }

  func profile(of source: ByteSource) throws(CodecError) -> [UInt8]? { nil }

  func encode(_ bitmap: Bitmap) throws(CodecError) -> Data {
    throw CodecError(
      .unsupported,
      "Pictures are not written as .\(formats[0].fileExtension) files; use JPEG or PNG.")
  }

  func replacingEXIF(of data: Data, with exif: [UInt8]) throws(CodecError) -> Data {
    throw CodecError(
      .unsupported,
      "The metadata of a .\(formats[0].fileExtension) file cannot be changed; save it without "
        + "metadata, or as JPEG or PNG.")
  }

  func merging(_ metadata: ImageMetadata, into data: Data) throws(CodecError) -> Data {
    let header = try header(of: ByteSource(.data(data)))
    guard let exif = try EXIFWriter.merging(metadata, into: header.exif) else { return data }
    return try replacingEXIF(of: data, with: exif)
  }

  /// What a build without the package trait `AllMedia` says of a picture that needs it.
  static func needsAllMedia(_ name: String) -> CodecError {
    CodecError(
      .unsupported,
      "This build stores \(name) files but reads no pictures of them; build it with the package "
        + "trait AllMedia.")
  }
}
