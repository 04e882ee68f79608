import DiptychScanner
import Testing

/// Receivers with a capital letter that are no classes, or of which nobody knows what they are
/// (decision 259).
@Suite struct ReceiverTests {
  @Test(arguments: values)
  func valuesWithCapitalLetters(_ sample: Sample) throws { try sample.check() }

  @Test(arguments: silent)
  func whatDoesNotCount(_ sample: Sample) throws { try sample.check() }

  private static let values = [
    Sample(
      "macros, constants and functions of C", "A.m",
      """
      #define LIBRARY [[Store shared] library]
      extern ALAsset *const CurrentAsset;
      static ALAssetsGroup *group;
      ALAssetRepresentation *MakeRepresentation(void);
      @implementation Saver
      - (void)save {
        [LIBRARY enumerateGroupsWithTypes:t usingBlock:w failureBlock:f];
        [SharedLibrary assetForURL:u resultBlock:r failureBlock:f];
        [LIBRARY_OF(x) groupForURL:u resultBlock:r failureBlock:f];
        use(Photos.current.defaultRepresentation, [LIBRARY scale]);
        use([CurrentAsset thumbnail], CurrentAsset.editable, [group posterImage]);
        use([MakeRepresentation() scale]);
      }
      @end
      """,
      [
        "2 ALAsset", "3 ALAssetsGroup", "4 ALAssetRepresentation",
        "7 enumerateGroupsWithTypes:usingBlock:failureBlock:",
        "8 assetForURL:resultBlock:failureBlock:", "9 groupForURL:resultBlock:failureBlock:",
        "10 defaultRepresentation", "11 thumbnail", "11 editable", "11 posterImage", "12 scale",
      ]),
    Sample(
      "constants of Swift", "A.swift",
      """
      LIBRARY.enumerateGroups(withTypes: 1, using: w, failureBlock: nil)
      SharedLibrary.asset(for: u, resultBlock: { a in a?.thumbnail() }, failureBlock: nil)
      Globals.Library.group(for: u, resultBlock: r, failureBlock: nil)
      MAKE_LIBRARY().asset(for: u, resultBlock: r, failureBlock: nil)
      use(Current.defaultRepresentation().size(), LIBRARY.size())
      let Kept = ALAssetsLibrary.authorizationStatus(), Asset: ALAsset? = nil
      func f() { use(Kept == .denied, Asset?.thumbnail()) }
      """,
      [
        "1 enumerateGroups(withTypes:using:failureBlock:)",
        "2 asset(for:resultBlock:failureBlock:)", "2 thumbnail()",
        "3 group(for:resultBlock:failureBlock:)", "4 asset(for:resultBlock:failureBlock:)",
        "5 defaultRepresentation()", "5 size()", "6 authorizationStatus()", "6 ALAsset",
        "7 denied", "7 thumbnail()",
      ]),
    Sample(
      "types around types", "A.swift",
      """
      func f(_ a: ALAsset.Type, b: Optional<ALAsset>, c: Set<AssetsLibrary.ALAsset>, d: (ALAsset)?) {
        use(a.init().thumbnail(), b?.thumbnail(), c.first!.thumbnail(), d!.thumbnail())
      }
      class Saver { init(_ a: ALAsset) { use(a.thumbnail()) }
        subscript(r: ALAssetRepresentation) -> Int64 { r.size() } }
      let r = AssetsLibrary.ALAssetRepresentation(); use(r.scale())
      """,
      [
        "1 ALAsset", "1 ALAsset", "1 ALAsset", "1 ALAsset", "2 thumbnail()", "2 thumbnail()",
        "2 thumbnail()", "2 thumbnail()", "4 ALAsset", "4 thumbnail()", "5 ALAssetRepresentation",
        "5 size()", "6 ALAssetRepresentation", "6 scale()",
      ]),
  ]

  /// Precision: classes are known by their declaration, by where their names stand, or by their form.
  private static let silent = [
    Sample(
      "classes of Objective-C", "A.m",
      """
      @class Ahead;
      @interface Loader : NSObject
      + (void)assetForURL:(id)u resultBlock:(id)r failureBlock:(id)f;
      @end
      void f(Argument *a) {
        [Ahead enumerateGroupsWithTypes:t usingBlock:w failureBlock:f];
        [Loader assetForURL:u resultBlock:r failureBlock:f];
        [Argument assetForURL:u resultBlock:r failureBlock:f];
        [NSFileManager groupForURL:u resultBlock:r failureBlock:f];
        id made = [[Wrapper alloc] init]; use([made defaultRepresentation]);
        [[Wrapper new] assetForURL:u resultBlock:r failureBlock:f];
        use(UIImage.posterImage, [PHAsset numberOfAssets], [NSURLCache fullScreenImage]);
        ALAsset *only;
      }
      """, ["13 ALAsset"]),
    Sample(
      "classes of Swift", "A.swift",
      """
      enum Loader { struct Kept {} }
      func f(_ a: Argument) -> Result? {
        Loader.group(for: u, resultBlock: r, failureBlock: nil)
        Argument.shared; Argument.asset(for: u, resultBlock: r, failureBlock: nil)
        Wrapper().asset(for: u, resultBlock: r, failureBlock: nil)
        Loader.Kept.enumerateGroups(withTypes: 1, using: w, failureBlock: nil)
        use(Result.posterImage(), UIImage.numberOfAssets(), PHAsset.fullScreenImage())
        let only: ALAsset
      }
      """, ["8 ALAsset"]),
  ]

  /// A constant of the whole program is known in every file, a name in small letters is not.
  @Test func constantsOfOtherFiles() throws {
    let place = try Place()
    try place.write("extern ALAsset *CURRENT;\nextern ALAsset *small;", to: "A.h")
    try place.write(
      "let Shared = ALAssetRepresentation()\nfunc MakeGroup() -> ALAssetsGroup { f() }",
      to: "A.swift")
    try place.write("void f(void) { use(CURRENT.thumbnail, small.thumbnail); }", to: "Use.m")
    try place.write("func f() { use(Shared.scale(), MakeGroup().isEditable) }", to: "Use.swift")
    let found = try place.scan().filter { place.name($0.file).hasPrefix("Use") }
    #expect(found.map(\.text) == ["thumbnail", "scale()", "isEditable"])
  }
}
