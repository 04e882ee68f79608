import Foundation

/// The top level of a binary property list: texts, numbers and data by their keys.
///
/// Foundation's reader builds everything that is in a list; this one looks at what is asked for only,
/// follows no nesting, and so needs no bound on it.
struct BinaryPropertyList {
  private let bytes: [UInt8]
  /// Where the value of each key begins.
  private var places: [String: Int] = [:]
  private let offsetSize: Int
  private let referenceSize: Int
  private let tableStart: Int
  private let count: Int

  /// Reads the keys; nil for bytes that are no binary list with a dictionary on top.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 40, bytes.starts(with: Array("bplist0".utf8)) else { return nil }
    self.bytes = bytes
    let trailer = bytes.count - 32
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let count = Self.number(bytes, trailer + 8, 8), let top = Self.number(bytes, trailer + 16, 8),
      let start = Self.number(bytes, trailer + 24, 8),
      (8...trailer).contains(start), count <= (trailer - start) / offsetSize
    else { return nil }
    self.count = count
    tableStart = start
    guard let place = place(of: top), bytes[place] >> 4 == 0xD,
      let (entries, first) = length(at: place),
      entries <= (bytes.count - first) / referenceSize / 2
    else { return nil }
    for entry in 0..<entries {
      guard let key = reference(first + entry * referenceSize),
        let value = reference(first + (entries + entry) * referenceSize),
        let name = text(at: key)
      else { return nil }
      places[name] = value
    }
  }

  /// The whole number of a key.
  func integer(_ key: String) -> Int? {
    guard let place = places[key], bytes[place] >> 4 == 1 else { return nil }
    let size = 1 << Int(bytes[place] & 15)
    return size <= 8 ? Self.number(bytes, place + 1, size) : nil
  }

  /// The text of a key.
  func text(_ key: String) -> String? { places[key].flatMap(text(at:)) }

  /// The bytes of a key.
  func data(_ key: String) -> Data? {
    guard let place = places[key], bytes[place] >> 4 == 4, let (count, first) = length(at: place),
      count <= bytes.count - first
    else { return nil }
    return Data(bytes[first..<first + count])
  }

  private func text(at place: Int) -> String? {
    guard let (count, first) = length(at: place) else { return nil }
    switch bytes[place] >> 4 {
    case 5:
      guard count <= bytes.count - first else { return nil }
      return String(decoding: bytes[first..<first + count], as: UTF8.self)
    case 6:
      guard count <= (bytes.count - first) / 2 else { return nil }
      let units = (0..<count).map { index in
        UInt16(bytes[first + 2 * index]) << 8 | UInt16(bytes[first + 2 * index + 1])
      }
      return String(decoding: units, as: UTF16.self)
    default: return nil
    }
  }

  /// How many elements an object has, and where they begin.
  private func length(at place: Int) -> (count: Int, first: Int)? {
    let small = Int(bytes[place] & 15)
    guard small == 15 else { return (small, place + 1) }
    guard place + 1 < bytes.count, bytes[place + 1] >> 4 == 1 else { return nil }
    let size = 1 << Int(bytes[place + 1] & 15)
    guard size <= 8, let count = Self.number(bytes, place + 2, size) else { return nil }
    let first = place + 2 + size
    return first <= bytes.count ? (count, first) : nil
  }

  /// Where the object begins that stands at a place of a dictionary.
  private func reference(_ place: Int) -> Int? {
    Self.number(bytes, place, referenceSize).flatMap(self.place(of:))
  }

  private func place(of object: Int) -> Int? {
    guard object < count,
      let place = Self.number(bytes, tableStart + object * offsetSize, offsetSize),
      (8..<tableStart).contains(place)
    else { return nil }
    return place
  }

  /// A whole number that is not negative.
  private static func number(_ bytes: [UInt8], _ place: Int, _ size: Int) -> Int? {
    guard place >= 0, size <= 8, place <= bytes.count - size else { return nil }
    let value = bytes[place..<place + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: value)
  }
}
