import Foundation

/// Puts titles, captions, keywords and the like into the press agencies' records (IIM).
enum IPTCWriter {
  /// One data set; `content` is what stands behind its length.
  private struct DataSet {
    var record: UInt8
    var number: UInt8
    var content: [UInt8]

    var bytes: [UInt8] {
      [0x1C, record, number, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
    }
  }

  /// A longer text would need a length of another form, which few programs read.
  private static let longest = 0x7FFF
  /// Says that texts are UTF-8.
  private static let codedCharacterSet = DataSet(
    record: 1, number: 90, content: [0x1B, UInt8(ascii: "%"), UInt8(ascii: "G")])
  private static let recordVersion = DataSet(record: 2, number: 0, content: [0, 4])
  /// Data sets of record 2 from here on are previews.
  private static let firstPreview: UInt8 = 200

  /// The records with these values, under ImageIO's keys, in place of those that they have; all
  /// others stay. An empty text or list takes a value away. nil when nothing is given that records
  /// hold. Throws `.encodingFailed` for a text that is too long, or for too many.
  static func merging(
    _ given: ImageMetadata, into records: [UInt8]?
  ) throws(CodecError) -> [UInt8]? {
    var new: [DataSet] = []
    var replaced: Set<UInt8> = []
    for (number, key) in IPTCRecords.keys.sorted(by: { $0.key < $1.key }) {
      guard let texts = given[key].flatMap({ Self.texts($0, key) }) else { continue }
      replaced.insert(number)
      for text in texts where !text.isEmpty {
        guard text.utf8.count <= longest else {
          throw CodecError(
            .encodingFailed, "\(key) is longer than 32 kB, which a JPEG cannot hold; shorten it.")
        }
        new.append(DataSet(record: 2, number: number, content: Array(text.utf8)))
      }
    }
    guard !replaced.isEmpty else { return nil }
    let (present, rest) = sets(of: records ?? [])
    var old = present
    old.removeAll { $0.record == 2 && replaced.contains($0.number) }
    if (old + new).contains(where: { $0.content.contains { $0 > 0x7F } }) { useUTF8(in: &old) }
    if !old.contains(where: { $0.record == 2 }) { new.insert(recordVersion, at: 0) }
    guard old.count + new.count <= IPTCRecords.mostRecords else {
      throw CodecError(
        .encodingFailed,
        "There are more than \(IPTCRecords.mostRecords) texts, which few programs read; give fewer."
      )
    }
    let place = old.lastIndex { $0.record <= 2 }.map { $0 + 1 } ?? 0
    old.insert(contentsOf: new, at: place)
    return old.flatMap(\.bytes) + rest
  }

  /// Whether the records have a place for a value of this kind.
  static func holds(_ value: MetadataValue, _ key: String) -> Bool {
    IPTCRecords.keys.values.contains(key) && texts(value, key) != nil
  }

  /// The texts that a given value stands for; nil for a value of the wrong kind.
  private static func texts(_ value: MetadataValue, _ key: String) -> [String]? {
    switch value {
    case .string(let text): return [text]
    case .integer(let number): return [String(number)]
    case .list(let values) where IPTCRecords.lists.contains(key):
      let texts = values.compactMap(\.stringValue)
      return texts.count == values.count ? texts : nil
    default: return nil
    }
  }

  /// The data sets up to the first that does not fit, and the bytes from there on.
  private static func sets(of bytes: [UInt8]) -> ([DataSet], rest: [UInt8]) {
    var sets: [DataSet] = []
    var offset = 0
    while sets.count < IPTCRecords.mostRecords, offset + 5 <= bytes.count, bytes[offset] == 0x1C {
      let length = Int(bytes[offset + 3]) << 8 | Int(bytes[offset + 4])
      let start = offset + 5
      guard length <= longest, start + length <= bytes.count else { break }
      sets.append(
        DataSet(
          record: bytes[offset + 1], number: bytes[offset + 2],
          content: Array(bytes[start..<start + length])))
      offset = start + length
    }
    return (sets, Array(bytes[offset...]))
  }

  /// Says that texts are UTF-8, and makes those so that are not.
  private static func useUTF8(in sets: inout [DataSet]) {
    for index in sets.indices where sets[index].record == 2 && sets[index].number < firstPreview {
      guard sets[index].number != recordVersion.number else { continue }
      let text = Array(IPTCRecords.text(sets[index].content[...]).utf8)
      if text.count <= longest { sets[index].content = text }
    }
    sets.removeAll { $0.record == 1 && $0.number == codedCharacterSet.number }
    let place = sets.firstIndex { $0.record > 1 || $0.number > codedCharacterSet.number }
    sets.insert(codedCharacterSet, at: place ?? sets.count)
  }
}

extension IPTCWriter {
  private static let resourceKind = [UInt8(0x04), 0x04]

  /// Photoshop's resources with these records in place of those that they have; all others stay. New
  /// ones come first, where no damage behind them hides them.
  /// - Parameter records: Nil to take those that are there out.
  static func resources(_ resources: [UInt8]?, holding records: [UInt8]?) -> [UInt8] {
    let resources = resources ?? []
    var new: [UInt8] = []
    if let records {
      let length = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: records.count >> $0) }
      let padding = [UInt8](repeating: 0, count: records.count % 2)
      new = Array("8BIM".utf8) + resourceKind + [0, 0] + length + records + padding
    }
    var result: [UInt8] = []
    var offset = 0
    var isIn = records == nil
    while let (kind, range, _) = IPTCRecords.resource(at: offset, in: resources) {
      if kind != 0x0404 {
        result += resources[range]
      } else if !isIn {
        result += new
        isIn = true
      }
      offset = range.upperBound
    }
    return (isIn ? [] : new) + result + resources[offset...]
  }
}
