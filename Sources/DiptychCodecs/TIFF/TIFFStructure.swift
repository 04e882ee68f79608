import CDiptychEXIF
import Foundation

/// The directories of a file in TIFF's structure: TIFF itself, DNG and most makers' raw formats.
///
/// Nothing here trusts a count or an offset that does not fit the file.
struct TIFFStructure {
  /// One directory.
  struct Directory {
    /// Whether its whole table is in the file.
    var isWhole = true
    fileprivate(set) var entries: [Int: EXIFEntry] = [:]

    /// The whole numbers of a tag; empty if there is none.
    func numbers(_ tag: Int) -> [Int] { entries[tag]?.integers ?? [] }

    /// The first number of a tag.
    func number(_ tag: Int) -> Int? { numbers(tag).first }

    /// Width and height in pixels; 0 × 0 if the directory is of no picture.
    var size: PixelSize {
      PixelSize(width: number(0x100) ?? 0, height: number(0x101) ?? 0)
    }

    /// Whether the picture is a small copy of another one.
    var isReduced: Bool { (number(0xFE) ?? 0) & 1 == 1 }
  }

  private static let mostEntries = 4_096
  private static let mostDirectories = 64
  /// Longer values are not read, except those that say where the pixels are.
  private static let longestValue = 1_048_576
  private static let longestPlaces = 16_777_216
  private static let placeTags: Set = [0x111, 0x117, 0x144, 0x145]

  /// How numbers are stored.
  let order: ExifByteOrder
  /// The directories of the file's main chain; the first is that of the first page.
  private(set) var pages: [Directory] = []
  /// The directories that pages refer to: the sizes of a raw picture.
  private(set) var inner: [Directory] = []
  /// Whether the main chain ends where it should, and not at a place outside of the file.
  private(set) var isChainWhole = true
  private(set) var exif: Directory?
  private(set) var gps: Directory?

  /// Reads all directories. Throws `.damaged` if not even the first can be read.
  init(of source: ByteSource) throws(CodecError) {
    guard let head = try source.bytes(at: 0, exactly: 8) else { throw Self.damaged }
    order = head[0] == 0x49 ? EXIF_BYTE_ORDER_INTEL : EXIF_BYTE_ORDER_MOTOROLA
    var visited: Set<Int> = []
    var next = Self.number(head[4...], order)
    while next > 0, pages.count < Self.mostDirectories, visited.insert(next).inserted {
      guard let (directory, following) = try read(at: next, in: source) else {
        isChainWhole = false
        break
      }
      pages.append(directory)
      if !directory.isWhole { isChainWhole = false }
      next = following
    }
    guard let first = pages.first else { throw Self.damaged }
    for offset in first.numbers(0x14A).prefix(16) where visited.insert(offset).inserted {
      if let directory = try read(at: offset, in: source)?.0 { inner.append(directory) }
    }
    exif = try first.number(0x8769).flatMap { offset throws(CodecError) in
      try read(at: offset, in: source)?.0
    }
    gps = try first.number(0x8825).flatMap { offset throws(CodecError) in
      try read(at: offset, in: source)?.0
    }
  }

  private func read(
    at offset: Int, in source: ByteSource
  ) throws(CodecError) -> (Directory, next: Int)? {
    guard let head = try source.bytes(at: offset, exactly: 2) else { return nil }
    let count = Self.number(head[...], order)
    guard count > 0, count <= Self.mostEntries else { return nil }
    var directory = Directory()
    for index in 0..<count {
      guard let raw = try source.bytes(at: offset + 2 + index * 12, exactly: 12) else {
        directory.isWhole = false
        break
      }
      if let entry = try entry(raw, in: source), directory.entries[entry.tag] == nil {
        directory.entries[entry.tag] = entry
      }
    }
    let next = try source.bytes(at: offset + 2 + count * 12, exactly: 4)
    return (directory, next.map { Self.number($0[...], order) } ?? 0)
  }

  private func entry(_ raw: [UInt8], in source: ByteSource) throws(CodecError) -> EXIFEntry? {
    let tag = Self.number(raw[0..<2], order)
    // 13 is a number of 4 bytes that names a directory.
    let kind = Self.number(raw[2..<4], order)
    let format = ExifFormat(rawValue: UInt32(kind == 13 ? 4 : kind))
    let width = (1...13).contains(kind) ? Int(exif_format_get_size(format)) : 0
    let count = Self.number(raw[4..<8], order)
    let longest = Self.placeTags.contains(tag) ? Self.longestPlaces : Self.longestValue
    guard width > 0, count > 0, count <= longest / width else { return nil }
    let length = width * count
    let bytes =
      length <= 4
      ? Array(raw[8..<8 + length])
      : try source.bytes(at: Self.number(raw[8..<12], order), exactly: length)
    return bytes.map {
      EXIFEntry(tag: tag, format: format, components: count, bytes: $0, order: order)
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>, _ order: ExifByteOrder) -> Int {
    order == EXIF_BYTE_ORDER_INTEL
      ? bytes.reversed().reduce(0) { $0 << 8 | Int($1) } : bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  static var damaged: CodecError {
    CodecError(
      .damaged, "The file's directory is damaged; copy the file again from where it came from.")
  }
}

extension TIFFStructure {
  private static let longestEntry = 32_768

  /// The entries that an EXIF block has, as one; nil if there are none.
  func exifBlock() throws(CodecError) -> [UInt8]? {
    let block = try EXIFBlock(byteOrder: order)
    var count = 0
    let parts: [(Directory?, EXIFDirectory, [EXIFTag])] = [
      (pages.first, .image, EXIFTag.image), (exif, .exif, EXIFTag.exif), (gps, .gps, EXIFTag.gps),
    ]
    for (directory, place, tags) in parts {
      for tag in tags {
        guard let entry = directory?.entries[tag.number], entry.bytes.count <= Self.longestEntry
        else { continue }
        try block.set(entry, in: place)
        count += 1
      }
    }
    if let rating = pages.first?.entries[EXIFTag.rating], rating.bytes.count <= 4 {
      try block.set(rating, in: .image)
      count += 1
    }
    return count == 0 ? nil : try block.serialized()
  }

  /// The most bytes that places of 4 bytes can name, with room for what is put in.
  private static let largestFile = Int(UInt32.max) - 16_777_216

  /// A file of this structure with these values in its directories. Changed directories and values
  /// are written behind all else, so no strip, tile or maker note moves.
  static func merging(
    _ metadata: ImageMetadata, into data: Data
  ) throws(CodecError) -> Data {
    let old = try TIFFStructure(of: ByteSource(.data(data)))
    let file = data.count <= largestFile ? [UInt8](data) : []
    let (changes, patcher) = try EXIFWriter.merging(
      metadata, into: old.exifBlock(), ofFile: file, old.order)
    guard !changes.isEmpty else { return data }
    // What nobody would read again counts as lost (decision 255).
    guard changes.allSatisfy({ $0.entry.bytes.count <= longestEntry }) else {
      throw CodecError(
        .encodingFailed,
        "A value of the metadata takes more than the 32 KiB that are read of one in a TIFF file; give "
          + "a shorter one.")
    }
    guard let patcher else { throw damaged }
    let result = Data(patcher.bytes)
    let new = try TIFFStructure(of: ByteSource(.data(result)))
    let isRead = changes.allSatisfy { directory, entry in
      let found = directory == .image ? new.pages.first : directory == .gps ? new.gps : new.exif
      return found?.entries[entry.tag]?.hasContent(of: entry) == true
    }
    guard isRead, new.pages.count == old.pages.count else { throw damaged }
    return result
  }

  /// Which format the tags say that it is: TIFF, or a raw format of this structure. A raw file's
  /// first picture is a small copy, and the undeveloped one stands in an inner directory.
  func format(of source: ByteSource) throws(CodecError) -> MediaFormat {
    guard let first = pages.first else { return .tiff }
    if first.entries[0xC612] != nil { return .dng }
    if try source.bytes(at: 8, exactly: 2) == Array("CR".utf8) { return .canonCR2 }
    let isRaw = first.isReduced && (!inner.isEmpty || pages.count > 1)
    let make = (first.entries[0x10F]?.text ?? "").uppercased()
    guard isRaw else { return .tiff }
    if make.hasPrefix("NIKON") { return .nikonNEF }
    if make.hasPrefix("SONY") { return .sonyARW }
    return make.hasPrefix("PENTAX") || make.hasPrefix("RICOH") ? .pentaxPEF : .tiff
  }

  /// Whether the file has all pages, and the pixels of each that names some; the first has to.
  func hasAllPages(fileSize: Int) -> Bool {
    guard isChainWhole, let first = pages.first, hasPixels(of: first, fileSize: fileSize) else {
      return false
    }
    return pages.dropFirst().allSatisfy { page in
      (page.numbers(0x111).isEmpty && page.numbers(0x144).isEmpty)
        || hasPixels(of: page, fileSize: fileSize)
    }
  }

  /// Whether all strips and tiles of a page lie in the file.
  func hasPixels(of page: Directory, fileSize: Int) -> Bool {
    for (offsets, counts) in [(0x111, 0x117), (0x144, 0x145)] {
      let places = page.numbers(offsets)
      let lengths = page.numbers(counts)
      guard !places.isEmpty else { continue }
      return places.count <= lengths.count
        && zip(places, lengths).allSatisfy { $0 >= 0 && $1 >= 0 && $0 <= fileSize - $1 }
    }
    return false
  }
}

extension Optional {
  /// `flatMap` for the codecs' own errors.
  fileprivate func flatMap<Value>(
    _ transform: (Wrapped) throws(CodecError) -> Value?
  ) throws(CodecError) -> Value? {
    guard let self else { return nil }
    return try transform(self)
  }
}
