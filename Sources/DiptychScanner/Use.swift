/// One use of AssetsLibrary in a source.
package struct Use: Sendable, Hashable {
  /// The file, as the user named it.
  package let file: String
  /// Counted from 1.
  package let line: Int
  /// Counted from 1, in Unicode scalars.
  package let column: Int
  /// How many scalars of the line it takes; of a message, its first label.
  package let length: Int
  /// What stands there: a name, or the whole selector of a message.
  package let text: String
  /// The row of the index, as its place in the catalog.
  package let symbol: Int
  /// Which of the same uses of this file it is, counted from 1; with the file, the row and the text
  /// it names the use whatever lines move.
  package let ordinal: Int
}

/// What a scan found.
package struct ScanResult: Sendable {
  /// A file or folder that was not read, and why.
  package struct Skipped: Sendable {
    /// As the user named it, and below; bytes that are no text are spelled with `%`.
    package let file: String
    /// One of the reasons of `SkipReason`.
    package let reason: String
    /// The bytes of the path.
    let path: [UInt8]

    init(file: String, reason: SkipReason, path: [UInt8]? = nil) {
      self.file = file
      self.reason = reason.rawValue
      self.path = path ?? Array(file.utf8)
    }
  }

  package let catalog: Catalog
  /// In the order of the files and lines.
  package internal(set) var uses: [Use]
  /// How many files were read.
  package let fileCount: Int
  package let skipped: [Skipped]
  /// How many uses a baseline took out.
  package internal(set) var knownCount = 0

  package func symbol(_ use: Use) -> Symbol { catalog.symbols[use.symbol] }

  /// The uses with a rating, in order.
  package func uses(_ rating: Symbol.Rating) -> [Use] {
    uses.filter { symbol($0).rating == rating }
  }

  /// The files that have uses, each with its own, in order.
  package var files: [(file: String, uses: [Use])] {
    var files: [(file: String, uses: [Use])] = []
    for use in uses {
      // By bytes: names that are equal as texts may be two files.
      if files.last?.file.hasBytes(of: use.file) == true {
        files[files.count - 1].uses.append(use)
      } else {
        files.append((use.file, [use]))
      }
    }
    return files
  }

  /// `41 uses in 6 files: 29 direct, 9 with care, 3 without a counterpart`.
  package var summary: String {
    guard !uses.isEmpty else {
      return knownCount > 0
        ? "No new uses of AssetsLibrary; \(knownCount) known" : "No uses of AssetsLibrary"
    }
    let fileCount = files.count
    let known = knownCount > 0 ? "; \(knownCount) known ones left out" : ""
    return "\(uses.count) \(uses.count == 1 ? "use" : "uses") in \(fileCount) "
      + "\(fileCount == 1 ? "file" : "files"): \(uses(.direct).count) direct, "
      + "\(uses(.care).count) with care, \(uses(.none).count) without a counterpart\(known)"
  }
}

/// Why a file or folder is not read.
enum SkipReason: String, Error, Sendable, CaseIterable {
  case unreadable, binary, tooLarge, nameNotUTF8
}

extension String {
  /// Whether two texts are the same byte by byte. `==` takes spellings of a letter for the same, and a
  /// file system does not.
  func hasBytes(of other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
