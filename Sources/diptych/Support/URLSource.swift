import DiptychEngine
import Foundation

/// A text that should be a URL, and where it stands.
struct URLEntry: Equatable {
  let file: String
  /// From 1.
  let line: Int
  let text: String
}

/// The column of a CSV file that `--column` means.
enum ColumnChoice {
  case name(String)
  /// From 0.
  case number(Int)

  init(_ text: String) throws {
    guard let number = Int(text) else {
      guard !text.isEmpty else {
        throw UsageError("The value of --column is empty. Give a column's name or number.")
      }
      self = .name(text)
      return
    }
    guard number > 0 else {
      throw UsageError("Columns are counted from 1. Give --column a number from 1, or a name.")
    }
    self = .number(number - 1)
  }
}

/// The text of a file or of standard input, from which URLs are taken.
struct URLSource {
  /// The largest input, in bytes.
  private static let limit = 256 << 20

  /// As messages show it.
  let name: String
  private let text: String

  /// Reads a file, or standard input for `-`. Bytes that are no UTF-8 read as replacement
  /// characters; a byte order mark is dropped.
  init(_ path: String) throws {
    guard !path.isEmpty else {
      throw UsageError("A path is empty. Give the paths of files, or - for standard input.")
    }
    name = path == "-" ? "standard input" : path
    let data: Data
    do {
      let handle =
        path == "-" ? .standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { if path != "-" { try? handle.close() } }
      data = try handle.read(upToCount: Self.limit + 1) ?? Data()
    } catch {
      throw CommandFailure(
        .badData, "\(DumpText.quoted(name)) cannot be read. Give a file that is there.")
    }
    guard data.count <= Self.limit else {
      throw CommandFailure(
        .badData, "\(DumpText.quoted(name)) is larger than 256 MB. Split it into smaller files.")
    }
    let bytes = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
    text = String(decoding: bytes, as: UTF8.self)
  }

  init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  /// One entry for each line that holds something, without the spaces around it.
  func lines() -> [URLEntry] {
    var entries: [URLEntry] = []
    var line = 0
    text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).forEach { bytes in
      line += 1
      add(Substring(bytes), line, &entries)
    }
    return entries
  }

  /// One entry for each row that holds something in the column.
  func entries(in column: ColumnChoice) throws -> [URLEntry] {
    var reader = CSVReader(text)
    var entries: [URLEntry] = []
    var place: Int?
    while let row = reader.next() {
      if let line = reader.openQuote {
        throw CommandFailure(
          .badData,
          "A quote that begins in line \(line) of \(DumpText.quoted(name)) is never closed. Close "
            + "it, or double the quotes that belong to the text.")
      }
      if place == nil {
        let (index, isHeader) = try find(column, in: row.cells)
        place = index
        if isHeader { continue }
      }
      guard let place, place < row.cells.count else { continue }
      add(Substring(row.cells[place]), row.line, &entries)
    }
    return entries
  }

  /// Where the column is, and whether the first row names the columns. With a number, a first row
  /// that holds no URL there is taken for names.
  private func find(
    _ column: ColumnChoice, in cells: [String]
  ) throws -> (index: Int, isHeader: Bool) {
    switch column {
    case .name(let wanted):
      let names = cells.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
      guard let index = names.firstIndex(of: wanted) else {
        throw CommandFailure(
          .badData,
          "\(DumpText.quoted(name)) has no column \(DumpText.quoted(wanted))."
            + Suggestion.sentence(wanted, among: names)
            + " Its first row names \(names.prefix(20).map(DumpText.quoted).joined(separator: ", "))."
        )
      }
      return (index, true)
    case .number(let index):
      guard index < cells.count else {
        throw CommandFailure(
          .badData,
          "\(DumpText.quoted(name)) has \(cells.count) columns in its first row. Give --column a "
            + "number from 1 to \(cells.count).")
      }
      let first = cells[index].trimmingCharacters(in: .whitespacesAndNewlines)
      return (index, !first.lowercased().hasPrefix("assets-library:"))
    }
  }

  private func add(_ text: Substring, _ line: Int, _ entries: inout [URLEntry]) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if !text.isEmpty { entries.append(URLEntry(file: name, line: line, text: text)) }
  }
}
