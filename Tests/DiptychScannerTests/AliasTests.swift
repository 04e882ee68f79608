import DiptychScanner
import Testing

/// Other names of classes, and type parameters: what is called through them counts (decision 258).
@Suite struct AliasTests {
  @Test(arguments: swift + objectiveC)
  func otherNames(_ sample: Sample) throws { try sample.check() }

  @Test(arguments: parameters)
  func typeParameters(_ sample: Sample) throws { try sample.check() }

  @Test(arguments: silent)
  func whatDoesNotCount(_ sample: Sample) throws { try sample.check() }

  private static let swift = [
    Sample(
      "a name of a class", "A.swift",
      """
      typealias Photo = ALAsset
      public typealias Lib = AssetsLibrary.ALAssetsLibrary
      let lib = Lib(), other: Lib = Lib.init()
      func f(_ a: Photo?, all: [Photo], x: Any) {
        use(a?.thumbnail(), all.first?.thumbnail(), (x as! Photo).original)
        if x is Photo, let y = x as? Photo { use(y.isEditable) }
        if Lib.authorizationStatus() == .denied { lib.asset(for: u, resultBlock: r, failureBlock: nil) }
      }
      """,
      [
        "1 ALAsset", "2 ALAssetsLibrary", "3 Lib", "3 Lib", "5 thumbnail()", "5 thumbnail()",
        "5 original", "6 isEditable", "7 authorizationStatus()", "7 denied",
        "7 asset(for:resultBlock:failureBlock:)",
      ]),
    Sample(
      "names of names, of lists, optionals and blocks", "A.swift",
      """
      func g(_ l: List, _ m: Maybe, _ s: Second) { use(l[0].thumbnail(), m!.thumbnail(), s.scale()) }
      typealias List = [ALAsset]
      typealias Maybe = Optional<ALAsset>
      typealias Second = First
      typealias First = ALAssetRepresentation
      typealias Walk = ALAssetsGroupEnumerationResultsBlock
      typealias Found = (ALAsset?) -> Void
      let walk: Walk = { a, _, _ in a?.thumbnail() }
      let found: Found = { $0?.thumbnail() }
      typealias Box<T> = Array<ALAsset>
      """,
      [
        "1 thumbnail()", "1 thumbnail()", "1 scale()", "2 ALAsset", "3 ALAsset",
        "5 ALAssetRepresentation", "6 ALAssetsGroupEnumerationResultsBlock", "7 ALAsset",
        "8 thumbnail()", "9 thumbnail()", "10 ALAsset",
      ]),
    Sample(
      "names inside of types and bodies", "A.swift",
      """
      class Base { typealias Photo = ALAsset; var a: Photo? }
      class Store: Base {
        func f() { use(a?.thumbnail()); let b: Photo = g(); use(b.thumbnail()) }
      }
      func h(_ a: Base.Photo, _ b: Inner.Photo) {
        typealias Local = ALAssetRepresentation
        use(a.thumbnail(), (x as! Local).scale(), b.size())
      }
      func i(_ x: Local) { use(x.scale()) }
      extension Base { func j(p: Photo) { use(p.original) } }
      """,
      [
        "1 ALAsset", "3 thumbnail()", "3 thumbnail()", "6 ALAssetRepresentation", "7 thumbnail()",
        "7 scale()", "10 original",
      ]),
    Sample(
      "classes that inherit by another name, and extensions of it", "A.swift",
      """
      typealias Lib = ALAssetsLibrary
      class Mine: Lib { func f() { self.writeVideoAtPath(toSavedPhotosAlbum: u, completionBlock: nil) } }
      extension Lib {
        func g() { enumerateGroups(withTypes: 1, using: { g, _ in g?.posterImage() }, failureBlock: nil) }
        static func h() -> Bool { Self.authorizationStatus() == .authorized }
      }
      """,
      [
        "1 ALAssetsLibrary", "2 writeVideoAtPath(toSavedPhotosAlbum:completionBlock:)",
        "4 enumerateGroups(withTypes:using:failureBlock:)", "4 posterImage()",
        "5 authorizationStatus()", "5 authorized",
      ]),
  ]

  private static let objectiveC = [
    Sample(
      "typedef", "A.m",
      """
      typedef ALAsset Photo, *PhotoRef;
      typedef const ALAssetsLibrary * Lib;
      typedef NSArray<ALAsset *> *Photos;
      typedef ALAssetsGroup Group;
      @interface Store { PhotoRef _kept; }
      - (PhotoRef)current;
      @end
      @implementation Store
      - (void)f:(Photo *)a b:(PhotoRef)b all:(Photos)all x:(id)x {
        use([a thumbnail], b.thumbnail, [all[0] thumbnail], [(PhotoRef)x thumbnail], ((Photo *)x).editable);
        use([_kept thumbnail], [[self current] thumbnail]);
        Lib lib = [[ALAssetsLibrary alloc] init];
        if ([x isKindOfClass:[Group class]]) use([x posterImage]);
        [[[Photo alloc] init] thumbnail];
      }
      @end
      """,
      [
        "1 ALAsset", "2 ALAssetsLibrary", "3 ALAsset", "4 ALAssetsGroup", "10 thumbnail",
        "10 thumbnail", "10 thumbnail", "10 thumbnail", "10 editable", "11 thumbnail",
        "11 thumbnail", "12 ALAssetsLibrary", "13 posterImage", "14 Photo", "14 thumbnail",
      ]),
    Sample(
      "@compatibility_alias, using and #define", "A.mm",
      """
      @compatibility_alias Lib ALAssetsLibrary;
      using Photo = ALAsset;
      using PhotoRef = ALAsset *;
      #define Rep ALAssetRepresentation
      #define Group \\
        ALAssetsGroup
      void f(Lib *lib, Photo *a, PhotoRef b, Rep *r, Group *g) {
        [lib assetForURL:u resultBlock:^(Photo *p) { use(p.thumbnail); } failureBlock:nil];
        use(a.thumbnail, [b thumbnail], [r scale], [g isEditable], [Lib authorizationStatus]);
        id l = [Lib new];
      }
      """,
      [
        "1 ALAssetsLibrary", "2 ALAsset", "3 ALAsset", "4 ALAssetRepresentation", "6 ALAssetsGroup",
        "8 assetForURL:resultBlock:failureBlock:", "8 thumbnail", "9 thumbnail", "9 thumbnail",
        "9 scale", "9 isEditable", "9 authorizationStatus", "10 Lib",
      ]),
  ]

  private static let parameters = [
    Sample(
      "constraints of functions and classes", "A.swift",
      """
      func f<T: ALAssetRepresentation>(_ x: T) { use(x.scale()) }
      func g<A, B>(a: A, b: B) where A: ALAsset, B == ALAssetsGroup { use(a.thumbnail(), b.isEditable) }
      class Box<T: Coding & ALAsset> { var item: T?; func h() { use(item?.thumbnail()) } }
      extension Box { func i(_ t: T) { use(t.original, item!.original) } }
      func j(_ a: some ALAsset, _ b: any ALAsset & Coding) { use(a.thumbnail(), b.thumbnail()) }
      init<T>(_ x: T) where T: ALAsset { use(x.thumbnail()) }
      func k<C: Collection>(_ c: C) where C.Element == ALAsset { use(c.first?.thumbnail()) }
      extension Array where Element == ALAsset { func l(e: Element) { use(e.original, self[0].original) } }
      """,
      [
        "1 ALAssetRepresentation", "1 scale()", "2 ALAsset", "2 ALAssetsGroup", "2 thumbnail()",
        "2 isEditable", "3 ALAsset", "3 thumbnail()", "4 original", "4 original", "5 ALAsset",
        "5 ALAsset", "5 thumbnail()", "5 thumbnail()", "6 ALAsset", "6 thumbnail()", "7 ALAsset",
        "7 thumbnail()", "8 ALAsset", "8 original", "8 original",
      ]),
    Sample(
      "parameters that may be anything", "A.swift",
      """
      func f<T>(_ x: T) { x.enumerateGroups(withTypes: 1, using: w, failureBlock: nil); use(x.scale()) }
      class Box<T: Loading> { var t: T
        func g() { t.asset(for: u, resultBlock: r, failureBlock: nil); use(t.size()) } }
      protocol Source { associatedtype Lib }
      extension Source { func h(_ l: Lib) { l.group(for: u, resultBlock: r, failureBlock: nil) } }
      """,
      [
        "1 enumerateGroups(withTypes:using:failureBlock:)",
        "3 asset(for:resultBlock:failureBlock:)",
        "5 group(for:resultBlock:failureBlock:)",
      ]),
    Sample(
      "parameters of Objective-C", "A.m",
      """
      @interface Box<__covariant T, U : ALAsset *> : NSObject
      - (void)put:(T)t;
      - (U)get;
      @end
      @implementation Box
      - (void)put:(T)t with:(U)u {
        T x = t; U y = u;
        [x assetForURL:u resultBlock:r failureBlock:nil];
        use([x scale], [y thumbnail], [[self get] thumbnail], u.thumbnail);
      }
      @end
      """,
      [
        "1 ALAsset", "8 assetForURL:resultBlock:failureBlock:", "9 thumbnail", "9 thumbnail",
        "9 thumbnail",
      ]),
  ]

  /// Precision: other names of other classes.
  private static let silent = [
    Sample(
      "names of other classes", "A.swift",
      """
      import AssetsLibrary
      typealias Lib = MediaStore
      typealias Size = CGSize
      class Kept<T: MediaStore> { let t: T
        func f() { t.enumerateGroups(withTypes: 1, using: w, failureBlock: nil); use(T.posterImage()) } }
      class MediaStore {}
      func f(_ l: Lib, s: Size, a: ALAsset) {
        l.asset(for: u, resultBlock: r, failureBlock: nil); Lib.asset(for: u, resultBlock: r, failureBlock: nil)
        use(s.size(), l.numberOfAssets())
      }
      """, ["1 AssetsLibrary", "7 ALAsset"]),
    Sample(
      "a name that two types give to different things", "A.swift",
      """
      enum A { typealias Item = ALAsset; static func f(i: Item) { use(i.thumbnail()) } }
      enum B { typealias Item = File; static func f(i: Item) { use(i.thumbnail()) } }
      func f(i: Item) { use(i.thumbnail()) }
      """, ["1 ALAsset", "1 thumbnail()"]),
    Sample(
      "typedefs of other classes, numbers and blocks", "A.m",
      """
      typedef MediaStore Store, *StoreRef;
      typedef NSUInteger Count;
      typedef void (^Block)(ALAsset *asset);
      typedef struct { ALAsset *asset; } Pair;
      #define LIMIT Count
      void f(Store *a, StoreRef b, Count c) {
        [a assetForURL:u resultBlock:r failureBlock:f]; [b assetForURL:u resultBlock:r failureBlock:f];
        use([a numberOfAssets], b.posterImage);
      }
      """, ["3 ALAsset", "4 ALAsset"]),
  ]

  /// A header names the class; sources of both languages use the name.
  @Test func namesOfOtherFiles() throws {
    let place = try Place()
    try place.write(
      "#import <X/X.h>\ntypedef ALAsset Photo;\n@compatibility_alias Lib ALAssetsLibrary;",
      to: "Names.h")
    try place.write("public typealias Rep = ALAssetRepresentation", to: "Names.swift")
    try place.write("@interface Cell\n@property Photo *photo;\n@end", to: "Cell.h")
    try place.write(
      "void f(Cell *c, Photo *p) { use(c.photo.thumbnail, [p thumbnail]); [Lib new]; }", to: "Use.m"
    )
    try place.write(
      "func f(c: Cell, p: Photo, r: Rep) { use(c.photo.thumbnail(), p.thumbnail(), r.scale()) }",
      to: "Use.swift")
    let found = try place.scan().filter { place.name($0.file).hasPrefix("Use") }
    #expect(
      found.map { "\(place.name($0.file)) \($0.text)" } == [
        "Use.m thumbnail", "Use.m thumbnail", "Use.m Lib", "Use.swift thumbnail()",
        "Use.swift thumbnail()", "Use.swift scale()",
      ])
  }

  /// A name that files declare differently tells nothing: what only our classes have still counts.
  @Test func namesThatDisagree() throws {
    let place = try Place()
    try place.write("typealias Item = ALAsset", to: "A.swift")
    try place.write("typealias Item = File", to: "B.swift")
    try place.write(
      "func f(i: Item) { use(i.thumbnail(), i.defaultRepresentation()) }", to: "C.swift")
    #expect(try place.scan().map(\.text) == ["ALAsset", "defaultRepresentation()"])
  }
}
