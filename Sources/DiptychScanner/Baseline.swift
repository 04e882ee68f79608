/// The uses that were there when a project began its port, so that only new ones fail.
///
/// A use is known by its file, row, text and ordinal, so lines may move. The file names are those of
/// the report: scan from the same folder each time.
package struct Baseline: Sendable {
  private static let heading = "# diptych scan baseline 1"

  /// The lines, by their bytes: files whose names are equal as texts have uses of their own.
  private var known: Set<[UInt8]> = []

  /// What is wrong with the text of a baseline.
  package struct Failure: Error, Sendable {
    package let line: Int
  }

  /// The text that stands for the uses of a scan.
  package static func text(_ result: ScanResult) -> String {
    let lines = result.uses.map { key($0, result.symbol($0)) }
    return ([heading] + lines).joined(separator: "\n") + "\n"
  }

  /// Reads such a text.
  package init(text: String) throws(Failure) {
    for (index, line) in text.utf8.split(separator: UInt8(ascii: "\n")).enumerated() {
      // A system or tool may have given the lines other ends.
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      if index == 0 {
        guard line.elementsEqual(Self.heading.utf8) else { throw Failure(line: 1) }
        continue
      }
      guard line.count(where: { $0 == UInt8(ascii: "\t") }) == 3 else {
        throw Failure(line: index + 1)
      }
      known.insert(Array(line))
    }
    guard !text.isEmpty else { throw Failure(line: 1) }
  }

  /// The result without the uses that are known.
  package func removing(from result: ScanResult) -> ScanResult {
    var rest = result
    rest.uses = result.uses.filter { !known.contains(Array(Self.key($0, result.symbol($0)).utf8)) }
    rest.knownCount = result.uses.count - rest.uses.count
    return rest
  }

  private static func key(_ use: Use, _ symbol: Symbol) -> String {
    [use.file, symbol.row, String(use.ordinal), use.text].map(escaped).joined(separator: "\t")
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\t": result += "\\t"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
