/// One row of the symbol index: a symbol of AssetsLibrary, or of UIKit beside it, in its three
/// spellings, with what replaces it.
package struct Symbol: Sendable {
  /// What a symbol is.
  package enum Kind: String, Sendable, CaseIterable {
    case `class`, `init`, method, property, `typealias`, `enum`, enumCase, constant, notification
    case function, string, `import`, linkFlag
  }

  /// How a use of it is carried over.
  package enum Rating: String, Sendable, CaseIterable, Comparable {
    /// The replacement does the same.
    case direct
    /// The replacement differs in a way that a port must handle.
    case care
    /// Photos has nothing for it.
    case none

    package static func < (left: Rating, right: Rating) -> Bool { left.order < right.order }

    private var order: Int {
      switch self {
      case .direct: 0
      case .care: 1
      case .none: 2
      }
    }
  }

  /// The steps of a port, in the order in which they are made.
  package enum Phase: String, Sendable, CaseIterable {
    case read, handle, write, observe
  }

  /// The identifier in MIGRATION.md, such as `M12`.
  package let row: String
  package let kind: Kind
  /// The class or enumeration that it belongs to; empty where it stands alone.
  package let owner: String
  package let objectiveC: String
  package let swift2: String
  package let swift: String
  package let replacement: String
  package let difference: String
  package let rating: Rating
  /// What needs care, such as `nilWalk`; empty unless the rating is `care`.
  package let topic: String
  package let phase: Phase
  package let confidence: String
  package let test: String
}

extension Symbol {
  /// The columns of the data file, in order.
  package static let columns = [
    "row", "kind", "owner", "objc", "swift2", "swift", "replacement", "difference", "rating",
    "topic", "phase", "confidence", "test",
  ]

  /// Reads a line of the data file.
  init(cells: [String], line: Int) throws(CatalogError) {
    guard cells.count == Self.columns.count else {
      throw CatalogError(
        line: line, message: "it has \(cells.count) cells, not \(Self.columns.count)")
    }
    guard let kind = Kind(rawValue: cells[1]) else {
      throw CatalogError(line: line, message: "there is no kind \(cells[1])")
    }
    guard let rating = Rating(rawValue: cells[8]) else {
      throw CatalogError(line: line, message: "there is no rating \(cells[8])")
    }
    guard let phase = Phase(rawValue: cells[10]) else {
      throw CatalogError(line: line, message: "there is no phase \(cells[10])")
    }
    row = cells[0]
    self.kind = kind
    owner = cells[2]
    objectiveC = cells[3]
    swift = cells[5]
    swift2 = cells[4].isEmpty ? cells[5] : cells[4]
    replacement = cells[6]
    difference = cells[7]
    self.rating = rating
    topic = cells[9]
    self.phase = phase
    confidence = cells[11]
    test = cells[12]
  }
}

/// What is wrong with the data file.
package struct CatalogError: Error, Sendable, CustomStringConvertible {
  /// The line, counted from 1; 0 for the file as a whole.
  package let line: Int
  package let message: String

  package var description: String {
    "The symbol index cannot be used: line \(line): \(message). Install the program again."
  }
}
