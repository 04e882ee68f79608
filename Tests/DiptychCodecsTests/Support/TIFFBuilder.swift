import Foundation

/// Puts directories into files of TIFF's structure, in the order of Intel's processors.
enum TIFFBuilder {
  /// The file with a JPEG as a reduced picture in a second directory of its chain.
  static func addingPreview(
    _ jpeg: Data, _ width: Int, _ height: Int, to file: Data
  ) throws -> Data {
    var bytes = [UInt8](file)
    func number(_ offset: Int, _ length: Int) -> Int {
      bytes[offset..<offset + length].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let first = number(4, 4)
    let next = first + 2 + number(first, 2) * 12
    if bytes.count % 2 == 1 { bytes.append(0) }
    let place = bytes.count
    bytes += jpeg
    if bytes.count % 2 == 1 { bytes.append(0) }
    bytes.replaceSubrange(next..<next + 4, with: little(bytes.count, 4))
    // 4 is a number of 4 bytes.
    let entries: [(tag: Int, value: Int)] = [
      (0xFE, 1), (0x100, width), (0x101, height), (0x103, 7), (0x106, 6), (0x111, place),
      (0x115, 3), (0x116, height), (0x117, jpeg.count),
    ]
    bytes += little(entries.count, 2)
    for entry in entries {
      bytes += little(entry.tag, 2) + little(4, 2) + little(1, 4) + little(entry.value, 4)
    }
    return Data(bytes + little(0, 4))
  }

  /// A file of one page: numbers of two bytes for each tag, and the bytes of the pixels, whose place
  /// the tag `places` gets.
  static func picture(_ entries: [Int: [Int]], places: Int = 0x111, _ pixels: [UInt8]) -> Data {
    var all = entries
    all[places] = [8]
    let tail = 8 + pixels.count + pixels.count % 2
    var directory = little(all.count, 2)
    var values: [UInt8] = []
    for (tag, numbers) in all.sorted(by: { $0.key < $1.key }) {
      directory += little(tag, 2) + little(3, 2) + little(numbers.count, 4)
      let bytes = numbers.flatMap { little($0, 2) }
      if bytes.count <= 4 {
        directory += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
      } else {
        directory += little(tail + 2 + all.count * 12 + 4 + values.count, 4)
        values += bytes
      }
    }
    let padding = [UInt8](repeating: 0, count: pixels.count % 2)
    return Data(
      Array("II*\0".utf8) + little(tail, 4) + pixels + padding + directory + little(0, 4) + values)
  }

  static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
