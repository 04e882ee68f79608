import CDiptychJPEG
import Foundation

/// JPEG files, through libjpeg-turbo's TurboJPEG interface.
struct JPEGCodec: ImageCodec {
  /// The one quality of encoded pictures, on libjpeg's scale of 1 … 100 (decision 20).
  static let quality: Int32 = 90
  /// The most pixels on a side that the format's header can say and the library takes.
  static let longestSide = 65_500

  var formats: [MediaFormat] { [.jpeg] }

  func header(of source: ByteSource) throws(CodecError) -> ImageHeader {
    let segments = try JPEGSegments(of: source)
    guard let frame = segments.frame, frame.size.area > 0 else {
      throw CodecError(
        .damaged, "The JPEG header states no size; copy the file again from where it came from.")
    }
    let sequentialOrProgressive: Set<UInt8> = [0xC0, 0xC1, 0xC2, 0xC9, 0xCA]
    guard sequentialOrProgressive.contains(frame.process), frame.precision == 8,
      [1, 3, 4].contains(frame.components)
    else {
      throw CodecError(
        .unsupported,
        "The picture uses a rare kind of JPEG (lossless, hierarchical or \(frame.precision) bits); "
          + "convert it to an ordinary JPEG.")
    }
    return ImageHeader(
      size: frame.size,
      colorModel: frame.components == 1 ? .gray : frame.components == 4 ? .cmyk : .rgb,
      exif: try segments.exifBlock(in: source), xmp: try segments.xmpPacket(in: source),
      iptc: try segments.iptcRecords(in: source))
  }

  func profile(of source: ByteSource) throws(CodecError) -> [UInt8]? {
    try JPEGSegments(of: source).profile(in: source)
  }

  func checkCompleteness(of source: ByteSource) throws(CodecError) {
    guard try JPEGSegments(of: source).walkScans(in: source).hasEnd else {
      throw CodecError(
        .damaged, "The JPEG file breaks off before its end; copy it again from where it came from.")
    }
  }

  func decode(
    _ data: Data, reducedTo target: PixelSize?, limits: MediaLimits
  ) throws(CodecError) -> Bitmap {
    let source = try ByteSource(.data(data))
    let size = try header(of: source).size
    try limits.check(size)
    let segments = try JPEGSegments(of: source)
    try Self.checkWork(scans: segments.walkScans(in: source).count, size, limits)
    let decoder = try Decoder()
    var picture = try data.withUnsafeBytes { bytes in
      decoder.decode(bytes, expecting: size, atLeast: target ?? size)
    }.get()
    if picture.isCMYK { picture.convertToRGB(inverted: segments.hasAdobeMark) }
    let bitmap = Bitmap(checkedSize: picture.size, pixels: picture.pixels, hasAlpha: false)
    return target.map { bitmap.averaged(to: $0) } ?? bitmap
  }

  /// Each scan of a progressive picture goes over all of it, and costs a hostile file next to no
  /// bytes. Real pictures have about ten.
  private static func checkWork(
    scans: Int, _ size: PixelSize, _ limits: MediaLimits
  ) throws(CodecError) {
    let (work, overflow) = size.area.multipliedReportingOverflow(by: scans)
    let pixels = max(limits.maximumPixels, MediaLimits.standard.maximumPixels)
    let (most, isUnlimited) = pixels.multipliedReportingOverflow(by: 16)
    guard !overflow, isUnlimited || work <= most else {
      throw CodecError(
        .tooLarge,
        "The picture has \(scans) scans of \(size.area) pixels, more than can be decoded in "
          + "reasonable time; use a version of it without progressive coding.")
    }
  }

  /// Quality 90, full color resolution (4:4:4), the accurate transform, standard tables. JPEG has
  /// no transparency: pixels are laid over white.
  func encode(_ bitmap: Bitmap) throws(CodecError) -> Data {
    guard bitmap.size.width <= Self.longestSide, bitmap.size.height <= Self.longestSide else {
      throw CodecError(
        .encodingFailed,
        "A JPEG side holds at most \(Self.longestSide) pixels; make the picture smaller or save it "
          + "as PNG.")
    }
    guard let encoder = tjInitCompress() else {
      throw CodecError(.encodingFailed, "The JPEG encoder did not start; free some memory.")
    }
    defer { tjDestroy(encoder) }
    var output: UnsafeMutablePointer<UInt8>?
    var length: UInt = 0
    defer { tjFree(output) }
    let status = bitmap.overWhite().withUnsafeBufferPointer { pixels in
      tjCompress2(
        encoder, pixels.baseAddress, Int32(bitmap.size.width), 0, Int32(bitmap.size.height),
        TJPF_RGBX.rawValue, &output, &length, Int32(TJSAMP_444.rawValue), Self.quality,
        TJFLAG_ACCURATEDCT)
    }
    guard status == 0, let output else {
      throw CodecError(
        .encodingFailed,
        "The JPEG encoder failed (\(String(cString: tjGetErrorStr2(encoder)))); free some memory "
          + "or make the picture smaller.")
    }
    return Data(bytes: output, count: Int(length))
  }

  /// What has a place in EXIF goes there, and texts into the records for them.
  func merging(_ metadata: ImageMetadata, into data: Data) throws(CodecError) -> Data {
    let old = try header(of: ByteSource(.data(data))).exif
    let exif = try EXIFWriter.merging(metadata, into: old)
    let result = try exif.map { exif throws(CodecError) in try replacingEXIF(of: data, with: exif) }
    return try JPEGTexts.merging(
      metadata["{IPTC}"]?.dictionaryValue ?? [:], into: result ?? data)
  }

  func replacingEXIF(of data: Data, with exif: [UInt8]) throws(CodecError) -> Data {
    let segments = try JPEGSegments(of: ByteSource(.data(data)))
    guard let segment = JPEGSegments.segment(holding: exif) else {
      throw CodecError(
        .encodingFailed,
        "The metadata takes more than the 64 KiB that a JPEG can hold; give shorter values.")
    }
    var result = Data(capacity: data.count + segment.count)
    let start = data.startIndex
    result.append(data[start..<start + segments.exifPlace])
    result.append(contentsOf: segment)
    var copied = segments.exifPlace
    for range in segments.exifSegments {
      if range.lowerBound > copied {
        result.append(data[start + copied..<start + range.lowerBound])
      }
      copied = max(copied, range.upperBound)
    }
    result.append(data[(start + copied)...])
    return result
  }
}

extension JPEGCodec {
  /// Samples fresh from the decoder: RGBA, or CMYK where the file holds that.
  private struct Picture {
    var size: PixelSize
    var pixels: [UInt8]
    var isCMYK: Bool

    /// Turns CMYK samples into RGBA in place. Adobe's programs store them inverted.
    mutating func convertToRGB(inverted: Bool) {
      pixels.withUnsafeMutableBufferPointer { pixels in
        let flip: UInt8 = inverted ? 0 : 0xFF
        for offset in stride(from: 0, to: pixels.count, by: 4) {
          let light = UInt32(pixels[offset + 3] ^ flip)
          for channel in offset..<offset + 3 {
            pixels[channel] = UInt8((UInt32(pixels[channel] ^ flip) * light + 127) / 255)
          }
          pixels[offset + 3] = 255
        }
      }
      isCMYK = false
    }
  }

  /// One TurboJPEG decompressor.
  private final class Decoder {
    private let handle: tjhandle

    init() throws(CodecError) {
      guard let handle = tjInitDecompress() else {
        throw CodecError(.unreadable, "The JPEG decoder did not start; free some memory.")
      }
      self.handle = handle
    }

    deinit { tjDestroy(handle) }

    static func damaged(_ detail: String) -> CodecError {
      CodecError(
        .damaged,
        "The JPEG data cannot be decoded (\(detail)); copy the file again from where it came from.")
    }

    /// Decodes at 1, 1/2, 1/4 or 1/8, the smallest that still covers `target`.
    func decode(
      _ bytes: UnsafeRawBufferPointer, expecting size: PixelSize, atLeast target: PixelSize
    ) -> Result<Picture, CodecError> {
      let input = bytes.bindMemory(to: UInt8.self)
      var width: Int32 = 0
      var height: Int32 = 0
      var subsampling: Int32 = 0
      var colorSpace: Int32 = 0
      let status = tjDecompressHeader3(
        handle, input.baseAddress, UInt(input.count), &width, &height, &subsampling, &colorSpace)
      // The limits were checked against `size`; the decoder has to see the same.
      guard status == 0 || tjGetErrorCode(handle) == TJERR_WARNING.rawValue,
        size == PixelSize(width: Int(width), height: Int(height))
      else { return .failure(Self.damaged(lastError)) }
      let isCMYK = colorSpace == TJCS_CMYK.rawValue || colorSpace == TJCS_YCCK.rawValue
      let scaled = Self.reduced(size, covering: target)
      let pixelFormat = isCMYK ? TJPF_CMYK : TJPF_RGBA
      var failure: CodecError?
      let pixels = [UInt8](unsafeUninitializedCapacity: scaled.area * 4) { output, count in
        output.initialize(repeating: 0)
        count = scaled.area * 4
        let status = tjDecompress2(
          handle, input.baseAddress, UInt(input.count), output.baseAddress, Int32(scaled.width), 0,
          Int32(scaled.height), pixelFormat.rawValue, TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS)
        // A warning means that the data breaks off or has an error: the rest is what can be shown.
        if status != 0, tjGetErrorCode(handle) != TJERR_WARNING.rawValue {
          failure = Self.damaged(lastError)
        }
      }
      if let failure { return .failure(failure) }
      return .success(Picture(size: scaled, pixels: pixels, isCMYK: isCMYK))
    }

    private var lastError: String { String(cString: tjGetErrorStr2(handle)) }

    private static func reduced(_ size: PixelSize, covering target: PixelSize) -> PixelSize {
      for divisor in [8, 4, 2] {
        let reduced = PixelSize(
          width: (size.width + divisor - 1) / divisor,
          height: (size.height + divisor - 1) / divisor)
        if reduced.width >= target.width && reduced.height >= target.height { return reduced }
      }
      return size
    }
  }
}

extension Bitmap {
  /// The samples without transparency, over white.
  fileprivate func overWhite() -> [UInt8] {
    guard hasAlpha else { return pixels }
    var flat = pixels
    flat.withUnsafeMutableBufferPointer { flat in
      for offset in stride(from: 0, to: flat.count, by: 4) {
        let alpha = UInt32(flat[offset + 3])
        for channel in offset..<offset + 3 {
          flat[channel] = UInt8((UInt32(flat[channel]) * alpha + 255 * (255 - alpha) + 127) / 255)
        }
        flat[offset + 3] = 255
      }
    }
    return flat
  }
}
