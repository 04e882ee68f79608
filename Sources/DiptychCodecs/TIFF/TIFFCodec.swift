import Foundation

#if AllMedia
  import CDiptychTIFF
#endif

/// TIFF files, through libtiff. Of several pages the first one counts.
struct TIFFCodec: ImageCodec {
  /// The kind of an extra sample that is alpha, with the colors as they are; 1 is alpha by which they
  /// have been multiplied.
  private static let straightAlpha = 2

  var formats: [MediaFormat] { [.tiff] }

  func header(of source: ByteSource) throws(CodecError) -> ImageHeader {
    let structure = try TIFFStructure(of: source)
    guard let page = structure.pages.first, page.size.area > 0 else { throw TIFFStructure.damaged }
    var header = ImageHeader(size: page.size, exif: try structure.exifBlock())
    header.depth = page.number(0x102) ?? 1
    // Of the samples beside the colors the first says whether it is alpha.
    header.hasAlpha = [1, Self.straightAlpha].contains(page.number(0x152) ?? 0)
    header.colorModel =
      switch page.number(0x106) {
      case 0, 1: .gray
      case 5: .cmyk
      case 8: .lab
      default: .rgb
      }
    header.xmp = page.entries[0x2BC]?.bytes
    header.iptc = page.entries[0x83BB]?.bytes
    return header
  }

  func profile(of source: ByteSource) throws(CodecError) -> [UInt8]? {
    try TIFFStructure(of: source).pages.first?.entries[0x8773]?.bytes
  }

  func checkCompleteness(of source: ByteSource) throws(CodecError) {
    guard try TIFFStructure(of: source).hasAllPages(fileSize: source.count) else {
      throw CodecError(
        .damaged, "The TIFF file lacks pages or pixels; copy it again from where it came from.")
    }
  }

  func decode(
    _ data: Data, reducedTo target: PixelSize?, limits: MediaLimits
  ) throws(CodecError) -> Bitmap {
    let source = try ByteSource(.data(data))
    let header = try header(of: source)
    try limits.check(header.size)
    #if AllMedia
      let alpha = try TIFFStructure(of: source).pages.first?.number(0x152)
      let bitmap = try Self.firstPage(data, header, isStraight: alpha == Self.straightAlpha)
      return target.map { bitmap.averaged(to: $0) } ?? bitmap
    #else
      throw Self.needsAllMedia("TIFF")
    #endif
  }

  func merging(_ metadata: ImageMetadata, into data: Data) throws(CodecError) -> Data {
    try TIFFStructure.merging(metadata, into: data)
  }
}

#if AllMedia
  extension TIFFCodec {
    /// The most bytes that libtiff may take for one strip or table, beside the picture.
    private static let spareBytes = 67_108_864

    private static func firstPage(
      _ data: Data, _ header: ImageHeader, isStraight: Bool
    ) throws(CodecError) -> Bitmap {
      let size = header.size
      let largest = size.area * 8 + spareBytes
      var status: Int32 = 0
      // libtiff stores red in the lowest byte of a number, so that the bytes are red, green, blue
      // and alpha where numbers begin with their lowest byte.
      let words = [UInt32](unsafeUninitializedCapacity: size.area) { output, count in
        output.initialize(repeating: 0)
        count = size.area
        status = data.withUnsafeBytes { bytes in
          diptych_tiff_decode(
            bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, UInt32(size.width),
            UInt32(size.height), output.baseAddress, tmsize_t(largest))
        }
      }
      guard status == 1 else {
        throw CodecError(
          .damaged,
          "The TIFF data cannot be decoded; copy the file again, or save it as PNG or JPEG.")
      }
      let pixels = [UInt8](unsafeUninitializedCapacity: size.area * 4) { output, count in
        count = size.area * 4
        for (index, word) in words.enumerated() {
          let alpha = header.hasAlpha ? word >> 24 : 255
          let place = index * 4
          for channel in 0..<3 {
            let sample = word >> UInt32(channel * 8) & 0xFF
            // Alpha is not premultiplied in a bitmap.
            output[place + channel] =
              isStraight || alpha == 255 || alpha == 0
              ? UInt8(sample) : UInt8(min(255, (sample * 255 + alpha / 2) / alpha))
          }
          output[place + 3] = UInt8(alpha)
        }
      }
      return Bitmap(checkedSize: size, pixels: pixels, hasAlpha: header.hasAlpha)
    }
  }
#endif
