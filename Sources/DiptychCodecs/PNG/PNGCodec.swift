import CDiptychPNG
import Foundation

/// PNG files, through libpng.
struct PNGCodec: ImageCodec {
  var formats: [MediaFormat] { [.png] }

  func header(of source: ByteSource) throws(CodecError) -> ImageHeader {
    let chunks = try PNGChunks(of: source)
    let isGray = chunks.header.colorType == 0 || chunks.header.colorType == 4
    return ImageHeader(
      size: chunks.header.size,
      hasAlpha: chunks.header.colorType >= 4 || chunks.hasTransparencyChunk,
      depth: chunks.header.depth, colorModel: isGray ? .gray : .rgb,
      exif: try chunks.exifBlock(in: source), xmp: try chunks.xmpPacket(in: source))
  }

  func profile(of source: ByteSource) throws(CodecError) -> [UInt8]? {
    guard try PNGChunks(of: source).hasProfile else { return nil }
    let data = try source.all()
    var count: UInt32 = 0
    let profile = data.withUnsafeBytes { bytes in
      diptych_png_profile(bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, &count)
    }
    guard let profile else { return nil }
    defer { free(profile) }
    return Array(UnsafeBufferPointer(start: profile, count: Int(count)))
  }

  func checkCompleteness(of source: ByteSource) throws(CodecError) {
    let chunks = try PNGChunks(of: source)
    guard chunks.hasEnd, chunks.firstPixels != nil else {
      throw CodecError(
        .damaged, "The PNG file breaks off before its end; copy it again from where it came from.")
    }
  }

  /// Palettes and grays become RGB, 16 bits become 8 (rounded), interlacing is undone. A picture
  /// that is scaled down passes by row by row and never lies in memory whole, unless interlaced.
  func decode(
    _ data: Data, reducedTo target: PixelSize?, limits: MediaLimits
  ) throws(CodecError) -> Bitmap {
    let source = try ByteSource(.data(data))
    let chunks = try PNGChunks(of: source)
    let size = chunks.header.size
    try limits.check(size)
    let hasAlpha = try header(of: source).hasAlpha
    if let target, target != size, !chunks.header.isInterlaced {
      return try decodeRows(data, size: size, hasAlpha: hasAlpha, to: target)
    }
    var rows = 0
    var message = ErrorText()
    let pixels = [UInt8](unsafeUninitializedCapacity: size.area * 4) { output, count in
      // Rows that the file lacks stay black, or clear where there is alpha.
      output.initialize(repeating: 0)
      count = size.area * 4
      rows = data.withUnsafeBytes { bytes in
        diptych_png_decode(
          bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, UInt32(size.width),
          UInt32(size.height), output.baseAddress, nil, nil, &message.bytes)
      }
      if !hasAlpha {
        for offset in stride(from: 3, to: output.count, by: 4) { output[offset] = 255 }
      }
    }
    guard rows > 0 else { throw damaged(message) }
    let bitmap = Bitmap(checkedSize: size, pixels: pixels, hasAlpha: hasAlpha)
    return target.map { bitmap.averaged(to: $0) } ?? bitmap
  }

  private func decodeRows(
    _ data: Data, size: PixelSize, hasAlpha: Bool, to target: PixelSize
  ) throws(CodecError) -> Bitmap {
    let scaler = AreaScaler(from: size, to: target, hasAlpha: hasAlpha)
    var row = [UInt8](repeating: 0, count: size.width * 4)
    var message = ErrorText()
    let rows = data.withUnsafeBytes { bytes in
      diptych_png_decode(
        bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, UInt32(size.width),
        UInt32(size.height), &row,
        { context, _, pixels in
          guard let context, let pixels else { return }
          let scaler = Unmanaged<AreaScaler>.fromOpaque(context).takeUnretainedValue()
          scaler.add(UnsafeBufferPointer(start: pixels, count: scaler.bytesPerRow))
        }, Unmanaged.passUnretained(scaler).toOpaque(), &message.bytes)
    }
    guard rows > 0 else { throw damaged(message) }
    return scaler.finished()
  }

  /// 8 bits a channel, RGBA or, without alpha, RGB; all filters, level 4, no other chunks.
  func encode(_ bitmap: Bitmap) throws(CodecError) -> Data {
    guard max(bitmap.size.width, bitmap.size.height) <= 0x7FFF_FFFF else {
      throw CodecError(.encodingFailed, "The picture is too large for PNG; make it smaller.")
    }
    let sink = Sink()
    var message = ErrorText()
    let status = bitmap.pixels.withUnsafeBufferPointer { pixels in
      diptych_png_encode(
        pixels.baseAddress, UInt32(bitmap.size.width), UInt32(bitmap.size.height),
        bitmap.hasAlpha ? 1 : 0,
        { context, bytes, count in
          guard let context, let bytes else { return 0 }
          Unmanaged<Sink>.fromOpaque(context).takeUnretainedValue().data.append(bytes, count: count)
          return 1
        }, Unmanaged.passUnretained(sink).toOpaque(), &message.bytes)
    }
    guard status == 0 else {
      throw CodecError(
        .encodingFailed,
        "The PNG encoder failed (\(message.text)); free some memory or make the picture smaller.")
    }
    return sink.data
  }

  func replacingEXIF(of data: Data, with exif: [UInt8]) throws(CodecError) -> Data {
    let chunks = try PNGChunks(of: ByteSource(.data(data)))
    guard let place = chunks.firstPixels else {
      throw CodecError(
        .damaged, "The PNG file has no pixels; copy it again from where it came from.")
    }
    let chunk = PNGChunks.chunk("eXIf", exif)
    let start = data.startIndex
    var result = Data(capacity: data.count + chunk.count)
    var copied = 0
    // The new chunk stands right before the pixels; old ones, wherever they stand, are left out.
    for range in (chunks.exifChunks + [place..<place]).sorted(by: { $0.lowerBound < $1.lowerBound })
    {
      result.append(data[start + copied..<start + range.lowerBound])
      if range.lowerBound == place { result.append(contentsOf: chunk) }
      copied = range.upperBound
    }
    result.append(data[(start + copied)...])
    return result
  }

  private func damaged(_ message: ErrorText) -> CodecError {
    CodecError(
      .damaged,
      "The PNG data cannot be decoded (\(message.text)); copy the file again from where it came "
        + "from.")
  }
}

extension PNGCodec {
  /// Where encoded bytes gather.
  private final class Sink {
    var data = Data()
  }

  /// Room for libpng's error text.
  private struct ErrorText {
    var bytes = [CChar](repeating: 0, count: 128)

    var text: String {
      let text = bytes.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
      return text.isEmpty ? "no reason given" : text
    }
  }
}
