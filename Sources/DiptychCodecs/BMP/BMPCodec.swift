import Foundation

/// Windows and OS/2 bitmaps, palettes, bit fields and runs included.
struct BMPCodec: ImageCodec {
  var formats: [MediaFormat] { [.bmp] }
  var holdsEXIF: Bool { false }

  func header(of source: ByteSource) throws(CodecError) -> ImageHeader {
    let header = try BMPHeader(of: source)
    return ImageHeader(size: header.size, hasAlpha: header.hasAlpha)
  }

  func checkCompleteness(of source: ByteSource) throws(CodecError) {
    let header = try BMPHeader(of: source)
    let (length, overflow) = header.bytesPerRow.multipliedReportingOverflow(by: header.size.height)
    let wanted = header.packing == .runs ? 1 : length
    guard !overflow, header.pixels <= source.count, wanted <= source.count - header.pixels else {
      throw CodecError(
        .damaged, "The bitmap breaks off before its end; copy it again from where it came from.")
    }
  }

  /// Rows that the file lacks stay black, or clear where there is alpha.
  func decode(
    _ data: Data, reducedTo target: PixelSize?, limits: MediaLimits
  ) throws(CodecError) -> Bitmap {
    let source = try ByteSource(.data(data))
    let header = try BMPHeader(of: source)
    try limits.check(header.size)
    guard header.pixels < data.count else { throw BMPHeader.damaged }
    let decoder = BMPDecoder(header: header, bytes: [UInt8](data))
    let pixels = decoder.pixels()
    let bitmap = Bitmap(checkedSize: header.size, pixels: pixels, hasAlpha: header.hasAlpha)
    return target.map { bitmap.averaged(to: $0) } ?? bitmap
  }
}

/// Unpacks the pixels of one bitmap.
private struct BMPDecoder {
  let header: BMPHeader
  let bytes: [UInt8]

  func pixels() -> [UInt8] {
    var output = [UInt8](repeating: 0, count: header.size.area * 4)
    if !header.hasAlpha {
      for offset in stride(from: 3, to: output.count, by: 4) { output[offset] = 255 }
    }
    if header.packing == .runs {
      unpackRuns(into: &output)
    } else if header.bits <= 8 {
      unpackPalette(into: &output)
    } else {
      unpackFields(into: &output)
    }
    return output
  }

  /// Red, green and blue of each color.
  private var palette: [[UInt8]] {
    let end = min(header.palette.upperBound, bytes.count)
    return stride(from: header.palette.lowerBound, to: end, by: header.paletteStride).compactMap {
      $0 + 3 <= end ? [bytes[$0 + 2], bytes[$0 + 1], bytes[$0]] : nil
    }
  }

  /// The place of a row in the output; `row` counts as the file does.
  private func output(_ row: Int) -> Int {
    let y = header.isTopDown ? row : header.size.height - 1 - row
    return y * header.size.width * 4
  }

  private func unpackPalette(into output: inout [UInt8]) {
    let colors = palette
    let mask = UInt8(truncatingIfNeeded: (1 << header.bits) - 1)
    for row in 0..<header.size.height {
      let start = header.pixels + row * header.bytesPerRow
      guard start + header.bytesPerRow <= bytes.count else { return }
      let place = self.output(row)
      for x in 0..<header.size.width {
        let bit = x * header.bits
        let shift = 8 - header.bits - bit % 8
        let index = Int(bytes[start + bit / 8] >> UInt8(shift) & mask)
        guard index < colors.count else { continue }
        output.replaceSubrange(place + x * 4..<place + x * 4 + 3, with: colors[index])
      }
    }
  }

  private func unpackFields(into output: inout [UInt8]) {
    let fields = header.masks.map(BMPField.init)
    let width = header.bits / 8
    for row in 0..<header.size.height {
      let start = header.pixels + row * header.bytesPerRow
      guard start + header.bytesPerRow <= bytes.count else { return }
      let place = self.output(row)
      for x in 0..<header.size.width {
        var value: UInt32 = 0
        for byte in 0..<width {
          value |= UInt32(bytes[start + x * width + byte]) << UInt32(byte * 8)
        }
        for channel in 0..<(header.hasAlpha ? 4 : 3) {
          output[place + x * 4 + channel] = fields[channel].sample(of: value)
        }
      }
    }
  }

  /// Runs of one color, and stretches of single ones; both may end a row or the picture early.
  private func unpackRuns(into output: inout [UInt8]) {
    let colors = palette
    var offset = header.pixels
    var x = 0
    var row = 0
    func put(_ index: UInt8) {
      defer { x += 1 }
      guard x < header.size.width, row < header.size.height, Int(index) < colors.count else {
        return
      }
      let place = self.output(row) + x * 4
      output.replaceSubrange(place..<place + 3, with: colors[Int(index)])
    }
    /// The color at a place of a stretch or run, whose bytes hold one or two.
    func color(_ byte: UInt8, _ place: Int) -> UInt8 {
      header.bits == 8 ? byte : place % 2 == 0 ? byte >> 4 : byte & 15
    }
    while offset + 2 <= bytes.count, row < header.size.height {
      let (count, value) = (Int(bytes[offset]), bytes[offset + 1])
      offset += 2
      if count > 0 {
        for place in 0..<count { put(color(value, place)) }
        continue
      }
      switch value {
      case 0:
        x = 0
        row += 1
      case 1: return
      case 2:
        guard offset + 2 <= bytes.count else { return }
        x += Int(bytes[offset])
        row += Int(bytes[offset + 1])
        offset += 2
      default:
        let length = header.bits == 8 ? Int(value) : (Int(value) + 1) / 2
        guard offset + length <= bytes.count else { return }
        for place in 0..<Int(value) {
          put(color(bytes[offset + (header.bits == 8 ? place : place / 2)], place))
        }
        offset += (length + 1) / 2 * 2
      }
    }
  }
}

/// The bits of a pixel that hold one channel.
private struct BMPField {
  private let mask: UInt32
  private let shift: UInt32
  private let most: UInt32

  init(_ mask: UInt32) {
    self.mask = mask
    shift = mask == 0 ? 0 : UInt32(mask.trailingZeroBitCount)
    most = mask >> shift
  }

  /// The channel's value, spread over 0 … 255.
  func sample(of pixel: UInt32) -> UInt8 {
    guard most > 0 else { return 0 }
    let value = UInt64((pixel & mask) >> shift)
    return UInt8(min(255, (value * 255 + UInt64(most) / 2) / UInt64(most)))
  }
}
