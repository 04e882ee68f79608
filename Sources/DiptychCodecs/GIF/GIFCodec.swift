import Foundation

#if AllMedia
  import CDiptychGIF
#endif

/// GIF files, through giflib. A moving one is shown by its first frame.
struct GIFCodec: ImageCodec {
  var formats: [MediaFormat] { [.gif] }
  var holdsEXIF: Bool { false }

  func header(of source: ByteSource) throws(CodecError) -> ImageHeader {
    let blocks = try GIFBlocks(of: source)
    var header = ImageHeader(size: blocks.size, hasAlpha: blocks.hasAlpha)
    if blocks.frameCount > 1 {
      header.animation = ImageAnimation(
        frameCount: blocks.frameCount, duration: Double(blocks.delay) / 100,
        firstDelay: Double(blocks.firstDelay) / 100, loopCount: blocks.loopCount)
    }
    if let packet = blocks.xmp, packet.count <= XMPPacket.longest {
      header.xmp = try source.bytes(at: packet.lowerBound, exactly: packet.count)
    }
    return header
  }

  func checkCompleteness(of source: ByteSource) throws(CodecError) {
    let blocks = try GIFBlocks(of: source)
    guard blocks.hasEnd, blocks.frameCount > 0 else {
      throw CodecError(
        .damaged, "The GIF file breaks off before its end; copy it again from where it came from.")
    }
  }

  /// The first frame on a clear canvas. Rows that the file lacks stay clear.
  func decode(
    _ data: Data, reducedTo target: PixelSize?, limits: MediaLimits
  ) throws(CodecError) -> Bitmap {
    let blocks = try GIFBlocks(of: ByteSource(.data(data)))
    try limits.check(blocks.size)
    #if AllMedia
      let bitmap = try GIFDecoder(data).firstFrame(on: blocks.size, hasAlpha: blocks.hasAlpha)
      return target.map { bitmap.averaged(to: $0) } ?? bitmap
    #else
      throw Self.needsAllMedia("GIF")
    #endif
  }
}

#if AllMedia
  /// One file in giflib's hands.
  private final class GIFDecoder {
    private let input: Input
    private var file: UnsafeMutablePointer<GifFileType>?
    private var transparent: Int?

    /// Hands giflib its bytes.
    private final class Input {
      let data: Data
      var position = 0

      init(_ data: Data) { self.data = data }

      func read(_ buffer: UnsafeMutablePointer<UInt8>, _ length: Int) -> Int {
        let count = min(length, data.count - position)
        guard count > 0 else { return 0 }
        let start = data.startIndex + position
        data.copyBytes(to: buffer, from: start..<start + count)
        position += count
        return count
      }
    }

    init(_ data: Data) throws(CodecError) {
      input = Input(data)
      var status: Int32 = 0
      file = DGifOpen(
        Unmanaged.passUnretained(input).toOpaque(),
        { file, buffer, length in
          guard let user = file?.pointee.UserData, let buffer, length > 0 else { return 0 }
          let input = Unmanaged<Input>.fromOpaque(user).takeUnretainedValue()
          return Int32(input.read(buffer, Int(length)))
        }, &status)
      guard file != nil else { throw Self.damaged }
    }

    deinit {
      var status: Int32 = 0
      if let file { DGifCloseFile(file, &status) }
    }

    func firstFrame(on size: PixelSize, hasAlpha: Bool) throws(CodecError) -> Bitmap {
      guard let file else { throw Self.damaged }
      var kind = UNDEFINED_RECORD_TYPE
      while DGifGetRecordType(file, &kind) == GIF_OK {
        if kind == EXTENSION_RECORD_TYPE {
          try readExtension(file)
        } else if kind == IMAGE_DESC_RECORD_TYPE {
          guard DGifGetImageDesc(file) == GIF_OK else { break }
          return try frame(file, size, hasAlpha)
        } else {
          break
        }
      }
      throw Self.damaged
    }

    private func readExtension(_ file: UnsafeMutablePointer<GifFileType>) throws(CodecError) {
      var code: Int32 = 0
      var block: UnsafeMutablePointer<GifByteType>?
      guard DGifGetExtension(file, &code, &block) == GIF_OK else { throw Self.damaged }
      while let bytes = block {
        // The first byte is the block's length.
        if code == GRAPHICS_EXT_FUNC_CODE, bytes[0] >= 4 {
          transparent = bytes[1] & 1 == 1 ? Int(bytes[4]) : nil
        }
        guard DGifGetExtensionNext(file, &block) == GIF_OK else { throw Self.damaged }
      }
    }

    private func frame(
      _ file: UnsafeMutablePointer<GifFileType>, _ size: PixelSize, _ hasAlpha: Bool
    ) throws(CodecError) -> Bitmap {
      let place = file.pointee.Image
      guard let colors = place.ColorMap ?? file.pointee.SColorMap, place.Width > 0 else {
        throw Self.damaged
      }
      let table = UnsafeBufferPointer(
        start: colors.pointee.Colors, count: Int(colors.pointee.ColorCount))
      var pixels = [UInt8](repeating: 0, count: size.area * 4)
      var line = [UInt8](repeating: 0, count: Int(place.Width))
      var read = 0
      for row in Self.rows(Int(place.Height), isInterlaced: place.Interlace) {
        guard DGifGetLine(file, &line, Int32(line.count)) == GIF_OK else { break }
        read += 1
        let y = Int(place.Top) + row
        guard (0..<size.height).contains(y) else { continue }
        for (column, index) in line.enumerated() {
          let x = Int(place.Left) + column
          guard (0..<size.width).contains(x), Int(index) != transparent, index < table.count
          else { continue }
          let color = table[Int(index)]
          let offset = (y * size.width + x) * 4
          pixels[offset] = color.Red
          pixels[offset + 1] = color.Green
          pixels[offset + 2] = color.Blue
          pixels[offset + 3] = 255
        }
      }
      guard read > 0 else { throw Self.damaged }
      if !hasAlpha {
        for offset in stride(from: 3, to: pixels.count, by: 4) { pixels[offset] = 255 }
      }
      return Bitmap(checkedSize: size, pixels: pixels, hasAlpha: hasAlpha)
    }

    /// The rows in the order in which the file has them.
    private static func rows(_ height: Int, isInterlaced: Bool) -> [Int] {
      guard isInterlaced else { return Array(0..<max(0, height)) }
      return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { start, step in
        Array(stride(from: start, to: height, by: step))
      }
    }

    private static var damaged: CodecError {
      CodecError(
        .damaged, "The GIF data cannot be decoded; copy the file again from where it came from.")
    }
  }
#endif
