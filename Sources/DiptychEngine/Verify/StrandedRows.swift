/// Rows of a database file that its trees do not lead to any more: where a page in the middle of a
/// tree is gone, the pages below it stand whole, and nothing names them.
///
/// Every page that holds rows of a table is read by itself, after SQLite's file format (sections 1.3,
/// 1.6 and 2.1). Whose rows they are does not stand there; the caller tells by their columns. Pages that
/// the file lists as free hold what was deleted, and are left alone.
struct StrandedRows {
  /// More bytes than any row of a library has.
  private static let longestRow = 1 << 20

  private let pages: DatabasePages
  /// No bytes are reserved at the end of a library's pages.
  private var usable: Int { pages.size }
  /// Pages that hold nothing any more.
  private(set) var free: Set<Int> = []

  init(_ pages: DatabasePages) {
    self.pages = pages
    guard let header = pages.page(1), DatabaseHeader(header).pageSize != nil else { return }
    free = freePages(from: header[32..<36].number)
  }

  /// Gives the number and the values of each row, the same one as often as pages hold it.
  func forEach(_ body: (Int64, [Value]) throws -> Void) rethrows {
    for number in 1...pages.count where !free.contains(number) {
      guard let page = pages.page(number) else { continue }
      let start = number == 1 ? 100 : 0
      // A leaf of a table with numbered rows.
      guard page[start] == 0x0D else { continue }
      let count = page[start + 3..<start + 5].number
      guard start + 8 + 2 * count <= usable else { continue }
      for index in 0..<count {
        let place = start + 8 + 2 * index
        guard let (row, record) = cell(of: page, at: page[place..<place + 2].number),
          let values = Self.values(of: record)
        else { continue }
        try body(row, values)
      }
    }
  }

  /// The pages of the list that begins with this one, as far as it can be followed.
  private func freePages(from first: Int) -> Set<Int> {
    var free: Set<Int> = []
    var trunk = first
    while trunk != 0, !free.contains(trunk), let page = pages.page(trunk) {
      free.insert(trunk)
      let count = min(page[4..<8].number, usable / 4 - 2)
      for index in 0..<max(0, count) {
        free.insert(page[8 + 4 * index..<12 + 4 * index].number)
      }
      trunk = page[0..<4].number
    }
    return free
  }

  /// A row's number and its bytes, those on pages of their own among them.
  private func cell(of page: [UInt8], at place: Int) -> (Int64, [UInt8])? {
    var place = place
    guard let length = Self.varint(page, &place), let row = Self.varint(page, &place),
      length > 0, length <= Self.longestRow
    else { return nil }
    let size = Int(length)
    let most = usable - 35
    var local = size
    if size > most {
      let least = (usable - 12) * 32 / 255 - 23
      let wanted = least + (size - least) % (usable - 4)
      local = wanted <= most ? wanted : least
    }
    guard place + local + (local < size ? 4 : 0) <= usable else { return nil }
    var record = Array(page[place..<place + local])
    var next = local < size ? page[place + local..<place + local + 4].number : 0
    while record.count < size {
      guard let more = pages.page(next) else { return nil }
      next = more[0..<4].number
      record += more[4..<min(usable, 4 + size - record.count)]
    }
    return (row, record)
  }

  /// A number of one to nine bytes, and the place behind it.
  private static func varint(_ bytes: [UInt8], _ place: inout Int) -> Int64? {
    var result: UInt64 = 0
    for index in 0..<9 {
      guard place < bytes.count else { return nil }
      let byte = bytes[place]
      place += 1
      if index == 8 { return Int64(bitPattern: result << 8 | UInt64(byte)) }
      result = result << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { break }
    }
    return Int64(bitPattern: result)
  }

  /// The values of a record; nil for one that breaks the rules.
  private static func values(of record: [UInt8]) -> [Value]? {
    var place = 0
    guard let length = varint(record, &place), length >= 1, length <= record.count else {
      return nil
    }
    var start = Int(length)
    var values: [Value] = []
    while place < length {
      guard let type = varint(record, &place), let size = size(of: type),
        start + size <= record.count
      else { return nil }
      values.append(value(type, record[start..<start + size]))
      start += size
    }
    return values
  }

  private static func size(of type: Int64) -> Int? {
    switch type {
    case 0, 8, 9: 0
    case 1...4: Int(type)
    case 5: 6
    case 6, 7: 8
    case 12...: Int(exactly: (type - 12) / 2)
    default: nil
    }
  }

  private static func value(_ type: Int64, _ bytes: ArraySlice<UInt8>) -> Value {
    switch type {
    case 0: return .null
    case 8, 9: return .integer(type - 8)
    case 7: return .real(Double(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) }))
    case 1...6:
      // The highest byte has the sign.
      let first = Int64(Int8(bitPattern: bytes.first ?? 0))
      return .integer(bytes.dropFirst().reduce(first) { $0 << 8 | Int64($1) })
    default:
      return type.isMultiple(of: 2)
        ? .blob(Array(bytes)) : .text(String(decoding: bytes, as: UTF8.self))
    }
  }
}
