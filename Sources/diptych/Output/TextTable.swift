/// Lines of cells that stand below each other.
enum TextTable {
  /// One line a row, two spaces between the columns, nothing behind the last cell.
  static func text(_ rows: [[String]], indent: Int = 0) -> String {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.count)
      }
    }
    let margin = String(repeating: " ", count: indent)
    return rows.map { row in
      var line = margin
      for (column, cell) in row.enumerated() {
        line += cell
        if column < row.count - 1 {
          line += String(repeating: " ", count: widths[column] - cell.count + 2)
        }
      }
      while line.hasSuffix(" ") { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}
