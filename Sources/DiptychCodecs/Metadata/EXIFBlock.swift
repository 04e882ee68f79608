import CDiptychEXIF
import Foundation

/// The directories of an EXIF block.
enum EXIFDirectory: Int, CaseIterable {
  case image
  case thumbnail
  case exif
  case gps
  case interoperability
}

/// One EXIF block in libexif's hands: read from bytes, or empty and being filled.
///
/// libexif bounds counts, offsets, depth and loops; nothing here trusts a count that does not fit
/// the bytes that came with it. Where it is given no memory it leaves entries out without a word, so
/// what it is given is watched: an orientation or a date must not get lost in silence.
final class EXIFBlock {
  /// What stands before the block in a JPEG, and what libexif wants to see.
  private static let mark: [UInt8] = Array("Exif\0\0".utf8)

  private let data: UnsafeMutablePointer<ExifData>
  /// How often libexif was given no memory before this block was made.
  private let refusals: Int

  /// How numbers of this block are stored.
  var byteOrder: ExifByteOrder { exif_data_get_byte_order(data) }

  /// An empty block. Throws `.unreadable` when there is no memory.
  init(byteOrder: ExifByteOrder) throws(CodecError) {
    refusals = EXIFMemory.refusals
    guard let memory = EXIFMemory.make() else { throw Self.noMemory }
    defer { exif_mem_unref(memory) }
    guard let made = exif_data_new_mem(memory) else { throw Self.noMemory }
    data = made
    // Entries are kept as they came: unknown ones too, and nothing is "corrected".
    exif_data_unset_option(data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS)
    exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
    exif_data_set_option(data, EXIF_DATA_OPTION_DONT_CHANGE_MAKER_NOTE)
    exif_data_set_byte_order(data, byteOrder)
  }

  /// The block in these bytes, which begin with the byte-order mark; nil when they do not. Throws
  /// `.unreadable` when there is no memory.
  convenience init?(parsing bytes: [UInt8]) throws(CodecError) {
    let little = bytes.starts(with: [0x49, 0x49, 0x2A, 0])
    guard little || bytes.starts(with: [0x4D, 0x4D, 0, 0x2A]) else { return nil }
    try self.init(byteOrder: little ? EXIF_BYTE_ORDER_INTEL : EXIF_BYTE_ORDER_MOTOROLA)
    let marked = Self.mark + bytes
    exif_data_load_data(data, marked, UInt32(clamping: marked.count))
    try checkMemory()
  }

  deinit { exif_data_unref(data) }

  private static var noMemory: CodecError {
    CodecError(.unreadable, "The EXIF library was given no memory; free some memory.")
  }

  private func checkMemory() throws(CodecError) {
    if EXIFMemory.refusals != refusals { throw Self.noMemory }
  }

  /// A copy of every entry and of the embedded thumbnail, to be changed and written.
  ///
  /// libexif writes the maker notes that it took apart anew, and loses those it cannot write; in a
  /// copy they are plain bytes.
  func copy() throws(CodecError) -> EXIFBlock {
    let copy = try EXIFBlock(byteOrder: byteOrder)
    for directory in EXIFDirectory.allCases {
      for entry in entries(of: directory) { try copy.set(entry, in: directory) }
    }
    if let thumbnail = data.pointee.data, data.pointee.size > 0 {
      let size = Int(data.pointee.size)
      // libexif frees this with `free`.
      guard let room = malloc(size) else { throw Self.noMemory }
      memcpy(room, thumbnail, size)
      copy.data.pointee.data = room.assumingMemoryBound(to: UInt8.self)
      copy.data.pointee.size = UInt32(size)
    }
    return copy
  }

  /// Every entry of a directory, in the order of the block.
  func entries(of directory: EXIFDirectory) -> [EXIFEntry] {
    guard let content = content(of: directory), let entries = content.pointee.entries else {
      return []
    }
    return (0..<Int(content.pointee.count)).compactMap { index in
      entries[index].flatMap { EXIFEntry($0, order: byteOrder) }
    }
  }

  /// The entry of a tag; nil if the directory has none.
  func entry(_ tag: Int, in directory: EXIFDirectory) -> EXIFEntry? {
    guard let content = content(of: directory),
      let entry = exif_content_get_entry(content, ExifTag(rawValue: UInt32(tag)))
    else { return nil }
    return EXIFEntry(entry, order: byteOrder)
  }

  /// Puts an entry in place of any with the same tag. Its numbers are in this block's byte order.
  /// Throws `.unreadable` when there is no memory.
  func set(_ entry: EXIFEntry, in directory: EXIFDirectory) throws(CodecError) {
    guard let content = content(of: directory), !entry.bytes.isEmpty else { return }
    let tag = ExifTag(rawValue: UInt32(entry.tag))
    if let old = exif_content_get_entry(content, tag) { exif_content_remove_entry(content, old) }
    // libexif frees the bytes with `free`.
    guard let room = malloc(entry.bytes.count) else { throw Self.noMemory }
    guard let made = exif_entry_new() else {
      free(room)
      throw Self.noMemory
    }
    room.copyMemory(from: entry.bytes, byteCount: entry.bytes.count)
    made.pointee.tag = tag
    made.pointee.format = entry.format
    made.pointee.components = UInt(entry.components)
    made.pointee.data = room.assumingMemoryBound(to: UInt8.self)
    made.pointee.size = UInt32(entry.bytes.count)
    exif_content_add_entry(content, made)
    exif_entry_unref(made)
    try checkMemory()
  }

  /// Takes the embedded thumbnail out.
  func removeThumbnail() {
    free(data.pointee.data)
    data.pointee.data = nil
    data.pointee.size = 0
    guard let content = content(of: .thumbnail) else { return }
    while content.pointee.count > 0, let entry = content.pointee.entries[0] {
      exif_content_remove_entry(content, entry)
    }
  }

  /// The block's bytes, from the byte-order mark on; nil if libexif cannot write it.
  /// Throws `.unreadable` when there is no memory.
  func serialized() throws(CodecError) -> [UInt8]? {
    var bytes: UnsafeMutablePointer<UInt8>?
    var count: UInt32 = 0
    exif_data_save_data(data, &bytes, &count)
    defer { free(bytes) }
    try checkMemory()
    guard let bytes, count > Self.mark.count else { return nil }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)).dropFirst(Self.mark.count))
  }

  private func content(of directory: EXIFDirectory) -> UnsafeMutablePointer<ExifContent>? {
    let all = data.pointee.ifd
    return switch directory {
    case .image: all.0
    case .thumbnail: all.1
    case .exif: all.2
    case .gps: all.3
    case .interoperability: all.4
    }
  }
}

/// One entry of an EXIF block, copied out.
struct EXIFEntry {
  let tag: Int
  let format: ExifFormat
  let components: Int
  let bytes: [UInt8]
  private let order: ExifByteOrder

  /// An entry made of values, for writing.
  init(tag: Int, format: ExifFormat, components: Int, bytes: [UInt8], order: ExifByteOrder) {
    self.tag = tag
    self.format = format
    self.components = components
    self.bytes = bytes
    self.order = order
  }

  fileprivate init?(_ entry: UnsafeMutablePointer<ExifEntry>, order: ExifByteOrder) {
    let width = Int(exif_format_get_size(entry.pointee.format))
    let size = Int(entry.pointee.size)
    guard let data = entry.pointee.data, width > 0, size > 0,
      let components = Int(exactly: entry.pointee.components), components > 0,
      components <= size / width
    else { return nil }
    self.init(
      tag: Int(entry.pointee.tag.rawValue), format: entry.pointee.format, components: components,
      bytes: Array(UnsafeBufferPointer(start: data, count: size)), order: order)
  }

  /// Whether type and bytes are the same.
  func hasContent(of other: EXIFEntry) -> Bool {
    format == other.format && components == other.components && bytes == other.bytes
  }

  /// The text up to its first NUL, trailing spaces removed; nil for entries of numbers.
  var text: String? {
    guard format == EXIF_FORMAT_ASCII || format == EXIF_FORMAT_UNDEFINED else { return nil }
    var kept = bytes.prefix { $0 != 0 }
    while kept.last == 0x20 { kept.removeLast() }
    return String(decoding: kept, as: UTF8.self)
  }

  /// Whether numbers are stored with their highest byte first.
  var isBigEndian: Bool { order == EXIF_BYTE_ORDER_MOTOROLA }

  /// The numbers; a fraction with denominator 0 is NaN. Empty for text.
  var numbers: [Double] {
    let width = Int(exif_format_get_size(format))
    return bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return [] }
      return (0..<components).compactMap { number(at: base + $0 * width) }
    }
  }

  /// The numbers as whole ones; empty for text and fractions.
  var integers: [Int] {
    guard format != EXIF_FORMAT_RATIONAL, format != EXIF_FORMAT_SRATIONAL else { return [] }
    return numbers.compactMap { Int(exactly: $0) }
  }

  private func number(at place: UnsafePointer<UInt8>) -> Double? {
    switch format {
    case EXIF_FORMAT_BYTE, EXIF_FORMAT_UNDEFINED: return Double(place.pointee)
    case EXIF_FORMAT_SBYTE: return Double(Int8(bitPattern: place.pointee))
    case EXIF_FORMAT_SHORT: return Double(exif_get_short(place, order))
    case EXIF_FORMAT_SSHORT: return Double(exif_get_sshort(place, order))
    case EXIF_FORMAT_LONG: return Double(exif_get_long(place, order))
    case EXIF_FORMAT_SLONG: return Double(exif_get_slong(place, order))
    case EXIF_FORMAT_RATIONAL:
      let value = exif_get_rational(place, order)
      return value.denominator == 0 ? .nan : Double(value.numerator) / Double(value.denominator)
    case EXIF_FORMAT_SRATIONAL:
      let value = exif_get_srational(place, order)
      return value.denominator == 0 ? .nan : Double(value.numerator) / Double(value.denominator)
    default: return nil
    }
  }
}
