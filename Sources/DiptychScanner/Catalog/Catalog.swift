import Foundation

/// The symbol index, read from its data file.
package struct Catalog: Sendable {
  /// The rows in the order of the file.
  package let symbols: [Symbol]

  /// Reads the text of a data file: a line of column names, then a line a row, tab separated.
  package init(text: String) throws(CatalogError) {
    var symbols: [Symbol] = []
    for (index, line) in text.split(whereSeparator: \.isNewline).enumerated() {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      if index == 0 {
        guard cells == Symbol.columns else {
          throw CatalogError(line: 1, message: "the column names are not the expected ones")
        }
        continue
      }
      symbols.append(try Symbol(cells: cells, line: index + 1))
    }
    guard !symbols.isEmpty else { throw CatalogError(line: 0, message: "it has no rows") }
    self.symbols = symbols
  }

  /// The index that belongs to this version of the program. It is part of the program itself, so
  /// that a copied program finds it.
  package static func bundled() throws(CatalogError) -> Catalog {
    try Catalog(text: String(decoding: PackageResources.symbols_tsv, as: UTF8.self))
  }
}
