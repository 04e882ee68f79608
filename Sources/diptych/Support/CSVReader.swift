/// Reads comma-separated values row by row (RFC 4180): cells may stand in quotes, and then hold
/// separators, line ends and doubled quotes. A file whose first line has a tabulator is separated by
/// tabulators, one whose first line has more semicolons than commas by semicolons.
struct CSVReader {
  struct Row {
    /// The line on which the row begins, from 1.
    let line: Int
    var cells: [String]
  }

  private let bytes: [UInt8]
  private let separator: UInt8
  private var place = 0
  private var line = 1
  /// The line of a quote that the text never closes; known once its row was read.
  private(set) var openQuote: Int?

  init(_ text: String) {
    bytes = Array(text.utf8)
    separator = Self.separator(bytes)
  }

  /// The next row that is not empty; nil at the end.
  mutating func next() -> Row? {
    while place < bytes.count {
      let row = row()
      if row.cells != [""] { return row }
    }
    return nil
  }

  private mutating func row() -> Row {
    var row = Row(line: line, cells: [])
    while true {
      row.cells.append(cell())
      guard place < bytes.count else { return row }
      let end = bytes[place]
      place += 1
      if end == separator { continue }
      line += 1
      return row
    }
  }

  /// Reads up to the separator, the line end or the end of the text.
  private mutating func cell() -> String {
    var cell: [UInt8] = []
    var quote: Int?
    while place < bytes.count {
      let byte = bytes[place]
      if quote != nil {
        place += 1
        if byte == UInt8(ascii: "\n") { line += 1 }
        guard byte == UInt8(ascii: "\"") else {
          cell.append(byte)
          continue
        }
        if place < bytes.count, bytes[place] == byte {
          cell.append(byte)
          place += 1
        } else {
          quote = nil
        }
        continue
      }
      if byte == separator || byte == UInt8(ascii: "\n") { break }
      place += 1
      if byte == UInt8(ascii: "\""), cell.isEmpty {
        quote = line
      } else {
        cell.append(byte)
      }
    }
    if let quote { openQuote = quote }
    if cell.last == UInt8(ascii: "\r") { cell.removeLast() }
    return String(decoding: cell, as: UTF8.self)
  }

  /// The separator that the first line shows outside of quotes.
  private static func separator(_ bytes: [UInt8]) -> UInt8 {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in bytes {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == UInt8(ascii: "\n") { break }
      counts[byte, default: 0] += 1
    }
    let (tabs, semicolons, commas) = (
      counts[UInt8(ascii: "\t"), default: 0], counts[UInt8(ascii: ";"), default: 0],
      counts[UInt8(ascii: ","), default: 0]
    )
    // Texts hold commas often, and tabulators hardly ever.
    if tabs > 0 { return UInt8(ascii: "\t") }
    return semicolons > commas ? UInt8(ascii: ";") : UInt8(ascii: ",")
  }
}
