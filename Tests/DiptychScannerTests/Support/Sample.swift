import DiptychScanner
import Testing

/// A source and the uses that it has, each as `line text`.
struct Sample: CustomTestStringConvertible, Sendable {
  let name: String
  let file: String
  let source: String
  let uses: [String]

  init(_ name: String, _ file: String, _ source: String, _ uses: [String]) {
    self.name = name
    self.file = file
    self.source = source
    self.uses = uses
  }

  var testDescription: String { name }

  /// What the scanner finds in it.
  func found() throws -> [String] {
    try scanner().scan(text: source, file: file).map { "\($0.line) \($0.text)" }
  }

  func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let found = try found()
    #expect(found == uses, "found \(found)", sourceLocation: sourceLocation)
  }
}

func scanner() throws -> SourceScanner { SourceScanner(try Catalog.bundled()) }
