import Foundation

/// Undeveloped pictures of cameras, DNG among them, through LibRaw.
struct RawCodec: ImageCodec {
  var formats: [MediaFormat] { MediaFormat.raw }

  /// LibRaw's size where it knows the camera, else that of the largest picture that the tags name.
  func header(of source: ByteSource) throws(CodecError) -> ImageHeader {
    let isBoxed = try source.bytes(at: 4, exactly: 4) == Array("ftyp".utf8)
    let isFuji = try source.bytes(at: 0, exactly: 4) == Array("FUJI".utf8)
    let structure = isBoxed || isFuji ? nil : try TIFFStructure(of: source)
    var header = ImageHeader(size: Self.largest(structure), exif: try structure?.exifBlock())
    header.xmp = structure?.pages.first?.entries[0x2BC]?.bytes
    header.iptc = structure?.pages.first?.entries[0x83BB]?.bytes
    #if AllMedia
      if let file = try? RawFile(source) {
        header.size = file.size
        // Without tags of TIFF's kind the camera's own say how it is turned.
        if structure == nil { header.orientation = file.orientation }
      }
    #endif
    guard header.size.area > 0 else { throw Self.unreadable }
    return header
  }

  /// A DNG file says where its pixels are. Of other formats, what is there is all that can be told
  /// without developing the picture.
  func checkCompleteness(of source: ByteSource) throws(CodecError) {
    guard try source.bytes(at: 4, exactly: 4) != Array("ftyp".utf8),
      let structure = try? TIFFStructure(of: source),
      try structure.format(of: source) == .dng
    else { return }
    let pictures = (structure.pages + structure.inner).filter { $0.size.area > 0 }
    guard
      pictures.allSatisfy({ structure.hasPixels(of: $0, fileSize: source.count) })
    else {
      throw CodecError(
        .damaged, "The DNG file lacks pixels; copy it again from where it came from.")
    }
  }

  /// The embedded preview where it is large enough, else the developed picture.
  func decode(
    _ data: Data, reducedTo target: PixelSize?, limits: MediaLimits
  ) throws(CodecError) -> Bitmap {
    #if AllMedia
      let source = try ByteSource(.data(data))
      let file = try RawFile(source)
      try limits.check(file.size)
      let preview = file.preview.flatMap { RawPreview($0, of: file.size) }
      if let bitmap = preview?.bitmap(covering: target ?? file.size, limits) {
        return target.map { bitmap.averaged(to: $0) } ?? bitmap
      }
      // A camera whose pixels LibRaw cannot develop still has its preview.
      let size = target ?? file.size
      if let bitmap = try? file.developed(covering: size) {
        guard bitmap.size.width >= size.width, bitmap.size.height >= size.height else {
          return bitmap
        }
        return bitmap.averaged(to: size)
      }
      guard let bitmap = preview?.bitmap(covering: nil, limits) else { throw Self.unreadable }
      return bitmap.scaled(fitting: size)
    #else
      throw Self.needsAllMedia("raw")
    #endif
  }

  /// Of the raw formats only DNG says in public how it is built, so only DNG files are changed.
  func merging(_ metadata: ImageMetadata, into data: Data) throws(CodecError) -> Data {
    let source = try ByteSource(.data(data))
    let header = try header(of: source)
    guard try EXIFWriter.merging(metadata, into: header.exif) != nil else { return data }
    guard MediaFormat.sniffing(data) == .tiff,
      try TIFFStructure(of: source).format(of: source) == .dng
    else {
      throw CodecError(
        .unsupported,
        "The metadata of a camera's raw file cannot be changed; save it without metadata, or as DNG "
          + "or JPEG.")
    }
    return try TIFFStructure.merging(metadata, into: data)
  }

  private static func largest(_ structure: TIFFStructure?) -> PixelSize {
    let directories = (structure?.pages ?? []) + (structure?.inner ?? [])
    let whole = directories.filter { !$0.isReduced && $0.size.area > 0 }
    let best = (whole.isEmpty ? directories : whole).max { $0.size.area < $1.size.area }
    return best?.size ?? PixelSize(width: 0, height: 0)
  }

  static var unreadable: CodecError {
    CodecError(
      .damaged,
      "The raw picture cannot be read: it is damaged, or of a camera that the installed LibRaw does "
        + "not know; copy it again, or convert it to DNG or JPEG.")
  }
}

#if AllMedia
  /// The JPEG that a camera keeps beside the undeveloped picture.
  private struct RawPreview {
    private let data: Data
    private let size: PixelSize
    private let whole: PixelSize

    /// nil for bytes that are no JPEG, and for a picture of another shape, which lies otherwise.
    init?(_ data: Data, of whole: PixelSize) {
      guard let source = try? ByteSource(.data(data)),
        let header = try? JPEGCodec().header(of: source)
      else { return nil }
      let shape = Double(header.size.width) / Double(header.size.height)
      guard abs(shape / (Double(whole.width) / Double(whole.height)) - 1) < 0.05 else { return nil }
      self.data = data
      self.whole = whole
      size = header.size
    }

    /// The preview, if it is as large as `target`: a few pixels of the border do not count.
    func bitmap(covering target: PixelSize?, _ limits: MediaLimits) -> Bitmap? {
      if let target {
        guard size.width >= target.width, size.height >= target.height else { return nil }
        return try? JPEGCodec().decode(data, reducedTo: target, limits: limits)
      }
      return try? JPEGCodec().decode(data, reducedTo: nil, limits: limits)
    }
  }
#endif
