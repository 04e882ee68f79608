import Foundation

/// The one entry to media files: probe, decode, thumbnail, encode, metadata.
///
/// The type is always found by the bytes. Sizes are checked against limits before anything is
/// allocated for them.
package enum MediaCodecs {
  private static let imageCodecs: [any ImageCodec] = [
    JPEGCodec(), PNGCodec(), HEIFCodec(), GIFCodec(), WebPCodec(), TIFFCodec(), BMPCodec(),
    RawCodec(),
  ]

  /// What the file says about itself; no pixel is decoded.
  ///
  /// Checks cheaply that the file is whole: a JPEG has an end marker behind its scan, a PNG its
  /// end chunk, a movie its index. `nameExtension` is checked against the bytes (P135); an unknown
  /// one, or none, is no error, and `mov` and `mp4`, two names of one container, pass for each
  /// other. Errors: `.unrecognized`, `.unsupported`, `.damaged`, `.tooLarge`, `.unreadable`,
  /// `.wrongExtension`. Reads the file once, through a window of 64 KiB.
  package static func probe(
    _ source: MediaSource, nameExtension: String?, limits: MediaLimits = .standard
  ) throws(CodecError) -> MediaProbe {
    let bytes = try ByteSource(source)
    let format = try format(of: bytes)
    try check(nameExtension, against: format)
    guard format.kind == .image else { return try MovieProbe.probe(bytes, format: format) }
    return try probeImage(bytes, format, codec(for: format), limits)
  }

  /// Loads what reads movies, which otherwise waits until the first one is opened. Error:
  /// `.unsupported`, saying what is missing; in a build without the package trait `AllMedia` always.
  package static func loadMovieReader() throws(CodecError) {
    try MovieProbe.load()
  }

  /// The pixels as stored, not turned; in sRGB, whatever the file's profile says.
  ///
  /// A picture that breaks off gives what can be shown. Errors: `.unrecognized`, `.unsupported`,
  /// `.damaged` (nothing can be shown), `.tooLarge`.
  package static func decode(
    _ data: Data, limits: MediaLimits = .standard
  ) throws(CodecError) -> Bitmap {
    try limits.check(byteCount: data.count)
    let codec = try imageCodec(for: data)
    return try managed(codec.decode(data, reducedTo: nil, limits: limits), data, codec)
  }

  /// A small upright copy that fits `fitting`; never larger than the picture.
  ///
  /// JPEG files are decoded at 1/2, 1/4 or 1/8 where that is large enough. Errors as for `decode`.
  package static func thumbnail(
    _ data: Data, fitting: PixelSize, limits: MediaLimits = .standard
  ) throws(CodecError) -> Bitmap {
    try limits.check(byteCount: data.count)
    let codec = try imageCodec(for: data)
    let header = try codec.header(of: ByteSource(.data(data)))
    let exif = try EXIFReader(header.exif)
    let orientation = header.orientation ?? exif?.orientation ?? .up
    let target = header.size.fitted(in: orientation.swapsAxes ? fitting.swapped : fitting)
    let bitmap = try codec.decode(data, reducedTo: target, limits: limits)
    return try managed(bitmap, data, codec).oriented(orientation)
  }

  /// A small upright copy of what stands for the file: a picture, or a movie's first frame; fits
  /// `fitting` and is never larger than the picture.
  ///
  /// A picture's file is read whole, a movie only as far as its index and its first frame. A movie
  /// is shown in the size of its track header, turned by its display matrix. Errors: as for
  /// `decode`, and `.unreadable`; `.unsupported` for movies without a picture track, in a rare
  /// coding, or in a build without the package trait `AllMedia`.
  package static func thumbnail(
    of source: MediaSource, fitting: PixelSize, limits: MediaLimits = .standard
  ) throws(CodecError) -> Bitmap {
    let bytes = try ByteSource(source)
    guard try format(of: bytes).kind == .image else {
      return try MovieProbe.poster(bytes, fitting: fitting, limits: limits)
    }
    try limits.check(byteCount: bytes.count)
    return try thumbnail(bytes.all(), fitting: fitting, limits: limits)
  }

  /// Encodes pixels; an orientation other than `.up` becomes the only EXIF tag, and there is no
  /// other metadata (decision 20). The same input always gives the same bytes.
  ///
  /// JPEG: quality 90, no transparency (laid over white). PNG: exact, RGB where the bitmap has no
  /// alpha. Errors: `.unsupported` for movie formats, `.encodingFailed` for a picture too large
  /// for the format.
  package static func encode(
    _ bitmap: Bitmap, as format: MediaFormat, orientation: ImageOrientation = .up
  ) throws(CodecError) -> Data {
    let codec = try codec(for: format)
    let plain = try codec.encode(bitmap)
    guard orientation != .up else { return plain }
    return try codec.replacingEXIF(of: plain, with: EXIFWriter.block(orientation: orientation))
  }

  /// The picture's metadata under ImageIO's keys: `PixelWidth`, `PixelHeight`, `Depth`,
  /// `ColorModel`, `HasAlpha`, `Orientation`, `{TIFF}`, `{Exif}`, `{GPS}`, `{IPTC}`,
  /// `{MakerApple}`, `{GIF}`, `{WebP}`.
  ///
  /// Title, caption, keywords and rating of an XMP packet stand in `{IPTC}` too, where they win, and
  /// so does EXIF's rating where XMP has none. The orientation of a HEIC or AVIF file is the container's.
  /// Errors: `.unrecognized`, `.unsupported` (movies too), `.damaged` for an unreadable header.
  package static func metadata(of data: Data) throws(CodecError) -> ImageMetadata {
    let header = try imageCodec(for: data).header(of: ByteSource(.data(data)))
    let exif = try EXIFReader(header.exif)
    var result = exif?.metadata ?? [:]
    if header.size.area > 0 {
      result["PixelWidth"] = .integer(header.size.width)
      result["PixelHeight"] = .integer(header.size.height)
    }
    if let orientation = header.orientation {
      result["Orientation"] = .integer(orientation.rawValue)
    }
    var texts = header.iptc.map { IPTCRecords($0).metadata } ?? [:]
    if let rating = exif?.rating { texts["StarRating"] = .integer(rating) }
    if let xmp = header.xmp { texts.merge(XMPPacket(xmp).metadata) { $1 } }
    if !texts.isEmpty { result["{IPTC}"] = .dictionary(texts) }
    if let animation = header.animation {
      let key = MediaFormat.sniffing(data) == .gif ? "{GIF}" : "{WebP}"
      result[key] = .dictionary([
        "DelayTime": .real(animation.firstDelay), "LoopCount": .integer(animation.loopCount),
        "FrameCount": .integer(animation.frameCount),
      ])
    }
    result["Depth"] = .integer(header.depth)
    result["ColorModel"] = .string(header.colorModel.rawValue)
    if header.hasAlpha { result["HasAlpha"] = .integer(1) }
    return result
  }

  /// The same file with these values in its EXIF block and, where it is a JPEG, those of `{IPTC}` in
  /// its records and stars in EXIF; given values win over the file's (L142, decision 235).
  ///
  /// Picture data is copied, never encoded anew; so are XMP, IPTC, color profiles and every entry
  /// that is not given; of an XMP packet blanks take the place of what is. Values that the file has no
  /// place for, or of the wrong kind, are left out;
  /// when nothing is left, the same bytes come back, as they always do for GIF and BMP, which have
  /// no place for EXIF. TIFF, DNG and HEIF files only grow at their end. Errors: as for `metadata`;
  /// `.unsupported` for makers' raw files, for a HEIF file whose container says another orientation
  /// than is given, and for one in a build without the package trait `AllMedia` (decision 56);
  /// `.encodingFailed` when a JPEG cannot hold so much.
  package static func rewritingMetadata(
    of data: Data, merging metadata: ImageMetadata
  ) throws(CodecError) -> Data {
    let codec = try imageCodec(for: data)
    guard codec.holdsEXIF else {
      _ = try codec.header(of: ByteSource(.data(data)))
      return data
    }
    var given = metadata
    if let texts = metadata["{IPTC}"]?.dictionaryValue {
      let present = try self.metadata(of: data)["{IPTC}"]?.dictionaryValue ?? [:]
      let new = texts.filter { present[$0.key] != $0.value }
      given["{IPTC}"] = codec is JPEGCodec && !new.isEmpty ? .dictionary(new) : nil
    }
    return try codec.merging(given, into: data)
  }
}

extension MediaCodecs {
  private static func format(of bytes: ByteSource) throws(CodecError) -> MediaFormat {
    guard bytes.count > 0 else {
      throw CodecError(.damaged, "The file is empty; copy it again from where it came from.")
    }
    let first = try bytes.bytes(at: 0, upTo: MediaFormat.sniffedByteCount)
    if let format = MediaFormat.sniffing(first) {
      // What has TIFF's structure is told apart by its tags; without any it is a damaged TIFF.
      guard format == .tiff else { return format }
      return try TIFFStructure(of: bytes).format(of: bytes)
    }
    if let name = MediaFormat.foreignName(first) {
      throw CodecError(
        .unsupported,
        "\(name) files are not supported; convert the file to JPEG, PNG, HEIC, MOV or MP4.")
    }
    throw CodecError(
      .unrecognized,
      "The bytes are of no known media type; give a photo such as JPEG, PNG or HEIC, or a MOV or MP4 "
        + "file.")
  }

  private static func check(
    _ nameExtension: String?, against format: MediaFormat
  ) throws(CodecError) {
    guard let nameExtension, let named = MediaFormat.named(fileExtension: nameExtension),
      !named.passes(for: format)
    else { return }
    throw CodecError(
      .wrongExtension,
      "The file is named .\(named.fileExtension) but its bytes are those of a "
        + ".\(format.fileExtension) file; rename it to .\(format.fileExtension).")
  }

  private static func codec(for format: MediaFormat) throws(CodecError) -> any ImageCodec {
    if let codec = imageCodecs.first(where: { $0.formats.contains(format) }) { return codec }
    throw CodecError(
      .unsupported,
      "A .\(format.fileExtension) file is no still picture; use a photo, such as JPEG or PNG.")
  }

  private static func imageCodec(for data: Data) throws(CodecError) -> any ImageCodec {
    try codec(for: format(of: ByteSource(.data(data))))
  }

  private static func probeImage(
    _ bytes: ByteSource, _ format: MediaFormat, _ codec: any ImageCodec, _ limits: MediaLimits
  ) throws(CodecError) -> MediaProbe {
    try limits.check(byteCount: bytes.count)
    let header = try codec.header(of: bytes)
    try limits.check(header.decodedSize ?? header.size)
    try codec.checkCompleteness(of: bytes)
    let exif = try EXIFReader(header.exif)
    let note = exif?.appleNote
    let xmp = header.xmp.map { XMPPacket($0) }
    return MediaProbe(
      format: format, storedSize: header.size,
      orientation: header.orientation ?? exif?.orientation ?? .up,
      captureDate: captureDate(exif, xmp, header.iptc),
      // EXIF is asked before XMP (decision 234).
      location: exif?.location ?? xmp?.location,
      hasAlpha: header.hasAlpha, isAnimated: header.animation != nil,
      subtypes: (exif?.subtypes ?? []).union(xmp?.subtypes ?? []),
      contentIdentifier: note?.contentIdentifier, burstIdentifier: note?.burstIdentifier)
  }

  /// The first of these that names a moment: taken, digitized, changed. For each, EXIF is asked
  /// before XMP, and XMP before IPTC (decisions 21, 110).
  private static func captureDate(
    _ exif: EXIFReader?, _ xmp: XMPPacket?, _ iptc: [UInt8]?
  ) -> CaptureDate? {
    exif?.dateTaken ?? xmp?.dateTaken ?? iptc.flatMap { IPTCRecords($0).dateTaken }
      ?? exif?.dateDigitized ?? xmp?.dateDigitized ?? exif?.dateChanged
  }

  /// The bitmap in sRGB. A build without the package trait `AllMedia` takes the samples as they are.
  private static func managed(
    _ bitmap: Bitmap, _ data: Data, _ codec: any ImageCodec
  ) throws(CodecError) -> Bitmap {
    #if AllMedia
      let source = try ByteSource(.data(data))
      guard let profile = try codec.profile(of: source) else { return bitmap }
      return ColorConverter.sRGB(
        bitmap, from: profile, model: try codec.header(of: source).colorModel)
    #else
      return bitmap
    #endif
  }
}
