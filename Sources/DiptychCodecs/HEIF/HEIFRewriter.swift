/// Puts an EXIF block into a HEIF file without moving or changing a byte of its pictures.
///
/// Items are found by their places in the file, so nothing may move. The new block goes behind all
/// else, in a box of its own. A file that has one already gets two numbers of its directory changed.
/// A file without one gets a new directory behind the rest, with one entry more; the old one becomes
/// free space.
struct HEIFRewriter {
  private static let mark = Array("Exif\0\0".utf8)

  private let file: HEIFBoxes
  private let primary: Int
  private let items: [(number: Int, type: String)]
  private let table: HEIFBoxes.LocationTable
  private let locations: [Int: HEIFBoxes.Location]

  /// nil for a file whose directory is of a rare form.
  init?(_ bytes: [UInt8]) {
    guard let file = HEIFBoxes(bytes), let primary = file.primaryItem, let items = file.items,
      let (table, locations) = file.locations, table.offsetWidth >= 4, table.lengthWidth >= 4
    else { return nil }
    self.file = file
    self.primary = primary
    self.items = items
    self.table = table
    self.locations = locations
  }

  /// The file with this block; nil where its directory has no room for the new places.
  func replacingEXIF(with exif: [UInt8]) -> [UInt8]? {
    var bytes = file.bytes
    guard endLastBox(of: &bytes) else { return nil }
    // The first number says how many bytes stand before the block itself.
    let content = Self.bigEndian(Self.mark.count, 4) + Self.mark + exif
    let described = file.descriptions(of: primary)
    if let item = items.first(where: { $0.type == "Exif" && described.contains($0.number) }) {
      guard point(item.number, at: bytes.count + 8, content.count, in: &bytes) else { return nil }
    } else {
      guard let meta = directory(adding: content.count, behind: bytes.count) else { return nil }
      bytes.replaceSubrange(file.meta.start + 4..<file.meta.start + 8, with: Array("free".utf8))
      bytes += meta
    }
    return bytes + Self.box("mdat", content)
  }

  /// Gives a last box that reaches to the end of the file, however long that is, its size.
  private func endLastBox(of bytes: inout [UInt8]) -> Bool {
    guard let last = file.boxes.last, file.number(last.start, 4) == 0 else { return true }
    guard last.range.count <= Int(UInt32.max) else { return false }
    bytes.replaceSubrange(last.start..<last.start + 4, with: Self.bigEndian(last.range.count, 4))
    return true
  }

  /// Changes the place and the length of an item in the directory.
  private func point(_ item: Int, at place: Int, _ length: Int, in bytes: inout [UInt8]) -> Bool {
    guard let location = locations[item], location.method == 0, location.dataReference == 0,
      location.extents == 1, place >= location.base,
      location.offsetField.count == 8 || place - location.base <= Int(UInt32.max)
    else { return false }
    bytes.replaceSubrange(
      location.offsetField,
      with: Self.bigEndian(place - location.base, location.offsetField.count))
    bytes.replaceSubrange(
      location.lengthField, with: Self.bigEndian(length, location.lengthField.count))
    return true
  }

  /// The directory with one more item, whose bytes follow in a box behind it.
  private func directory(adding length: Int, behind start: Int) -> [UInt8]? {
    let item = (items.map(\.number).max() ?? 0) + 1
    guard item <= 0xFFFF || table.itemWidth == 4 else { return nil }
    let version = file.meta.content.lowerBound
    var parts = Array(file.bytes[version..<version + 4])
    var location: (place: Int, entry: Int)?
    var hasReferences = false
    for child in file.children {
      switch child.type {
      case "iinf":
        guard let box = entries(of: child, adding: item) else { return nil }
        parts += box
      case "iref":
        hasReferences = true
        guard let box = references(in: child, adding: item) else { return nil }
        parts += box
      case "iloc":
        guard let box = table(adding: item, length) else { return nil }
        parts += box
        // The place itself is known only when all else is.
        location = (parts.count, table.lengthWidth + table.offsetWidth)
      default: parts += file.bytes[child.range]
      }
    }
    if !hasReferences {
      guard let box = references(in: nil, adding: item) else { return nil }
      parts += box
    }
    guard let (end, width) = location else { return nil }
    let place = start + 8 + parts.count + 8
    guard table.offsetWidth == 8 || place <= Int(UInt32.max) else { return nil }
    parts.replaceSubrange(
      end - width..<end - table.lengthWidth, with: Self.bigEndian(place, table.offsetWidth))
    return Self.box("meta", parts)
  }

  /// `iinf` with an entry of an EXIF item that is not shown.
  private func entries(of box: HEIFBoxes.Box, adding item: Int) -> [UInt8]? {
    guard let version = file.number(box.content.lowerBound, 1) else { return nil }
    let width = version == 0 ? 2 : 4
    let start = box.content.lowerBound + 4
    guard let count = file.number(start, width, in: box), version > 0 || count < 0xFFFF else {
      return nil
    }
    let isLong = item > 0xFFFF
    // Version and flags, of which the last says "hidden"; number, protection, type, no name.
    let entry =
      [isLong ? 3 : 2, 0, 0, 1] + Self.bigEndian(item, isLong ? 4 : 2) + [0, 0]
      + Array("Exif".utf8) + [0]
    return Self.box(
      "iinf",
      Array(file.bytes[start - 4..<start]) + Self.bigEndian(count + 1, width)
        + file.bytes[start + width..<box.content.upperBound] + Self.box("infe", entry))
  }

  /// `iref` with a reference from the new item to the picture that it describes.
  private func references(in box: HEIFBoxes.Box?, adding item: Int) -> [UInt8]? {
    let isLong: Bool
    let old: [UInt8]
    if let box {
      isLong = file.number(box.content.lowerBound, 1) != 0
      old = Array(file.bytes[box.content])
    } else {
      isLong = max(item, primary) > 0xFFFF
      old = [isLong ? 1 : 0, 0, 0, 0]
    }
    guard isLong || max(item, primary) <= 0xFFFF else { return nil }
    let width = isLong ? 4 : 2
    let reference =
      Self.bigEndian(item, width) + Self.bigEndian(1, 2) + Self.bigEndian(primary, width)
    return Self.box("iref", old + Self.box("cdsc", reference))
  }

  /// `iloc` with an entry whose place is still 0; it ends the box.
  private func table(adding item: Int, _ length: Int) -> [UInt8]? {
    guard table.itemWidth == 4 || table.count < 0xFFFF else { return nil }
    let head = table.box.content.lowerBound..<table.countField.lowerBound
    var entry = Self.bigEndian(item, table.itemWidth)
    // Places count from the start of this file, as they are.
    if table.version > 0 { entry += [0, 0] }
    entry += [0, 0] + Self.bigEndian(0, table.baseWidth) + Self.bigEndian(1, 2)
    entry += Self.bigEndian(0, table.indexWidth) + Self.bigEndian(0, table.offsetWidth)
    entry += Self.bigEndian(length, table.lengthWidth)
    return Self.box(
      "iloc",
      Array(file.bytes[head]) + Self.bigEndian(table.count + 1, table.itemWidth)
        + file.bytes[table.firstEntry..<table.box.content.upperBound] + entry)
  }

  private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    bigEndian(content.count + 8, 4) + Array(type.utf8) + content
  }

  private static func bigEndian(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
