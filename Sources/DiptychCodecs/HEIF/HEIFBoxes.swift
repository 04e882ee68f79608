import Foundation

/// The boxes of a HEIF file that say where its items are, as far as a new EXIF block needs them.
///
/// Nothing here trusts a size or a count that does not fit the bytes.
struct HEIFBoxes {
  private static let mostBoxes = 65_536

  /// One box: its type, the place of its size, and where its content lies.
  struct Box {
    var type: String
    var start: Int
    var content: Range<Int>

    var range: Range<Int> { start..<content.upperBound }
  }

  /// Where an item's bytes are, by `iloc`.
  struct Location {
    /// 0 counts places from the start of the file.
    var method: Int
    var dataReference: Int
    var base: Int
    var extents: Int
    /// The fields of the first extent.
    var offsetField: Range<Int>
    var lengthField: Range<Int>
  }

  let bytes: [UInt8]
  /// The outermost boxes; they reach to the end of the file.
  private(set) var boxes: [Box] = []
  /// The directory, and the boxes in it.
  private(set) var meta: Box
  private(set) var children: [Box] = []

  /// Walks the boxes; nil where they do not reach to the end, or one of them is missing.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    meta = Box(type: "", start: 0, content: 0..<0)
    guard let outer = boxes(in: 0..<bytes.count),
      let found = outer.first(where: { $0.type == "meta" }), found.content.count >= 4,
      let inner = boxes(in: found.content.lowerBound + 4..<found.content.upperBound)
    else { return nil }
    boxes = outer
    meta = found
    children = inner
  }

  func child(_ type: String) -> Box? { children.first { $0.type == type } }

  /// The number of the picture that the file is about.
  var primaryItem: Int? {
    guard let box = child("pitm"), let version = number(box.content.lowerBound, 1) else {
      return nil
    }
    return number(box.content.lowerBound + 4, version == 0 ? 2 : 4, in: box)
  }

  /// Every item's number and type, in order.
  var items: [(number: Int, type: String)]? {
    guard let box = child("iinf"), let version = number(box.content.lowerBound, 1),
      let entries = boxes(
        in: box.content.lowerBound + (version == 0 ? 6 : 8)..<box.content.upperBound)
    else { return nil }
    var found: [(Int, String)] = []
    for entry in entries where entry.type == "infe" {
      guard let version = number(entry.content.lowerBound, 1, in: entry), version >= 2 else {
        return nil
      }
      let width = version == 2 ? 2 : 4
      let place = entry.content.lowerBound + 4
      guard let item = number(place, width, in: entry),
        place + width + 6 <= entry.content.upperBound
      else { return nil }
      found.append((item, text(place + width + 2)))
    }
    return found
  }

  /// The items that describe another one.
  func descriptions(of item: Int) -> [Int] {
    guard let box = child("iref"), let version = number(box.content.lowerBound, 1),
      let references = boxes(in: box.content.lowerBound + 4..<box.content.upperBound)
    else { return [] }
    let width = version == 0 ? 2 : 4
    return references.filter { $0.type == "cdsc" }.compactMap { reference in
      let start = reference.content.lowerBound
      guard let from = number(start, width, in: reference),
        let count = number(start + width, 2, in: reference)
      else { return nil }
      let targets = (0..<count).map {
        number(start + width + 2 + $0 * width, width, in: reference)
      }
      return targets.contains(item) ? from : nil
    }
  }

  /// The widths of `iloc`'s fields, and its entries by item; nil if an entry does not fit.
  var locations: (table: LocationTable, entries: [Int: Location])? {
    guard let box = child("iloc"), let table = LocationTable(box, self) else { return nil }
    var place = table.firstEntry
    var found: [Int: Location] = [:]
    for _ in 0..<table.count {
      guard let item = number(place, table.itemWidth, in: box) else { return nil }
      place += table.itemWidth
      var method = 0
      if table.version > 0 {
        guard let value = number(place, 2, in: box) else { return nil }
        method = value & 15
        place += 2
      }
      guard let reference = number(place, 2, in: box),
        let base = number(place + 2, table.baseWidth, in: box),
        let extents = number(place + 2 + table.baseWidth, 2, in: box)
      else { return nil }
      place += 4 + table.baseWidth + table.indexWidth
      let length = place + table.offsetWidth
      found[item] = Location(
        method: method, dataReference: reference, base: base, extents: extents,
        offsetField: place..<length, lengthField: length..<length + table.lengthWidth)
      place -= table.indexWidth
      place += extents * (table.indexWidth + table.offsetWidth + table.lengthWidth)
      guard place <= box.content.upperBound else { return nil }
    }
    return (table, found)
  }

  /// The big-endian number of so many bytes; 0 for none. nil outside the box, and beyond `Int`.
  func number(_ place: Int, _ width: Int, in box: Box? = nil) -> Int? {
    guard place >= 0, place + width <= box?.content.upperBound ?? bytes.count else { return nil }
    let value = bytes[place..<place + width].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: value)
  }

  private func text(_ place: Int) -> String {
    String(decoding: bytes[place..<place + 4], as: UTF8.self)
  }

  /// The boxes that fill a range; nil if they do not.
  private func boxes(in range: Range<Int>) -> [Box]? {
    var found: [Box] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      guard found.count < Self.mostBoxes, offset + 8 <= range.upperBound,
        var size = number(offset, 4)
      else { return nil }
      var header = 8
      if size == 1 {
        guard let large = number(offset + 8, 8) else { return nil }
        size = large
        header = 16
      } else if size == 0 {
        size = range.upperBound - offset
      }
      guard size >= header, size <= range.upperBound - offset else { return nil }
      found.append(
        Box(type: text(offset + 4), start: offset, content: offset + header..<offset + size))
      offset += size
    }
    return found
  }
}

extension HEIFBoxes {
  /// How `iloc` is laid out.
  struct LocationTable {
    let box: Box
    let version: Int
    /// Bytes of each field; 0 where the table has none.
    let offsetWidth: Int
    let lengthWidth: Int
    let baseWidth: Int
    let indexWidth: Int
    let itemWidth: Int
    let countField: Range<Int>
    let count: Int

    var firstEntry: Int { countField.upperBound }

    init?(_ box: Box, _ file: HEIFBoxes) {
      let start = box.content.lowerBound
      guard let version = file.number(start, 1, in: box), version <= 2,
        let widths = file.number(start + 4, 2, in: box)
      else { return nil }
      self.box = box
      self.version = version
      offsetWidth = widths >> 12
      lengthWidth = widths >> 8 & 15
      baseWidth = widths >> 4 & 15
      indexWidth = version == 0 ? 0 : widths & 15
      itemWidth = version < 2 ? 2 : 4
      countField = start + 6..<start + 6 + itemWidth
      guard
        [offsetWidth, lengthWidth, baseWidth, indexWidth].allSatisfy({ [0, 4, 8].contains($0) }),
        let count = file.number(start + 6, itemWidth, in: box)
      else { return nil }
      self.count = count
    }
  }
}
