import DiptychScanner
import Foundation
import Testing

/// The index as the scanner sees it.
@Suite struct CatalogTests {
  /// Every row can be found: its spellings in both languages lead back to a row of that spelling.
  @Test func everySpellingIsFound() throws {
    let catalog = try Catalog.bundled()
    let scanner = SourceScanner(catalog)
    for symbol in catalog.symbols where !symbol.objectiveC.isEmpty {
      guard let source = Self.objectiveC(symbol) else { continue }
      let rows = scanner.scan(text: source, file: "A.m").map { catalog.symbols[$0.symbol].row }
      #expect(rows.last == symbol.row, "\(symbol.row) \(source)")
    }
    for symbol in catalog.symbols {
      for spelling in [symbol.swift, symbol.swift2] {
        guard let source = Self.swift(symbol, spelling) else { continue }
        let uses = scanner.scan(text: source, file: "A.swift").map { catalog.symbols[$0.symbol] }
        let found = try #require(uses.last, "\(symbol.row) \(source)")
        #expect([found.swift, found.swift2].contains(spelling), "\(symbol.row) \(source)")
      }
    }
  }

  /// A line that uses the symbol in Objective-C.
  private static func objectiveC(_ symbol: Symbol) -> String? {
    let name = symbol.objectiveC
    switch symbol.kind {
    case .method, .property:
      let parts = name.split(separator: ":").map(String.init)
      let call = name.hasSuffix(":") ? parts.map { $0 + ":x" }.joined(separator: " ") : name
      return "use(^(\(symbol.owner) *object) { [object \(call)]; });"
    case .`init`: return "id a = [[\(symbol.owner) alloc] init];"
    case .string: return "id a = @\"\(name)asset\";"
    case .import: return name
    case .linkFlag: return nil
    default: return "use(\(name));"
    }
  }

  private static func swift(_ symbol: Symbol, _ spelling: String) -> String? {
    let head = String(spelling.prefix { $0 != "(" })
    let labels = spelling.dropFirst(head.count + 1).dropLast().split(separator: ":")
    let arguments = labels.map { $0 == "_" ? "x" : "\($0): x" }.joined(separator: ", ")
    switch symbol.kind {
    case .method: return "func f(object: \(symbol.owner)) { object.\(head)(\(arguments)) }"
    case .property: return "func f(object: \(symbol.owner)) { use(object.\(head)) }"
    case .enumCase: return "use(\(symbol.owner).\(head))"
    case .`init`: return "let a = \(symbol.owner)()"
    case .string: return "let a = \"\(spelling)asset\""
    case .import: return spelling
    case .linkFlag: return nil
    case .function: return "\(head)(x)"
    default: return spelling == "referenceURL" ? "use(info[.referenceURL])" : "use(\(head))"
    }
  }

  /// What is wrong with a data file is said with its line.
  @Test func brokenData() throws {
    let heading = Symbol.columns.joined(separator: "\t")
    let row = "M1\tmethod\tA\tb\t\tb()\tc\td\tdirect\t\tread\tdecided\tT"
    #expect(try Catalog(text: heading + "\n" + row).symbols.count == 1)
    let rows = [
      "": 0, "row": 1, heading: 0, heading + "\nM1": 2,
      heading + "\n" + row + "\n" + row.replacingOccurrences(of: "direct", with: "fine"): 3,
      heading + "\n" + row.replacingOccurrences(of: "method", with: "thing"): 2,
      heading + "\n" + row.replacingOccurrences(of: "read", with: "sleep"): 2,
    ]
    for (text, line) in rows {
      let error = #expect(throws: CatalogError.self) { try Catalog(text: text) }
      #expect(error?.line == line)
    }
  }
}
