import Foundation

#if AllMedia
  import CDiptychWebP
#endif

/// WebP files, through libwebp. A moving one is shown by its first frame.
struct WebPCodec: ImageCodec {
  var formats: [MediaFormat] { [.webP] }

  func header(of source: ByteSource) throws(CodecError) -> ImageHeader {
    let chunks = try WebPChunks(of: source)
    guard chunks.size.area > 0 else {
      throw CodecError(
        .damaged, "The WebP header is damaged; copy the file again from where it came from.")
    }
    var header = ImageHeader(size: chunks.size, hasAlpha: chunks.hasAlpha)
    let exif = try chunks.content(chunks.exif, in: source)
    // Some writers put JPEG's mark before the block.
    let mark = Array("Exif\0\0".utf8)
    header.exif = exif.map { $0.starts(with: mark) ? Array($0.dropFirst(mark.count)) : $0 }
    header.xmp = try chunks.content(chunks.xmp, in: source)
    if chunks.isAnimated, chunks.frameCount > 1 {
      header.animation = ImageAnimation(
        frameCount: chunks.frameCount, duration: Double(chunks.delay) / 1000,
        firstDelay: Double(chunks.firstDelay) / 1000, loopCount: chunks.loopCount)
    }
    return header
  }

  func profile(of source: ByteSource) throws(CodecError) -> [UInt8]? {
    let chunks = try WebPChunks(of: source)
    return try chunks.content(chunks.profile, in: source)
  }

  func checkCompleteness(of source: ByteSource) throws(CodecError) {
    let chunks = try WebPChunks(of: source)
    guard chunks.isWhole, chunks.hasPixels else {
      throw CodecError(
        .damaged, "The WebP file breaks off before its end; copy it again from where it came from.")
    }
  }

  func decode(
    _ data: Data, reducedTo target: PixelSize?, limits: MediaLimits
  ) throws(CodecError) -> Bitmap {
    let chunks = try WebPChunks(of: ByteSource(.data(data)))
    guard chunks.size.area > 0 else { throw Self.damaged }
    try limits.check(chunks.size)
    #if AllMedia
      if chunks.isAnimated {
        let bitmap = try Self.firstFrame(data, chunks.size)
        return target.map { bitmap.averaged(to: $0) } ?? bitmap
      }
      return try Self.still(data, chunks, target)
    #else
      throw Self.needsAllMedia("WebP")
    #endif
  }

  func replacingEXIF(of data: Data, with exif: [UInt8]) throws(CodecError) -> Data {
    let chunks = try WebPChunks(of: ByteSource(.data(data)))
    // In a file that breaks off, a new chunk behind the last one would be taken for its rest.
    guard chunks.isWhole, chunks.hasPixels, chunks.size.area > 0 else { throw Self.damaged }
    return chunks.replacingEXIF(of: data, with: exif)
  }

  private static var damaged: CodecError {
    CodecError(
      .damaged, "The WebP data cannot be decoded; copy the file again from where it came from.")
  }
}

#if AllMedia
  extension WebPCodec {
    /// libwebp scales while it decodes. What breaks off leaves the rest black, or clear where there
    /// is alpha.
    private static func still(
      _ data: Data, _ chunks: WebPChunks, _ target: PixelSize?
    ) throws(CodecError) -> Bitmap {
      var configuration = WebPDecoderConfig()
      guard WebPInitDecoderConfig(&configuration) != 0 else { throw damaged }
      // A damaged picture would take what stands behind it, such as metadata, for pixels.
      let input = [UInt8](data.prefix(chunks.pictureEnd ?? data.count))
      guard WebPGetFeatures(input, input.count, &configuration.input) == VP8_STATUS_OK,
        // The limits were checked against `size`; the decoder has to see the same.
        configuration.input.width == Int32(chunks.size.width),
        configuration.input.height == Int32(chunks.size.height)
      else { throw damaged }
      let size = target ?? chunks.size
      if size != chunks.size {
        configuration.options.use_scaling = 1
        configuration.options.scaled_width = Int32(size.width)
        configuration.options.scaled_height = Int32(size.height)
      }
      let hasAlpha = configuration.input.has_alpha != 0
      configuration.output.colorspace = MODE_RGBA
      configuration.output.is_external_memory = 1
      var status = VP8_STATUS_OK
      var rows = 0
      let pixels = [UInt8](unsafeUninitializedCapacity: size.area * 4) { output, count in
        output.initialize(repeating: 0)
        count = size.area * 4
        configuration.output.u.RGBA.rgba = output.baseAddress
        configuration.output.u.RGBA.stride = Int32(size.width * 4)
        configuration.output.u.RGBA.size = count
        (status, rows) = decodeIncrementally(input, &configuration)
        if !hasAlpha {
          for offset in stride(from: 3, to: count, by: 4) { output[offset] = 255 }
        }
      }
      guard status == VP8_STATUS_OK || (status == VP8_STATUS_SUSPENDED && rows > 0) else {
        throw damaged
      }
      return Bitmap(checkedSize: size, pixels: pixels, hasAlpha: hasAlpha)
    }

    /// The incremental decoder keeps the rows of a file that breaks off.
    private static func decodeIncrementally(
      _ input: [UInt8], _ configuration: inout WebPDecoderConfig
    ) -> (VP8StatusCode, Int) {
      guard let decoder = WebPIDecode(nil, 0, &configuration) else {
        return (VP8_STATUS_OUT_OF_MEMORY, 0)
      }
      defer { WebPIDelete(decoder) }
      let status = WebPIUpdate(decoder, input, input.count)
      var last: Int32 = 0
      _ = WebPIDecGetRGB(decoder, &last, nil, nil, nil)
      return (status, Int(last))
    }

    private static func firstFrame(_ data: Data, _ size: PixelSize) throws(CodecError) -> Bitmap {
      let input = [UInt8](data)
      var pixels: [UInt8]?
      input.withUnsafeBufferPointer { bytes in
        var content = WebPData(bytes: bytes.baseAddress, size: bytes.count)
        var options = WebPAnimDecoderOptions()
        guard WebPAnimDecoderOptionsInit(&options) != 0 else { return }
        options.color_mode = MODE_RGBA
        options.use_threads = 0
        guard let decoder = WebPAnimDecoderNew(&content, &options) else { return }
        defer { WebPAnimDecoderDelete(decoder) }
        var info = WebPAnimInfo()
        var frame: UnsafeMutablePointer<UInt8>?
        var time: Int32 = 0
        guard WebPAnimDecoderGetInfo(decoder, &info) != 0,
          info.canvas_width == UInt32(size.width), info.canvas_height == UInt32(size.height),
          WebPAnimDecoderGetNext(decoder, &frame, &time) != 0, let frame
        else { return }
        pixels = Array(UnsafeBufferPointer(start: frame, count: size.area * 4))
      }
      guard let pixels else { throw damaged }
      let hasAlpha = stride(from: 3, to: pixels.count, by: 4).contains { pixels[$0] != 255 }
      return Bitmap(checkedSize: size, pixels: pixels, hasAlpha: hasAlpha)
    }
  }
#endif
