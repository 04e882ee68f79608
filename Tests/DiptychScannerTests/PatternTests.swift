import DiptychScanner
import Testing

/// Names that patterns of Swift bind.
@Suite struct PatternTests {
  @Test(arguments: conditions + cases + loops + lists)
  func bindings(_ sample: Sample) throws { try sample.check() }

  private static func swift(_ name: String, _ source: String, _ uses: [String]) -> Sample {
    Sample(name, "A.swift", "import AssetsLibrary\n" + source, ["1 AssetsLibrary"] + uses)
  }

  private static let conditions = [
    swift(
      "if and while",
      """
      func f(y: Any, m: ALAsset?, it: Walker) {
        if let x = y as? ALAsset { use(x.thumbnail()) }
        if let x = (y as? ALAsset), x.isEditable { use(x.thumbnail()) }
        if case let r? = m { use(r.thumbnail()) }
        if case .some(let r) = m, r.isEditable { use(r.thumbnail()) }
        if case let .some(r) = m { use(r.thumbnail()) }
        if case Optional.some(let r) = m { use(r.thumbnail()) }
        if case let x as ALAsset = y { use(x.thumbnail()) }
        while let x = it.next() as! ALAsset? { use(x.thumbnail()) }
        while case let x as ALAsset = it.next() { use(x.thumbnail()) }
        if let x = y as AnyObject as? ALAsset { use(x.thumbnail()) }
        if let m { use(m.thumbnail()) }
        if let x = y as? ALAsset, z = y as? ALAssetsGroup { use(x.thumbnail(), z.isEditable) }
      }
      """,
      [
        "2 ALAsset", "3 ALAsset", "3 thumbnail()", "4 ALAsset", "4 isEditable", "4 thumbnail()",
        "5 thumbnail()", "6 isEditable", "6 thumbnail()", "7 thumbnail()", "8 thumbnail()",
        "9 ALAsset", "9 thumbnail()", "10 ALAsset", "10 thumbnail()", "11 ALAsset",
        "11 thumbnail()", "12 ALAsset", "12 thumbnail()", "13 thumbnail()", "14 ALAsset",
        "14 ALAssetsGroup", "14 thumbnail()", "14 isEditable",
      ]),
    swift(
      "guard",
      """
      func f(y: Any, m: ALAsset?, n: ALAssetsGroup?) {
        guard let x = y as? ALAsset, let n else { return }
        use(x.thumbnail(), n.isEditable)
        guard case .some(let r) = m, case let s? = m else { return }
        use(r.thumbnail(), s.thumbnail())
        guard case let t as ALAssetRepresentation = y else { return }
        use(t.size())
      }
      """,
      [
        "2 ALAsset", "2 ALAssetsGroup", "3 ALAsset", "4 thumbnail()", "4 isEditable",
        "6 thumbnail()", "6 thumbnail()", "7 ALAssetRepresentation", "8 size()",
      ]),
    swift(
      "closures inside of the header",
      """
      func f(list: [Any], a: ALAsset, run: () -> Void = { let q = 1 }) {
        if let x = list.first(where: { o in let z = o; return z.ok }) as? ALAsset { use(x.thumbnail()) }
        for x in list.filter({ $0.ok }) as! [ALAsset] { use(x.thumbnail()) }
        use(a.thumbnail())
      }
      """,
      [
        "2 ALAsset", "3 ALAsset", "3 thumbnail()", "4 ALAsset", "4 thumbnail()", "5 thumbnail()",
      ]),
  ]

  private static let cases = [
    swift(
      "switch",
      """
      func f(y: Any, m: ALAsset?) {
        switch y {
        case let x as ALAsset: use(x.thumbnail())
        case let x as ALAssetRepresentation where x.size() > 0, let x as ALAssetRepresentation:
          use(x.scale())
        case (let x as ALAsset, let n)?: use(x.thumbnail(), n.size())
        case let (x as ALAsset, _): use(x.thumbnail())
        case .pair(let x as ALAsset, second: let z as ALAssetsGroup): use(x.thumbnail(), z.isEditable)
        case is File: use(x.thumbnail(), z.isEditable)
        default: use(x.thumbnail())
        }
        switch m { case let r?: use(r.thumbnail())
        case .none: use(r.thumbnail()) }
        switch m { case .some(let r): use(r.thumbnail()); default: break }
        do {} catch let e as ALAsset { use(e.thumbnail()) }
      }
      """,
      [
        "2 ALAsset", "4 ALAsset", "4 thumbnail()", "5 ALAssetRepresentation", "5 size()",
        "5 ALAssetRepresentation", "6 scale()", "7 ALAsset", "7 thumbnail()", "8 ALAsset",
        "8 thumbnail()", "9 ALAsset", "9 ALAssetsGroup", "9 thumbnail()", "9 isEditable",
        "13 thumbnail()", "15 thumbnail()", "16 ALAsset", "16 thumbnail()",
      ]),
    swift(
      "tuples",
      """
      func f(y: Any, a: ALAsset?, g: ALAssetsGroup) {
        switch (y, a, key: g) {
        case (let x as ALAssetRepresentation, let z?, let h): use(x.size(), z.thumbnail(), h.isEditable)
        case let (_, .some(z), h): use(z.thumbnail(), h.isEditable)
        case let (z, _): use(z.size())
        }
        if case let (z?, _) = (a, y) { use(z.thumbnail()) }
        guard case (_, let h) = (y, g) else { return }
        use(h.isEditable)
      }
      """,
      [
        "2 ALAsset", "2 ALAssetsGroup", "4 ALAssetRepresentation", "4 size()", "4 thumbnail()",
        "4 isEditable", "5 thumbnail()", "5 isEditable", "8 thumbnail()", "10 isEditable",
      ]),
    swift(
      "what the cases of an enumeration carry",
      """
      enum Item { case none, one(ALAsset), named(String, group: ALAssetsGroup?)
        indirect case many([ALAsset]) }
      func f(i: Item) {
        switch i {
        case .one(let a): use(a.thumbnail())
        case let .named(n, group: g): use(n.size(), g?.isEditable)
        case .many(let all): use(all[0].thumbnail())
        default: break
        }
        if case Item.one(let a) = i { use(a.thumbnail()) }
        guard case let .one(a) = i else { return }
        use(a.thumbnail())
      }
      """,
      [
        "2 ALAsset", "2 ALAssetsGroup", "3 ALAsset", "6 thumbnail()", "7 isEditable",
        "8 thumbnail()", "11 thumbnail()", "13 thumbnail()",
      ]),
  ]

  private static let loops = [
    swift(
      "for",
      """
      func f(any: [Any], all: [ALAsset], some: [ALAsset?], s: Stream) async {
        for case let x as ALAsset in any { use(x.thumbnail()) }
        for case let x? in some { use(x.thumbnail()) }
        for case .some(let x) in some where x.isEditable { use(x.thumbnail()) }
        for x: ALAsset in s { use(x.thumbnail()) }
        for (i, x) in all.enumerated() { use(i.size(), x.thumbnail()) }
        for case let (i, x as ALAsset) in any.enumerated() { use(i.size(), x.thumbnail()) }
        for case (let i, let x as ALAsset) in any.enumerated() { use(x.thumbnail()) }
        for var x in all { use(x.thumbnail()) }
        for await case let x as ALAsset in s { use(x.thumbnail()) }
        for try await x in all { use(x.thumbnail()) }
        for x in any as! [ALAsset] { use(x.thumbnail()) }
        for x in any { use(x.thumbnail()) }
      }
      """,
      [
        "2 ALAsset", "2 ALAsset", "3 ALAsset", "3 thumbnail()", "4 thumbnail()", "5 isEditable",
        "5 thumbnail()", "6 ALAsset", "6 thumbnail()", "7 thumbnail()", "8 ALAsset",
        "8 thumbnail()", "9 ALAsset", "9 thumbnail()", "10 thumbnail()", "11 ALAsset",
        "11 thumbnail()", "12 thumbnail()", "13 ALAsset", "13 thumbnail()",
      ])
  ]

  private static let lists = [
    swift(
      "several names at once",
      """
      class C { var a: ALAsset?, b: ALAssetsGroup!, c = [ALAsset]()
        var d: Any
        var e = ALAssetRepresentation()
        func f(y: Any) {
          use(a?.thumbnail(), b.isEditable, c[0].thumbnail(), d.scale(), e.scale())
          let n = 1, x = y as! ALAsset
          let (p, q) = (y as! ALAsset, y)
          let (r, s): (ALAsset, Int) = t
          use(x.thumbnail(), p.thumbnail(), q.thumbnail(), n.size(), r.original)
        }
      }
      """,
      [
        "2 ALAsset", "2 ALAssetsGroup", "2 ALAsset", "4 ALAssetRepresentation", "6 thumbnail()",
        "6 isEditable", "6 thumbnail()", "6 scale()", "7 ALAsset", "8 ALAsset", "9 ALAsset",
        "10 thumbnail()", "10 thumbnail()", "10 original",
      ]),
    swift(
      "a name that is bound anew hides the one before",
      """
      func f(x: ALAsset, y: Any) {
        let g = { let (x, z) = y; use(x.thumbnail()) }
        if case let (x, z) = y { use(x.thumbnail()) }
        for (x, z) in y { use(x.thumbnail()) }
        switch y { case .file(let x): use(x.thumbnail()); default: use(x.thumbnail()) }
      }
      """, ["2 ALAsset", "6 thumbnail()"]),
  ]
}
