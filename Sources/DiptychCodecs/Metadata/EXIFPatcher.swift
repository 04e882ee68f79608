import CDiptychEXIF

/// Puts entries into an EXIF block without moving anything that is in it.
///
/// Maker notes name places of the block by their distance from its start, some of them outside
/// every directory. So the old bytes stay where they are: directories that change are written anew
/// behind them, and the pointers to them are changed.
struct EXIFPatcher {
  /// More entries than any real directory has.
  private static let mostRecords = 1024

  /// One directory: its records of 12 bytes, as they are, and where the next directory is.
  private struct Directory {
    var records: [[UInt8]] = []
    var next = 0
  }

  /// The block with all changes so far.
  private(set) var bytes: [UInt8]
  private let order: ExifByteOrder
  private var image: Directory

  /// nil when the block's first directory is not where it should be.
  init?(_ block: [UInt8]) {
    let little = block.starts(with: [0x49, 0x49, 0x2A, 0])
    guard little || block.starts(with: [0x4D, 0x4D, 0, 0x2A]), block.count >= 14 else { return nil }
    bytes = block
    order = little ? EXIF_BYTE_ORDER_INTEL : EXIF_BYTE_ORDER_MOTOROLA
    // A directory is read by this value itself, so it has to be whole first.
    image = Directory()
    guard let first = directory(at: long(in: bytes[4..<8])) else { return nil }
    image = first
  }

  /// Puts entries in place of those with the same tags. Those of `.image` come last, because the
  /// others may add a pointer to it.
  mutating func set(_ entries: [(directory: EXIFDirectory, entry: EXIFEntry)]) {
    var image = image
    for (kind, pointer) in [(EXIFDirectory.exif, 0x8769), (.gps, 0x8825)] {
      let given = entries.filter { $0.directory == kind }.map(\.entry)
      guard !given.isEmpty else { continue }
      var changed = child(pointer) ?? Directory()
      for entry in given { put(entry, in: &changed) }
      let place = append(changed)
      let type = short(Int(EXIF_FORMAT_LONG.rawValue))
      replace(short(pointer) + type + longs([1, place]), in: &image)
    }
    for entry in entries where entry.directory == .image { put(entry.entry, in: &image) }
    let place = append(image)
    bytes.replaceSubrange(4..<8, with: longs([place]))
    self.image = image
  }

  private func child(_ pointer: Int) -> Directory? {
    guard let record = image.records.first(where: { short(in: $0[0..<2]) == pointer }) else {
      return nil
    }
    return directory(at: long(in: record[8..<12]))
  }

  private func directory(at place: Int) -> Directory? {
    guard place >= 8, place <= bytes.count - 2 else { return nil }
    let count = short(in: bytes[place..<place + 2])
    let end = place + 2 + count * 12
    guard count <= Self.mostRecords, end <= bytes.count else { return nil }
    let records = (0..<count).map { Array(bytes[place + 2 + $0 * 12..<place + 14 + $0 * 12]) }
    // Some writers leave the pointer to the next directory out at the end of a block.
    let next = end + 4 <= bytes.count ? long(in: bytes[end..<end + 4]) : 0
    return Directory(records: records, next: next)
  }

  private mutating func put(_ entry: EXIFEntry, in directory: inout Directory) {
    var record = short(entry.tag) + short(Int(entry.format.rawValue)) + longs([entry.components])
    if entry.bytes.count <= 4 {
      record += entry.bytes + Array(repeating: 0, count: 4 - entry.bytes.count)
    } else {
      record += longs([align()])
      bytes += entry.bytes
    }
    replace(record, in: &directory)
  }

  private func replace(_ record: [UInt8], in directory: inout Directory) {
    let tag = short(in: record[0..<2])
    directory.records.removeAll { short(in: $0[0..<2]) == tag }
    let index = directory.records.firstIndex { short(in: $0[0..<2]) > tag }
    directory.records.insert(record, at: index ?? directory.records.endIndex)
  }

  private mutating func append(_ directory: Directory) -> Int {
    let place = align()
    bytes += short(directory.records.count) + directory.records.flatMap { $0 }
    bytes += longs([directory.next])
    return place
  }

  /// Values and directories begin at even places.
  private mutating func align() -> Int {
    if bytes.count % 2 == 1 { bytes.append(0) }
    return bytes.count
  }
}

extension EXIFPatcher {
  private func short(in slice: ArraySlice<UInt8>) -> Int {
    slice.withUnsafeBufferPointer { $0.baseAddress.map { Int(exif_get_short($0, order)) } ?? 0 }
  }

  private func long(in slice: ArraySlice<UInt8>) -> Int {
    slice.withUnsafeBufferPointer { $0.baseAddress.map { Int(exif_get_long($0, order)) } ?? 0 }
  }

  private func short(_ value: Int) -> [UInt8] {
    var bytes: [UInt8] = [0, 0]
    exif_set_short(&bytes, order, UInt16(truncatingIfNeeded: value))
    return bytes
  }

  private func longs(_ values: [Int]) -> [UInt8] {
    values.flatMap { value in
      var bytes: [UInt8] = [0, 0, 0, 0]
      exif_set_long(&bytes, order, UInt32(truncatingIfNeeded: value))
      return bytes
    }
  }
}
