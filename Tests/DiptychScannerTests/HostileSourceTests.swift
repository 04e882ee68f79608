import DiptychScanner
import Testing

/// Sources that were made to stop the scanner or to keep it busy.
@Suite struct HostileSourceTests {
  /// A file, its begin, and what is repeated behind it.
  private static let sources: [(file: String, begin: String, repeated: String)] = [
    ("A.swift", "", "let ("), ("A.swift", "", "case let ("), ("A.swift", "let a: ", "["),
    ("A.swift", "let a: ", "("), ("A.swift", "typealias A = ", "() -> "),
    ("A.swift", "", "func f<"), ("A.swift", "", "func f<T: A>(x: T) where T: "),
    ("A.swift", "let a = b ", "as? [C] "), ("A.swift", "let a = b", ", c = d"),
    ("A.swift", "", "for case let (a, "), ("A.swift", "", "if case .some("),
    ("A.swift", "switch a {", "case let x as ALAsset: "), ("A.swift", "", "class A<T> {"),
    ("A.swift", "typealias A = B\n", "class A { typealias A = A; let a: A "),
    ("A.swift", "", "typealias A = A\n"), ("A.swift", "", "a(b: {"),
    ("A.swift", "", "extension A where Element == "), ("A.swift", "let a: ", "A & "),
    ("A.swift", "let a: ", "A<"), ("A.swift", "enum A { case a", ", b(ALAsset)"),
    ("A.m", "", "typedef A "), ("A.m", "typedef ALAsset A", ", *B"), ("A.m", "", "#define A A\n"),
    ("A.m", "", "@interface A<T"), ("A.m", "", "@compatibility_alias A "),
    ("A.mm", "", "using A ="),
    ("A.m", "", "@class A, "), ("A.m", "", "- (A)a:(A)"),
  ]

  @Test(.timeLimit(.minutes(5)), arguments: sources.indices)
  func unfinishedAndDeepDeclarations(_ index: Int) throws {
    let (file, begin, repeated) = Self.sources[index]
    let text =
      "ALAsset *first; let first: ALAsset\n" + begin
      + String(repeating: repeated, count: 3_000)
    let uses = try scanner().scan(text: text, file: file)
    #expect(uses.first?.text == "ALAsset")
  }

  /// The reports of many uses take time for each of them alone.
  @Test(.timeLimit(.minutes(5)))
  func manyUses() throws {
    let place = try Place()
    try place.write(String(repeating: "ALAsset *a;\n", count: 40_000), to: "A.m")
    let result = try place.result()
    #expect(result.files.map(\.uses.count) == [40_000])
    #expect(result.uses.last?.line == 40_000)
  }

  /// Names that lead to each other end somewhere.
  @Test func circles() throws {
    let swift = """
      typealias A = B
      typealias B = A
      class C: D { let a: A }
      class D: C {}
      func f(_ a: A, c: C, x: ALAsset) { use(a.size(), c.thumbnail(), c.a.scale(), x.thumbnail()) }
      """
    #expect(
      try scanner().scan(text: swift, file: "A.swift").map(\.text) == ["ALAsset", "thumbnail()"])
    let chain = (0..<1_000).map { "typealias N\($0) = N\($0 + 1)\n" }.joined()
    #expect(try scanner().scan(text: chain + "let a: N0; use(a.size())", file: "A.swift") == [])
  }
}
